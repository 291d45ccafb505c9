import type { RepositoryContext } from '../../context.ts';
import type { Action } from '../../records/actions/actions.ts';
import type { RepositoryEvent } from '../../records/alerting/events.ts';
import type { Test } from '../../records/tests/tests.ts';
import type { Repository } from '../../repository.ts';
import type { OutboxEntry } from '../../work/work.ts';

/**
 * The actions that receive an event. After a test is deleted, its setting to send no notifications has no
 * effect.
 */
export function listenersOf(
  actions: readonly Action[],
  published: Pick<RepositoryEvent, 'kind' | 'testId'>,
  test: Pick<Test, 'notificationsEnabled'> | undefined,
): readonly Action[] {
  const isSilent = test !== undefined && isQuiet(test);
  return actions.filter(
    ({ event, testId, active, runAlways }) =>
      active &&
      event === published.kind &&
      (testId ?? published.testId) === published.testId &&
      (!isSilent || runAlways),
  );
}

/** True when a test sends no notifications. */
export const isQuiet = ({ notificationsEnabled }: Pick<Test, 'notificationsEnabled'>): boolean =>
  notificationsEnabled === false;

/**
 * True when the notifications of a test are disabled, and no action with `runAlways` would receive a change
 * or missing data of the test.
 */
export async function isUnheard(
  { actions }: Pick<Repository, 'actions'>,
  kind: 'change/new' | 'missing-data',
  test: Test,
): Promise<boolean> {
  return isQuiet(test) && listenersOf(await actions.list(), { kind, testId: test.id }, test).length === 0;
}

/**
 * Leaves out the pending tasks of events that no action receives. If there is an event bus, all tasks remain,
 * because the rules of the bus are unknown here.
 * @param version - of the definitions.
 */
export async function withListeners(
  { repository, hasBus }: Pick<RepositoryContext, 'repository' | 'hasBus'>,
  test: Test,
  due: readonly OutboxEntry[],
  version: number,
): Promise<readonly OutboxEntry[]> {
  if (hasBus === true || !due.some(({ task }) => task.kind === 'event')) return due;
  const actions = await repository.actions.at(version);
  return due.filter(({ task }) => task.kind !== 'event' || listenersOf(actions, task.event, test).length > 0);
}
