import { repositoryKey } from '../../../names/repository.ts';
import type { Transformer } from '../../../results/transform/apply-transformer.ts';
import type { Table } from '../../ports/table.ts';
import type { RunRow } from '../../records/runs/runs.ts';
import type { Schema } from '../../records/schemas/schemas.ts';
import type { Repository } from '../../repository.ts';

/** What decides about the datasets of a run. */
export type Definitions = {
  /** Rises with every change of any of it. What is read may be younger, never older. */
  readonly version: number;
  /** Those that the run names and that exist, by URI. */
  readonly schemas: ReadonlyMap<string, Schema>;
  /** Those of these schemas that its test has chosen. */
  readonly transformers: readonly Transformer[];
};

/** What was read at a version of the definitions, by what it was read for. */
type Known = { readonly version: number; readonly found: Map<string, Definitions> };

const known = new WeakMap<Table, Known>();
/** Runs of one test name the same schemas as a rule. */
const foundMax = 1000;

/** Reads the definitions, or one item when none was changed since the last time: a job over many runs reads them once. */
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

/** Of all definitions as they are now, or younger. */
export const definitionsVersion = async (table: Table): Promise<number> =>
  Number((await table.get(repositoryKey.definitions()))?.version ?? 0);

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

/** The schemas of these URIs that there are, by URI. */
export async function schemasOf(
  { schemas }: Repository,
  uris: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Schema>> {
  return new Map((await schemas.byUris([...uris])).map((schema) => [schema.uri, schema]));
}
