import { repositoryKey } from '../../../names/repository.ts';
import type { Run } from '../../../results/run.ts';
import { packedPlaces, unpackedPlaces } from '../../../results/run-index/packed-places.ts';
import type { Fields, Item } from '../../ports/table.ts';

/** What is known of a run, all but its document and the name of its test, which may change. */
export type RunRow = Omit<Run, 'testName'>;

/** An item without its keys. Of an id that was given up there is no run. */
export function rowOf(item: Item | undefined): RunRow | undefined {
  if (item === undefined || isGivenUp(item)) return undefined;
  const { pk: _, sk: __, version: ___, schemas, ...row } = item;
  return {
    ...(row as unknown as RunRow),
    ...(typeof schemas === 'string' && { schemas: unpackedPlaces(schemas) }),
  };
}

/**
 * Stands where a row would be, so that no run of this id can be made any more: its documents go. Another one that comes with the
 * same idempotency key gets another id.
 */
export const givenUp = (id: number, now: number): Item => ({ ...repositoryKey.run(id), givenUpAt: now });

export const isGivenUp = (item: Item | undefined): boolean => item?.givenUpAt !== undefined;

/** A row as it is stored: every list has a copy of it, so what may be long is packed. */
export function fieldsOf({ schemas, ...row }: RunRow): Fields {
  return schemas === undefined ? row : { ...row, schemas: packedPlaces(schemas) };
}
