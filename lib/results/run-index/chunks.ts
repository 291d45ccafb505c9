import type { ReadRange } from './open-index.ts';

/** Bytes of one read: few requests, and two of them in memory. */
const chunkBytes = 8 * 1024 * 1024;

/** A document from its beginning to its end. The next chunk is on its way while one is used. */
export async function* chunksOf(
  document: ReadRange,
  bytes: number,
  size: number = chunkBytes,
): AsyncGenerator<Uint8Array> {
  const read = (start: number) => {
    const chunk = start < bytes ? document(start, Math.min(bytes, start + size)) : undefined;
    // Whoever stops in between does not wait for it.
    chunk?.catch(() => undefined);
    return chunk;
  };
  let next = read(0);
  for (let start = 0; start < bytes; start += size) {
    const chunk = await next;
    if (chunk === undefined) throw new Error('the document of the run is missing');
    next = read(start + size);
    yield chunk;
  }
}
