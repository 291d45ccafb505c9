import { DownpourError } from '../../../errors.ts';
import { repositoryKey } from '../../../names/repository-keys.ts';
import type { Access } from '../../../results/access.ts';
import { recordAt, recordOf, recordsAt, recordsIn, type Table, type Write } from '../../ports/table.ts';
import { ChangeRefused, change } from '../change.ts';
import { recordLimits } from '../limits.ts';
import { definitionsChange, removalDisturbed, removals } from '../tests/tests.ts';

/** A stored schema. It describes the documents that name its URI. */
export type Schema = {
  readonly id: number;
  readonly name: string;
  readonly uri: string;
  readonly owner: string;
  readonly access: Access;
  readonly description?: string;
  /**
   * The JSON Schema as JSON text, because it may be deeper than the table's maps. Absent: documents are not
   * validated.
   */
  readonly schema?: string;
};

/** The reason why a schema cannot be written: another schema has its name or its URI. */
export type Taken = 'name' | 'uri';

/**
 * Rejects the result of a write when another schema has the name or the URI.
 * @throws DownpourError SCHEMA_NAME_TAKEN, SCHEMA_URI_TAKEN (400).
 */
export function refuseTaken<T>(written: T | Taken): T {
  if (written === 'name')
    throw new DownpourError(
      'SCHEMA_NAME_TAKEN',
      400,
      'Name already used: another schema has this name, so choose another name',
    );
  if (written === 'uri')
    throw new DownpourError(
      'SCHEMA_URI_TAKEN',
      400,
      'URI already used: another schema has this URI, so choose another URI',
    );
  return written as T;
}

export type Schemas = ReturnType<typeof openSchemas>;

export function openSchemas(table: Table) {
  return {
    byId: (id: number) => recordAt<Schema>(table, repositoryKey.schema(id)),

    async byUri(uri: string): Promise<Schema | undefined> {
      // No schema has a URI of this length, and a key of the table cannot have this length either.
      if (uri === '' || uri.length > recordLimits.schemaUriLengthMax) return undefined;
      const owner = await table.get(repositoryKey.schemaUri(uri));
      return owner && recordAt<Schema>(table, repositoryKey.schema(Number(owner.id)));
    },

    /** Reads the existing schemas with these URIs, in the order of the URIs. */
    async byUris(uris: readonly string[]): Promise<readonly Schema[]> {
      const owners = await table.getMany(uris.map(repositoryKey.schemaUri));
      const ids = owners.flatMap((owner) => (owner ? [Number(owner.id)] : []));
      return recordsAt<Schema>(table, ids.map(repositoryKey.schema));
    },

    /** All schemas in the order of their ids. */
    list: () => recordsIn<Schema>(table, repositoryKey.schema(0).pk),

    async create(schema: Omit<Schema, 'id'>, also: readonly Write[] = []): Promise<Schema | Taken> {
      const id = await table.newIds('schema');
      const failed = await table.write([...schemaWrites({ ...schema, id }), ...also]);
      if (failed.length === 0) return { ...schema, id };
      return failed.includes(0) ? 'name' : 'uri';
    },

    /**
     * Changes a schema.
     * @param also returns further writes. It is called again when the schema or one of its labels has changed
     * meanwhile.
     * @returns undefined when the schema does not exist.
     */
    async change(
      id: number,
      decide: (schema: Schema) => Schema,
      also: (schema: Schema) => Promise<readonly Write[]> = async () => [],
    ): Promise<Schema | Taken | undefined> {
      let renames: readonly Write[] = [];
      try {
        const item = await change(table, repositoryKey.schema(id), async (present) => {
          const schema = recordOf<Schema>(present);
          const next = decide(schema);
          renames = renaming(schema, next);
          const writes = [...renames, definitionsChange, ...(await also(schema))];
          return { item: { ...repositoryKey.schema(id), ...next }, also: writes };
        });
        return item && recordOf<Schema>(item);
      } catch (error) {
        if (!(error instanceof ChangeRefused)) throw error;
        const write = renames[error.writes[0] ?? 0];
        return write && 'put' in write && write.put.pk === repositoryKey.schemaName('').pk ? 'name' : 'uri';
      }
    },

    /**
     * Deletes the schema without its labels and transformers. False when the schema does not exist.
     * @param also returns further writes. It is called again when the schema has changed meanwhile.
     */
    async remove(id: number, also: (schema: Schema) => readonly Write[] = () => []): Promise<boolean> {
      for (let attempt = 0; attempt < removals; attempt += 1) {
        const schema = await recordAt<Schema>(table, repositoryKey.schema(id));
        if (schema === undefined) return false;
        const { name, uri } = schema;
        const failed = await table.write([
          { delete: repositoryKey.schema(id), when: { name, uri } },
          { delete: repositoryKey.schemaName(name) },
          { delete: repositoryKey.schemaUri(uri) },
          definitionsChange,
          ...also(schema),
        ]);
        if (failed.length === 0) return true;
      }
      throw removalDisturbed('schema', id);
    },
  };
}

/** The URIs whose runs get other datasets or other validation errors when the schema changes. */
export function meantDifferently(before: Schema, after: Pick<Schema, 'uri' | 'schema'>): readonly string[] {
  if (before.uri !== after.uri) return [before.uri, after.uri];
  return before.schema === after.schema ? [] : [after.uri];
}

/** The writes of a schema: first its name, then its URI. The write of a name or URI that is in use fails. */
export const schemaWrites = (schema: Schema): readonly Write[] => [
  { put: { ...repositoryKey.schemaName(schema.name), id: schema.id }, when: 'absent' },
  { put: { ...repositoryKey.schemaUri(schema.uri), id: schema.id }, when: 'absent' },
  { put: { ...schema, ...repositoryKey.schema(schema.id) }, when: 'absent' },
  definitionsChange,
];

function renaming(schema: Schema, next: Schema): readonly Write[] {
  const { id } = schema;
  const writes: Write[] = [];
  if (schema.name !== next.name)
    writes.push(
      { put: { ...repositoryKey.schemaName(next.name), id }, when: 'absent' },
      { delete: repositoryKey.schemaName(schema.name) },
    );
  if (schema.uri !== next.uri)
    writes.push(
      { put: { ...repositoryKey.schemaUri(next.uri), id }, when: 'absent' },
      { delete: repositoryKey.schemaUri(schema.uri) },
    );
  return writes;
}
