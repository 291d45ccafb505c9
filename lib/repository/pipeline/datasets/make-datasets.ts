import { limits } from '../../../results/limits.ts';
import type { SchemaPlace } from '../../../results/run-index/packed-places.ts';
import type { Note } from '../../../results/transform/apply-transformer.ts';
import { type Transformed, transform } from '../../../results/transform/transform.ts';
import type { RepositoryContext } from '../../context.ts';
import type { RunRow } from '../../records/runs/runs.ts';
import type { Priority } from '../../work/task.ts';
import type { Due } from '../../work/work.ts';
import { partsOf, type RunBytes, type RunPart } from '../content/run-parts.ts';
import { type Labelled, labelledAtOnce } from '../labels/labelled.ts';
import { bareDataset, composed } from './compose.ts';
import { type Definitions, definitionsFor } from './definitions.ts';
import { type Replacement, replaceDatasets } from './replace-datasets.ts';
import { validationWith } from './validation.ts';

/** What is needed to make datasets. */
export type DatasetContext = Pick<
  RepositoryContext,
  'repository' | 'runs' | 'datasets' | 'evaluate' | 'work' | 'now'
>;

export type MadeDatasets = {
  /** Ids of the datasets that the run has from now on, by ordinal; empty when it has newer ones. */
  readonly ids: readonly number[];
  /** The label values that are due, as they were written. */
  readonly due: readonly Due[];
  /** The datasets whose label values came with them. */
  readonly labelled: readonly Labelled[];
  /** Of the run; undefined when it is gone. */
  readonly testId?: number;
  /** What people should know. */
  readonly notes: readonly (Pick<Note, 'level' | 'message'> & { readonly transformer?: number })[];
};

/** Changes of a run that meet its transformation so often in a row are a mistake. */
const attempts = 10;

/**
 * Makes the datasets of a run anew, each with a new id, and takes away those that it had; a run in the trash has none. The
 * run has the old ones until the new ones are there. It may be repeated after it died anywhere, and two that meet leave the
 * datasets of the younger definitions.
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
  throw new Error(`run ${runId} was changed ${attempts} times while its datasets were made`);
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
  const needed = ({ uri }: SchemaPlace) => transformers.length > 0 || schemas.get(uri)?.schema !== undefined;
  const parts = await partsOf(runs, run, places, needed, known);
  const made = await transform(parts, transformers, { evaluate, now });
  const datasets = made.datasets.slice(0, limits.datasetsMax);
  const first = await repository.datasets.newIds(datasets.length);
  const notes = [
    ...made.notes,
    ...leftOut(places.length - parts.length, 'parts of the run cannot be reached in a document of its size'),
    ...leftOut(
      tooLargeBeside(datasets),
      'parts of the run are too large to be written beside what transformers make of others',
    ),
    ...leftOut(
      made.datasets.length - datasets.length,
      `datasets are more than the ${limits.datasetsMax} of a run`,
    ),
  ];
  const validation = await validationWith(repository, version, urisOf(parts, datasets));
  const errors = validation.ofParts(parts);
  return { datasets: composed(run, { ...made, datasets }, first, validation), errors, notes };
}

/** Parts that are not at hand, in datasets of which something was made. */
const tooLargeBeside = (datasets: Transformed<RunPart>['datasets']): number =>
  new Set(
    datasets
      .filter((elements) => elements.some((each) => 'made' in each))
      .flatMap((elements) => elements.flatMap((each) => ('part' in each ? [each.part] : [])))
      .filter(({ bytes }) => bytes === undefined),
  ).size;

const urisOf = (parts: readonly RunPart[], datasets: Transformed<RunPart>['datasets']): ReadonlySet<string> =>
  new Set([
    ...parts.map(({ place }) => place.uri),
    ...datasets.flat().flatMap((each) => ('made' in each ? (each.made.uri ?? []) : [])),
  ]);

const leftOut = (count: number, why: string): MadeDatasets['notes'] =>
  count === 0 ? [] : [{ level: 'error', message: `${count} ${why}: they are left out` }];
