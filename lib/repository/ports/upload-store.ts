/**
 * Stores documents of runs that arrive in parts. Each document has its final key from the beginning, and
 * readers do not see the document of a run without a row. `transfer` is the store's name for one such
 * arrival.
 */
export type UploadStore = {
  readonly begin: (run: number) => Promise<string>;
  /** A URL that accepts one part with PUT. */
  readonly url: (
    run: number,
    transfer: string,
    number: number,
    bytes: number,
    expiresInS: number,
  ) => Promise<string>;
  /** The uploaded parts. Undefined when the transfer is over. */
  readonly parts: (run: number, transfer: string) => Promise<readonly StoredPart[] | undefined>;
  readonly join: (run: number, transfer: string, parts: readonly StoredPart[]) => Promise<void>;
  readonly drop: (run: number, transfer: string) => Promise<void>;
  /** Bytes of the document. Undefined while it is incomplete. */
  readonly bytes: (run: number) => Promise<number | undefined>;
  /** Writes or replaces the index in pieces. */
  readonly writeIndex: <Result>(
    run: number,
    produce: (write: (bytes: Uint8Array) => Promise<void>) => Promise<Result>,
  ) => Promise<Result>;
  /** Deletes a document without a run. */
  readonly erase: (run: number) => Promise<void>;
  /** Whether an object of the run exists that is written before the row. */
  readonly isThere: (run: number) => Promise<boolean>;
  /** Deletes all objects that are written before the row. */
  readonly eraseAll: (run: number) => Promise<void>;
};

/** A stored part of an object. Numbers count from 1. */
export type StoredPart = { readonly number: number; readonly bytes: number; readonly etag: string };
