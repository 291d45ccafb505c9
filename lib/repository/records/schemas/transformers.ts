import { repositoryKey } from '../../../names/repository-keys.ts';
import type { Access } from '../../../results/access.ts';
import type { Extractor } from '../../../results/extract.ts';
import { recordAt, recordOf, recordsIn, type Table } from '../../ports/table.ts';
import { change } from '../change.ts';
import { definitionsChange } from '../tests/tests.ts';

/** A stored transformer, which makes datasets of the documents of a schema. */
export type Transformer = {
  readonly id: number;
  readonly schemaId: number;
  readonly name: string;
  readonly description?: string;
  /** The URI of the schema for outputs that name no schema. */
  readonly targetSchemaUri?: string;
  readonly extractors: readonly Extractor[];
  /** A JavaScript function that makes the dataset. Absent: the extracted values are the dataset. */
  readonly function?: string;
  readonly owner: string;
  readonly access: Access;
};

export type Transformers = ReturnType<typeof openTransformers>;

export function openTransformers(table: Table) {
  return {
    byId: (id: number) => recordAt<Transformer>(table, repositoryKey.transformer(id)),

    /** All transformers in the order of their ids. */
    list: () => recordsIn<Transformer>(table, repositoryKey.transformer(0).pk),

    /**
     * Adds a transformer.
     * @returns undefined when its schema is deleted.
     */
    async create(transformer: Omit<Transformer, 'id'>): Promise<number | undefined> {
      const id = await table.newIds('transformer');
      const failed = await table.write([
        { put: { ...transformer, ...repositoryKey.transformer(id), id }, when: 'absent' },
        { check: repositoryKey.schema(transformer.schemaId), when: 'present' },
        definitionsChange,
      ]);
      return failed.length === 0 ? id : undefined;
    },

    /**
     * Changes a transformer.
     * @returns false when the transformer does not exist.
     */
    async change(id: number, decide: (transformer: Transformer) => Transformer): Promise<boolean> {
      const key = repositoryKey.transformer(id);
      const item = await change(table, key, (present) => ({
        item: { ...key, ...decide(recordOf<Transformer>(present)) },
        also: [definitionsChange],
      }));
      return item !== undefined;
    },

    /** Deletes a transformer. False when the transformer does not exist. */
    async remove(id: number): Promise<boolean> {
      const key = repositoryKey.transformer(id);
      return (await table.write([{ delete: key, when: 'present' }, definitionsChange])).length === 0;
    },
  };
}
