import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dearest } from './dearest.ts';
import { root } from './files.ts';

/** The test files that one process runs, one after the other. */
export type Group = readonly string[];

/** A process takes 100 to 400 ms to load the modules that neighbours share. */
const filesMax = 30;
/** The tests of stacks take most memory and time, up to 1.1 GB in a process. */
const filesMaxOf: Readonly<Record<string, number>> = { 'test/cloud': 12 };

/**
 * Divides test files into processes. A file that leaves nothing behind shares one with its neighbours, any
 * other file has one for itself. The dearest files, which mostly wait, are at the beginning, and the groups,
 * which compute and can run while the product is built, at the end. A run takes from both (processes.ts).
 */
export function grouped(files: readonly string[], each = false): readonly Group[] {
  const single = files.filter((file) => each || !sharesProcess(file, readFileSync(join(root, file), 'utf8')));
  const taken = new Set(single);
  const shared = Map.groupBy(
    files.filter((file) => !taken.has(file)),
    (file) => file.split('/').slice(0, 2).join('/'),
  );
  const groups = [...shared].flatMap(([folder, own]) => portions(own, filesMaxOf[folder] ?? filesMax));
  const dear = dearest.filter((file) => single.includes(file));
  const others = single.filter((file) => !dear.includes(file));
  return [...[...dear, ...others].map((file) => [file]), ...groups.toReversed()];
}

/** Folders whose tests start neither processes nor a whole cloud of this machine. */
const sharedRooms = [
  'bin',
  'cloud',
  'detection',
  'docs',
  'driver',
  'functions',
  'import',
  'report',
  'repository',
  'results',
  'schema',
  'store',
  'timetable',
  'web',
];

/** Tests of what a process has not loaded yet, and a file whose stacks take 800 MB. */
const alone = new Set(['test/driver/scenario/lazily.test.ts', 'test/cloud/app-rules.test.ts']);

/**
 * Modules of Node for other processes and threads, for memory, and for what a process loads or observes as a
 * whole, and the module of the tests that starts the command line.
 */
const ofProcess =
  /\bfrom '(node:(child_process|worker_threads|v8|vm|module|diagnostics_channel|perf_hooks)|.*\/downpour\.ts)'/;

/** State of the whole process that is not restored after a file (group.ts). */
const leavesBehind =
  /\bglobalThis\.|\bprocess\.(on|once|off|exit|exitCode|kill|chdir|memoryUsage|execArgv|platform)\b/;

/** A suite that is not complete when its file has been read (group.ts). */
const asynchronousSuite = /^\s*(describe|suite)\(.*\basync \(/m;

/**
 * Whether a test file may run after others in one process: its room allows it, and its source uses nothing of
 * the whole process.
 */
export function sharesProcess(file: string, source: string): boolean {
  if (alone.has(file) || dearest.includes(file)) return false;
  if (!sharedRooms.some((room) => file.startsWith(`test/${room}/`))) return false;
  return ![ofProcess, leavesBehind, asynchronousSuite].some((pattern) => pattern.test(source));
}

function portions<T>(all: readonly T[], most: number): readonly (readonly T[])[] {
  const count = Math.ceil(all.length / most);
  return Array.from({ length: count }, (_, n) =>
    all.slice(Math.floor((n * all.length) / count), Math.floor(((n + 1) * all.length) / count)),
  );
}
