import { globSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');

/** The folder of tests that need more than Node and npm. `npm run test:peers` runs them. */
export const peersFolder = 'test/peers/';

/**
 * The test files to run, sorted: all except those that need peers, or the files that the arguments name.
 * Paths are from the root of the project.
 */
export function filesOf(named: readonly string[]): readonly string[] {
  if (named.length === 0) return testFiles('test').filter((file) => !file.startsWith(peersFolder));
  return [...new Set(named.flatMap((name) => testFiles(relative(root, resolve(name)))))];
}

/** The test files in a folder, or the file itself. Empty when the path does not exist. */
export function testFiles(path: string): readonly string[] {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (found?.isFile()) return [path];
  return globSync(`${path}/**/*.test.ts`, { cwd: root }).toSorted();
}
