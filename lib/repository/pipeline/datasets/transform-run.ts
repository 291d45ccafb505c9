import type { SchemaReference } from '../../../results/run-index/pack-schema-references.ts';
import type { Note } from '../../../results/transform/apply-transformer.ts';
import { type Transformed, transform } from '../../../results/transform/transform.ts';
import { numbered, plural } from '../../../words.ts';
import type { RepositoryContext } from '../../context.ts';
import type { RunRow } from '../../records/runs/runs.ts';
import { partsOf, type RunBytes, type RunPart } from '../content/run-parts.ts';
import { bareDataset, composed } from './compose.ts';
import type { Definitions } from './definitions.ts';
import { datasetLimits } from './limits.ts';
import type { Replacement } from './replace-datasets.ts';
import { validationWith } from './validation.ts';

export type NewDatasets = Pick<Replacement, 'datasets' | 'errors'> & {
  /** Notes for users about transformers. */
  readonly notes: readonly (Pick<Note, 'level' | 'message'> & { readonly transformer?: number })[];
};

/** Composes the datasets of a run from its parts, by the definitions of schemas. It stores nothing. */
export async function newDatasets(
  { repository, runs, evaluate, now }: Pick<RepositoryContext, 'repository' | 'runs' | 'evaluate' | 'now'>,
  run: RunRow,
  { version, schemas, transformers }: Definitions,
  known?: RunBytes,
): Promise<NewDatasets> {
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
  const datasets = made.datasets.slice(0, datasetLimits.datasetsMax);
  const first = await repository.datasets.newIds(datasets.length);
  const notes = [
    ...made.notes,
    ...leftOut(
      places.length - parts.length,
      'part of the document',
      'not in a dataset, because the document is too large',
    ),
    ...leftOut(
      tooLargeBeside(datasets),
      'part of the document',
      'in the run but in no dataset, because a dataset with it and with the outputs of transformers is too large',
    ),
    ...leftOut(
      made.datasets.length - datasets.length,
      'dataset',
      `left out, because a run may have at most ${datasetLimits.datasetsMax} datasets`,
    ),
  ];
  const validation = await validationWith(repository, version, urisOf(parts, datasets));
  const errors = validation.ofParts(parts);
  const elementErrors = datasets.map(validation.ofElements);
  return { datasets: composed(run, datasets, first, elementErrors), errors, notes };
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

const leftOut = (count: number, what: string, why: string): NewDatasets['notes'] =>
  count === 0
    ? []
    : [{ level: 'error', message: `${numbered(count, what)} ${plural('is', count, 'are')} ${why}` }];
