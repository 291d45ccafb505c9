import type { ReadRange } from '../../results/run-index/open-index.ts';

/**
 * The store of the documents of datasets that are not parts of their run, and of the indexes of large
 * datasets.
 */
export type DatasetStore = {
  /** Stores a dataset's document. Ids are never used twice, so a repeat writes the same document. */
  readonly put: (run: number, id: number, document: Uint8Array) => Promise<void>;
  /** Returns a function that reads ranges of a dataset's document. */
  readonly document: (run: number, id: number) => ReadRange;
  /** Returns a function that reads ranges of a dataset's index. */
  readonly index: (run: number, id: number) => ReadRange;
  readonly putIndex: (run: number, id: number, index: Uint8Array) => Promise<void>;
  /**
   * Deletes the document of a dataset, its index and its large label values. A missing object is not an
   * error.
   */
  readonly erase: (run: number, id: number) => Promise<void>;
};
