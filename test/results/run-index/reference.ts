/** The result of JSON.parse for bytes: a document, or the byte at which it stops. */
export type Reference = { readonly document: unknown } | { readonly offset: number | undefined };

const utf8 = new TextDecoder('utf-8', { fatal: true });

export function reference(bytes: Uint8Array): Reference {
  const text = utf8.decode(bytes);
  const isMarked = bytes.length >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  try {
    return { document: JSON.parse(text) };
  } catch (error) {
    const offset = place(text, (error as Error).message);
    return { offset: offset === undefined ? undefined : offset + (isMarked ? 3 : 0) };
  }
}

/**
 * The offset of a mistake in V8's message. V8 gives most offsets as numbers, describes the end of the text in
 * words, and leaves some offsets out.
 */
function place(text: string, message: string): number | undefined {
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return Buffer.byteLength(text.slice(0, Number(position)));
  return message.startsWith('Unexpected end') ? Buffer.byteLength(text) : undefined;
}
