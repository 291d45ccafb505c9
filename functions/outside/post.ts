import type { AddressRules } from '../../lib/driver/model/guards.ts';
import { send } from './send.ts';

/** Whoever is told answers within this, or is told again. */
const withinMs = 10_000;

/**
 * Sends a JSON body to a host outside.
 *
 * @returns the status; the body of the answer is not read.
 * @throws Error when the address is refused, or when there is no answer in time.
 */
export async function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  rules: AddressRules,
  timeoutMs = withinMs,
): Promise<number> {
  const response = await send(
    url,
    { method: 'POST', headers, body, signal: AbortSignal.timeout(timeoutMs) },
    rules,
  );
  response.destroy();
  return response.statusCode ?? 0;
}
