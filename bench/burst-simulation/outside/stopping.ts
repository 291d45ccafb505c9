import { stopper } from '../../../bin/api/stopper.ts';
import { askToStop } from '../../../bin/burst/ask-to-stop.ts';
import { DownpourError } from '../../../lib/errors.ts';
import type { World } from '../time/world.ts';
import type { Answer, Client } from './client.ts';

/** Somebody who started a burst with the command line, and so has its stop token. */
export type Starter = {
  readonly burst: string;
  readonly key: string;
  readonly stopToken: string | undefined;
};

/**
 * Stops a burst as the command line does: by the API, with the token where that cannot run, and again until
 * it is heard.
 */
export async function stopAsTheCommandLine(
  client: Client,
  world: World,
  { burst, key, stopToken }: Starter,
): Promise<void> {
  const call = async <T>(method: string, path: string, { json }: { json?: unknown } = {}): Promise<T> => {
    const answer =
      method === 'PUT'
        ? await client.ask('api/burst-stop', `${method} ${path}`, { key, path: { id: burst } })
        : await client.stopByToken(json);
    return read(answer) as T;
  };
  const stopBurst = stopper(call, () => stopToken);
  const unheard = await askToStop({ stopBurst }, burst, { pause: (ms) => world.sleep(ms) });
  if (unheard !== undefined) throw unheard;
}

function read({ status, body }: Answer): unknown {
  if (status >= 400) throw new DownpourError('INTERNAL', status, body);
  return body === '' ? {} : JSON.parse(body);
}
