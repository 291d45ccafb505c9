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
import { tellEvent } from './notify/tell-event.ts';
import { forgetMeasured, measureAgain } from './series/measure-again.ts';

/** Who does the work on one run or dataset. */
const single: Handlers<RepositoryContext> = {
  datasets: performDatasets,
  labels: (context, { dataset }, priority) => labelTask(context, dataset, priority),
  measure: measureAgain,
  forget: forgetMeasured,
  event: tellEvent,
  webhook: callWebhook,
  query: performQuery,
};

/** Who does which kind of work; that on documents is left to who has the rights for it (index-upload.ts, erase-revision.ts, delete-run.ts). */
export const handlers: Handlers<RepositoryContext> = withJobs(single);

/** Jobs over many do the same for each. */
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
      told(run, notes),
      context.now(),
    );
  return { due: [...due, ...(await afterLabels(context, labelled, priority))], made: ids.length };
}

const told = (runId: number, notes: MadeDatasets['notes']): readonly LogNote[] =>
  notes.map(({ level, message }) => ({ level: logLevel[level], message, runId }));
