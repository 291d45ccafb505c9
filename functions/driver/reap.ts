import { burstStores } from '../stores.ts';
import { handler as clean } from './clean.ts';
import type { ReapInput } from './messages.ts';

/**
 * An execution has ended without coming to its own end: aborted in the console, over its time limit, or failed where
 * nothing catches. Nobody else would stop its drives, and its burst would seem to run for ever. May run twice.
 */
export async function handler({ execution, input, status }: ReapInput): Promise<void> {
  const { burst } = JSON.parse(input) as { readonly burst?: string };
  const record = burst === undefined ? undefined : await burstStores().bursts.get(burst);
  if (record === undefined || record.endedAt !== undefined) return;
  // What was ended here so that the burst need not wait for it: another execution carries that to its end.
  if (record.endsEarly === true && execution === record.id) return;
  await clean({ burst: record.id, error: `States.${status}`, cause: causes[status] });
}

const causes = {
  ABORTED: 'its execution was aborted',
  TIMED_OUT: 'its execution took longer than a burst may take',
  FAILED: 'its execution failed',
} as const satisfies Record<ReapInput['status'], string>;
