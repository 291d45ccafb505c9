import { handlers } from '../../../lib/repository/pipeline/handlers.ts';
import type { Item } from '../../../lib/repository/ports/table.ts';
import { runInline } from '../../../lib/repository/work/perform.ts';
import type { OutboxEntry } from '../../../lib/repository/work/work.ts';
import { batchingContext } from '../../work-context.ts';

/** Performs a new task while the client of the upload waits. A failed task goes to the queue. */
export async function runInlineBatched(due: OutboxEntry, failure?: Item): Promise<void> {
  await runInline(batchingContext(), handlers, due, failure);
}
