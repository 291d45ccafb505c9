/** A file that a source names, as the document may name it; or why the document cannot. */
export type FoundFile =
  | { readonly path: string; readonly hasLineBreaks?: boolean }
  | { readonly wrong: string };

/** Looks for a file by the name that the source gives it. */
export type FindFile = (name: string) => FoundFile;

/** Where nobody can look, every name is taken as it is. */
export const asNamed: FindFile = (name) => ({ path: name });
