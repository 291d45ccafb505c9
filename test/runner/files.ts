import { globSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');

/** Tests of this folder need more than Node and npm; `npm run test:peers` runs them. */
export const peersFolder = 'test/peers/';

/**
 * Paths from the top of the project, sorted: all test files except those of peers, or the files that the
 * arguments name.
 */
export function filesOf(named: readonly string[]): readonly string[] {
  if (named.length === 0) return testFiles('test').filter((file) => !file.startsWith(peersFolder));
  return [...new Set(named.flatMap((name) => testFiles(relative(root, resolve(name)))))];
}

/** The test files below a folder, or the file itself. A name that is not there has none. */
export function testFiles(path: string): readonly string[] {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (found?.isFile()) return [path];
  return globSync(`${path}/**/*.test.ts`, { cwd: root }).toSorted();
}
