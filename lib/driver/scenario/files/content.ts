import type { Files } from '../../model/files.ts';

/**
 * The bytes of a file that a step has requested with `Scope.needsFile`. Called while a scenario is compiled.
 * @throws Error when the file is missing, which the check of a plan prevents.
 */
export function contentOf(path: string, { files }: { readonly files: Files }): Uint8Array {
  const bytes = files.get(path);
  if (bytes === undefined) throw new Error(`file '${path}' was not stored with the plan`);
  return bytes;
}
