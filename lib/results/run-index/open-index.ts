import { decodeHead, decodeTrailer, indexFormat, tailBytes, tailNeeded } from './head.ts';
import type { RunIndex } from './index-types.ts';

/**
 * Reads bytes of a stored object from `start` to `end`, as in Array.slice. A negative start counts from the
 * end (a suffix range of HTTP) and has no `end`. Undefined: the object does not exist.
 */
export type ReadRange = (start: number, end?: number) => Promise<Uint8Array | undefined>;

/** The reason why an index cannot be used. It must be built again. */
export type NoIndex = {
  readonly missing: 'no index' | 'other format' | 'other document' | 'damaged';
  readonly reason: string;
};

/**
 * Opens a stored index with one read of its end, and a second read if its head is larger than usual.
 * @param document the document to which the index must belong.
 */
export async function openIndex(
  read: ReadRange,
  document: Pick<RunIndex, 'documentBytes'>,
): Promise<RunIndex | NoIndex> {
  const tail = await read(-tailBytes);
  if (tail === undefined) return { missing: 'no index', reason: 'the run has no index' };
  const trailer = decodeTrailer(tail);
  if (trailer === undefined) return { missing: 'damaged', reason: 'the end of the index is damaged' };
  if (trailer.format !== indexFormat) {
    const reason = `the index has format ${trailer.format}, this release reads format ${indexFormat}`;
    return { missing: 'other format', reason };
  }
  const needed = tailNeeded(trailer);
  const whole = needed <= tail.length ? tail : await read(-needed);
  if (whole === undefined || whole.length < needed)
    return { missing: 'damaged', reason: 'the head of the index is incomplete' };
  try {
    return ofDocument(decodeHead(whole, trailer), document);
  } catch (cause) {
    return {
      missing: 'damaged',
      reason: `the head of the index cannot be read: ${(cause as Error).message}`,
    };
  }
}

export const isOpen = (opened: RunIndex | NoIndex): opened is RunIndex => !('missing' in opened);

function ofDocument(index: RunIndex, document: Pick<RunIndex, 'documentBytes'>): RunIndex | NoIndex {
  if (index.documentBytes === document.documentBytes) return index;
  const reason = `the index belongs to another document of ${index.documentBytes} bytes`;
  return { missing: 'other document', reason };
}
