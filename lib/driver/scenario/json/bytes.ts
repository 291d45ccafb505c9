/** The bytes that have a meaning in JSON. */
export const byte = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  u: 0x75,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const;

export const isBlank = (each: number): boolean =>
  each <= 0x20 && (each === 0x20 || each === 0x0a || each === 0x0d || each === 0x09);

/** The byte order mark of UTF-8, which may precede a document. */
export const byteOrderMark: readonly number[] = [0xef, 0xbb, 0xbf];
