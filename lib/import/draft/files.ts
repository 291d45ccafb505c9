/** A file of the source with its path for the document; or the reason why the document cannot use it. */
export type FoundFile =
  | { readonly path: string; readonly hasLineBreaks?: boolean }
  | { readonly wrong: string };

/** Finds a file by its name in the source. */
export type FindFile = (name: string) => FoundFile;

/** Accepts every name unchanged, for callers without access to files. */
export const asNamed: FindFile = (name) => ({ path: name });
