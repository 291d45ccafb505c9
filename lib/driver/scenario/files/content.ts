import type { Files } from '../../model/files.ts';

/**
 * The bytes of a file that a step has requested with `Scope.needsFile`. Call it only while a scenario is
 * compiled.
 * @throws Error when the file is missing. The check of a plan has already rejected such a document.
 */
export function contentOf(path: string, { files }: { readonly files: Files }): Uint8Array {
  const bytes = files.get(path);
  if (bytes === undefined) throw new Error(`file '${path}' was not stored with the plan`);
  return bytes;
}
