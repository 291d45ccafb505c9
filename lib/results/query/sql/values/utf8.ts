const encoder = new TextEncoder();

/** Bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) > 0x7f) return encoder.encode(text).length;
  }
  return text.length;
}

/**
 * Compares by code points, which is the order of UTF-8 bytes. UTF-16 has a different order for surrogates
 * only.
 */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at += 1) {
    const [a, b] = [left.charCodeAt(at), right.charCodeAt(at)];
    if (a !== b) return codePointRank(a) - codePointRank(b);
  }
  return left.length - right.length;
}

/**
 * Ranks a UTF-16 unit for the order of code points. Surrogates belong to code points above all other units,
 * so they rank after U+FFFF.
 */
const codePointRank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x2000 : unit);

/**
 * Compares names in the order of `jsonb`: shorter names first, in bytes; equally long names by their bytes.
 */
export const compareStored = (left: string, right: string): number =>
  utf8Length(left) - utf8Length(right) || compareText(left, right);

/** The longest prefix of whole characters that fits into this many bytes of UTF-8. */
export function utf8Prefix(text: string, bytes: number): string {
  const { read } = encoder.encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read);
}
