import type { Due } from '../../../lib/repository/work/work.ts';
import { limits } from '../../../lib/results/limits.ts';
import { workContext } from '../../work-context.ts';

/** Does what an upload has made due before it is answered, where that takes a moment; else the queue has it done. */
export async function beginWork(due: readonly Due[], documentBytes: number): Promise<void> {
  if (due.length === 0) return;
  if (documentBytes > limits.datasetsAtOnceBytesMax) return workContext().work.send(due);
  // Loaded by the first who needs it: most runs name no schema.
  for (const each of due) await (await import('./at-once.ts')).performAtOnce(each);
}
