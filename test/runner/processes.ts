import type { SpawnOptions } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { isAsciiOnly } from '../../bin/terminal/ascii.ts';
import { root } from './files.ts';
import { type Group, leavesProcess } from './groups.ts';
import type { LastLine, TestLine } from './lines.ts';
import type { Report } from './report.ts';
import { startStoppable } from './stoppable.ts';

/** The results of the files of one process. */
export type Ended = {
  /** The results of the first attempt, when the process failed next to others and was run again. */
  readonly first?: Ended;
  readonly files: Group;
  readonly tests: readonly TestLine[];
  readonly seconds: number;
  /** The CPU seconds of the process and, on Linux, of its ended children. Undefined when the process died. */
  readonly cpuSeconds: number | undefined;
  /** The reason why the process counts as a failure in addition to its tests. */
  readonly death: string | undefined;
  /** The whole output of the process, in the format of Node's reporter `spec`. */
  readonly output: string;
};

const askEveryMs = 1_000;
const testMsMax = 120_000;
/** The time limit of a process. Even on a machine that is eight times too busy, every file needs less. */
const processMsMax = 20 * 60_000;
/**
 * The memory for each concurrent process. A type check takes up to 1.6 GB, tests of stacks 1.1 GB, a bundler
 * 0.7 GB, and most tests 0.15 GB.
 */
const bytesPerJob = 1.5 * 2 ** 30;

/**
 * The number of concurrent processes: two more than processors, because tests also wait for timers, processes
 * and disks.
 */
export function jobsHere(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.max(1, Math.min(availableParallelism() + 2, Math.floor(memory / bytesPerJob)));
}

/**
 * Returns a function that tells whether one more process would use what this machine has to spare: since the
 * last call, a quarter of a processor or more did nothing, and there is memory for a job.
 */
export function spareHere(): () => boolean {
  let before = idleSeconds();
  let beforeMs = performance.now();
  return () => {
    const [idle, nowMs] = [idleSeconds(), performance.now()];
    const isIdle = idle - before >= (nowMs - beforeMs) / 4_000;
    [before, beforeMs] = [idle, nowMs];
    return isIdle && process.availableMemory() >= bytesPerJob;
  };
}

/**
 * Used in place of `spareHere` when the user has chosen the number of processes: no further process starts.
 */
export const noneToSpare = (): boolean => false;

/** The seconds in which the processors of this machine did nothing, since its start. */
const idleSeconds = (): number => cpus().reduce((sum, { times }) => sum + times.idle, 0) / 1_000;

/**
 * The most failed processes that run a second time. In CI it is three, so that a busy machine does not stop a
 * change; the report lists these failures. A developer sees every failure at once.
 */
export const triesAgainHere = (): number => (process.env.CI === 'true' ? 3 : 0);

export type Run = {
  /** The number of processes that run at the same time. */
  readonly jobs: number;
  /** `runAll` calls this function each second. True: one more process runs, up to twice as many as `jobs`. */
  readonly hasSpare: () => boolean;
  readonly report: Report;
  readonly signal: AbortSignal;
  /**
   * The most processes that run a second time after a failure, alone. When more have failed, no process is
   * repeated.
   */
  readonly triesAgain: number;
  /**
   * Resolves when the programs for these files are ready. False: the files cannot run here and are left out.
   */
  readonly ready: (files: Group) => Promise<boolean>;
};

/**
 * Runs all groups, and passes each result to the report. Every second job takes groups from the beginning of
 * the list, where most files wait. The other jobs take groups from its end, where most files compute. So both
 * kinds run at the same time. A job skips groups whose programs are not ready yet. When all of them wait,
 * the machine has something to spare, and further groups run.
 */
export async function runAll(
  groups: readonly Group[],
  { jobs, hasSpare, report, signal, triesAgain, ready }: Run,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'downpour-tests-'));
  // Tests start programs as another user, who must be able to enter this folder.
  chmodSync(folder, 0o755);
  const env = environment(folder);
  const next = takesReady(groups, ready);
  const failed: Ended[] = [];
  /** Runs the first or the last waiting group of test files. False: no group is left. */
  const runNext = async (first: boolean): Promise<boolean> => {
    const files = await next(first);
    if (files === undefined || signal.aborted) return false;
    report.started(files);
    const ended = await runOne(files, join(folder, `${groups.indexOf(files)}`), env, signal);
    if (failuresOf(ended) > 0) failed.push(ended);
    report.ended(ended);
    return true;
  };
  const worker = async (_: unknown, job: number): Promise<void> => {
    while (await runNext(job % 2 === 0));
  };
  const further = new Set<Promise<unknown>>();
  const asks = setInterval(() => {
    if (further.size >= jobs || !hasSpare()) return;
    const one = runNext(true).finally(() => further.delete(one));
    further.add(one);
  }, askEveryMs);
  await Promise.all(Array.from({ length: jobs }, worker));
  clearInterval(asks);
  await Promise.all(further);
  for (const [n, first] of failed.length <= triesAgain ? failed.entries() : []) {
    if (signal.aborted) break;
    report.started(first.files);
    report.ended({ ...(await runOne(first.files, join(folder, `again-${n}`), env, signal)), first });
  }
  rmSync(folder, { recursive: true });
}

/**
 * Returns a function that takes the first or the last group that is ready. It waits when no group is ready,
 * leaves out groups that cannot run, and returns undefined when no group is left.
 */
