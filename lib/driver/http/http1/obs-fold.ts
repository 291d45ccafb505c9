import { cr, isBlank, lf, space } from './bytes.ts';

/**
 * Joins a header field that continues on further lines. Each line break, with the white space around it,
 * becomes one space (RFC 9112 section 5.2). The field is changed where it is in the bytes. Spaces at its end
 * fill the bytes that are no longer needed.
 */
export function unfold(bytes: Buffer, start: number, end: number): void {
  let to = start;
  for (let at = start; at < end; ) {
    if (bytes[at] !== cr) {
      bytes[to++] = bytes[at++]!;
      continue;
    }
    while (to > start && isBlank(bytes[to - 1])) to -= 1;
    while (at < end && (bytes[at] === cr || bytes[at] === lf || isBlank(bytes[at]))) at += 1;
    bytes[to++] = space;
  }
  bytes.fill(space, to, end);
}
