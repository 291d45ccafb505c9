import { nameOfEvent } from '../alerting/events.ts';
import type { RepositoryContext } from '../context.ts';
import type { Outcome } from '../work/performer.ts';
import type { Task } from '../work/task.ts';
import { isAllowed } from './actions.ts';
import { signedHeaders } from './signature.ts';

/**
 * Sends an event to a URL, signed. Whatever is no success is tried again by the queue, later each time; who answers 410 is asked
 * no more.
 */
export async function callWebhook(
  { repository, outside, work, now }: RepositoryContext,
  { action: id, event }: Extract<Task, { readonly kind: 'webhook' }>,
): Promise<Outcome> {
  if (outside === undefined) throw new Error('there is no way to tell of events here');
  const { actions } = repository;
  const [action, sites] = await Promise.all([actions.find(id), actions.sites()]);
  if (action === undefined || !action.active) return {};
  if (!isAllowed(action.url, sites)) {
    work.warn(`action ${id} is not told: ${action.url} is not below an allowed site any more`, undefined);
    return {};
  }
  const message = `msg_${id}_${nameOfEvent(event)}`;
  const body = JSON.stringify({ type: event.kind, timestamp: new Date(now()).toISOString(), data: event });
  const status = await outside.post(action.url, signedHeaders(action.secret, message, now(), body), body);
  if (status === gone) await actions.switchOff(id);
  else if (status < 200 || status > 299)
    throw new Error(`action ${id} was answered ${status} by ${new URL(action.url).host}`);
  return {};
}

const gone = 410;
