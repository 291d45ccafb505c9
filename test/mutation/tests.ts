import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readSources } from '../house/sources.ts';
import type { Copies, Ending } from './copies.ts';
import { hasRun, type Ran, readCoverage } from './coverage.ts';
import type { Mutant } from './operators.ts';

/** A test file that passes on the unchanged project, and the product code that it runs. */
export type TestFile = {
  readonly file: string;
  readonly ms: number;
  /**
   * The executed parts of each product file, in the process of the test and in the processes that it started.
   */
  readonly runs: ReadonlyMap<string, Ran>;
  /** True for a test that starts functions from bundles. The coverage of code in bundles is unknown. */
  readonly bundles: boolean;
};

/**
 * Test files that no mutant runs. Those of the installed package and of the docs are slow, and those of the
 * project itself test texts.
 */
const left = ['test/package', 'test/docs', 'test/house', 'test/mutation/'];
/**
 * Code that a test runs without importing it: a test that imports `by` also starts `entries`, so it is
 * selected for files in `at`. Folders without side effects are not listed, because the tests that call their
 * code cover it.
 */
export const starts = [
  { by: 'lib/local/function-host/host.ts', entries: /^functions\//, at: ['functions/', 'lib/store/'] },
  { by: 'test/bin/downpour.ts', entries: /^bin\/(downpour|start)\.ts$/, at: ['bin/'] },
  { by: 'test/functions/api/requests.ts', entries: /^functions\/api\/[^/]+$/, at: ['functions/', 'lib/'] },
] as const;
const cleanLimitMs = 300_000;
const isProduct = (file: string): boolean => /^(lib|functions|bin|src)\//.test(file);

/** The import graph without type imports. It shows which test files can reach a file. */
export class ImportGraph {
  readonly #root: string;
  readonly #imports = new Map<string, readonly string[]>();
  readonly #launchers = new Set<string>();
  readonly #files: readonly string[];

  constructor(root: string) {
    this.#root = root;
    for (const { file, imports } of readSources(root)) {
      const values = imports.filter(({ typeOnly, computed }) => !typeOnly && !computed);
      const local = values.filter(({ specifier }) => specifier.startsWith('.'));
      this.#imports.set(
        file,
        local.map(({ specifier }) => join(dirname(file), specifier).replaceAll('\\', '/')),
      );
      if (values.some(({ specifier }) => specifier === 'node:child_process')) this.#launchers.add(file);
    }
    this.#files = [...this.#imports.keys()].sort();
  }

  /** The test files that can reach one of these files. */
  testsOf(files: ReadonlySet<string>): readonly string[] {
    return this.#files
      .filter((file) => file.endsWith('.test.ts') && !left.some((path) => file.startsWith(path)))
      .filter((test) => [...this.#reached(test)].some((file) => files.has(file)));
  }

  #reached(test: string): ReadonlySet<string> {
    const loaded = this.closure([test]);
    const started = starts
      .filter(({ by }) => loaded.has(by))
      .flatMap(({ entries, at }) =>
        [...this.closure(this.#files.filter((file) => entries.test(file)))].filter((file) =>
          at.some((path) => file.startsWith(path)),
        ),
      );
    return new Set([...loaded, ...started]);
  }

  /** The given files, and all files that they import, directly or not. */
  closure(files: readonly string[]): ReadonlySet<string> {
    const seen = new Set(files);
    for (const file of seen) for (const next of this.#imports.get(file) ?? []) seen.add(next);
    return seen;
  }

  /** A hash of all texts that may determine the behaviour of a test file. */
  fingerprint(test: string): string {
    const loaded = this.closure([test]);
    const launches = [...loaded].some((file) => this.#launchers.has(file));
    const decisive = launches ? new Set([...this.#files.filter(isProduct), ...loaded]) : loaded;
    const contracts = globSync(['schema/**/*.{json,yaml}', 'package-lock.json'], { cwd: this.#root });
    const hash = createHash('sha256').update(`${test} ${process.version}`);
    for (const file of [...decisive, ...contracts].sort()) {
      const path = join(this.#root, file);
      if (existsSync(path)) hash.update(`\n${file}\n`).update(readFileSync(path));
    }
    return hash.digest('hex');
  }

  /**
   * The source files in the bundles of the functions. When one of them has a mutant, the tests that start a
   * bundle run too.
   */
  bundled(): ReadonlySet<string> {
    const [{ entries, at }] = starts;
    const all = this.closure(this.#files.filter((file) => entries.test(file)));
    return new Set([...all].filter((file) => at.some((path) => file.startsWith(path))));
  }
}

/** The stored result of a test file on the project without a mutant. */
type Note = Ending & { readonly runs: Readonly<Record<string, Ran>> };

/**
 * Runs a test file on the unchanged project and records the code that it reaches. An earlier result is used
 * when no source has changed.
 */
export async function measure(
  test: string,
  { graph, copies, root, cacheDir }: { graph: ImportGraph; copies: Copies; root: string; cacheDir: string },
): Promise<TestFile | Ending> {
  const path = join(cacheDir, `${graph.fingerprint(test)}.json`);
  let note: Note | undefined = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
  if (note === undefined) {
    const folder = join(dirname(root), `coverage-${basename(root)}`);
    const ending = await copies.run(root, test, cleanLimitMs, { NODE_V8_COVERAGE: folder });
    note = { ...ending, runs: Object.fromEntries(readCoverage(folder, root, isProduct)) };
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(cacheDir, { recursive: true });
    if (note.outcome === 'passed') writeFileSync(path, JSON.stringify(note));
  }
  if (note.outcome !== 'passed') return note;
  const runs = new Map(Object.entries(note.runs));
  return { file: test, ms: note.ms, runs, bundles: hasStarted(runs, root) };
}

/** The code that starts a function, in a thread or a process. */
export const starter = {
  file: 'lib/local/function-host/start-thread-or-process.ts',
  call: /new Worker\(|\bspawn\(/g,
};

function hasStarted(runs: ReadonlyMap<string, Ran>, root: string): boolean {
  const ran = runs.get(starter.file);
  if (ran === undefined) return false;
  const text = readFileSync(join(root, starter.file), 'utf8');
  return [...text.matchAll(starter.call)].some(({ index }) => hasRun(ran, index));
}

/**
 * The tests to run for a mutant: of those that execute its code, first the test that is named after its file,
 * then the fastest. Tests that start bundles with the file come last.
 */
export function testsFor(
  mutant: Mutant,
  tests: readonly TestFile[],
  bundled: ReadonlySet<string>,
): TestFile[] {
  const own = mutant.file.replace(/^lib\//, '').replace(/\.[jt]s$/, '.test.ts');
  const isOwn = ({ file }: TestFile): number => (file === join('test', own) ? 0 : 1);
  const byTime = tests.toSorted((a, b) => isOwn(a) - isOwn(b) || a.ms - b.ms);
  const exact = byTime.filter(({ runs }) => hasRun(runs.get(mutant.file), mutant.start));
  const isBundled = bundled.has(mutant.file);
  const possible = byTime.filter((test) => isBundled && test.bundles && !exact.includes(test));
  return [...exact, ...possible];
}
