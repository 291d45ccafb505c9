/**
 * How a document is kept without losing what JSON.parse loses: digits of numbers (`1.50`, `9007199254740993`, `1e400`,
 * `-0`) and the place of members with names like `12`, which JavaScript puts before all others. What would be lost is a
 * string with a mark in front instead, and a string that begins like a mark is marked itself:
 *
 *     1.50  ->  "<mark>n1.50"      "12": 0  ->  "<mark>t12": 0      "<mark>x"  ->  "<mark>t<mark>x"
 *
 * The mark is U+007F, which stands in hardly any text; a document without anything to mark is what JSON.parse gives.
 * Chosen by measurement, 10 MB on one core: JSON.parse 41 ms and 25 MB of heap; with a look for what to mark 54 ms and
 * 25 MB; with every third token marked (Python writes `10.0`) 83 ms and 23 MB. A reader of our own that builds objects
 * for numbers took 195 to 260 ms and 79 to 109 MB, a reviver of JSON.parse with access to the source 420 ms.
 */
export const mark = '\u007f';
export const markByte = 0x7f;
export const numberSign = 'n';
export const textSign = 't';

/** A value as JavaScript knows it: the number nearest to the digits, a text without its mark. Others are themselves. */
export function plain(value: unknown): unknown {
  if (typeof value !== 'string' || value.charCodeAt(0) !== markByte) return value;
  const rest = value.slice(2);
  return value[1] === numberSign ? Number(rest) : rest;
}

/** Names that JavaScript takes for indexes, and would move. Leading zeros do no harm. */
const indexLike = /^\d{1,10}$/;

/** The key under which an object keeps a member of this name, when it has one. */
export function keyOf(holder: object, name: string): string | undefined {
  const needsMark = indexLike.test(name) || name.charCodeAt(0) === markByte;
  const key = needsMark ? `${mark}${textSign}${name}` : name;
  if (Object.hasOwn(holder, key)) return key;
  // What JSON.parse alone has read has no marks.
  return needsMark && Object.hasOwn(holder, name) ? name : undefined;
}

/** JSON text of values with marks, without them: a quote after no backslash opens a string. */
export function unmarked(text: string): string {
  if (!text.includes(mark)) return text;
  return text.replace(markedNumber, '$1').replace(markedText, '"');
}

const markedNumber = /(?<!\\)"\u007fn([^"]*)"/g;
const markedText = /(?<!\\)"\u007ft/g;