function takesReady(
  groups: readonly Group[],
  ready: Run['ready'],
): (first: boolean) => Promise<Group | undefined> {
  const rest = new Set(groups);
  const isReady = new Set<Group>();
  const waiting = new Map(
    groups.map((files) => {
      const settled = ready(files).then((runs) => {
        waiting.delete(files);
        if (runs) isReady.add(files);
        else rest.delete(files);
      });
      return [files, settled];
    }),
  );
  return async (first) => {
    for (;;) {
      const there = [...rest].filter((files) => isReady.has(files));
      const taken = there.at(first ? 0 : -1);
      if (taken !== undefined) rest.delete(taken);
      if (taken !== undefined || waiting.size === 0) return taken;
      await Promise.race(waiting.values());
    }
  };
}

/** The number of failures of a process: its failed tests, and one more if the process died. */
export function failuresOf({ tests, death }: Ended): number {
  return tests.filter(({ outcome }) => outcome === 'failed').length + (death === undefined ? 0 : 1);
}

function environment(folder: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    // Tests expect the characters of a terminal with UTF-8.
    ...(isAsciiOnly(process.env) ? { LANG: undefined, LC_ALL: undefined, LC_CTYPE: undefined } : {}),
    // Another runner may run this one, as the tests of this file do. It must not read the reports of these
    // processes.
    NODE_TEST_CONTEXT: undefined,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? emptyCache(),
    // Test files share results that are made once (test/local/shared.ts), and run the built command line
    // (test/bin/downpour.ts).
    DOWNPOUR_TEST_RUN: folder,
  };
}

/**
 * A cache folder for compiled code. Otherwise code of modules in temporary folders would remain in a cache
 * after the run.
 */
function emptyCache(): string {
  const compiled = join(root, 'node_modules/.cache/compiled');
  rmSync(compiled, { recursive: true, force: true, maxRetries: 3 });
  return compiled;
}

/**
 * Files of a group share a heap that grows, and all processors are busy. With more memory for young objects,
 * and with garbage collection in one thread, the tests of stacks take a quarter less CPU, and other groups a
 * tenth less. V8 would also collect all garbage after each 32 MB of buffers. With a common limit for buffers
 * and objects, which begins at 400 MB, groups take a fifth less CPU. Tests that wait are no reason for V8 to
 * collect all garbage and to make the memory for young objects small again.
 */
const groupFlags = [
  ...['--min-semi-space-size=16', '--max-semi-space-size=64', '--single-threaded-gc', '--no-memory-reducer'],
  ...['--external-memory-accounted-in-global-limit', '--initial-old-space-size=400'],
];

const isGroup = (files: Group): boolean =>
  files.length > 1 || files.every((file) => leavesProcess(readFileSync(join(root, file), 'utf8')));

/**
 * Runs the files of a group in a process. Its folder for temporary files is `own`, and its tests must leave
 * it empty.
 */
function runOne(files: Group, own: string, env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<Ended> {
  const startedMs = performance.now();
  const [file = ''] = files;
  const results = `${own}.jsonl`;
  mkdirSync(own);
  chmodSync(own, 0o1777);
  const parameters = [
    `--test-timeout=${testMsMax}`,
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    ...[`--test-reporter=${join(import.meta.dirname, 'lines.ts')}`, `--test-reporter-destination=${results}`],
    ...(isGroup(files) ? [...groupFlags, join(import.meta.dirname, 'group.ts'), ...files] : [file]),
  ];
  const options: SpawnOptions = {
    cwd: root,
    env: { ...env, TMPDIR: own },
    stdio: ['ignore', 'pipe', 'pipe'],
  };
  const child = startStoppable(process.execPath, parameters, options, { signal, msMax: processMsMax });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => output.push(data));
  return new Promise((resolve) => {
    const end = (reason: string): void => {
      const { tests, cpuMs } = resultsIn(results);
      const failed = tests.some(({ outcome }) => outcome === 'failed');
      const left = readdirSync(own).filter((name) => !cachesOfTools.test(name));
      rmSync(own, { recursive: true, force: true, maxRetries: 3 });
      const faults = [
        ...(cpuMs === undefined || reason !== 'exit code 0' ? [reason] : []),
        ...(left.length > 0 ? [`files in its temporary folder: ${left.join(', ')}`] : []),
      ];
      resolve({
        files,
        tests,
        seconds: (performance.now() - startedMs) / 1_000,
        cpuSeconds: cpuMs === undefined ? undefined : cpuMs / 1_000,
        death: cpuMs === undefined || !failed ? faults[0] : undefined,
        output: Buffer.concat(output).toString(),
      });
    };
    child.once('error', (error) => end(error.message));
    child.once('close', (code, killed) => end(killed === null ? `exit code ${code}` : `signal ${killed}`));
  });
}

/**
 * Caches that tools keep in the folder for temporary files: npm one of compiled code, and the grammar library
 * of the template checkers one of a grammar.
 */
const cachesOfTools = /^(node-compile-cache$|\.lark_cache_)/;

function resultsIn(file: string): {
  readonly tests: readonly TestLine[];
  readonly cpuMs: number | undefined;
} {
  const lines = readIfThere(file)
    .split('\n')
    // A process that was killed may leave an incomplete last line.
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line) as TestLine | LastLine);
  const tests = lines.filter((line) => 'outcome' in line);
  return { tests, cpuMs: lines.find((line) => 'cpuMs' in line)?.cpuMs };
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}
