import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { RunIndex } from './index-types.ts';

/**
 * The format number, which every index contains. An index with another number cannot be read and is built
 * again.
 */
export const indexFormat = 1;

const mark = new TextEncoder().encode('dprindex');
/** Bytes of the trailer: the length of the head (4, little-endian), the format (4), a fixed mark (8). */
const trailerBytes = 16;
/**
 * A stored index is opened by reading this many bytes from its end. They contain the trailer and the head of
 * a usual index.
 */
export const tailBytes = 64 * 1024;
/**
 * The most bytes of a head after decompression. A larger head is damaged, because no document makes a head of
 * this size.
 */
const headBytesMax = 256 * 1024 * 1024;

/** The last bytes of a stored index: its head and its trailer. */
export function encodeTail(index: RunIndex): Uint8Array {
  const head = zstdCompressSync(new TextEncoder().encode(JSON.stringify(index)));
  const tail = new Uint8Array(head.length + trailerBytes);
  tail.set(head);
  const trailer = new DataView(tail.buffer, head.length);
  trailer.setUint32(0, head.length, true);
  trailer.setUint32(4, indexFormat, true);
  tail.set(mark, head.length + 8);
  return tail;
}

export type Trailer = { readonly format: number; readonly headBytes: number };

/**
 * Reads the trailer at the end of an index.
 * @returns undefined when the bytes are not the end of an index.
 */
export function decodeTrailer(tail: Uint8Array): Trailer | undefined {
  const start = tail.length - trailerBytes;
  if (start < 0 || !mark.every((code, at) => tail[start + 8 + at] === code)) return undefined;
  const trailer = new DataView(tail.buffer, tail.byteOffset + start);
  return { headBytes: trailer.getUint32(0, true), format: trailer.getUint32(4, true) };
}

/** The number of last bytes of the index that are needed to decode the head. */
export const tailNeeded = ({ headBytes }: Trailer): number => headBytes + trailerBytes;

/**
 * Reads the head of an index, which is before the trailer.
 * @throws Error when the head is damaged.
 */
export function decodeHead(tail: Uint8Array, { headBytes }: Trailer): RunIndex {
  const end = tail.length - trailerBytes;
  const head = zstdDecompressSync(tail.subarray(end - headBytes, end), { maxOutputLength: headBytesMax });
  return JSON.parse(new TextDecoder().decode(head)) as RunIndex;
}
