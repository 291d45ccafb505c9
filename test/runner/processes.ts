import type { SpawnOptions } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { isAsciiOnly } from '../../bin/terminal/ascii.ts';
import { root } from './files.ts';
import type { Group } from './groups.ts';
import type { LastLine, TestLine } from './lines.ts';
import type { Report } from './report.ts';
import { startStoppable } from './stoppable.ts';

/** The results of the files of one process. */
export type Ended = {
  /** The results of the first try, which failed next to other processes. */
  readonly first?: Ended;
  readonly files: Group;
  readonly tests: readonly TestLine[];
  readonly seconds: number;
  /** CPU of the process and, on Linux, of its ended children; undefined where the process died. */
  readonly cpuSeconds: number | undefined;
  /** The reason why the process counts as a failure in addition to its tests. */
  readonly death: string | undefined;
  /** The whole output of the process, in the format of Node's reporter `spec`. */
  readonly output: string;
};

const testMsMax = 120_000;
/** No file takes as long on a machine that is eight times too busy. */
const processMsMax = 20 * 60_000;
/** The compiler of types takes up to 1.6 GB, tests of stacks 1.1 GB, a bundler 0.7 GB, most 0.15 GB. */
const bytesPerJob = 1.5 * 2 ** 30;

/** Tests also wait: for timers, processes and disks. Two processes more than processors keep these busy. */
export function jobsHere(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.max(1, Math.min(availableParallelism() + 2, Math.floor(memory / bytesPerJob)));
}

/**
 * In CI, three processes may fail next to others and pass alone: a busy machine does not stop a change. The
 * report lists these failures. A developer sees them at once.
 */
export const triesAgainHere = (): number => (process.env.CI === 'true' ? 3 : 0);

export type Run = {
  /** Processes at the same time. */
  readonly jobs: number;
  readonly report: Report;
  readonly signal: AbortSignal;
  /**
   * How many processes that failed run a second time, with no other process at that time. More of them run
   * once.
   */
  readonly triesAgain: number;
  /** Resolves when what these files need is there; with false where they cannot run and are left out. */
  readonly ready: (files: Group) => Promise<boolean>;
};

/**
 * Runs all groups, and hands each to the report when it has ended. Every second job takes groups from the
 * beginning, where most files wait for processes and load. The other jobs take them from the end, where most
 * files compute. So both kinds run at the same time. A job passes by groups whose needs are not there yet.
 */
export async function runAll(
  groups: readonly Group[],
  { jobs, report, signal, triesAgain, ready }: Run,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'downpour-tests-'));
  const env = environment(folder);
  const next = takesReady(groups, ready);
  const failed: Ended[] = [];
  const worker = async (_: unknown, job: number): Promise<void> => {
    for (;;) {
      const files = await next(job % 2 === 0);
      if (files === undefined || signal.aborted) return;
      report.started(files);
      const ended = await runOne(files, join(folder, `${groups.indexOf(files)}.jsonl`), env, signal);
      if (failuresOf(ended) > 0) failed.push(ended);
      report.ended(ended);
    }
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  for (const [n, first] of failed.length <= triesAgain ? failed.entries() : []) {
    if (signal.aborted) break;
    report.started(first.files);
    report.ended({ ...(await runOne(first.files, join(folder, `again-${n}.jsonl`), env, signal)), first });
  }
  rmSync(folder, { recursive: true });
}

/**
 * Returns a function that takes the first or the last of the groups that are ready, and waits where none is.
 * It leaves out groups that cannot run, and takes undefined when no group is left.
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

/** The tests of a process that failed. A process that dies is a failure in addition to its tests. */
export function failuresOf({ tests, death }: Ended): number {
  return tests.filter(({ outcome }) => outcome === 'failed').length + (death === undefined ? 0 : 1);
}

function environment(folder: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    // Tests expect the signs of a terminal with UTF-8.
    ...(isAsciiOnly(process.env) ? { LANG: undefined, LC_ALL: undefined, LC_CTYPE: undefined } : {}),
    // A runner above this one, as in the tests of this file, must not read the reports of these processes.
    NODE_TEST_CONTEXT: undefined,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? emptyCache(),
    // Test files share what is made once (test/local/shared.ts) and run the built command line
    // (test/bin/downpour.ts).
    DOWNPOUR_TEST_RUN: folder,
  };
}

/** Code of modules in scratch folders would gather in a cache that outlives its run. */
function emptyCache(): string {
  const compiled = join(root, 'node_modules/.cache/compiled');
  rmSync(compiled, { recursive: true, force: true, maxRetries: 3 });
  return compiled;
}

/**
 * Files of a group share a heap that grows, and all processors are busy. With a larger space for young
 * objects and collections in one thread, syntheses of stacks take a quarter less CPU, other groups a tenth.
 */
const groupFlags = ['--max-semi-space-size=64', '--single-threaded-gc'];

function runOne(files: Group, results: string, env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<Ended> {
  const startedMs = performance.now();
  const [file = ''] = files;
  const parameters = [
    `--test-timeout=${testMsMax}`,
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    ...[`--test-reporter=${join(import.meta.dirname, 'lines.ts')}`, `--test-reporter-destination=${results}`],
    ...(files.length === 1 ? [file] : [...groupFlags, join(import.meta.dirname, 'group.ts'), ...files]),
  ];
  const options: SpawnOptions = { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] };
  const child = startStoppable(process.execPath, parameters, options, { signal, msMax: processMsMax });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => output.push(data));
  return new Promise((resolve) => {
    const end = (reason: string): void => {
      const { tests, cpuMs } = resultsIn(results);
      const failed = tests.some(({ outcome }) => outcome === 'failed');
      resolve({
        files,
        tests,
        seconds: (performance.now() - startedMs) / 1_000,
        cpuSeconds: cpuMs === undefined ? undefined : cpuMs / 1_000,
        death: cpuMs === undefined || (reason !== 'exit code 0' && !failed) ? reason : undefined,
        output: Buffer.concat(output).toString(),
      });
    };
    child.once('error', (error) => end(error.message));
    child.once('close', (code, killed) => end(killed === null ? `exit code ${code}` : `signal ${killed}`));
  });
}

function resultsIn(file: string): {
  readonly tests: readonly TestLine[];
  readonly cpuMs: number | undefined;
} {
  const lines = readIfThere(file)
    .split('\n')
    // The last line of a process that was killed may be half of one.
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
