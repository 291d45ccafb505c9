/** Contents of the files that came with a document, by the path as written there. */
export type Files = ReadonlyMap<string, Uint8Array>;

/** A file that travels with a document. Its content is found by its hash, 64 hex digits. */
export type FileRef = {
  /** As written in the document: relative to its folder, never out of it. */
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
};

/** Files as they were uploaded for one burst. */
export type SentFiles = {
  /** The id of the upload. */
  readonly upload: string;
  readonly list: readonly FileRef[];
};
