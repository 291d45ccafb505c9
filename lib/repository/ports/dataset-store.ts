import type { ReadRange } from '../../results/run-index/open-index.ts';

/** Stores the documents of datasets that are not parts of their run, and the indexes of large datasets. */
export type DatasetStore = {
  /** Ids are never used twice, so a repeat writes the same document. */
  readonly put: (run: number, id: number, document: Uint8Array) => Promise<void>;
  /** Ranges of the document. */
  readonly document: (run: number, id: number) => ReadRange;
  /** Ranges of the index. */
  readonly index: (run: number, id: number) => ReadRange;
  readonly putIndex: (run: number, id: number, index: Uint8Array) => Promise<void>;
  /** A missing document is not an error. */
  readonly erase: (run: number, id: number) => Promise<void>;
};
