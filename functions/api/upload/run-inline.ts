import { handlers } from '../../../lib/repository/pipeline/handlers.ts';
import type { Item } from '../../../lib/repository/ports/table.ts';
import { runInline } from '../../../lib/repository/work/perform.ts';
import type { Due } from '../../../lib/repository/work/work.ts';
import { gatheringContext } from '../../work-context.ts';

/** Does what was just written, while its caller waits; what fails goes to the queue. */
export async function runInlineGathered(due: Due, failure?: Item): Promise<void> {
  await runInline(gatheringContext(), handlers, due, failure);
}
