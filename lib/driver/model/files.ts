/** Contents of the files that came with a document, by the path in the document. */
export type Files = ReadonlyMap<string, Uint8Array>;

/** A file that came with a document. Its hash, in 64 hex digits, identifies its content. */
export type FileRef = {
  /** The path in the document. It is relative to the document's folder and never leads out of it. */
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
};

/** Files that were uploaded for one burst. */
export type SentFiles = {
  /** The id of the upload. */
  readonly upload: string;
  readonly list: readonly FileRef[];
};
