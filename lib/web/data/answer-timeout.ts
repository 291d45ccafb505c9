import type { Fetch } from '../../client/index.ts';
import { noteServerClock } from '../../client/server-clock.ts';

/** The milliseconds without an answer after which a screen states that the server has not answered yet. */
export const silentAfterMs = 8_000;

/** The milliseconds in which an answer must begin. A gateway of AWS waits for a function for 30 s. */
export const answerMsMax = 40_000;

/**
 * Sends a request and waits for the beginning of its answer for `ms` at most. The body may take longer.
 * @throws DOMException `TimeoutError` for a server that keeps silent.
 */
export async function answered(
  url: string,
  init: RequestInit,
  { send = fetch, ms = answerMsMax }: { readonly send?: typeof fetch; readonly ms?: number } = {},
): Promise<Response> {
  const silence = new AbortController();
  const end = (): void =>
    silence.abort(new DOMException(`the server kept silent for ${ms / 1_000} s`, 'TimeoutError'));
  const timer = setTimeout(end, ms);
  const signals = [silence.signal, ...(init.signal ? [init.signal] : [])];
  try {
    const reply = await send(url, { ...init, signal: AbortSignal.any(signals) });
    noteServerClock(reply);
    return reply;
  } finally {
    clearTimeout(timer);
  }
}

/** A `fetch` for the client of the API whose answers must begin in time. */
export const answeredFetch: Fetch = (url, init) => answered(url, init as RequestInit);
