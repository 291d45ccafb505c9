import type { BurstStatus, RunSummary, TestSummary } from '../../../api.generated.ts';

/** The recent runs, counted by state. */
export type Recent = {
  /** The numbers of runs by state, in the order of the screen. */
  readonly counts: readonly { readonly state: string; readonly count: number }[];
  /** The number of runs of other tools, which have no state. */
  readonly others: number;
  /** The tests with runs that did not pass. Failed ones come first, then the latest starts. */
  readonly troubled: readonly Trouble[];
};

/**
 * The run of a test that needs attention first, and the number of the test's other runs that did not pass.
 */
export type Trouble = { readonly run: RunSummary; readonly others: number };

const order = ['passed', 'failed', 'inconclusive', 'stopped', 'incomplete'] as const;
const urgency: Readonly<Record<string, number>> = { failed: 0, inconclusive: 1, incomplete: 2, stopped: 3 };

export function recentOf(runs: readonly RunSummary[]): Recent {
  const counts = order
    .map((state) => ({ state, count: runs.filter(({ outcome }) => outcome?.state === state).length }))
    .filter(({ count }) => count > 0);
  const troubled = runs
    .filter(({ outcome }) => outcome !== undefined && outcome.state !== 'passed')
    .sort((a, b) => urgencyOf(a) - urgencyOf(b) || b.start - a.start || b.id - a.id);
  return {
    counts,
    others: runs.filter(({ outcome }) => outcome === undefined).length,
    troubled: byTest(troubled),
  };
}

/** Groups runs by test, so that a test whose runs all failed is one line. */
const byTest = (runs: readonly RunSummary[]): readonly Trouble[] =>
  [...Map.groupBy(runs, ({ testid }) => testid).values()].flatMap(([run, ...others]) =>
    run === undefined ? [] : [{ run, others: others.length }],
  );

const urgencyOf = ({ outcome }: RunSummary): number => urgency[outcome?.state ?? ''] ?? 4;

/** The runs of a test up to a given run, for its spark line. */
export function lineUpTo(test: TestSummary | undefined, run: RunSummary): TestSummary['outcomes'] {
  const line = test?.outcomes ?? [];
  const at = line.findIndex(({ id }) => id === run.id);
  return at < 0 ? [] : line.slice(0, at + 1);
}

/** The tests with the most runs. */
export const busiest = (tests: readonly TestSummary[], count: number): readonly TestSummary[] =>
  [...tests]
    .filter(({ runs }) => runs > 0)
    .sort((a, b) => b.runs - a.runs || a.id - b.id)
    .slice(0, count);

/**
 * The phase of a burst with numbers of its last second, or else the phase that began last. Undefined before
 * the start of the first phase is decided.
 */
export function phaseAtWork(phases: BurstStatus['phases']): BurstStatus['phases'][number] | undefined {
  const begun = phases.filter(({ startsAt }) => startsAt !== undefined);
  return begun.findLast(({ live }) => live !== undefined) ?? begun.at(-1);
}

/** The names and times of the next starts of schedules, the earliest first. */
export const nextStarts = (
  schedules: readonly { readonly name: string; readonly next: readonly number[] }[],
  count: number,
): readonly { readonly name: string; readonly at: number }[] =>
  schedules
    .flatMap(({ name, next: [at] }) => (at === undefined ? [] : [{ name, at }]))
    .sort((a, b) => a.at - b.at)
    .slice(0, count);
