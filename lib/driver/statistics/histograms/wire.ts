import { deflateSync, inflateSync } from 'node:zlib';
import { layout } from './layout.ts';
import { Sparse } from './sparse.ts';

/** The head of a histogram in HdrHistogram's V2 form, which gives its layout: bounds and digits. */
export type WireHead = { readonly lowest: number; readonly highest: number; readonly digits: number };

/**
 * Reads V2 compressed Base64, the standard form of HdrHistogram. The library takes five times as long, mostly
 * to inflate and to make arrays. Counts above 2^53 do not occur.
 *
 * @param accept throws for a layout with other slots; the counts are then not read.
 * @returns the same object in each call, so it is valid until the next call.
 * @throws Error when the text is not such a histogram.
 */
export function readWire(text: string, accept: (head: WireHead) => void): Sparse {
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
  place.read(bytes, headBytes, end);
  return place;
}

/**
 * Encodes a payload that `Histogram.write` made as V2 compressed Base64. The text is the same as that of the
 * HdrHistogram library, which takes many times as long.
 */
export function wireText(payload: Uint8Array): string {
  const bytes = Buffer.alloc(headBytes + payload.length);
  bytes.writeInt32BE(cookie | oneWordWide, 0);
  bytes.writeInt32BE(payload.length, 4);
  // The V2 form has an offset of indexes here, and a conversion ratio after the bounds. Neither has a meaning
  // in Downpour.
  bytes.writeInt32BE(1, 8);
  bytes.writeInt32BE(layout.significantDigits, 12);
  bytes.writeBigInt64BE(BigInt(layout.lowestNs), 16);
  bytes.writeBigInt64BE(BigInt(layout.highestNs), 24);
  bytes.writeBigInt64BE(1n, 32);
  bytes.set(payload, headBytes);
  const deflated = deflateSync(bytes);
  const compressed = Buffer.alloc(8 + deflated.length);
  compressed.writeInt32BE(compressedCookie | oneWordWide, 0);
  compressed.writeInt32BE(deflated.length, 4);
  compressed.set(deflated, 8);
  return compressed.toString('base64');
}

const compressedCookie = 0x1c849304;
const cookie = 0x1c849303;
const headBytes = 40;
const place = new Sparse();

/**
 * The V2 form starts with a number (cookie) that marks the format. One byte of it gives the width of counts,
 * with this value.
 */
const oneWordWide = 0x10;
const isCookie = (found: number, wanted: number): boolean => (found & ~0xf0) === wanted;

function check(holds: boolean): void {
  if (!holds) throw new RangeError('a histogram is not an HdrHistogram in the compressed V2 form');
}
