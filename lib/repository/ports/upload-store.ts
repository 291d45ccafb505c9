/**
 * The store of documents of runs that are uploaded in parts. Each document has its final key from the
 * beginning, and readers do not see the document of a run without a row. `transfer` is the store's name for
 * one multipart upload.
 */
export type UploadStore = {
  readonly begin: (run: number) => Promise<string>;
  /** Makes a URL that accepts one part with PUT. */
  readonly url: (
    run: number,
    transfer: string,
    number: number,
    bytes: number,
    expiresInS: number,
  ) => Promise<string>;
  /** Lists the uploaded parts. Undefined when the multipart upload was completed or cancelled. */
  readonly parts: (run: number, transfer: string) => Promise<readonly StoredPart[] | undefined>;
  readonly join: (run: number, transfer: string, parts: readonly StoredPart[]) => Promise<void>;
  readonly drop: (run: number, transfer: string) => Promise<void>;
  /** The size of the document in bytes. Undefined while the document is incomplete. */
  readonly bytes: (run: number) => Promise<number | undefined>;
  /** Writes or replaces the index of a document in pieces. */
  readonly writeIndex: <Result>(
    run: number,
    produce: (write: (bytes: Uint8Array) => Promise<void>) => Promise<Result>,
  ) => Promise<Result>;
  /** Deletes a document without a run. */
  readonly erase: (run: number) => Promise<void>;
  /**
   * True when the store has an object of the run, such as its document. These objects are stored before the
   * row of the run.
   */
  readonly isThere: (run: number) => Promise<boolean>;
  /** Deletes all objects of a run that are stored before its row. */
  readonly eraseAll: (run: number) => Promise<void>;
};

/** A stored part of an upload. Part numbers count from 1. */
export type StoredPart = { readonly number: number; readonly bytes: number; readonly etag: string };
