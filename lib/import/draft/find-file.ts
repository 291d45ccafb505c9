/**
 * A file that an imported source names: its path in the new document and its bytes, or why it cannot be used.
 */
export type FoundFile = { readonly path: string; readonly content?: Uint8Array } | { readonly wrong: string };

/** Finds a file by the name that the source has for it. */
export type FindFile = (name: string) => FoundFile;

/** Accepts every name unchanged, for callers that cannot read files. */
export const asNamed: FindFile = (name) => ({ path: name });
