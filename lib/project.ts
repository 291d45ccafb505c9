import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The folder with package.json: the top of a clone, or of the installed package. Sources and bundles lie at different
 * depths below it, so it is looked for upwards.
 */
export const project = holding('package.json', import.meta.dirname);

/** A clone has sources and can build and deploy; the package carries what was built. */
export const isClone = existsSync(join(project, 'bin', 'downpour.ts'));

export function version(): string {
  return (JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { version: string }).version;
}

function holding(file: string, folder: string): string {
  if (existsSync(join(folder, file))) return folder;
  if (dirname(folder) === folder) throw new Error(`${file} is in no folder above ${import.meta.dirname}`);
  return holding(file, dirname(folder));
}
