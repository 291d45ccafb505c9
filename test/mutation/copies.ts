import { type ChildProcess, spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Folders that are not copied, because they are built from the sources or belong to one checkout. */
const left = new Set(['.git', '.cache', 'dist', 'cdk.out', 'node_modules']);
const reporter = join(import.meta.dirname, 'first-failure.ts');

export type Ending = {
  readonly outcome: 'passed' | 'failed' | 'hung';
  readonly ms: number;
  /** The name of the first failed test, or the way in which the process ended. */
  readonly why?: string;
};

/**
 * Copies of a project in which files can be changed. Closing them ends their processes and deletes their
 * files.
 */
export class Copies {
  readonly #folder = mkdtempSync(join(tmpdir(), 'downpour-mutate-'));
  readonly #running = new Set<ChildProcess>();
  #roots: readonly string[] = [];
  #runs = 0;

  get roots(): readonly string[] {
    return this.#roots;
  }

  make(root: string, count: number): void {
    this.#roots = Array.from({ length: count }, (_, i) => {
      const copy = join(this.#folder, String(i));
      copyFolder(root, copy, copyFileSync);
      if (existsSync(join(root, 'node_modules'))) {
        copyFolder(join(root, 'node_modules'), join(copy, 'node_modules'), linkOrCopy);
      }
      return copy;
    });
  }

  /**
   * Runs one test file until its end, its first failure or the time limit, and ends all programs that it
   * started.
   */
  async run(
    root: string,
    test: string,
    limitMs: number,
    environment: NodeJS.ProcessEnv = {},
  ): Promise<Ending> {
    const startedMs = performance.now();
    // The path of the temporary folder must not begin with the path of a copy, because tests compare the
    // beginnings of paths.
    this.#runs += 1;
    const temporary = join(this.#folder, `tmp-${this.#runs}`);
    mkdirSync(temporary);
    const { NODE_TEST_CONTEXT: _context, ...inherited } = process.env;
    const child = spawn(process.execPath, ['--test-reporter', reporter, test], {
      cwd: root,
      env: {
        ...inherited,
        PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${inherited.PATH ?? ''}`,
        TMPDIR: temporary,
        XDG_CACHE_HOME: join(temporary, 'cache'),
        NO_COLOR: '1',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'ignore'],
      // The process has its own process group, so that all of its children end with it.
      detached: true,
    });
    this.#running.add(child);
    const ended = Promise.withResolvers<Omit<Ending, 'ms'>>();
    const limit = setTimeout(() => ended.resolve({ outcome: 'hung', why: 'time limit' }), limitMs);
    let seen = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      seen = (seen + text).slice(-100_000);
      const failed = /\0failed ([^\n]*)\n/.exec(seen)?.[1];
      if (failed !== undefined) ended.resolve({ outcome: 'failed', why: failed });
    });
    child.once('error', ({ message }) => ended.resolve({ outcome: 'failed', why: message }));
    child.once('close', (code, signal) =>
      ended.resolve(
        code === 0 ? { outcome: 'passed' } : { outcome: 'failed', why: `ended with ${signal ?? code}` },
      ),
    );
    // Child processes may keep the output of the test process open after its end.
    let sweep: NodeJS.Timeout | undefined;
    child.once('exit', () => {
      sweep = setTimeout(() => endGroup(child), 1000);
    });
    const ending = await ended.promise;
    clearTimeout(limit);
    clearTimeout(sweep);
    endGroup(child);
    this.#running.delete(child);
    removeFolder(temporary);
    return { ...ending, ms: performance.now() - startedMs };
  }

  /**
   * Ends the running processes and deletes the copies. It is synchronous, so that it works while the process
   * exits.
   */
  close(): void {
    for (const child of this.#running) endGroup(child);
    removeFolder(this.#folder);
  }
}

/** The processes that are ending may still write files, so the deletion may need several attempts. */
function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  } catch (error) {
    console.error(`${folder} could not be removed: ${error}`);
  }
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The kill fails when the process and all of its children have ended.
  }
}

function copyFolder(from: string, to: string, copyFile: (from: string, to: string) => void): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (left.has(entry.name) && !from.includes('node_modules/')) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyFolder(source, target, copyFile);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.isFile()) copyFile(source, target);
  }
}

/** The tests only read packages, so a link to them is enough. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
