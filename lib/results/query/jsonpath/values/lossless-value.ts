/**
 * The lossless encoding of a document in what JSON.parse gives. It keeps what JSON.parse would lose: digits
 * of numbers (`1.50`, `9007199254740993`, `1e400`, `-0`), the place of members with names like `12`, which
 * JavaScript puts before all others, and names with escapes, which V8 sometimes takes for another one that it
 * has seen before (github.com/nodejs/node/issues/63785). What would be lost is a string with a prefix
 * instead, and a string that begins with the prefix gets one itself:
 *
 *     1.50 -> "<prefix>n1.50"    "12": 0 -> "<prefix>t12": 0    "\\": 0 -> "<prefix>h005c": 0    "<prefix>x" -> "<prefix>t<prefix>x"
 *
 * The prefix is U+007F, which hardly any text contains; a document that needs no encoding is what JSON.parse
 * gives. Chosen by measurement, 10 MB on one core: JSON.parse 41 ms and 25 MB of heap; with the search for
 * what to encode 66 ms and 25 MB; with every third token encoded (Python writes `10.0`) 93 ms and 23 MB. A
 * reader of our own that builds objects for numbers took 195 to 260 ms and 79 to 109 MB, a reviver of
 * JSON.parse with access to the source 420 ms.
 */
export const prefix = '\u007f';
export const prefixByte = 0x7f;
/**
 * Stand behind the prefix, before the digits of a number, a text, or the UTF-16 units of a name in
 * hexadecimal.
 */
export const signs = { number: 'n', text: 't', units: 'h' } as const;

/**
 * A value as JavaScript knows it: the number nearest to the digits, a text without its prefix. All else is
 * itself.
 */
export function plain(value: unknown): unknown {
  if (typeof value !== 'string' || value.charCodeAt(0) !== prefixByte) return value;
  const rest = value.slice(2);
  if (value[1] === signs.number) return Number(rest);
  return value[1] === signs.units ? fromUnits(rest) : rest;
}

/** The key of a member in the encoding. */
export function keyOf(name: string): string {
  if (needsEscape(name)) return `${prefix}${signs.units}${toUnits(name)}`;
  return indexLike.test(name) || name.charCodeAt(0) === prefixByte ? `${prefix}${signs.text}${name}` : name;
}

/** Names that JavaScript takes for indexes and would move. Leading zeros do no harm. */
const indexLike = /^\d{1,10}$/;

/** JSON can write a quote, a backslash, a control character or half a surrogate pair only with an escape. */
const needsEscape = (name: string): boolean => JSON.stringify(name).length > name.length + 2;

const toUnits = (name: string): string =>
  Array.from({ length: name.length }, (_, at) => name.charCodeAt(at).toString(16).padStart(4, '0')).join('');

const fromUnits = (units: string): string =>
  String.fromCharCode(...(units.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)));

/** The key of a member that an object has; undefined when it has none. */
export function keyIn(holder: object, name: string): string | undefined {
  const key = keyOf(name);
  if (Object.hasOwn(holder, key)) return key;
  // A value that JSON.parse alone has read is not encoded.
  return key !== name && Object.hasOwn(holder, name) ? name : undefined;
}

/** JSON text of encoded values as the document has them: a quote after no backslash opens a string. */
export function decodeText(text: string): string {
  if (!text.includes(prefix)) return text;
  return text
    .replace(encodedNumber, '$1')
    .replace(encodedText, '"')
    .replace(encodedUnits, (_, units: string) => JSON.stringify(fromUnits(units)));
}

const encodedNumber = /(?<!\\)"\u007fn([^"]*)"/g;
const encodedText = /(?<!\\)"\u007ft/g;
const encodedUnits = /(?<!\\)"\u007fh([^"]*)"/g;

/**
 * A path as jsonpath-plus writes it. Quotes inside a name are escaped there, so a prefix behind one begins a
 * name.
 */
export const decodePath = (path: string): string =>
  path
    .replaceAll(`['${prefix}${signs.text}`, "['")
    .replace(unitsInPath, (_, units: string) => `['${fromUnits(units).replace(/['\\]/g, '\\$&')}']`);

const unitsInPath = /\['\u007fh([\da-f]*)'\]/g;
