const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

export const decodeUtf8 = (bytes: Uint8Array): string => utf8.decode(bytes);

/** Decodes a name or string of a JSON document from the bytes between its quotes. */
export const decodeName = (inside: Uint8Array): string => JSON.parse(`"${utf8.decode(inside)}"`) as string;

/** True when a range of bytes equals `written`. */
export function isWritten(written: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (written.length !== end - start) return false;
  for (let at = 0; at < written.length; at += 1) if (written[at] !== bytes[start + at]) return false;
  return true;
}
