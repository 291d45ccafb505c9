import { stopper } from '../../../bin/api/calls/stopper.ts';
import { requestStop } from '../../../bin/burst/request-stop.ts';
import type { StopExecution } from '../../../lib/api.generated.ts';
import { DownpourError } from '../../../lib/errors.ts';
import type { World } from '../time/world.ts';
import type { Answer, Client } from './client.ts';

/** A user who started a burst with the command line, and therefore has its stop token. */
export type Starter = {
  readonly burst: string;
  readonly key: string;
  readonly stopToken: string | undefined;
};

/**
 * Stops a burst as the command line does: with the API, or with the token when the API cannot run. Repeats
 * until the stop is accepted.
 */
export async function stopAsTheCommandLine(
  client: Client,
  world: World,
  { burst, key, stopToken }: Starter,
): Promise<void> {
  const calls = {
    stop: async () => {
      const line = `PUT /api/burst/${burst}/stop`;
      return read(await client.ask('api/burst-stop', line, { key, path: { id: burst } }));
    },
    stopByToken: async (stop: object) => read(await client.stopByToken(stop)) as StopExecution,
  };
  const stopBurst = stopper(calls, () => stopToken);
  const unheard = await requestStop({ stopBurst }, burst, { pause: (ms) => world.sleep(ms) });
  if (unheard !== undefined) throw unheard;
}

function read({ status, body }: Answer): unknown {
  if (status >= 400) throw new DownpourError('INTERNAL', status, body);
  return body === '' ? {} : JSON.parse(body);
}
