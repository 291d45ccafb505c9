/**
 * Percent-encodes a text. Half of a surrogate pair, which JSON can write and UTF-8 cannot, becomes U+FFFD.
 */
export const percentEncoded = (text: string): string => encodeURIComponent(text.toWellFormed());
