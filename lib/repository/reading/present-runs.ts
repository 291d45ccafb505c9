import type { RunSummary, SchemaUsage } from '../../api.generated.ts';
import { maySee, type Principal } from '../../results/access.ts';
import { type Run, type RunFindings, runSummary } from '../../results/run.ts';
import { errorsOf, validationErrorsOf, validationsOf } from '../pipeline/datasets/validation.ts';
import type { RunRow } from '../records/runs/runs.ts';
import type { Schema } from '../records/schemas/schemas.ts';
import type { Repository } from '../repository.ts';
import { failuresOfRun } from './failures.ts';
import { pendingOf } from './pending.ts';

/**
 * The most schemas that a list shows for one run. A run of ten thousand elements names its schema in each
 * element.
 */
const listedPlacesMax = 20;
/** The most runs with validation errors in a list, and the most errors of each run. */
const [listedInvalidMax, listedErrorsMax] = [100, 10];

/**
 * Adds the present names of tests to rows of runs. The name is null when the test is deleted, or hidden from
 * the caller.
 */
export async function named(
  { tests }: Repository,
  caller: Principal,
  rows: readonly RunRow[],
): Promise<readonly Run[]> {
  const ids = [...new Set(rows.map(({ testId }) => testId))];
  const names = new Map(
    (await tests.many(ids)).flatMap((test) => (test && maySee(caller, test) ? [[test.id, test.name]] : [])),
  );
  return rows.map((row) => ({ ...row, testName: names.get(row.testId) ?? null }));
}

/** Runs as lists of the API show them. */
export async function listedRuns(
  repository: Repository,
  caller: Principal,
  runs: readonly Run[],
): Promise<readonly RunSummary[]> {
  const short = runs.map(({ schemas = [], ...run }) => ({
    ...run,
    schemas: schemas.slice(0, listedPlacesMax),
  }));
  const invalid = runs.filter(({ isInvalid }) => isInvalid).slice(0, listedInvalidMax);
  const [known, errors] = await Promise.all([
    schemasOf(repository, caller, short),
    validationsOf(repository, invalid),
  ]);
  return short.map((run) => {
    const schemas = usagesOf(run, known);
    const validationErrors = errorsOf(schemas, errors.get(run.id) ?? []).slice(0, listedErrorsMax);
    return runSummary(run, { schemas, validationErrors });
  });
}

/** A run as a response of the API, with its test and its schemas. */
export async function presentRun(
  repository: Repository,
  caller: Principal,
  row: RunRow,
): Promise<{ readonly run: Run } & RunFindings> {
  const [[run], known, errors, failures, pending] = await Promise.all([
    named(repository, caller, [row]),
    schemasOf(repository, caller, [row]),
    validationErrorsOf(repository, row),
    failuresOfRun(repository, caller, row),
    pendingOf(repository, row),
  ]);
  const schemas = usagesOf(row, known);
  const validationErrors = [...errorsOf(schemas, errors)];
  return { run: run as Run, schemas, validationErrors, failures, ...(pending && { pending }) };
}

/** The existing schemas that runs name and that the caller may see, by URI. */
async function schemasOf(
  { schemas }: Repository,
  caller: Principal,
  rows: readonly Pick<RunRow, 'schemas'>[],
): Promise<ReadonlyMap<string, Schema>> {
  const uris = new Set(rows.flatMap(({ schemas: named = [] }) => named.map(({ uri }) => uri)));
  const found = await schemas.byUris([...uris]);
  return new Map(found.flatMap((schema) => (maySee(caller, schema) ? [[schema.uri, schema]] : [])));
}

/** The places at which runs name schemas. A run in the trash has no such places. */
function usagesOf(
  { schemas = [], trashed }: Pick<RunRow, 'schemas' | 'trashed'>,
  known: ReadonlyMap<string, Schema>,
): readonly SchemaUsage[] {
  if (trashed) return [];
  return schemas.flatMap(({ uri, ...place }) => {
    const schema = known.get(uri);
    if (schema === undefined) return [];
    return [{ id: schema.id, name: schema.name, uri, ...place, hasJsonSchema: schema.schema !== undefined }];
  });
}
