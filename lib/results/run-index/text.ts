const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

export const textOf = (bytes: Uint8Array): string => utf8.decode(bytes);

/** A name or string by what stands between its quotes. */
export const decodeName = (inside: Uint8Array): string => JSON.parse(`"${utf8.decode(inside)}"`) as string;
