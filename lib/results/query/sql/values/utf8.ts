import { compareText } from '../../operators.ts';

const encoder = new TextEncoder();

/** The number of bytes that a text has in UTF-8. */
export function utf8Length(text: string): number {
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) > 0x7f) return encoder.encode(text).length;
  }
  return text.length;
}

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
