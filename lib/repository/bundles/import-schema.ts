import { repositoryKey } from '../../names/repository-keys.ts';
import { keyOf, type Write } from '../ports/table.ts';
import type { Label } from '../records/schemas/labels.ts';
import { type Schema, schemaWrites, type Taken } from '../records/schemas/schemas.ts';
import type { Transformer } from '../records/schemas/transformers.ts';
import { refuseSameNames } from '../records/schemas/unique-label-names.ts';
import { definitionsChange } from '../records/tests/tests.ts';
import type { Repository } from '../repository.ts';
import { batchesOf, writeBatches } from './write-batches.ts';

/**
 * The requested state of a schema with its labels and transformers. A part with the id of an existing part
 * changes that part.
 */
export type SchemaBundle = {
  readonly schema: Omit<Schema, 'id'>;
  readonly labels: readonly Part<Label>[];
  readonly transformers: readonly Part<Transformer>[];
};

type Part<T> = Omit<T, 'id' | 'schemaId'> & { readonly id?: number };

/** Checks whether the caller may change a label or transformer, and throws an error otherwise. */
type Judge = (present: Label | Transformer) => void;

/**
 * Makes a schema from a bundle and ignores the ids in the bundle. The parts (labels and transformers) are
 * written first and the schema last. Parts without a schema are invisible, so an interruption leaves no
 * visible part.
 *
 * @param also further writes in the transaction of the schema.
 */
export async function createSchema(
  { table }: Repository,
  { schema, labels, transformers }: SchemaBundle,
  also: readonly Write[] = [],
): Promise<number | Taken> {
  refuseSameNames(labels);
  const id = await table.newIds('schema');
  const firsts = await newIds(table, labels.length, transformers.length);
  const parts = writesOf(
    labels.map((label, n) => ({ ...label, id: firsts.label + n, schemaId: id })),
    transformers.map((each, n) => ({ ...each, id: firsts.transformer + n, schemaId: id })),
  );
  const batches = batchesOf(parts);
  for (const batch of batches.slice(0, -1)) await table.write(batch);
  const head = schemaWrites({ ...schema, id });
  const failed = await table.write([...head, ...(batches.at(-1) ?? []), ...also]);
  if (failed.length === 0) return id;
  for (const batch of batches.slice(0, -1))
    await table.write(batch.map((write): Write => ({ delete: keyOf(write) })));
  return failed.includes(0) ? 'name' : 'uri';
}

/**
 * Changes a schema to match a bundle. A part of the bundle replaces the part with its id, or else the one
 * with its name. Other parts of the bundle are new, and other parts of the schema remain. A repeat completes
 * an interrupted import, and a second repeat changes nothing.
 *
 * @param also further writes in the last transaction.
 * @returns undefined when the schema does not exist.
 */
export async function mergeSchema(
  repository: Repository,
  id: number,
  bundle: SchemaBundle,
  judge: Judge,
  also: readonly Write[] = [],
): Promise<Schema | Taken | undefined> {
  const { table, schemas, labels, transformers } = repository;
  const firsts = await newIds(table, bundle.labels.length, bundle.transformers.length);
  const parts = async (): Promise<readonly Write[]> => {
    const known = await labels.ofSchema(id);
    const next = placed(bundle.labels, known, firsts.label, id, judge);
    const ids = new Set(next.map((label) => label.id));
    refuseSameNames([...known.filter((label) => !ids.has(label.id)), ...next]);
    const own = (await transformers.list()).filter(({ schemaId }) => schemaId === id);
    return writesOf(next, placed(bundle.transformers, own, firsts.transformer, id, judge));
  };
  const rest = await writeBatches(table, repositoryKey.schema(id), parts, [definitionsChange]);
  if (rest === undefined) return undefined;
  return schemas.change(
    id,
    () => ({ ...bundle.schema, id }),
    async () => [...(await rest()), ...also],
  );
}

async function newIds({ newIds: next }: Repository['table'], labels: number, transformers: number) {
  const first = (kind: string, count: number) => (count === 0 ? 0 : next(kind, count));
  return { label: await first('label', labels), transformer: await first('transformer', transformers) };
}

/** Gives each part of a schema its final id: that of the part that it replaces, or a new one. */
function placed<T extends Label | Transformer>(
  parts: readonly Part<T>[],
  known: readonly T[],
  first: number,
  schemaId: number,
  judge: Judge,
): readonly T[] {
  const named = new Set(parts.map(({ id }) => id));
  const taken = new Set<number>();
  const free = (test: (present: T) => boolean): T | undefined =>
    known.find((present) => !taken.has(present.id) && test(present));
  return parts.map((part, n) => {
    const present =
      free(({ id }) => id === part.id) ?? free(({ id, name }) => name === part.name && !named.has(id));
    if (present !== undefined) judge(present);
    if (present !== undefined) taken.add(present.id);
    return { ...part, id: present?.id ?? first + n, schemaId } as unknown as T;
  });
}

const writesOf = (labels: readonly Label[], transformers: readonly Transformer[]): readonly Write[] => [
  ...labels.map((label): Write => ({ put: { ...repositoryKey.label(label.schemaId, label.id), ...label } })),
  ...transformers.map((each): Write => ({ put: { ...each, ...repositoryKey.transformer(each.id) } })),
];
