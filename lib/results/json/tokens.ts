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
  slash: 0x2f,
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

/** True when the text has the character with this code. */
export const isIn = (letters: string, code: number): boolean => letters.includes(String.fromCharCode(code));

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
