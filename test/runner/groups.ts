import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './files.ts';
import { slowest } from './slowest.ts';

/** The test files that one process runs, one after the other. */
export type Group = readonly string[];

/** The most files of a process. Files of one folder share modules, which a process loads in 100 to 400 ms. */
const filesMax = 30;
/**
 * The most files of a process for single folders. Tests of stacks take most memory and time, up to 1.1 GB in
 * a process.
 */
const filesMaxOf: Readonly<Record<string, number>> = { 'test/cloud': 12 };

/**
 * Divides test files into processes. Files that leave the process unchanged share a process with other files
 * of their folder. Every other file has its own process. The slowest files, which mostly wait, are at the
 * beginning. The groups, which compute and need no built product, are at the end. A run takes from both ends
 * (processes.ts).
 */
export function grouped(files: readonly string[], each = false): readonly Group[] {
  const single = files.filter((file) => each || !sharesProcess(file, readFileSync(join(root, file), 'utf8')));
  const taken = new Set(single);
  const shared = Map.groupBy(
    files.filter((file) => !taken.has(file)),
    (file) => file.split('/').slice(0, 2).join('/'),
  );
  const groups = [...shared].flatMap(([folder, own]) => portions(own, filesMaxOf[folder] ?? filesMax));
  const slow = slowest.filter((file) => single.includes(file));
  const others = single.filter((file) => !slow.includes(file));
  return [...[...slow, ...others].map((file) => [file]), ...groups.toReversed()];
}

/** Folders in which most tests start neither processes nor a whole cloud of this machine. */
const sharedRooms = [
  'bin',
  'client',
  'cloud',
  'contract',
  'detection',
  'docs',
  'driver',
  'functions',
  'http-client',
  'import',
  'local',
  'report',
  'repository',
  'results',
  'schema',
  'store',
  'timetable',
  'web',
];

/**
 * Files that need a process of their own: one tests which modules are loaded, and the stacks of another take
 * 800 MB.
 */
const alone = new Set(['test/driver/scenario/lazy-modules.test.ts', 'test/cloud/app-rules.test.ts']);

/**
 * Matches imports that concern the whole process: modules of Node for processes, threads, memory and module
 * loading, and the test module that starts the command line.
 */
const ofProcess =
  /\bfrom '(node:(child_process|worker_threads|v8|vm|module|diagnostics_channel|perf_hooks)|.*\/downpour\.ts)'/;

/** Matches imports of modules that start a whole cloud of this machine. */
const wholeCloud = /\bfrom '.*\/(drill|local\/cloud)\.ts'/;

/** Matches changes of the process that group.ts does not undo. */
const leavesBehind =
  /\bglobalThis\.|\bprocess\.(on|once|off|exit|exitCode|kill|chdir|memoryUsage|execArgv|platform)\b/;

/** Matches a suite that is still incomplete when its file has been loaded (group.ts). */
const asynchronousSuite = /^\s*(describe|suite)\(.*\basync \(/m;

/**
 * True when a test file may share a process with others: its folder allows it, and its source does not use or
 * change the process as a whole.
 */
export function sharesProcess(file: string, source: string): boolean {
  if (alone.has(file) || slowest.includes(file)) return false;
  if (!sharedRooms.some((room) => file.startsWith(`test/${room}/`))) return false;
  return !wholeCloud.test(source) && leavesProcess(source);
}

/**
 * True when the source of a test file does not use or change the process as a whole. group.ts can run such a
 * file, also alone, and takes a third less CPU for it than Node's runner.
 */
export function leavesProcess(source: string): boolean {
  return ![ofProcess, leavesBehind, asynchronousSuite].some((pattern) => pattern.test(source));
}

function portions<T>(all: readonly T[], most: number): readonly (readonly T[])[] {
  const count = Math.ceil(all.length / most);
  return Array.from({ length: count }, (_, n) =>
    all.slice(Math.floor((n * all.length) / count), Math.floor(((n + 1) * all.length) / count)),
  );
}
