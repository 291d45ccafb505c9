import type { BundledAction } from '../records/actions/action-request.ts';
import type { Action, Actions } from '../records/actions/actions.ts';
import { newSecret } from '../records/actions/signature.ts';

/**
 * Converts the actions of a bundle to actions of a test. Each replaces the action with its id, or else an
 * action with the same URL and event, or else it is new. Without a secret it keeps the secret of the replaced
 * action.
 */
export async function actionsOfBundle(
  actions: Actions,
  testId: number,
  given: readonly BundledAction[],
): Promise<readonly Action[]> {
  if (given.length === 0) return [];
  const present = await actions.ofTest(testId);
  const first = await actions.newIds(given.length);
  const givenIds = new Set(given.map(({ givenId }) => givenId));
  const taken = new Set<number>();
  return given.map(({ givenId, ...action }, at) => {
    const free = present.filter(({ id }) => !taken.has(id));
    const same =
      free.find(({ id }) => id === givenId) ??
      free.find(({ id, event, url }) => event === action.event && url === action.url && !givenIds.has(id));
    const { id, secret } = same ?? { id: first + at, secret: newSecret() };
    taken.add(id);
    return { secret, ...action, id, testId };
  });
}
