import type { SparkFacts } from '../../words/spark.ts';

/** One run in a spark line. */
export type SparkRun = {
  readonly id: number;
  readonly state: string | null;
  /** The p99 in nanoseconds. Null: not measured, which is a gap in the line. */
  readonly p99: number | null;
};

/** A bar in the units of the drawing, which is `sparkHeight` high. */
export type Bar = {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly height: number;
  readonly kind: 'good' | 'bad' | 'doubt' | 'other' | 'gap';
  readonly isPresent: boolean;
};

export const sparkHeight = 22;
/** The width of a bar with the space after it. */
export const barStep = 5;
const heightMin = 2;

/**
 * The bars of runs in their order. The heights begin at zero, and the highest bar fills the drawing.
 * @param present the id of the run to emphasise, such as a failed run. Absent: the last run.
 */
export function barsOf(runs: readonly SparkRun[], present = runs.at(-1)?.id): readonly Bar[] {
  const most = Math.max(1, ...runs.map(({ p99 }) => p99 ?? 0));
  return runs.map(({ id, state, p99 }, at) => {
    const height = p99 === null ? heightMin : Math.max(heightMin, (p99 / most) * sparkHeight);
    const rounded = Math.round(height * 10) / 10;
    return {
      id,
      x: at * barStep,
      y: Math.round((sparkHeight - rounded) * 10) / 10,
      height: rounded,
      kind: p99 === null ? 'gap' : kindOf(state),
      isPresent: id === present,
    };
  });
}

function kindOf(state: string | null): Bar['kind'] {
  if (state === 'passed') return 'good';
  if (state === 'failed') return 'bad';
  return state === 'inconclusive' ? 'doubt' : 'other';
}

/** The facts of a spark line. Undefined when no run was measured. */
export function factsOf(runs: readonly SparkRun[]): SparkFacts | undefined {
  const values = runs.flatMap(({ p99 }, at) => (p99 === null ? [] : [{ p99, at }]));
  const [first] = values;
  if (first === undefined) return undefined;
  const highest = values.reduce((one, other) => (other.p99 >= one.p99 ? other : one), first);
  return {
    runs: runs.length,
    measured: values.length,
    least: Math.min(...values.map(({ p99 }) => p99)),
    most: highest.p99,
    at: highest.at + 1,
  };
}
