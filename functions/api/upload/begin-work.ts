import type { Item } from '../../../lib/repository/ports/table.ts';
import type { Due } from '../../../lib/repository/work/work.ts';
import { limits } from '../../../lib/results/limits.ts';
import { workContext } from '../../work-context.ts';

/**
 * Does what an upload has made due before it is answered, where that takes a moment; else the queue has it done.
 *
 * @param failure of an earlier attempt at it, which a new upload cannot have.
 */
export async function beginWork(due: readonly Due[], documentBytes: number, failure?: Item): Promise<void> {
  if (due.length === 0) return;
  const isSmall = documentBytes <= limits.datasetsAtOnceBytesMax;
  const [atOnce, queued] = [true, false].map((wanted) =>
    due.filter(({ task }) => (isSmall && task.kind !== 'event') === wanted),
  ) as [Due[], Due[]];
  const sent = workContext().work.send(queued);
  // Loaded by the first who needs it: most runs name no schema.
  for (const each of atOnce) await (await import('./run-inline.ts')).runInlineGathered(each, failure);
  await sent;
}
