import type { RepositoryContext } from '../../context.ts';
import type { Action } from '../../records/actions/actions.ts';
import type { RepositoryEvent } from '../../records/alerting/events.ts';
import type { Test } from '../../records/tests/tests.ts';
import type { Due } from '../../work/work.ts';

/** The actions that are to hear of an event. A test that is gone keeps nobody quiet. */
export function listenersOf(
  actions: readonly Action[],
  told: RepositoryEvent,
  test: Pick<Test, 'notificationsEnabled'> | undefined,
): readonly Action[] {
  const isQuiet = test?.notificationsEnabled === false;
  return actions.filter(
    ({ event, testId, active, runAlways }) =>
      active && event === told.kind && (testId ?? told.testId) === told.testId && (!isQuiet || runAlways),
  );
}

/**
 * Work without the events that nobody would hear of. A bus takes all of them: what rules are on it is not known here.
 *
 * @param version - of the definitions.
 */
export async function heard(
  { repository, hasBus }: Pick<RepositoryContext, 'repository' | 'hasBus'>,
  test: Test,
  due: readonly Due[],
  version: number,
): Promise<readonly Due[]> {
  if (hasBus === true || !due.some(({ task }) => task.kind === 'event')) return due;
  const actions = await repository.actions.at(version);
  return due.filter(({ task }) => task.kind !== 'event' || listenersOf(actions, task.event, test).length > 0);
}
