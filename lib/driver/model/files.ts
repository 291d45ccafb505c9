/** The contents of the files that came with a document, by their path in the document. */
export type Files = ReadonlyMap<string, Uint8Array>;

/** A file that came with a document. The hash (64 hex digits) of its content identifies it. */
export type FileRef = {
  /** The path in the document. It is relative to the document's folder and does not lead out of it. */
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
};

/** The files that were uploaded for one burst. */
export type SentFiles = {
  /** The id of the upload. */
  readonly upload: string;
  readonly list: readonly FileRef[];
};
