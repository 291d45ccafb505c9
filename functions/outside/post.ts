import { type LookupOptions, lookup } from 'node:dns';
import type { ClientRequest } from 'node:http';
import { request as plain } from 'node:http';
import { request as secure } from 'node:https';
import type { LookupFunction } from 'node:net';
import { addressRefusal } from '../../lib/driver/http/guard/addresses.ts';
import type { AddressRules } from '../../lib/driver/model/guards.ts';

/** Whoever is told answers within this, or is told again. */
const timeoutMs = 10_000;

/**
 * Sends a JSON body to a host outside. What its name resolves to is judged before anything connects, so a name that points into a
 * private network, now or at the next look, reaches nothing there. A redirect is an answer like any other.
 *
 * @returns the status; the body of the answer is not read.
 * @throws Error when the address is refused, or when there is no answer in time.
 */
export function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  rules: AddressRules,
): Promise<number> {
  const { protocol, hostname, host } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const refusal = addressRefusal(hostname, rules);
  if (refusal !== undefined) throw new Error(`${host} ${refusal}`);
  const sent: ClientRequest = (protocol === 'https:' ? secure : plain)(url, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'downpour',
    },
    agent: false,
    lookup: guarded(rules),
    signal: AbortSignal.timeout(timeoutMs),
  });
  sent.on('error', (cause) => reject(new Error(`${host} cannot be told: ${cause.message}`, { cause })));
  sent.on('response', (response) => {
    response.destroy();
    resolve(response.statusCode ?? 0);
  });
  sent.end(body);
  return promise;
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
