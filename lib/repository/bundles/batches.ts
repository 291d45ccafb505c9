import type { Write } from '../ports/table.ts';

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
