import type { RunDocument } from '../../../driver/run/document.ts';

/** The time of a run in columns of equal width, from the first start of a phase to the last end. */
export type Grid = {
  /** The beginning of the first column in epoch milliseconds. */
  readonly origin: number;
  readonly lengthMs: number;
  readonly stepMs: number;
  /** For each column: true if a phase was running. */
  readonly covered: readonly boolean[];
};

type Phase = RunDocument['phases'][number];
type Started = Phase & { readonly start: number; readonly end: number };

/** The phases that started. A phase without arrivals is a pause and is left out. */
export const startedPhases = ({ phases }: Pick<RunDocument, 'phases'>): readonly Started[] =>
  phases.filter((phase): phase is Started => phase.start !== null && phase.kind !== 'noop');

/** The time axis of a page: its origin in epoch milliseconds and its length in milliseconds. */
export function axisOf(run: RunDocument): Pick<Grid, 'origin' | 'lengthMs'> {
  const phases = startedPhases(run);
  const origin = Math.min(run.info.terminateTime, ...phases.map(({ start }) => start));
  const end = Math.max(origin + 1000, ...phases.map((phase) => phase.end));
  return { origin, lengthMs: end - origin };
}

export function gridOf(run: RunDocument, stepMs: number): Grid {
  const phases = startedPhases(run);
  const { origin, lengthMs } = axisOf(run);
  const length = Math.ceil(lengthMs / stepMs);
  const grid = { origin, lengthMs, stepMs, covered: new Array<boolean>(length).fill(false) };
  // Each second is counted in the nearest column.
  for (const { start, end } of phases) {
    const lastSecond = start + 1000 * (Math.ceil((end - start) / 1000) - 1);
    if (end > start) grid.covered.fill(true, columnOf(grid, start), columnOf(grid, lastSecond) + 1);
  }
  return grid;
}

/** The column of a second. A second that lies between two columns belongs to the nearer one. */
export function columnOf({ origin, stepMs, covered }: Grid, timestamp: number): number {
  const at = Math.floor(Math.round((timestamp - origin) / 1000) / (stepMs / 1000));
  return Math.min(covered.length - 1, Math.max(0, at));
}

/** The smallest usual width of columns with which a length of time has at most this many columns. */
export function usualStep(lengthMs: number, columnsMax: number): number {
  const step = usualSeconds.find((seconds) => lengthMs / 1000 / seconds <= columnsMax);
  return 1000 * (step ?? Math.ceil(lengthMs / 1000 / columnsMax / 3600) * 3600);
}

const usualSeconds = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600];

type Row = { readonly timestamp: number };
type Values = (number | null)[];

/** The sum of the rows in each column. An empty column inside a phase is 0. */
export function sums<T extends Row>(grid: Grid, rows: readonly T[], value: (row: T) => number): Values {
  const all: Values = grid.covered.map((isCovered) => (isCovered ? 0 : null));
  for (const row of rows) {
    const at = columnOf(grid, row.timestamp);
    all[at] = (all[at] ?? 0) + value(row);
  }
  return all;
}

/** The largest value in each column, or with `least` the smallest. Null for a column without a value. */
export function extremes<T extends Row>(
  grid: Grid,
  rows: readonly T[],
  value: (row: T) => number | undefined,
  least = false,
): Values {
  const all: Values = grid.covered.map(() => null);
  const pick = least ? Math.min : Math.max;
  for (const row of rows) {
    const found = value(row);
    if (found === undefined) continue;
    const at = columnOf(grid, row.timestamp);
    all[at] = pick(all[at] ?? found, found);
  }
  return all;
}
