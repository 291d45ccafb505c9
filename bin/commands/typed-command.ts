import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this program, be it a clone or an installed package. */
export function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'schema', 'benchmark.schema.json')) && folder !== dirname(folder))
    folder = dirname(folder);
  return folder;
}

/** How this program is called, so that a printed command can be typed as it stands. */
export function typedCommand(
  environment: NodeJS.ProcessEnv,
  folder = packageFolder(),
  cwd = process.cwd(),
): string {
  if (environment.npm_command === 'exec') return 'npx downpour';
  if (folder.split(sep).includes('node_modules')) return 'downpour';
  return quoted(join(relative(cwd, folder) || '.', 'bin', 'downpour'));
}

/** A word as a shell takes it. */
export function quoted(word: string): string {
  return /^[\w./@:+=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
