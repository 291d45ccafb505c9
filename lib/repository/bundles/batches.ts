import type { Key, Table, Write } from '../ports/table.ts';
import { change } from '../records/change.ts';

/**
 * The writes in one batch. A transaction takes 100 items and 4 MB, so there is room for further writes of the
 * caller.
 */
const itemsMax = 80;
const bytesMax = 3_000_000;

/**
 * Splits writes into batches, one for each transaction. There is at least one batch, which may be empty. The
 * last batch is the fullest.
 */
export function batchesOf(writes: readonly Write[]): readonly (readonly Write[])[] {
  const batches: Write[][] = [[]];
  let bytes = 0;
  for (const write of writes.toReversed()) {
    const size = Buffer.byteLength(JSON.stringify(write));
    const last = batches.at(-1) ?? [];
    if (last.length > 0 && (last.length === itemsMax || bytes + size > bytesMax)) {
      batches.push([write]);
      bytes = size;
    } else {
      last.push(write);
      bytes += size;
    }
  }
  return batches.reverse();
}

/**
 * Writes the parts of a record, except those that fit into the last transaction. Each transaction counts the
 * version of the record and has parts that were computed from the present ones. So two imports at the same
 * time never make a part twice.
 *
 * @param parts computes the writes of all parts, always in the same order.
 * @param also further writes in each transaction.
 * @returns a function that computes the remaining writes. Undefined when the record does not exist.
 */
export async function writeBatches(
  table: Table,
  record: Key,
  parts: () => Promise<readonly Write[]>,
  also: readonly Write[] = [],
): Promise<(() => Promise<readonly Write[]>) | undefined> {
  let written = 0;
  const rest = async () => (await parts()).slice(written);
  while (batchesOf(await rest()).length > 1) {
    let batch: readonly Write[] = [];
    const changed = await change(table, record, async (item) => {
      batch = batchesOf(await rest())[0] ?? [];
      return { item, also: [...also, ...batch] };
    });
    if (changed === undefined) return undefined;
    written += batch.length;
  }
  return rest;
}
