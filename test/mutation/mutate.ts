import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Copies } from './copies.ts';
import { draw } from './draw.ts';
import { isEquivalent } from './equivalents.ts';
import { applied, linesOf, type Mutant } from './operators.ts';
import { MutableProgram } from './program.ts';
import { ImportGraph, measure, type TestFile, testsFor } from './tests.ts';

export type MutateOptions = {
  readonly root: string;
  /** The room (group of folders) of a file. Undefined for a file that is not judged. */
  readonly roomOf: (file: string) => string | undefined;
  readonly seed: number;
  /** The number of mutants in each room. A room with fewer lines has fewer mutants. */
  readonly perRoom: number;
  readonly jobs: number;
  /** The time in milliseconds that all tests of one mutant may take together. */
  readonly budgetMs: number;
  /** The folder with the stored lines that each test reaches. */
  readonly cacheDir: string;
  readonly onDrawn?: (mutants: readonly Mutant[]) => void;
  readonly onMeasured?: (test: string, done: number, all: number, problem?: string) => void;
  readonly onVerdict?: (verdict: Verdict, done: number, all: number) => void;
};

export type Verdict = {
  readonly room: string;
  readonly mutant: Mutant;
  /** The lines of the file that the mutant changes, before and after. */
  readonly lines: ReturnType<typeof linesOf>;
  /** The test files that ran to their end or to their first failure. */
  readonly ran: readonly string[];
  /** The test files that reach the mutant and did not run, because the time was over. */
  readonly leftOut: readonly string[];
  readonly ms: number;
  readonly caught?: { readonly by: string; readonly why: string; readonly hung: boolean };
};

/** Draws mutants in each room. For each mutant, runs the tests that reach it in a copy of the project. */
export async function mutate(options: MutateOptions): Promise<readonly Verdict[]> {
  const { root, roomOf, jobs, onDrawn, onVerdict } = options;
  const copies = new Copies();
  const stop = (): void => {
    copies.close();
    process.exit(130);
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    copies.make(root, jobs);
    // From here on, the project itself may change, because only the copies are used.
    const [unchanged = root] = copies.roots;
    const drawn = drawRooms({ ...options, root: unchanged });
    onDrawn?.(drawn);
    const graph = new ImportGraph(unchanged);
    const bundled = graph.bundled();
    const tests = await measureAll(new Set(drawn.map(({ file }) => file)), graph, copies, options);
    const verdicts: Verdict[] = [];
    await shareOut(drawn, copies.roots, async (mutant, copy) => {
      const room = roomOf(mutant.file) ?? '';
      const verdict = {
        room,
        ...(await judge(mutant, testsFor(mutant, tests, bundled), copy, copies, options)),
      };
      verdicts.push(verdict);
      onVerdict?.(verdict, verdicts.length, drawn.length);
    });
    return verdicts.sort((a, b) => drawn.indexOf(a.mutant) - drawn.indexOf(b.mutant));
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    copies.close();
  }
}

/**
 * Draws the mutants of a run, room by room. A mutant that does not compile is left out, because no test has
 * to detect it.
 */
export function drawRooms({
  root,
  roomOf,
  seed,
  perRoom,
}: Pick<MutateOptions, 'root' | 'roomOf' | 'seed' | 'perRoom'>): Mutant[] {
  const program = new MutableProgram(root);
  try {
    const all = [...program.mutants((file) => roomOf(file) !== undefined).values()].flat();
    const accepts = (mutant: Mutant): boolean => !isEquivalent(mutant) && program.compiles(mutant);
    const byRoom = Map.groupBy(all, ({ file }) => roomOf(file));
    return [...byRoom.values()].flatMap((mutants) => draw(mutants, { seed, count: perRoom, accepts }));
  } finally {
    program.close();
  }
}

async function measureAll(
  files: ReadonlySet<string>,
  graph: ImportGraph,
  copies: Copies,
  { cacheDir, onMeasured }: MutateOptions,
): Promise<readonly TestFile[]> {
  const names = graph.testsOf(files);
  const tests: TestFile[] = [];
  let done = 0;
  await shareOut(names, copies.roots, async (name, root) => {
    const measured = await measure(name, { graph, copies, root, cacheDir });
    if ('file' in measured) tests.push(measured);
    done += 1;
    const problem = 'file' in measured ? undefined : `${measured.outcome}: ${measured.why ?? ''}`;
    onMeasured?.(name, done, names.length, problem);
  });
  return tests;
}

/** The time limit of a test file in milliseconds. A mutant that makes the test hang counts as detected. */
const limitOf = ({ ms }: TestFile): number => 3 * ms + 10_000;

async function judge(
  mutant: Mutant,
  tests: readonly TestFile[],
  copy: string,
  copies: Copies,
  { budgetMs }: MutateOptions,
): Promise<Omit<Verdict, 'room'>> {
  const path = join(copy, mutant.file);
  const text = readFileSync(path, 'utf8');
  const chosen = within(tests, budgetMs);
  const ran: string[] = [];
  let ms = 0;
  const lines = linesOf(text, mutant);
  const verdict = () => ({
    mutant,
    lines,
    ran,
    leftOut: tests.slice(chosen.length).map(({ file }) => file),
    ms,
  });
  writeFileSync(path, applied(text, mutant));
  try {
    for (const test of chosen) {
      const ending = await copies.run(copy, test.file, limitOf(test));
      ran.push(test.file);
      ms += ending.ms;
      if (ending.outcome === 'passed') continue;
      const hung = ending.outcome === 'hung';
      return { ...verdict(), caught: { by: test.file, why: ending.why ?? '', hung } };
    }
    return verdict();
  } finally {
    writeFileSync(path, text);
  }
}

/** The first tests that together take no longer than `budgetMs`, but at least one test. */
function within(tests: readonly TestFile[], budgetMs: number): readonly TestFile[] {
  let ms = 0;
  const tooMany = tests.findIndex((test, i) => {
    ms += test.ms;
    return i > 0 && ms > budgetMs;
  });
  return tooMany < 0 ? tests : tests.slice(0, tooMany);
}

/** Each copy of the project handles one item after the other until no item is left. */
async function shareOut<Item>(
  items: readonly Item[],
  places: readonly string[],
  work: (item: Item, place: string) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  await Promise.all(
    places.map(async (place) => {
      for (const item of rest) await work(item, place);
    }),
  );
}
