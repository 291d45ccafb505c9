import { join, relative, sep } from 'node:path';
import { project } from '../../lib/project.ts';

/** The text that calls this program from the working directory, so that a user can copy a printed command. */
export function typedCommand(environment: NodeJS.ProcessEnv, folder = project, cwd = process.cwd()): string {
  if (environment.npm_command === 'exec') return 'npx downpour';
  if (folder.split(sep).includes('node_modules')) return 'downpour';
  return quoted(join(relative(cwd, folder) || '.', 'bin', 'downpour'));
}

/** A word in quotes, if a shell needs them. */
export function quoted(word: string): string {
  return /^[\w./@:+=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The option `--data` for the end of a printed command. Empty without a folder. */
export const dataWords = (data: string | undefined): string =>
  data === undefined ? '' : ` --data ${quoted(data)}`;
