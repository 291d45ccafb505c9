import { DownpourError } from '../../lib/errors.ts';
import type { Api } from '../api/client.ts';

/**
 * The id of a burst. `last` means the newest running burst.
 * @throws DownpourError (404) when no burst is running.
 */
export async function burstOf(api: Api, named: string): Promise<string> {
  if (named !== 'last') return named;
  const { bursts } = await api.bursts({ limit: 1, active: true });
  const [first] = bursts;
  if (first !== undefined) return first.id;
  throw new DownpourError(
    'BURST_NOT_FOUND',
    404,
    'No burst is running. A burst is one execution of a benchmark: `downpour bursts` lists the earlier bursts',
  );
}
