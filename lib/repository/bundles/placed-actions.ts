import type { BundledAction } from '../records/actions/action-request.ts';
import type { Action, Actions } from '../records/actions/actions.ts';
import { newSecret } from '../records/actions/signature.ts';

/**
 * The actions of a bundle as those of a test. Each takes the place, and unless it has one the secret, of the one with its id,
 * else of one that tells the same URL of the same event; else it is new.
 */
export async function placedActions(
  actions: Actions,
  testId: number,
  given: readonly BundledAction[],
): Promise<readonly Action[]> {
  if (given.length === 0) return [];
  const present = await actions.ofTest(testId);
  const first = await actions.newIds(given.length);
  const asked = new Set(given.map(({ givenId }) => givenId));
  const taken = new Set<number>();
  return given.map(({ givenId, ...wanted }, at) => {
    const free = present.filter(({ id }) => !taken.has(id));
    const same =
      free.find(({ id }) => id === givenId) ??
      free.find(({ id, event, url }) => event === wanted.event && url === wanted.url && !asked.has(id));
    const { id, secret } = same ?? { id: first + at, secret: newSecret() };
    taken.add(id);
    return { secret, ...wanted, id, testId };
  });
}
