import { limits } from '../../../results/limits.ts';
import type { SchemaReference } from '../../../results/run-index/packed-references.ts';
import type { Note } from '../../../results/transform/apply-transformer.ts';
import { type Transformed, transform } from '../../../results/transform/transform.ts';
import type { RepositoryContext } from '../../context.ts';
import { logLevel, note } from '../../records/log/log.ts';
import type { RunRow } from '../../records/runs/runs.ts';
import type { TaskResult } from '../../work/handler.ts';
import type { Priority } from '../../work/task.ts';
import type { OutboxEntry } from '../../work/work.ts';
import { partsOf, type RunBytes, type RunPart } from '../content/run-parts.ts';
import { afterLabels } from '../labels/label-task.ts';
import { type Labelled, labelledAtOnce } from '../labels/labelled.ts';
import { bareDataset, composed } from './compose.ts';
import { type Definitions, definitionsFor } from './definitions.ts';
import { type Replacement, replaceDatasets } from './replace-datasets.ts';
import { validationWith } from './validation.ts';

/** The context for making datasets. */
export type DatasetContext = Pick<
  RepositoryContext,
  'repository' | 'runs' | 'datasets' | 'evaluate' | 'work' | 'now'
>;

export type MadeDatasets = {
  /** Ids of the present datasets of the run, by ordinal. Empty when the run has newer datasets. */
  readonly ids: readonly number[];
  /** The tasks for label values. They are already in the outbox. */
  readonly due: readonly OutboxEntry[];
  /** The datasets that were written with their label values. */
  readonly labelled: readonly Labelled[];
  /** The test of the run. Undefined when the run is deleted. */
  readonly testId?: number;
  /** Notes for users. */
  readonly notes: readonly (Pick<Note, 'level' | 'message'> & { readonly transformer?: number })[];
};

/** The number of attempts. More changes of a run in a row during its transformation show a fault. */
const attempts = 10;

/**
 * Makes the datasets of a run again, and follows their label values. The log of the test has notes about
 * transformers.
 */
export async function datasetsTask(
  context: DatasetContext,
  { run: runId }: { readonly run: number },
  priority: Priority,
): Promise<TaskResult> {
  const { ids, due, labelled, testId, notes } = await makeDatasets(context, runId, priority);
  const entries = notes.map(({ level, message }) => ({ level: logLevel[level], message, runId }));
  if (testId !== undefined)
    await note(context.repository.table, { kind: 'transformation', test: testId }, entries, context.now());
  return { due: [...due, ...(await afterLabels(context, labelled, priority))], made: ids.length };
}

/**
 * Makes the datasets of a run again, each with a new id, and removes the old ones. A run in the trash gets no
 * datasets. The run has the old datasets until the new ones are complete. The work may be repeated after any
 * interruption. If two calls overlap, the datasets of the newer definitions remain.
 */
export async function makeDatasets(
  context: DatasetContext,
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
  throw new Error(`other requests changed run ${runId} ${attempts} times while Downpour made its datasets`);
}

type New = Pick<Replacement, 'datasets' | 'errors'> & Pick<MadeDatasets, 'notes'>;

async function newDatasets(
  { repository, runs, evaluate, now }: DatasetContext,
  run: RunRow,
  { version, schemas, transformers }: Definitions,
  known?: RunBytes,
): Promise<New> {
  if (run.trashed) return { datasets: [], errors: [], notes: [] };
  const places = run.schemas?.filter(({ uri }) => schemas.has(uri)) ?? [];
  if (places.length === 0) {
    const row = bareDataset(run, await repository.datasets.newIds(1));
    return { datasets: [{ row }], errors: [], notes: [] };
  }
  const needed = ({ uri }: SchemaReference) =>
    transformers.length > 0 || schemas.get(uri)?.schema !== undefined;
  const parts = await partsOf(runs, run, places, needed, known);
  const made = await transform(parts, transformers, { evaluate, now });
  const datasets = made.datasets.slice(0, limits.datasetsMax);
  const first = await repository.datasets.newIds(datasets.length);
  const notes = [
    ...made.notes,
    ...leftOut(
      places.length - parts.length,
      'parts of the document are not in a dataset, because the document is too large',
    ),
    ...leftOut(
      tooLargeBeside(datasets),
      'parts of the document are not in a dataset, because they are too large next to the outputs of transformers',
    ),
    ...leftOut(
      made.datasets.length - datasets.length,
      `datasets were not made, because a run may have at most ${limits.datasetsMax} datasets`,
    ),
  ];
  const validation = await validationWith(repository, version, urisOf(parts, datasets));
  const errors = validation.ofParts(parts);
  return { datasets: composed(run, { ...made, datasets }, first, validation), errors, notes };
}

/**
 * The number of parts that are left out: they are too large for memory, and their dataset also has outputs of
 * a transformer.
 */
const tooLargeBeside = (datasets: Transformed<RunPart>['datasets']): number =>
  new Set(
    datasets
      .filter((elements) => elements.some((each) => 'made' in each))
      .flatMap((elements) => elements.flatMap((each) => ('part' in each ? [each.part] : [])))
      .filter(({ bytes }) => bytes === undefined),
  ).size;

const urisOf = (parts: readonly RunPart[], datasets: Transformed<RunPart>['datasets']): ReadonlySet<string> =>
  new Set([
    ...parts.map(({ reference }) => reference.uri),
    ...datasets.flat().flatMap((each) => ('made' in each ? (each.made.uri ?? []) : [])),
  ]);

const leftOut = (count: number, why: string): MadeDatasets['notes'] =>
  count === 0 ? [] : [{ level: 'error', message: `${count} ${why}` }];
