import type { Item, Table } from '../../lib/repository/ports/table.ts';
import { openTable } from '../../lib/store/dynamo-table.ts';
import { openMemoryDynamo } from '../store/memory-dynamo.ts';

/** The repository's table in memory, in place of DynamoDB. */
export type MemoryTable = Table & {
  /** A copy of the items, by partition and sort key. */
  readonly items: ReadonlyMap<string, ReadonlyMap<string, Item>>;
  /** Removes all items, except those of the partition `except`. */
  readonly clear: (except?: string) => void;
};

export function openMemoryTable(dynamo = openMemoryDynamo()): MemoryTable {
  return {
    ...openTable(dynamo.client, 'repository'),
    get items() {
      return dynamo.items('repository') as Map<string, Map<string, Item>>;
    },
    clear: (except) => dynamo.clear('repository', except),
  };
}
