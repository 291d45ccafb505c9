import type { Key, Table, Write } from '../ports/table.ts';
import { change } from '../records/change.ts';

/**
 * The most writes in one batch. A transaction takes 100 items and 4 MB, so there is room for further writes
 * of the caller.
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
 * Writes the parts of a schema or test, except those that fit into the last transaction. Each transaction
 * increases the version of the schema or test. When another request has changed it meanwhile, the parts are
 * computed again from the present ones. So two imports at the same time never make a part twice.
 * @param record the key of the schema or test.
 * @param parts computes the writes of all parts, always in the same order.
 * @param also further writes in each transaction.
 * @returns a function that computes the remaining writes. Undefined when the schema or test does not exist.
 */
export async function writeBatches(
  table: Table,
  record: Key,
  parts: () => Promise<readonly Write[]>,
  also: readonly Write[] = [],
): Promise<(() => Promise<readonly Write[]>) | undefined> {
  let written = 0;
  let batches: readonly (readonly Write[])[] = [];
  /**
   * The version of the schema or test for which the batches were computed. Null before the first computation.
   */
  let version: unknown = null;
  const rest = async () => (await parts()).slice(written);
  for (;;) {
    const present = await change(table, record, async (item) => {
      if (item.version !== version) batches = batchesOf(await rest());
      version = item.version;
      return batches.length === 1 ? undefined : { item, also: [...also, ...(batches[0] ?? [])] };
    });
    if (present === undefined) return undefined;
    const [batch = [], ...later] = batches;
    if (later.length === 0) return rest;
    written += batch.length;
    batches = later;
    version = present.version;
  }
}
