/**
 * The tokens and the grammar of RFC 8259 in bytes. A byte of 0, which no token contains, must follow the last
 * byte: loops end there and need no other bound.
 */
export const byte = {
  tab: 0x09,
  lineFeed: 0x0a,
  carriageReturn: 0x0d,
  space: 0x20,
  quote: 0x22,
  plus: 0x2b,
  comma: 0x2c,
  minus: 0x2d,
  dot: 0x2e,
  zero: 0x30,
  nine: 0x39,
  colon: 0x3a,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  e: 0x65,
  f: 0x66,
  n: 0x6e,
  t: 0x74,
  u: 0x75,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const;

export const isBlank = (code: number | undefined): boolean =>
  code === byte.space || code === byte.lineFeed || code === byte.carriageReturn || code === byte.tab;

/** The number of valid bytes of the escape that begins here. A complete escape of the form `\u0000` has 6. */
export function escapeLength(bytes: Uint8Array, at: number): number {
  if (bytes[at + 1] !== byte.u) return 1;
  for (let length = 2; length < 6; length += 1)
    if (!isIn('0123456789abcdefABCDEF', bytes[at + length]!)) return length;
  return 6;
}

/**
 * The tokens that the grammar expects next. `members` and `items` may be closed immediately, `name` and
 * `value` may not.
 */
export const state = {
  value: 0,
  items: 1,
  members: 2,
  name: 3,
  colon: 4,
  afterMember: 5,
  afterItem: 6,
  end: 7,
} as const;

/** Names of the expected tokens for messages. */
export const expectations: readonly string[] = [
  'a value',
  'a value or "]"',
  'a name in double quotes or "}"',
  'a name in double quotes',
  '":"',
  '"," or "}"',
  '"," or "]"',
  'the end of the text',
];

/**
 * The token with a mistake: the value of its first byte, whether the document begins with it, whether it is
 * directly inside an array, and the value of the wrong byte.
 */
export type Mistake = {
  readonly first: number;
  readonly begins: boolean;
  readonly inArray: boolean;
  readonly wrong: number;
};

/**
 * Advice about a mistake that programs of other languages make: numbers that JSON lacks, words of Python,
 * commas at the end, comments, lines of JSON, and messages before the document. It depends on two bytes, so
 * that a text in chunks gets the same advice. Empty: no advice.
 */
export function hintOf(expected: string, { first, begins, inArray, wrong }: Mistake): string {
  if (begins && first !== byte.minus) return notFirst;
  const isValue = expected === expectations[state.value] || expected === expectations[state.items];
  if (isValue && isIn('NiI', wrong)) return noNumber;
  if (isValue && isIn('TFu', wrong)) return noWord;
  if (expected === expectations[state.name] && wrong === byte.closeBrace) return noComma;
  if (inArray && expected === expectations[state.value] && wrong === byte.closeBracket) return noComma;
  if (expected === expectations[state.end] && isIn('{[', wrong)) return several;
  if (isIn('/', wrong)) return noComment;
  if (first === byte.n && isIn('a', wrong)) return noNumber;
  return first === byte.minus && isIn('nNiI', wrong) ? noNumber : '';
}

const isIn = (letters: string, code: number): boolean => letters.includes(String.fromCharCode(code));

const noNumber = '; JSON has no NaN and no infinity, so write null or a text';
const noWord = '; JSON has only the words true, false and null, in small letters';
const noComma = '; JSON allows no comma after the last member or item, so remove the comma';
const noComment = '; JSON allows no comments, so remove the comment';
const several = '; the text has more than one JSON document, so send one document, or put all into one list';
const notFirst = '; remove text before the JSON, such as messages of the program that wrote the JSON';
