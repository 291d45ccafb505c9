import { callWebhook } from '../actions/call-webhook.ts';
import { tellEvent } from '../actions/tell-event.ts';
import { forgetMeasured, measureAgain } from '../alerting/measure-again.ts';
import type { RepositoryContext } from '../context.ts';
import { type MadeDatasets, makeDatasets } from '../datasets/make-datasets.ts';
import { performQuery } from '../datastores/perform-query.ts';
import { afterLabels, labelTask } from '../labels/label-task.ts';
import { type LogNote, logLevel, note } from '../log/log.ts';
import { performPage } from './jobs/page.ts';
import { pagesOf } from './jobs/steps.ts';
import type { Outcome, Performers } from './performer.ts';
import type { Priority } from './task.ts';

/** Who does the work on one run or dataset. */
const single: Performers = {
  datasets: performDatasets,
  labels: (context, { dataset }, priority) => labelTask(context, dataset, priority),
  measure: measureAgain,
  forget: forgetMeasured,
  event: tellEvent,
  webhook: callWebhook,
  query: performQuery,
};

/** Who does which kind of work; that on documents is left to who has the rights for it (index-upload.ts, erase-revision.ts, delete-run.ts). */
export const performers: Performers = withJobs(single);

/** Jobs over many do the same for each. */
export function withJobs(each: Performers): Performers {
  return { ...each, job: pagesOf, page: (context, task) => performPage(context, each, task) };
}

async function performDatasets(
  context: RepositoryContext,
  { run }: { readonly run: number },
  priority: Priority,
): Promise<Outcome> {
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
