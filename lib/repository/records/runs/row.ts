import { repositoryKey } from '../../../names/repository-keys.ts';
import type { Run } from '../../../results/run.ts';
import { packReferences, unpackReferences } from '../../../results/run-index/pack-schema-references.ts';
import type { Fields, Item, Table } from '../../ports/table.ts';

/** The row of a run: all fields except the document and the name of the test, which may change. */
export type RunRow = Omit<Run, 'testName'>;

/** The row in an item of the table: the item without its keys. Undefined for an id that no run may use. */
export function rowOf(item: Item | undefined): RunRow | undefined {
  if (item === undefined || isGivenUp(item)) return undefined;
  const { pk: _, sk: __, version: ___, schemas, ...row } = item;
  return {
    ...(row as unknown as RunRow),
    ...(typeof schemas === 'string' && { schemas: unpackReferences(schemas) }),
  };
}

/**
 * An item that blocks a run id: no run can get this id any more, so its documents can be deleted. A later
 * request with the same idempotency key gets another id.
 */
export const givenUp = (id: number, now: number): Item => ({ ...repositoryKey.run(id), givenUpAt: now });

/**
 * Blocks the id of a lost run, whose document is still stored: the tables were restored to a time before the
 * run. The caller continues with another id.
 */
export async function blockLost(table: Pick<Table, 'write'>, id: number, now: number): Promise<void> {
  await table.write([{ put: givenUp(id, now), when: 'absent' }]);
}

export const isGivenUp = (item: Item | undefined): boolean => item?.givenUpAt !== undefined;

/**
 * Converts the row of a run to its stored form. Every list has a copy of the row, so long fields are packed.
 */
export function fieldsOf({ schemas, ...row }: RunRow): Fields {
  return schemas === undefined ? row : { ...row, schemas: packReferences(schemas) };
}
