import { repositoryKey } from '../../../names/repository-keys.ts';
import type { Access } from '../../../results/access.ts';
import type { Extractor } from '../../../results/extract.ts';
import { recordsIn, type Table, type Write } from '../../ports/table.ts';
import { change } from '../change.ts';
import { definitionsChange } from '../tests/tests.ts';

/** A stored label, which computes a value of the documents of a schema. */
export type Label = {
  readonly id: number;
  readonly schemaId: number;
  /** The name, which is unique in the schema. */
  readonly name: string;
  readonly extractors: readonly Extractor[];
  /**
   * A JavaScript function that computes the value. Absent: the label has the extracted values as its value.
   */
  readonly function?: string;
  readonly filtering: boolean;
  readonly metrics: boolean;
  readonly owner: string;
  readonly access: Access;
};

export type Labels = ReturnType<typeof openLabels>;

export function openLabels(table: Table) {
  const ofSchema = (schemaId: number): Promise<readonly Label[]> => {
    const { pk, sk } = repositoryKey.label(schemaId, 0);
    return recordsIn(table, pk, { prefix: sk.slice(0, sk.indexOf('#') + 1) });
  };
  const list = () => recordsIn<Label>(table, repositoryKey.label(0, 0).pk);
  return {
    /** The labels of a schema in the order of their ids. */
    ofSchema,
    /** All labels in the order of schema and id. */
    list,
    /** Finds a label of any schema. */
    find: async (id: number): Promise<Label | undefined> => (await list()).find((label) => label.id === id),
    newIds: (count: number): Promise<number> => table.newIds('label', count),

    /**
     * Writes labels of a schema, all or none. If the labels of the schema change meanwhile, `decide` is
     * called again with the present labels.
     *
     * @param decide returns the labels to write, at most 90. It may be called several times.
     * @param also further writes of the same transaction.
     * @returns false when the schema does not exist.
     */
    async put(
      schemaId: number,
      decide: (present: readonly Label[]) => readonly Label[],
      also: readonly Write[] = [],
    ): Promise<boolean> {
      const schema = await change(table, repositoryKey.schema(schemaId), async (item) => {
        const labels = decide(await ofSchema(schemaId));
        const puts = labels.map(
          (label): Write => ({ put: { ...repositoryKey.label(schemaId, label.id), ...label } }),
        );
        return { item, also: [...puts, definitionsChange, ...also] };
      });
      return schema !== undefined;
    },

    /** Deletes a label. False when the label does not exist. */
    async remove({ schemaId, id }: Label, also: readonly Write[] = []): Promise<boolean> {
      const key = repositoryKey.label(schemaId, id);
      const writes: readonly Write[] = [{ delete: key, when: 'present' }, definitionsChange, ...also];
      return (await table.write(writes)).length === 0;
    },
  };
}
