import { datasetLimits } from '../../../lib/repository/pipeline/datasets/limits.ts';
import type { Item } from '../../../lib/repository/ports/table.ts';
import type { OutboxEntry } from '../../../lib/repository/work/work.ts';
import { batchingContext, workContext } from '../../work-context.ts';

/**
 * Performs the tasks of an upload before the response, if they take only a moment. Otherwise the queue
 * performs them later.
 * @param failure the error of an earlier attempt. A new upload has none.
 */
export async function beginWork(
  due: readonly OutboxEntry[],
  documentBytes: number,
  failure?: Item,
): Promise<void> {
  if (due.length === 0) return;
  const isSmall = documentBytes <= datasetLimits.datasetsAtOnceBytesMax;
  const [atOnce, queued] = [true, false].map((isInline) =>
    due.filter(({ task }) => (isSmall && task.kind !== 'event') === isInline),
  ) as [OutboxEntry[], OutboxEntry[]];
  const sent = workContext().work.send(queued);
  if (atOnce.length > 0) {
    // The modules are loaded on demand, because most runs name no schema.
    const pipeline = await import('../../../lib/repository/pipeline/handlers.ts');
    const work = await import('../../../lib/repository/work/perform.ts');
    for (const each of atOnce) await work.runInline(batchingContext(), pipeline.handlers, each, failure);
  }
  await sent;
}
