import type { Transformer } from '../../../results/transform/apply-transformer.ts';
import type { Table } from '../../ports/table.ts';
import type { RunRow } from '../../records/runs/runs.ts';
import type { Schema } from '../../records/schemas/schemas.ts';
import { definitionsVersion } from '../../records/tests/tests.ts';
import type { Repository } from '../../repository.ts';

/** The definitions that determine the datasets of a run. */
export type Definitions = {
  /**
   * The version of all definitions, which increases with every change. These definitions may be newer than
   * the version, but not older.
   */
  readonly version: number;
  /** The existing schemas that the run names, by their URIs. */
  readonly schemas: ReadonlyMap<string, Schema>;
  /** The transformers of the named schemas that the run's test has chosen. */
  readonly transformers: readonly Transformer[];
};

/** Cached definitions of one version, by the test and the schemas of runs. */
type Known = { readonly version: number; readonly found: Map<string, Definitions> };

const known = new WeakMap<Table, Known>();
/** The most sets of definitions in the cache. Runs of one test usually name the same schemas. */
const foundMax = 1000;

/**
 * Reads the definitions that apply to a run, or only their version when the version is unchanged. A job over
 * many runs therefore reads the definitions once.
 */
export async function definitionsFor(repository: Repository, run: RunRow): Promise<Definitions> {
  const { table } = repository;
  const version = await definitionsVersion(table);
  const kept = known.get(table);
  const { found } = kept?.version === version && kept.found.size < foundMax ? kept : { found: new Map() };
  known.set(table, { version, found });
  const uris = [...new Set(run.schemas?.map(({ uri }) => uri))].sort();
  const key = JSON.stringify([run.testId, uris]);
  const definitions = found.get(key) ?? (await definitionsAt(version, repository, run));
  found.set(key, definitions);
  return definitions;
}

async function definitionsAt(version: number, repository: Repository, run: RunRow): Promise<Definitions> {
  const { tests, transformers } = repository;
  const schemas = await schemasOf(repository, new Set(run.schemas?.map(({ uri }) => uri)));
  if (schemas.size === 0) return { version, schemas, transformers: [] };
  const uris = new Map([...schemas.values()].map(({ id, uri }) => [id, uri]));
  const chosen = (await tests.byId(run.testId))?.transformers ?? [];
  const found = await Promise.all(chosen.map((id) => transformers.byId(id)));
  const known = found.flatMap((each) => {
    const schemaUri = each && uris.get(each.schemaId);
    return each && schemaUri !== undefined ? [{ ...each, schemaUri }] : [];
  });
  return { version, schemas, transformers: known };
}

/**
 * Reads the existing schemas with these URIs.
 * @returns schemas by URI.
 */
export async function schemasOf(
  { schemas }: Repository,
  uris: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Schema>> {
  return new Map((await schemas.byUris([...uris])).map((schema) => [schema.uri, schema]));
}
