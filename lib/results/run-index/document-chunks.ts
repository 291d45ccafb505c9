import type { ReadRange } from './open-index.ts';

/** Bytes of one read. A chunk is large enough to need few requests, and two chunks fit into memory. */
const chunkBytes = 8 * 1024 * 1024;

/**
 * Reads a document from its beginning to its end. It loads the next chunk while the caller uses one.
 *
 * @param bytes the recorded size of the document.
 * @throws Error for a missing document, and for one with fewer bytes.
 */
export async function* chunksOf(
  document: ReadRange,
  bytes: number,
  size: number = chunkBytes,
): AsyncGenerator<Uint8Array> {
  const read = (start: number) => {
    const chunk = start < bytes ? document(start, Math.min(bytes, start + size)) : undefined;
    // A caller that stops early does not wait for the chunk that is loading, so an error of this chunk is
    // ignored.
    chunk?.catch(() => undefined);
    return chunk;
  };
  let next = read(0);
  for (let start = 0; start < bytes; start += size) {
    const chunk = await next;
    if (chunk === undefined) throw new Error('the bucket has no document of this run');
    if (start + chunk.length < Math.min(bytes, start + size))
      throw new Error(
        `the stored document has ${start + chunk.length} bytes, but by the record of the run it has ${bytes}`,
      );
    next = read(start + size);
    yield chunk;
  }
}
