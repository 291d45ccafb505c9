import type { Item } from '../../../lib/repository/table.ts';
import { doNow } from '../../../lib/repository/work/perform.ts';
import { performers } from '../../../lib/repository/work/performers.ts';
import type { Due } from '../../../lib/repository/work/work.ts';
import { gatheringContext } from '../../work-context.ts';

/** Does what was just written, while its caller waits; what fails goes to the queue. */
export async function performAtOnce(due: Due, failure?: Item): Promise<void> {
  await doNow(gatheringContext(), performers, due, failure);
}
