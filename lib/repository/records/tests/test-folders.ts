import type { Test } from './tests.ts';

/** All folders and their parents in alphabetical order, after the root. */
export function foldersOf(tests: readonly Test[]): readonly (string | null)[] {
  const folders = new Set<string>();
  for (const { folder } of tests) {
    const names = folder?.split('/') ?? [];
    for (const depth of names.keys()) folders.add(names.slice(0, depth + 1).join('/'));
  }
  return [null, ...[...folders].sort()];
}

/**
 * Converts a folder to its stored form. Null for the root. Undefined for `*`, which is no folder: it means
 * all folders.
 */
export function parseFolder(text: string | null | undefined): string | null | undefined {
  const folder = (text ?? '').trim().replace(/\/$/, '').trim();
  if (folder === '*') return undefined;
  return folder === '' ? null : folder;
}
