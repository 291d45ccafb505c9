import type { Run } from '../../results/run.ts';
import { packedPlaces, unpackedPlaces } from '../../results/run-index/packed-places.ts';
import type { Fields, Item } from '../table.ts';

/** What is known of a run, all but its document and the name of its test, which may change. */
export type RunRow = Omit<Run, 'testName'>;

/** An item without its keys. */
export function rowOf(item: Item | undefined): RunRow | undefined {
  if (item === undefined) return undefined;
  const { pk: _, sk: __, version: ___, schemas, ...row } = item;
  return {
    ...(row as unknown as RunRow),
    ...(typeof schemas === 'string' && { schemas: unpackedPlaces(schemas) }),
  };
}

/** A row as it is stored: every list has a copy of it, so what may be long is packed. */
export function fieldsOf({ schemas, ...row }: RunRow): Fields {
  return schemas === undefined ? row : { ...row, schemas: packedPlaces(schemas) };
}
