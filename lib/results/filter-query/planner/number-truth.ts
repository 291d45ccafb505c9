import { numberAt, powers } from './cell-number.ts';
import { lineFeed } from './column-lines.ts';

/** What a condition says of a row whose number is less, the same or more; and of a row with no number. */
export type NumberTruths = {
  readonly less: number;
  readonly same: number;
  readonly more: number;
  readonly otherwise: number;
};

const [minus, dot, zero, nine] = [0x2d, 0x2e, 0x30, 0x39];

/**
 * Holds the cells of a column against a number. All is in one loop, which reads the usual numbers as numberAt does: a
 * cold process goes through most of a column before V8 has compiled anything, and calls cost it most.
 */
export function numberTruths(
  content: Uint8Array,
  rows: number,
  literal: number,
  { less, same, more, otherwise }: NumberTruths,
): Uint8Array {
  const truths = new Uint8Array(rows);
  let at = 0;
  for (let row = 0; row < rows; row += 1) {
    const start = at;
    let code = content[at];
    const isNegative = code === minus;
    if (isNegative) {
      at += 1;
      code = content[at];
    }
    let digits = 0;
    let count = 0;
    let beforeDot = 0;
    for (;;) {
      if (code >= zero && code <= nine) {
        digits = digits * 10 + code - zero;
        count += 1;
      } else if (code === dot) beforeDot = count;
      else break;
      at += 1;
      code = content[at];
    }
    if (count === 0) truths[row] = otherwise;
    else {
      let value = beforeDot === 0 ? digits : digits / powers[count - beforeDot];
      if (isNegative) value = -value;
      if (code !== lineFeed || count > 15) value = numberAt(content, start, content.indexOf(lineFeed, at));
      truths[row] = value < literal ? less : value > literal ? more : same;
    }
    while (content[at] !== lineFeed) at += 1;
    at += 1;
  }
  return truths;
}
