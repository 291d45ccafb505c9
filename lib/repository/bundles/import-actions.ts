import type { BundledAction } from '../records/actions/action-request.ts';
import type { Action, Actions } from '../records/actions/actions.ts';
import { newSecret } from '../records/actions/signature.ts';

/**
 * Converts the actions of a bundle to actions of a test. An action of the bundle replaces the action with its
 * id, or else the one with the same URL and event. If there is neither, it is new. An action without a secret
 * keeps the secret of the action that it replaces.
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
