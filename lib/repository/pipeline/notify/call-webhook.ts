import type { RepositoryContext } from '../../context.ts';
import { isAllowed } from '../../records/actions/actions.ts';
import type { Posted } from '../../records/actions/outside.ts';
import { signedHeaders } from '../../records/actions/signature.ts';
import { nameOfEvent, type RepositoryEvent } from '../../records/alerting/events.ts';
import { type LogNote, logLevel, note } from '../../records/log/log.ts';
import { AskedLater } from '../../work/perform.ts';
import type { Task } from '../../work/task.ts';
import type { TaskResult } from '../../work/task-handlers.ts';

/**
 * Sends a signed event to the URL of an action. The queue retries after any response that is not a success,
 * each time later. A retry waits for the time of `Retry-After`, but at most an hour. A response 410 disables
 * the action. The log of the test has the result of each attempt.
 */
export async function callWebhook(
  context: RepositoryContext,
  { action: id, event, at }: Extract<Task, { readonly kind: 'webhook' }>,
): Promise<TaskResult> {
  const { repository, outside, work, now } = context;
  if (outside === undefined) throw new Error('a bug in Downpour: this process has no access to webhooks');
  const { actions } = repository;
  const [action, sites] = await Promise.all([actions.find(id), actions.sites()]);
  if (action === undefined || !action.active) return {};
  if (!isAllowed(action.url, sites)) {
    work.warn(
      `action ${id} was not sent: ${action.url} no longer begins with an allowed site (GET /api/action/allowedSites lists them)`,
      undefined,
    );
    await logged(
      context,
      event,
      'error',
      `action ${id} was not sent: its URL no longer begins with an allowed site (GET /api/action/allowedSites lists them)`,
    );
    return {};
  }
  const message = `msg_${id}_${nameOfEvent(event)}`;
  const body = JSON.stringify({
    type: event.kind,
    timestamp: new Date(at ?? now()).toISOString(),
    data: event,
  });
  let posted: Posted;
  try {
    posted = await outside.post(action.url, signedHeaders(action.secret, message, now(), body), body);
  } catch (error) {
    const why = action.testId === undefined || !(error instanceof Error) ? '' : `: ${error.message}`;
    await logged(context, event, 'warn', `action ${id} could not be sent, and Downpour tries again${why}`);
    throw error;
  }
  const { status, retryAfterS = 0 } = posted;
  if (status === gone) {
    await actions.switchOff(id);
    await logged(
      context,
      event,
      'warn',
      `the receiver of action ${id} answered with status ${status}, so Downpour switched the action off`,
    );
  } else if (status < 200 || status > 299) {
    await logged(
      context,
      event,
      'warn',
      `the receiver of action ${id} answered with status ${status}, and Downpour tries again`,
    );
    throw new AskedLater(
      `${new URL(action.url).host} answered action ${id} with status ${status}`,
      retryAfterS,
    );
  } else
    await logged(
      context,
      event,
      'info',
      `action ${id} was sent, and the receiver answered with status ${status}`,
    );
  return {};
}

const gone = 410;

/**
 * Logs the result of an attempt. Entries have no URL and no host, because only administrators may see those
 * of actions for all tests. An event without a test is not logged. When the log cannot be written, the
 * attempt keeps its result. Otherwise the receiver would get the event again.
 */
async function logged(
  { repository, work, now }: RepositoryContext,
  event: RepositoryEvent,
  level: keyof typeof logLevel,
  message: string,
): Promise<void> {
  if (event.testId === undefined) return;
  const entry: LogNote = {
    level: logLevel[level],
    message,
    event: event.kind,
    type: 'http',
    ...runOf(event),
  };
  await note(repository.table, { kind: 'action', test: event.testId }, [entry], now()).catch(
    (error: unknown) =>
      work.warn(`the log of test ${event.testId} does not have the entry: ${message}`, error),
  );
}

/** The run of a log entry. Only users who may see this run can see the entry. */
function runOf(event: RepositoryEvent): Pick<LogNote, 'runId'> {
  if (event.kind === 'change/new') return { runId: event.change.runId };
  return 'run' in event ? { runId: event.run.id } : {};
}
