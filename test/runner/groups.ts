import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dearest } from './dearest.ts';
import { root } from './files.ts';

/** The test files that one process runs, one after the other. */
export type Group = readonly string[];

/** A process takes 100 to 400 ms to load what tests of pure code share. */
const filesMax = 30;

/**
 * Divides test files into processes. A file that leaves nothing behind shares one with its neighbours, any other file has one for
 * itself. The dearest come first, so that the run does not end with one processor that waits for one file.
 */
export function grouped(files: readonly string[], each = false): readonly Group[] {
  const single = files.filter((file) => each || !sharesProcess(file, readFileSync(join(root, file), 'utf8')));
  const taken = new Set(single);
  const shared = Map.groupBy(
    files.filter((file) => !taken.has(file)),
    (file) => file.split('/').slice(0, 2).join('/'),
  );
  const groups = [...shared.values()].flatMap((folder) => portions(folder, filesMax));
  const dear = dearest.filter((file) => single.includes(file));
  const others = single.filter((file) => !dear.includes(file));
  // Pure code can run while the product is built.
  const atOnce = groups.splice(0, 2);
  return [...atOnce, ...dear.map((file) => [file]), ...groups, ...others.map((file) => [file])];
}

/** Folders whose tests are of pure code, and those of the stack, which share what they synthesise. */
const pureRooms = [
  'cloud',
  'detection',
  'docs',
  'driver',
  'import',
  'report',
  'results',
  'schema',
  'timetable',
];

/** Tests of what a process has not loaded yet. */
const alone = new Set(['test/driver/scenario/lazily.test.ts']);

/** Modules of Node that a test of pure code may import. */
const pure = new Set([
  'assert',
  'assert/strict',
  'buffer',
  'crypto',
  'fs',
  'path',
  'test',
  'url',
  'util',
  'zlib',
]);

/** A hook at the top of a file would hold for all files of its process; the others change what a neighbour may read. */
const leavesBehind =
  /^(before|after|beforeEach|afterEach)\(|\bmock\b|\bprocess\.|\bglobalThis\.|\b(write\w*|mkdtemp|mkdir|rm|cp)Sync\b|scratch|chdir/m;

/** Whether a test file is of a pure room, and its source shows that it leaves nothing behind: no hooks, files, servers or mocks. */
export function sharesProcess(file: string, source: string): boolean {
  if (alone.has(file) || !pureRooms.some((room) => file.startsWith(`test/${room}/`))) return false;
  const modules = [...source.matchAll(/\bfrom 'node:([^']+)'/g)].map(([, name = '']) => name);
  return modules.every((name) => pure.has(name)) && !leavesBehind.test(source);
}

function portions<T>(all: readonly T[], most: number): readonly (readonly T[])[] {
  const count = Math.ceil(all.length / most);
  return Array.from({ length: count }, (_, n) =>
    all.slice(Math.floor((n * all.length) / count), Math.floor(((n + 1) * all.length) / count)),
  );
}
