/**
 * Documents of runs that arrive in parts. Each lies where it stays from the beginning: nobody sees a document whose run has
 * no row. `transfer` is the store's name for one such arrival.
 */
export type UploadStore = {
  readonly begin: (run: number) => Promise<string>;
  /** A URL that takes one part with PUT. */
  readonly url: (
    run: number,
    transfer: string,
    number: number,
    bytes: number,
    expiresInS: number,
  ) => Promise<string>;
  /** The parts that are there; undefined when the transfer is over. */
  readonly parts: (run: number, transfer: string) => Promise<readonly StoredPart[] | undefined>;
  readonly join: (run: number, transfer: string, parts: readonly StoredPart[]) => Promise<void>;
  readonly drop: (run: number, transfer: string) => Promise<void>;
  /** Bytes of the document; undefined while it is not whole. */
  readonly bytes: (run: number) => Promise<number | undefined>;
  /** Writes or replaces the index piece by piece. */
  readonly writeIndex: <Result>(
    run: number,
    produce: (write: (bytes: Uint8Array) => Promise<void>) => Promise<Result>,
  ) => Promise<Result>;
  /** Deletes a document that no run was made of. */
  readonly erase: (run: number) => Promise<void>;
  /** Whether anything lies there that was written before a row was. */
  readonly isThere: (run: number) => Promise<boolean>;
  /** Deletes everything that was written before a row was. */
  readonly eraseAll: (run: number) => Promise<void>;
};

/** A part of an object that lies in the store, from 1. */
export type StoredPart = { readonly number: number; readonly bytes: number; readonly etag: string };
