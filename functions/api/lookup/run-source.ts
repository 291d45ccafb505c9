import { limits } from '../../../lib/results/limits.ts';
import { BoundedCache } from '../../../lib/results/query/bounded-cache.ts';
import type { Document } from '../../../lib/results/query/document.ts';
import type { RunSource } from '../../../lib/results/query/query-run.ts';
import type { Run } from '../../../lib/results/run.ts';
import { indexBytes } from '../../../lib/results/run-index/index-bytes.ts';
import { isOpen, openIndex, type ReadRange } from '../../../lib/results/run-index/open-index.ts';
import type { RunIndex } from '../../../lib/results/run-index/run-index.ts';
import type { RunStore } from '../../../lib/store/runs.ts';
import { log } from '../../log.ts';

/** Runs never change, so what a warm function has read of one stays valid. */
const indexes = new BoundedCache<RunIndex>(limits.indexCacheBytes);
const documents = new BoundedCache<Document>(limits.documentCacheBytes);

/** Bytes of memory that a parsed document takes for each byte of its text: about 4 for JSONPath and 8 for SQL/JSON path. */
const memoryPerByte = 12;
/** An open index is JavaScript objects made from these bytes. */
const memoryPerIndexByte = 8;

/** A stored run for the filter query. */
export function runSource(runs: RunStore, run: Run): RunSource {
  const key = String(run.id);
  const document = runs.document(run.id);
  return {
    documentBytes: run.sizeBytes,
    document,
    index: runs.index(run.id),
    async openIndex(read) {
      const known = indexes.get(key);
      if (known !== undefined) return known;
      let bytes = 0;
      const index = await opened(runs, run, async (start, end) => {
        const found = await read(start, end);
        bytes += found?.length ?? 0;
        return found;
      });
      indexes.set(key, index, bytes * memoryPerIndexByte);
      return index;
    },
    kept: () => documents.get(key),
    keep: (kept) => documents.set(key, kept, kept.bytes.length * memoryPerByte),
  };
}

/** The stored index, or a new one in its place when it is missing, damaged or of another release. */
async function opened(runs: RunStore, run: Run, read: ReadRange): Promise<RunIndex> {
  const expected = { documentBytes: run.sizeBytes };
  const index = await openIndex(read, expected);
  if (isOpen(index)) return index;
  log.error(`the index of run ${run.id} is built anew`, { run: run.id }, index.reason);
  const built = await indexBytes(chunksOf(runs.document(run.id), run.sizeBytes));
  await runs.putIndex(run.id, built);
  const again = await openIndex(async (start, end) => built.subarray(start, end), expected);
  if (isOpen(again)) return again;
  throw new Error(`the index of run ${run.id} cannot be opened although it was just built: ${again.reason}`);
}

const chunkBytes = 8 * 1024 * 1024;

async function* chunksOf(document: ReadRange, bytes: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes; start += chunkBytes) {
    const chunk = await document(start, Math.min(bytes, start + chunkBytes));
    if (chunk === undefined) throw new Error('the document of the run is missing');
    yield chunk;
  }
}
