import { documentOf } from '../../../lib/repository/pipeline/content/dataset-document.ts';
import type { RunStore } from '../../../lib/repository/ports/run-store.ts';
import { documentMissing } from '../../../lib/repository/reading/visible-run.ts';
import type { DatasetRow } from '../../../lib/repository/records/datasets/dataset.ts';
import type { RunRow } from '../../../lib/repository/records/runs/runs.ts';
import { BoundedCache } from '../../../lib/results/query/bounded-cache.ts';
import type { Document } from '../../../lib/results/query/document.ts';
import type { RunSource } from '../../../lib/results/query/query-run.ts';
import { chunksOf } from '../../../lib/results/run-index/document-chunks.ts';
import { builtIndex } from '../../../lib/results/run-index/index-run.ts';
import type { RunIndex } from '../../../lib/results/run-index/index-types.ts';
import { isOpen, openIndex, type ReadRange } from '../../../lib/results/run-index/open-index.ts';
import type { Stores } from '../../../lib/store/stores.ts';
import { log } from '../../log.ts';
import { documentCacheLimits } from './limits.ts';

/** Cached indexes. A revision of a run never changes, so a cached index remains valid. */
const indexes = new BoundedCache<RunIndex>(documentCacheLimits.indexCacheBytes);
const documents = new BoundedCache<Document>(documentCacheLimits.documentCacheBytes);

/**
 * The memory of a parsed document for each byte of its text: about 4 bytes for JSONPath and 8 for SQL/JSON
 * path.
 */
const memoryPerByte = 12;
/** The memory of an open index for each of its bytes. */
const memoryPerIndexByte = 8;

/** Opens a stored run for a filter query. */
export const runSource = (runs: RunStore, run: RunRow): RunSource =>
  storedSource({
    name: `run ${run.id}`,
    key: `${run.id} ${run.revision ?? 0}`,
    documentBytes: run.sizeBytes,
    document: runs.document(run.id, run.revision),
    index: runs.index(run.id, run.revision),
    async putIndex(index, why) {
      log.error(
        `the index of run ${run.id} was missing or damaged, so Downpour builds a new one`,
        { run: run.id },
        why,
      );
      await runs.putIndex(run.id, index, run.revision);
    },
  });

/** Opens a dataset for a filter query. The index of a large dataset is made when the first query needs it. */
export const datasetSource = (all: Pick<Stores, 'runs' | 'datasets'>, dataset: DatasetRow): RunSource =>
  storedSource({
    name: `dataset ${dataset.id}`,
    key: `dataset ${dataset.id}`,
    documentBytes: dataset.sizeBytes,
    document: documentOf(all, dataset),
    index: all.datasets.index(dataset.runId, dataset.id),
    putIndex: (index) => all.datasets.putIndex(dataset.runId, dataset.id, index),
  });

/** A stored document and its index. */
type Stored = Pick<RunSource, 'documentBytes' | 'document' | 'index'> & {
  readonly name: string;
  /** The unique key of the document in the cache. */
  readonly key: string;
  /**
   * Stores a new index of the document.
   * @param why the reason why the stored index cannot be used.
   */
  readonly putIndex: (index: Uint8Array, why: string) => Promise<void>;
};

function storedSource(stored: Stored): RunSource {
  const { key, documentBytes, document, index } = stored;
  return {
    documentBytes,
    document,
    index,
    async openIndex(read) {
      const known = indexes.get(key);
      if (known !== undefined) return known;
      let bytes = 0;
      const index = await opened(stored, async (start, end) => {
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

/** Reads the stored index. If it is missing, damaged or of another release, a new index replaces it. */
async function opened(stored: Stored, read: ReadRange): Promise<RunIndex> {
  const { documentBytes, putIndex, name } = stored;
  const index = await openIndex(read, { documentBytes });
  if (isOpen(index)) return index;
  const whole: ReadRange = async (start, end) => {
    const bytes = await stored.document(start, end);
    if (bytes === undefined) throw documentMissing(name);
    return bytes;
  };
  const built = await builtIndex(chunksOf(whole, documentBytes));
  await putIndex(built.bytes, index.reason);
  return built.index;
}
