import type { Table } from '../../ports/table.ts';
import { definitionsVersion } from '../tests/tests.ts';
import type { Label, Labels } from './labels.ts';
import type { Schema, Schemas } from './schemas.ts';

/** All labels of the repository. The labels may be newer than the version, but not older. */
export type LabelDefinitions = {
  readonly version: number;
  readonly byUri: ReadonlyMap<string, readonly Label[]>;
  /** All labels in the order of their ids. */
  readonly labels: readonly Label[];
  readonly schemas: ReadonlyMap<number, Schema>;
};

const known = new WeakMap<Table, LabelDefinitions>();

/** Reads the labels. If the version of the definitions is unchanged, it reads only this version. */
export async function labelDefinitions({
  table,
  schemas,
  labels,
}: {
  readonly table: Table;
  readonly schemas: Pick<Schemas, 'list'>;
  readonly labels: Pick<Labels, 'list'>;
}): Promise<LabelDefinitions> {
  const version = await definitionsVersion(table);
  const kept = known.get(table);
  if (kept !== undefined && kept.version === version) return kept;
  const [allLabels, allSchemas] = await Promise.all([labels.list(), schemas.list()]);
  const read = {
    version,
    labels: allLabels.toSorted((a, b) => a.id - b.id),
    byUri: byUri(allLabels, allSchemas),
    schemas: new Map(allSchemas.map((each) => [each.id, each])),
  };
  known.set(table, read);
  return read;
}

function byUri(labels: readonly Label[], schemas: readonly Schema[]): ReadonlyMap<string, readonly Label[]> {
  const uris = new Map(schemas.map(({ id, uri }) => [id, uri]));
  const found = new Map<string, Label[]>();
  for (const label of labels) {
    const uri = uris.get(label.schemaId);
    if (uri === undefined) continue;
    found.set(uri, [...(found.get(uri) ?? []), label]);
  }
  return found;
}
