import { logLevel, note } from '../../records/log/log.ts';
import type { Priority } from '../../work/task.ts';
import type { TaskResult } from '../../work/task-handlers.ts';
import type { OutboxEntry } from '../../work/work.ts';
import type { RunBytes } from '../content/run-parts.ts';
import { afterLabels, type LabelTaskContext } from '../labels/label-task.ts';
import { type Labelled, labelledAtOnce } from '../labels/make-label-values.ts';
import { definitionsFor } from './definitions.ts';
import { replaceDatasets } from './replace-datasets.ts';
import { type NewDatasets, newDatasets } from './transform-run.ts';

export type MadeDatasets = Pick<NewDatasets, 'notes'> & {
  /**
   * Ids of the present datasets of the run, by their numbers in the run. Empty when another process has made
   * newer datasets.
   */
  readonly ids: readonly number[];
  /** The tasks that compute label values. They are already in the outbox, the table of pending tasks. */
  readonly due: readonly OutboxEntry[];
  /** The datasets that were written with their label values. */
  readonly labelled: readonly Labelled[];
  /** The test of the run. Undefined when the run is deleted. */
  readonly testId?: number;
};

/** The most attempts to make the datasets of a run. More changes of the run in a row show a fault. */
const attempts = 10;

/**
 * Performs the task that makes the datasets of a run again, and then their label values. The log of the test
 * has notes about transformers.
 */
export async function datasetsTask(
  context: LabelTaskContext,
  { run: runId }: { readonly run: number },
  priority: Priority,
): Promise<TaskResult> {
  const { ids, due, labelled, testId, notes } = await makeDatasets(context, runId, priority);
  const entries = notes.map(({ level, message }) => ({ level: logLevel[level], message, runId }));
  if (testId !== undefined)
    await note(context.repository.table, { kind: 'transformation', test: testId }, entries, context.now());
  const further = labelled.length === 0 ? [] : await afterLabels(context, labelled, priority);
  return { due: [...due, ...further], made: ids.length };
}

/**
 * Makes the datasets of a run again, each with a new id, and removes the old ones. A run in the trash gets no
 * datasets. The run has the old datasets until the new ones are complete. The work may be repeated after any
 * interruption. If two calls overlap, the datasets of the newer definitions remain.
 */
export async function makeDatasets(
  context: LabelTaskContext,
  runId: number,
  priority: Priority = 'now',
  known?: RunBytes,
): Promise<MadeDatasets> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const run = await context.repository.runs.get(runId);
    if (run === undefined) return { ids: [], due: [], labelled: [], notes: [] };
    const definitions = await definitionsFor(context.repository, run);
    const { notes, ...made } = await newDatasets(context, run, definitions, known);
    const { version } = definitions;
    const labelled = priority === 'later' ? await labelledAtOnce(context, made.datasets) : [];
    const replaced = await replaceDatasets(context, run, { ...made, version, priority, labelled });
    if (replaced !== 'changed') return { ...replaced, testId: run.testId, notes };
  }
  throw new Error(
    `other requests changed run ${runId} ${attempts} times while Downpour made the datasets of this run`,
  );
}
