import { inflateSync } from 'node:zlib';
import { slotCount } from './layout.ts';

/** The layout that a histogram in HdrHistogram's V2 form has. */
export type WireHead = { readonly lowest: number; readonly highest: number; readonly digits: number };

export type WireCounts = {
  /** Counts by slot; those from `first` to `last` are used. Valid until the next call: it is one array for all. */
  readonly counts: Float64Array;
  readonly first: number;
  readonly last: number;
  /** Sum of the counts. */
  readonly total: number;
};

/**
 * Reads V2 compressed Base64. The library takes five times as long, most of it to inflate and to make arrays; a merge
 * reads millions of these. Counts above 2^53 do not occur.
 *
 * @param accept throws for a layout whose slots are others; the counts are not looked at then.
 * @throws Error when the text is no such histogram.
 */
export function readWire(text: string, accept: (head: WireHead) => void): WireCounts {
  const compressed = Buffer.from(text, 'base64');
  check(compressed.length > 8 && isCookie(compressed.readInt32BE(0), compressedCookie));
  const bytes = inflateSync(compressed.subarray(8, 8 + compressed.readInt32BE(4)));
  check(bytes.length >= headBytes && isCookie(bytes.readInt32BE(0), cookie));
  const end = headBytes + bytes.readInt32BE(4);
  check(end <= bytes.length);
  accept({
    digits: bytes.readInt32BE(12),
    lowest: Number(bytes.readBigInt64BE(16)),
    highest: Number(bytes.readBigInt64BE(24)),
  });
  counts.fill(0);
  return readCounts(bytes.subarray(headBytes, end));
}

const compressedCookie = 0x1c849304;
const cookie = 0x1c849303;
const headBytes = 40;
const counts = new Float64Array(slotCount);

/** ZigZag LEB128: a positive number is a count, a negative one says how many slots are empty. */
function readCounts(bytes: Uint8Array): WireCounts {
  let [slot, first, last, total] = [0, 0, -1, 0];
  for (let at = 0; at < bytes.length; ) {
    let [value, scale] = [0, 1];
    for (let length = 1; ; length += 1) {
      const byte = bytes[at] ?? 0;
      at += 1;
      // The ninth byte has no sign that another one follows.
      const more = byte >= 128 && length < 9;
      value += (more ? byte - 128 : byte) * scale;
      scale *= 128;
      if (!more) break;
    }
    const isNegative = value % 2 === 1;
    if (isNegative) {
      slot += (value + 1) / 2;
      continue;
    }
    const count = value / 2;
    check(slot < slotCount);
    if (count > 0) {
      if (last < 0) first = slot;
      last = slot;
      counts[slot] = count;
      total += count;
    }
    slot += 1;
  }
  return { counts, first, last, total };
}

/** One byte of a cookie gives the width of counts, which V2 does not need. */
const isCookie = (found: number, wanted: number): boolean => (found & ~0xf0) === wanted;

function check(holds: boolean): void {
  if (!holds) throw new Error('this is no HdrHistogram in the compressed V2 form');
}
