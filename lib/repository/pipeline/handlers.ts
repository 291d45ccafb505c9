import type { RepositoryContext } from '../context.ts';
import type { Handlers } from '../work/task-handlers.ts';
import { datasetsTask } from './datasets/make-datasets.ts';
import { performQuery } from './import/perform-query.ts';
import { pagesOf } from './jobs/list-pages.ts';
import { performPage } from './jobs/page.ts';
import { labelTask } from './labels/label-task.ts';
import { callWebhook } from './notify/call-webhook.ts';
import { publishEvent } from './notify/publish-event.ts';
import { performRemoval } from './removal/perform-removal.ts';
import { forgetMeasured, measureAgain } from './series/measure-again.ts';

/** The handlers of tasks that concern a single thing, such as one run, one dataset or one event. */
const single: Handlers<RepositoryContext> = {
  datasets: datasetsTask,
  remove: performRemoval,
  labels: (context, { dataset }, priority) => labelTask(context, dataset, priority),
  measure: measureAgain,
  forget: forgetMeasured,
  event: publishEvent,
  webhook: callWebhook,
  query: performQuery,
};

/**
 * The handlers of all tasks except those on stored documents. These need further permissions, so their
 * handlers are in index-upload.ts, erase-revision.ts and delete-run.ts.
 */
export const handlers: Handlers<RepositoryContext> = withJobs(single);

/** Adds the handlers of jobs, which apply the given handlers of tasks to many runs or datasets. */
export function withJobs(each: Handlers<RepositoryContext>): Handlers<RepositoryContext> {
  return { ...each, job: pagesOf, page: (context, task) => performPage(context, each, task) };
}
