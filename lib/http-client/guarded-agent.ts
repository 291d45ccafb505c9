import { Agent, buildConnector, type Dispatcher } from 'undici';
import { addressGuard } from '../driver/http/guard/lookup.ts';
import type { AddressRules } from '../driver/model/guards.ts';

/**
 * Connections to hosts that users name. Each address is checked when the connection is made, so that a name
 * that resolves to a private network, now or later, reaches nothing there. No connection is reused.
 * @param bytesMax the most bytes of a response body. A longer body ends the call with the code
 * `UND_ERR_RES_EXCEEDED_MAX_SIZE`.
 */
export function guardedAgent(rules: AddressRules, bytesMax: number): Dispatcher {
  const { lookup, refusal } = addressGuard(rules);
  const connect = buildConnector({ lookup, allowH2: false });
  return new Agent({
    pipelining: 0,
    maxResponseSize: bytesMax,
    connect: (options, callback) => {
      const why = refusal(options.hostname);
      if (why === undefined) connect(options, callback);
      else callback(new Error(why), null);
    },
  });
}
