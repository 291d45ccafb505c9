import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Folders with generated or installed files. */
const made = new Set(['node_modules', '.git', 'dist', 'cdk.out', '.downpour']);

/**
 * Paths of all files below a root that people write, with slashes. The lock file and data from elsewhere are
 * left out.
 */
export function writtenFiles(root: string): string[] {
  return globSync('**/{.*,*}', { cwd: root, withFileTypes: true, exclude: (entry) => made.has(entry.name) })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((file) => file !== 'package-lock.json' && !file.startsWith('test/data/'));
}

/** Names that do not describe the contents of a file. */
const emptyWords = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'manager', 'managers', 'misc']);

export function namelessFiles(files: readonly string[]): string[] {
  return files
    .filter((file) =>
      file.split('/').some((part) => part.split(/[.-]/).some((word) => emptyWords.has(word.toLowerCase()))),
    )
    .map((file) => `${file}:1 is named after nothing; call ${basename(file)} by the noun it is about`);
}

// Each word is joined from two halves, so that the search does not find this line itself.
const promise = new RegExp(`\\b(${['TO', 'DO'].join('')}|${['FIX', 'ME'].join('')})\\b`);
const machinePath = /(?<![\w.}<*])(?:\/(?:home|root|work|Users)\/[\w.-]+|[A-Z]:\\\\?Users)/;

const badLines = [
  { found: /^(?:<{7}|>{7}) /, complaint: 'is left from a merge; take one of both sides' },
  { found: promise, complaint: 'promises work; do it now or describe it where work is planned' },
  {
    found: machinePath,
    complaint: 'names a path of one machine; build it from import.meta.dirname or an argument',
  },
] as const;

/**
 * Lines in text files that do not belong into a commit: marks of a merge, promises of later work, and paths
 * of one machine.
 */
export function badTexts(root: string, files: readonly string[]): string[] {
  return files.flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n');
    return lines.flatMap((line, n) =>
      badLines
        .filter(({ found }) => found.test(line))
        .map(({ complaint }) => `${file}:${n + 1} ${complaint}`),
    );
  });
}
