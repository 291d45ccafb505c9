import type { Literal } from '../shape/path-shape.ts';

/** The text of a cell. */
export const textAt = (bytes: Uint8Array, start: number, end: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8');

/**
 * Asks whether a scalar is a literal that is no number. Most strings are written as JSON.stringify writes them; only an
 * escape makes it necessary to read one.
 */
export function isWrittenAs(literal: Literal): (bytes: Uint8Array, start: number, end: number) => boolean {
  const written = new TextEncoder().encode(JSON.stringify(literal));
  return (bytes, start, end) => {
    let isSame = end - start === written.length;
    for (let at = start; at < end; at += 1) {
      if (bytes[at] === 0x5c) return JSON.parse(textAt(bytes, start, end)) === literal;
      if (isSame && bytes[at] !== written[at - start]) isSame = false;
    }
    return isSame;
  };
}
