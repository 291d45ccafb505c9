import { type LookupOptions, lookup } from 'node:dns';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request as plain } from 'node:http';
import { request as secure } from 'node:https';
import type { LookupFunction } from 'node:net';
import { addressRefusal } from '../../lib/driver/http/guard/addresses.ts';
import type { AddressRules } from '../../lib/driver/model/guards.ts';

/** What is sent. */
export type Sent = {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: string;
  /** Ends it, unless the last byte of the answer is there. */
  readonly signal: AbortSignal;
};

/**
 * Sends a request to a host outside. What its name resolves to is judged before anything connects, so a name that points into a
 * private network, now or at the next look, reaches nothing there. A redirect is an answer like any other.
 *
 * @returns the answer, its body to be read or destroyed.
 * @throws Error when the address is refused, or when there is no answer in time.
 */
export async function send(url: string, sent: Sent, rules: AddressRules): Promise<IncomingMessage> {
  const { protocol, hostname, host } = new URL(url);
  const refusal = addressRefusal(hostname, rules);
  if (refusal !== undefined) throw new Error(`${host} ${refusal}`);
  const { method, headers, body, signal } = sent;
  const content = body !== undefined && {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  const request = (protocol === 'https:' ? secure : plain)(url, {
    method,
    headers: { ...headers, ...content, 'user-agent': 'downpour' },
    agent: false,
    lookup: guarded(rules),
    signal,
  });
  request.end(body);
  try {
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return response;
  } catch (cause) {
    throw outsideError(url, 'cannot be reached', cause, signal);
  }
}

/** Why there is no answer: its time was over, or what else it was. */
export function outsideError(url: string, what: string, cause: unknown, { aborted }: AbortSignal): Error {
  const { host } = new URL(url);
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Error(aborted ? `${host} did not answer in time` : `${host} ${what}: ${reason}`, { cause });
}

/** Resolves a name to addresses that may be connected to. */
const guarded =
  (rules: AddressRules): LookupFunction =>
  (host, options, answer) => {
    lookup(host, { ...(options as LookupOptions), all: true }, (error, addresses) => {
      if (error !== null) return answer(error, []);
      const refusals = addresses.map(({ address }) => addressRefusal(address, rules));
      const allowed = addresses.filter((_, n) => refusals[n] === undefined);
      const [first] = allowed;
      if (first === undefined)
        return answer(new Error(`the address of ${host} ${refusals[0] ?? 'is unknown'}`), []);
      return options.all ? answer(null, allowed) : answer(null, first.address, first.family);
    });
  };
