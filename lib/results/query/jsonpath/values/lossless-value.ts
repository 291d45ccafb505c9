/**
 * How a document is kept without losing what JSON.parse loses: digits of numbers (`1.50`, `9007199254740993`, `1e400`,
 * `-0`), the place of members with names like `12`, which JavaScript puts before all others, and names with escapes, which
 * V8 now and then takes for another one that it has seen before (github.com/nodejs/node/issues/63785). What would be lost
 * is a string with a mark in front instead, and a string that begins like a mark is marked itself:
 *
 *     1.50 -> "<mark>n1.50"    "12": 0 -> "<mark>t12": 0    "\\": 0 -> "<mark>h005c": 0    "<mark>x" -> "<mark>t<mark>x"
 *
 * The mark is U+007F, which stands in hardly any text; a document without anything to mark is what JSON.parse gives.
 * Chosen by measurement, 10 MB on one core: JSON.parse 41 ms and 25 MB of heap; with a look for what to mark 66 ms and
 * 25 MB; with every third token marked (Python writes `10.0`) 93 ms and 23 MB. A reader of our own that builds objects
 * for numbers took 195 to 260 ms and 79 to 109 MB, a reviver of JSON.parse with access to the source 420 ms.
 */
export const mark = '\u007f';
export const markByte = 0x7f;
/** Before the digits of a number, before a text, before the UTF-16 units of a name in hexadecimal. */
export const signs = { number: 'n', text: 't', units: 'h' } as const;

/** A value as JavaScript knows it: the number nearest to the digits, a text without its mark. Others are themselves. */
export function plain(value: unknown): unknown {
  if (typeof value !== 'string' || value.charCodeAt(0) !== markByte) return value;
  const rest = value.slice(2);
  if (value[1] === signs.number) return Number(rest);
  return value[1] === signs.units ? ofUnits(rest) : rest;
}

/** The key under which objects keep a member of this name. */
export function keyOf(name: string): string {
  if (needsEscape(name)) return `${mark}${signs.units}${unitsOf(name)}`;
  return indexLike.test(name) || name.charCodeAt(0) === markByte ? `${mark}${signs.text}${name}` : name;
}

/** Names that JavaScript takes for indexes, and would move. Leading zeros do no harm. */
const indexLike = /^\d{1,10}$/;

/** JSON can write a quote, a backslash, a control character or half a surrogate pair only with an escape. */
const needsEscape = (name: string): boolean => JSON.stringify(name).length > name.length + 2;

const unitsOf = (name: string): string =>
  Array.from({ length: name.length }, (_, at) => name.charCodeAt(at).toString(16).padStart(4, '0')).join('');

const ofUnits = (units: string): string =>
  String.fromCharCode(...(units.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)));

/** The key of a member that an object has. */
export function keyIn(holder: object, name: string): string | undefined {
  const key = keyOf(name);
  if (Object.hasOwn(holder, key)) return key;
  // What JSON.parse alone has read has no marks.
  return key !== name && Object.hasOwn(holder, name) ? name : undefined;
}

/** JSON text of values with marks, without them: a quote after no backslash opens a string. */
export function unmarked(text: string): string {
  if (!text.includes(mark)) return text;
  return text
    .replace(markedNumber, '$1')
    .replace(markedText, '"')
    .replace(markedUnits, (_, units: string) => JSON.stringify(ofUnits(units)));
}

const markedNumber = /(?<!\\)"\u007fn([^"]*)"/g;
const markedText = /(?<!\\)"\u007ft/g;
const markedUnits = /(?<!\\)"\u007fh([^"]*)"/g;

/** A path as jsonpath-plus writes it. Quotes inside a name are escaped there, so a mark behind one begins a name. */
export const unmarkedPath = (path: string): string =>
  path
    .replaceAll(`['${mark}${signs.text}`, "['")
    .replace(unitsInPath, (_, units: string) => `['${ofUnits(units).replace(/['\\]/g, '\\$&')}']`);

const unitsInPath = /\['\u007fh([\da-f]*)'\]/g;
