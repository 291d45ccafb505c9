/**
 * The lossless encoding of a document in the values of JSON.parse. It keeps what JSON.parse would lose:
 *
 * - digits of numbers (`1.50`, `9007199254740993`, `1e400`, `-0`);
 * - the place of members with names like `12`, which JavaScript moves before all other members;
 * - names with escapes, which V8 sometimes confuses with an earlier name
 *   (github.com/nodejs/node/issues/63785).
 *
 * Each of these becomes a string with a prefix. A string that begins with the prefix also gets the prefix:
 *
 *     1.50 -> "<prefix>n1.50"           "12": 0 -> "<prefix>t12": 0
 *     "\\": 0 -> "<prefix>h005c": 0    "<prefix>x" -> "<prefix>t<prefix>x"
 *
 * The prefix is U+007F, which hardly any text contains. A document without any of these is exactly the result
 * of JSON.parse. The encoding was chosen by measurement, for 10 MB on one core: JSON.parse takes 41 ms and 25
 * MB of heap; with the search for encoded tokens 66 ms and 25 MB; with every third token encoded (Python
 * writes `10.0`) 93 ms and 23 MB. A parser of our own that builds objects for numbers took 195 to 260 ms and
 * 79 to 109 MB, a reviver of JSON.parse with access to the source 420 ms.
 */
export const prefix = '\u007f';
export const prefixByte = 0x7f;
/**
 * The sign after the prefix: before the digits of a number, a text, or the UTF-16 units of a name in
 * hexadecimal.
 */
export const signs = { number: 'n', text: 't', units: 'h' } as const;

/**
 * A value in JavaScript: the number nearest to the digits, a text without its prefix. Other values are
 * unchanged.
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

/**
 * Names that JavaScript treats as indexes and would move. Names with leading zeros match as well, which is
 * harmless.
 */
const indexLike = /^\d{1,10}$/;

/**
 * True for a name with a quote, a backslash, a control character or half a surrogate pair: JSON can write
 * these only as an escape.
 */
const needsEscape = (name: string): boolean => JSON.stringify(name).length > name.length + 2;

const toUnits = (name: string): string =>
  Array.from({ length: name.length }, (_, at) => name.charCodeAt(at).toString(16).padStart(4, '0')).join('');

const fromUnits = (units: string): string =>
  String.fromCharCode(...(units.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)));

/** The key of a member in an object; undefined without such a member. */
export function keyIn(holder: object, name: string): string | undefined {
  const key = keyOf(name);
  if (Object.hasOwn(holder, key)) return key;
  // A document that needs no encoding has unencoded keys.
  return key !== name && Object.hasOwn(holder, name) ? name : undefined;
}

/**
 * Decodes JSON text of encoded values to the text of the document. A quote without a backslash before it
 * opens a string.
 */
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
 * Decodes a path of jsonpath-plus, which escapes quotes inside a name, so a prefix after a quote begins a
 * name.
 */
export const decodePath = (path: string): string =>
  path
    .replaceAll(`['${prefix}${signs.text}`, "['")
    .replace(unitsInPath, (_, units: string) => `['${fromUnits(units).replace(/['\\]/g, '\\$&')}']`);

const unitsInPath = /\['\u007fh([\da-f]*)'\]/g;
