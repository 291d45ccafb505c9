import type { Write } from '../ports/table.ts';

/** A transaction takes 100 items and 4 MB; room is left for what is written with a batch. */
const itemsMax = 80;
const bytesMax = 3_000_000;

/** Writes in batches that a transaction takes; at least one, which may be empty. The last one has as many as it takes. */
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
