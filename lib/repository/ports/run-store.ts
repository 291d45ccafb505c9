import type { ReadRange } from '../../results/run-index/open-index.ts';

/** The pieces of a body in their order. */
export type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * The store of the documents of runs and their indexes. A document is stored byte for byte as it was
 * uploaded, unless its `$schema` was changed.
 */
export type RunStore = {
  /** Writes a document once. False when the run has a document already, which remains unchanged. */
  readonly put: (id: number, body: Uint8Array, revision?: number) => Promise<boolean>;
  /** Writes or replaces the index of a run, which depends on the document and the release. */
  readonly putIndex: (id: number, index: Uint8Array, revision?: number) => Promise<void>;
  /** Writes the metadata of a run, a JSON array. A repeated upload writes the same. */
  readonly putMetadata: (id: number, metadata: Uint8Array) => Promise<void>;
  /** Reads the metadata of a run. Undefined for a run without metadata. */
  readonly metadata: (id: number) => Promise<Uint8Array | undefined>;
  /**
   * Reads the document of a run, in the revision that its row names. Undefined when the run has no document.
   */
  readonly get: (id: number, revision?: number) => Promise<Uint8Array | undefined>;
  /** Returns a URL from which the document of a run can be read for `expiresInS` seconds. */
  readonly documentUrl: (
    run: { readonly id: number; readonly revision?: number },
    expiresInS: number,
  ) => Promise<string>;
  /** Returns a function that reads ranges of a run's document. */
  readonly document: (id: number, revision?: number) => ReadRange;
  /** Returns a function that reads ranges of a run's index. */
  readonly index: (id: number, revision?: number) => ReadRange;
  /** Deletes a replaced revision of a document, and its index. A missing document is not an error. */
  readonly eraseRevision: (id: number, revision: number) => Promise<void>;
  /** Writes or replaces the log of a run's histograms. */
  readonly putHistograms: (id: number, log: string) => Promise<void>;
  /** Reads the log of a run's histograms. Undefined for a run without a log, such as an upload. */
  readonly histograms: (id: number) => Promise<string | undefined>;
  /** Writes or replaces the numbers of a run that a comparison needs. They depend only on the document. */
  readonly putMeasured: (id: number, measured: Uint8Array) => Promise<void>;
  /**
   * Reads the numbers of a run that a comparison needs. Undefined until a burst or a comparison has written
   * them.
   */
  readonly measured: (id: number) => Promise<Uint8Array | undefined>;
  /**
   * Writes or replaces label values of a dataset that are too large for the table: JSON texts by the ids of
   * the labels.
   */
  readonly putLabelValues: (
    id: number,
    dataset: number,
    values: Readonly<Record<string, string>>,
  ) => Promise<void>;
  readonly labelValues: (
    id: number,
    dataset: number,
  ) => Promise<Readonly<Record<string, string>> | undefined>;
  /**
   * Stores a response for a day. Returns a URL from which the response can be read for `expiresInS` seconds.
   * Pieces of a body are written in parts, with bounded memory.
   */
  readonly putAnswer: (
    request: string,
    body: string | Uint8Array | Pieces,
    type: string,
    expiresInS: number,
  ) => Promise<string>;
};
