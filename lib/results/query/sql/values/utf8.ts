import { compareText } from '../../operators.ts';

/**
 * Compares names in the order of `jsonb`: shorter names first, in bytes; equally long names by their bytes.
 */
export const compareStored = (left: string, right: string): number =>
  Buffer.byteLength(left) - Buffer.byteLength(right) || compareText(left, right);

/** The longest prefix of whole characters that fits into this many bytes of UTF-8. */
export function utf8Prefix(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read);
}
