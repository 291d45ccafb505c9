import type { BurstRecord } from '../../lib/store/bursts.ts';
import { burstStores } from '../stores.ts';
import { handler as clean } from './clean.ts';
import type { ExecutionEnd, ReapInput } from './states/messages.ts';

/**
 * Ends a burst whose execution did not reach its own end: it was aborted in the console, exceeded its time
 * limit, or failed outside every catch. It also ends an overdue burst, whose execution never began or waits
 * for an event that never comes. Otherwise the drives would not stop, and the burst would seem to run for
 * ever. The function may run twice.
 */
export async function handler(input: ReapInput): Promise<void> {
  const burst = 'overdue' in input ? input.overdue : burstOf(input);
  const record = burst === undefined ? undefined : await burstStores().bursts.get(burst);
  if (record === undefined || record.endedAt !== undefined) return;
  const { id, carriedBy = id } = record;
  if ('overdue' in input)
    return clean({ burst: id, execution: carriedBy, error: 'Downpour.Overdue', cause: whyOverdue(record) });
  const { execution, status } = input;
  // Another execution has taken over the burst, so the end of this one is not a failure.
  if (execution === carriedBy)
    await clean({ burst: id, execution, error: `States.${status}`, cause: causes[status] });
}

const burstOf = ({ input }: ExecutionEnd): string | undefined =>
  (JSON.parse(input) as { readonly burst?: string }).burst;

const whyOverdue = ({ isStarted, overdueAt = Date.now() }: BurstRecord): string =>
  isStarted === true
    ? `the burst did not end before ${new Date(overdueAt).toISOString()}`
    : 'the execution of the state machine for the burst never started';

const causes = {
  ABORTED: 'the execution of the state machine for the burst was aborted',
  TIMED_OUT: 'the execution of the state machine for the burst took longer than a burst may take',
  FAILED: 'the execution of the state machine for the burst failed',
} as const satisfies Record<ExecutionEnd['status'], string>;
