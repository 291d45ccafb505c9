import type { RepositoryContext } from '../context.ts';
import { type LogNote, logLevel, note } from '../records/log/log.ts';
import type { Handlers, TaskResult } from '../work/handler.ts';
import type { Priority } from '../work/task.ts';
import { type MadeDatasets, makeDatasets } from './datasets/make-datasets.ts';
import { performQuery } from './import/perform-query.ts';
import { performPage } from './jobs/page.ts';
import { pagesOf } from './jobs/steps.ts';
import { afterLabels, labelTask } from './labels/label-task.ts';
import { callWebhook } from './notify/call-webhook.ts';
import { publishEvent } from './notify/publish-event.ts';
import { forgetMeasured, measureAgain } from './series/measure-again.ts';

/** The handlers of tasks that are about one run or one dataset. */
const single: Handlers<RepositoryContext> = {
  datasets: performDatasets,
  labels: (context, { dataset }, priority) => labelTask(context, dataset, priority),
  measure: measureAgain,
  forget: forgetMeasured,
  event: publishEvent,
  webhook: callWebhook,
  query: performQuery,
};

/**
 * The handlers of all tasks except those on stored documents. Those need further permissions, so they are in
 * index-upload.ts, erase-revision.ts and delete-run.ts.
 */
export const handlers: Handlers<RepositoryContext> = withJobs(single);

/** Adds handlers of jobs, which apply the given handlers to many runs or datasets. */
export function withJobs(each: Handlers<RepositoryContext>): Handlers<RepositoryContext> {
  return { ...each, job: pagesOf, page: (context, task) => performPage(context, each, task) };
}

async function performDatasets(
  context: RepositoryContext,
  { run }: { readonly run: number },
  priority: Priority,
): Promise<TaskResult> {
  const { ids, due, labelled, testId, notes } = await makeDatasets(context, run, priority);
  if (testId !== undefined)
    await note(
      context.repository.table,
      { kind: 'transformation', test: testId },
      logNotes(run, notes),
      context.now(),
    );
  return { due: [...due, ...(await afterLabels(context, labelled, priority))], made: ids.length };
}

const logNotes = (runId: number, notes: MadeDatasets['notes']): readonly LogNote[] =>
  notes.map(({ level, message }) => ({ level: logLevel[level], message, runId }));
