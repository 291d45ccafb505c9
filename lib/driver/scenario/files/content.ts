import type { Files } from '../../model/files.ts';

/**
 * The bytes of a file that a step has asked for with `Scope.needsFile`. Called while a scenario is compiled.
 * @throws Error when it is not there, which no plan that passed its check can bring about.
 */
export function contentOf(path: string, { files }: { readonly files: Files }): Uint8Array {
  const bytes = files.get(path);
  if (bytes === undefined) throw new Error(`file '${path}' did not come with the plan`);
  return bytes;
}
