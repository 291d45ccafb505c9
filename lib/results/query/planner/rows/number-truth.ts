import { numberAt, powers } from './cell-number.ts';
import { lineFeed } from './column-lines.ts';
import { textAt } from './written-text.ts';

/** A comparison with a number: what it says of a number that is less, the same or more, and of everything else. */
export type NumberTest = {
  readonly literal: number;
  readonly less: number;
  readonly same: number;
  readonly more: number;
  readonly ofNull: number;
  /** Of strings and booleans. */
  readonly ofOthers: number;
  readonly ofNothing: number;
  /** The sign of a number, as it is written, less the literal: asked for numbers whose nearest double is the literal's. */
  readonly sign?: (token: string) => number;
  /** Whether the literal has so few digits that it is the same as a number of few digits with the same double. */
  readonly isShort?: boolean;
};

/** What an operator says of a value that is less than, the same as and more than another one. */
export const truthsOfSigns = {
  '==': { less: 0, same: 1, more: 0 },
  '!=': { less: 1, same: 0, more: 1 },
  '<': { less: 1, same: 0, more: 0 },
  '<=': { less: 1, same: 1, more: 0 },
  '>': { less: 0, same: 0, more: 1 },
  '>=': { less: 0, same: 1, more: 1 },
} as const;

/** Decimals of so few digits are the same when their nearest doubles are. */
export const shortDigits = 15;

const [minus, dot, zero, nine, letterN] = [0x2d, 0x2e, 0x30, 0x39, 0x6e];

/**
 * Holds the cells of a column against a number. All is in one loop, which reads the usual numbers as numberAt does: a
 * cold process goes through most of a column before V8 has compiled anything, and calls cost it most.
 */
export function numberTruths(content: Uint8Array, rows: number, test: NumberTest): Uint8Array {
  const { literal, less, same, more, ofOthers } = test;
  const truths = new Uint8Array(rows);
  const [isExact, isShort] = [test.sign === undefined, test.isShort === true];
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
    if (count === 0)
      truths[row] = code === lineFeed ? test.ofNothing : code === letterN ? test.ofNull : ofOthers;
    else {
      let value = beforeDot === 0 ? digits : digits / powers[count - beforeDot];
      if (isNegative) value = -value;
      if (code !== lineFeed || count > shortDigits)
        value = numberAt(content, start, content.indexOf(lineFeed, at));
      if (value < literal) truths[row] = less;
      else if (value > literal) truths[row] = more;
      else if (isExact || (isShort && code === lineFeed && count <= shortDigits)) truths[row] = same;
      else truths[row] = exactly(content, start, test);
    }
    while (content[at] !== lineFeed) at += 1;
    at += 1;
  }
  return truths;
}

function exactly(content: Uint8Array, start: number, { less, same, more, sign }: NumberTest): number {
  const found = sign?.(textAt(content, start, content.indexOf(lineFeed, start))) ?? 0;
  return found < 0 ? less : found > 0 ? more : same;
}
