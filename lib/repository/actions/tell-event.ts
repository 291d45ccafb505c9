import type { RepositoryContext } from '../context.ts';
import type { Outcome } from '../work/performer.ts';
import type { Task } from '../work/task.ts';

/** Puts an event on the bus, and makes due what tells each of those who asked for it: one that fails holds up no other. */
export async function tellEvent(
  { repository, work, outside }: RepositoryContext,
  { event }: Extract<Task, { readonly kind: 'event' }>,
): Promise<Outcome> {
  if (outside === undefined) throw new Error('there is no way to tell of events here');
  await outside.publish(event);
  const test = await repository.tests.byId(event.testId);
  const isQuiet = test?.notificationsEnabled === false;
  const asked = (await repository.actions.list()).filter(
    ({ event: kind, testId, active, runAlways }) =>
      active && kind === event.kind && (testId ?? event.testId) === event.testId && (!isQuiet || runAlways),
  );
  const due = asked
    .slice(0, actionsMax)
    .map(({ id }) => work.due({ kind: 'webhook', action: id, event }, 'now'));
  return { due, also: due.map(({ write }) => write) };
}

/** Of one event: they are written in one transaction. */
const actionsMax = 90;
