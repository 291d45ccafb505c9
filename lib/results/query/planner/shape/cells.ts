import { type CellTest, type NumberTest, truth } from './path-shape.ts';

/** Ends each line of a stored column. A cell is the value in a line. */
export const lineFeed = 0x0a;

/** The JSON text in a range of a column. */
export function textAt(bytes: Uint8Array, start: number, end: number): string {
  // A Buffer decodes a range of its bytes without a view of each cell, which would cost more than decoding
  // its text.
  const column = bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return column.toString('utf8', start, end);
}

/** The cells of a column. V8 decodes and splits a whole column faster than a loop finds the ends of lines. */
export const textsOf = (column: Uint8Array): readonly string[] =>
  textAt(column, 0, column.length - 1).split('\n');

/** The string in a cell; undefined for another value, and for an empty cell. */
export function stringIn(text: string): string | undefined {
  if (!text.startsWith('"')) return undefined;
  return text.includes('\\') ? (JSON.parse(text) as string) : text.slice(1, -1);
}

/** A test that a value exists. Any value is accepted. */
export const existenceTest =
  (ofNothing: number): CellTest =>
  (text) =>
    text === '' ? ofNothing : truth.yes;

/**
 * Tests whether a scalar equals a literal that is not a number. Most strings of documents have no escape, so
 * their texts are compared. Only a string with an escape is decoded.
 */
export function isWrittenAs(literal: string | boolean | null): (text: string) => boolean {
  const written = JSON.stringify(literal);
  return (text) => text === written || (text.includes('\\') && JSON.parse(text) === literal);
}

/** Powers of ten that a double represents exactly. */
export const powers = Float64Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);

/**
 * The JSON number in a range of bytes, as JSON.parse reads it. Up to 15 digits and 22 decimals, digits and
 * power are both exact as doubles, so one division rounds as the standard requires (Clinger 1990). Other
 * numbers are read by Number.
 */
export function numberAt(bytes: Uint8Array, start: number, end: number): number {
  const value = shortNumberAt(bytes, start, end);
  return Number.isNaN(value) ? Number(String.fromCharCode(...bytes.subarray(start, end))) : value;
}

/** The number in a range of bytes, if it has few digits and no exponent. NaN for any other value. */
export function shortNumberAt(bytes: Uint8Array, start: number, end: number): number {
  const isNegative = bytes[start] === 0x2d;
  let digits = 0;
  let count = 0;
  let decimals = 0;
  let isAfterDot = 0;
  for (let at = isNegative ? start + 1 : start; at < end; at += 1) {
    const digit = bytes[at]! - 0x30;
    if (digit >= 0 && digit <= 9) {
      digits = digits * 10 + digit;
      count += 1;
      decimals += isAfterDot;
    } else if (digit === -2) isAfterDot = 1;
    else return Number.NaN;
  }
  if (count === 0 || count > shortDigits) return Number.NaN;
  const value = decimals === 0 ? digits : digits / powers[decimals]!;
  return isNegative ? -value : value;
}

/** Decimals with at most this many digits are equal exactly when their nearest doubles are equal. */
export const shortDigits = 15;

const [minus, dot, zero, nine, letterN] = [0x2d, 0x2e, 0x30, 0x39, 0x6e];

/**
 * Compares the cells of a column with a number. The loop reads usual numbers itself, in the way of
 * `numberAt`. A process that has just started reads most of a column before V8 compiles any code, and then
 * function calls cost most.
 */
export function testNumbers(content: Uint8Array, rows: number, test: NumberTest): Uint8Array {
  const { literal, less, same, more, ofOthers } = test;
  const truths = new Uint8Array(rows);
  const [isExact, isShort] = [test.sign === undefined, test.isShort === true];
  let at = 0;
  for (let row = 0; row < rows; row += 1) {
    const start = at;
    let code = content[at]!;
    const isNegative = code === minus;
    if (isNegative) {
      at += 1;
      code = content[at]!;
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
      code = content[at]!;
    }
    if (count === 0)
      truths[row] = code === lineFeed ? test.ofNothing : code === letterN ? test.ofNull : ofOthers;
    else {
      let value = beforeDot === 0 ? digits : digits / powers[count - beforeDot]!;
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

/**
 * Ends the use of columns: a cell may be an error of SQL/JSON path, so the whole document must be evaluated.
 */
export class NeedsEvaluation extends Error {
  constructor(cause?: unknown) {
    super('the index cannot tell whether a row is an error', { cause });
    this.name = 'NeedsEvaluation';
  }
}
