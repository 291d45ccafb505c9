import { Agent, buildConnector, type Dispatcher } from 'undici';
import { addressGuard } from '../driver/http/guard/lookup.ts';
import type { AddressRules } from '../driver/model/guards.ts';

/**
 * Connections to hosts that people name. Each address is judged when it is connected to, so a name that leads into a private
 * network, now or at the next look, reaches nothing there. No connection is used twice.
 *
 * @param bytesMax of a body; a longer one ends the call with the code `UND_ERR_RES_EXCEEDED_MAX_SIZE`.
 */
export function guardedAgent(rules: AddressRules, bytesMax: number): Dispatcher {
  const { lookup, refusal } = addressGuard(rules);
  const connect = buildConnector({ lookup, allowH2: false });
  return new Agent({
    ...{ pipelining: 0, maxResponseSize: bytesMax },
    connect: (options, callback) => {
      const why = refusal(options.hostname);
      if (why === undefined) connect(options, callback);
      else callback(new Error(why), null);
    },
  });
}
