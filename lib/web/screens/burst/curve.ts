import type { PhaseSeconds } from '../../../api.generated.ts';

/**
 * A column of the curve: the sum of all running phases. Latencies are in nanoseconds, and null without
 * responses.
 */
export type Column = {
  readonly sent: number;
  readonly answered: number;
  readonly failed: number;
  readonly inFlight: number;
  /** The median of the phase with the most responses. */
  readonly p50: number | null;
  /** The highest p99 of the phases. */
  readonly p99: number | null;
};

/** The limit of columns of a curve. In longer bursts a column covers several seconds. */
export const columnsMax = 3_600;
/**
 * The number of last seconds that are kept individually. A later report may replace them, and columns of
 * several seconds are computed from them.
 */
const rawSeconds = 120;

/** The seconds of a burst since its start, in a limited number of columns. */
export class Curve {
  /** The beginning of the first column in epoch milliseconds. */
  readonly originMs: number;
  #stepS = 1;
  #columns: (Column | undefined)[] = [];
  /** The last seconds of each phase, by second since the origin. */
  readonly #raw = new Map<number, Map<number, Column>>();

  constructor(originMs: number) {
    this.originMs = originMs;
  }

  /** The width of each column in seconds. */
  get stepS(): number {
    return this.#stepS;
  }

  /** All columns. Undefined: the column has no measurement. */
  get columns(): readonly (Column | undefined)[] {
    return this.#columns;
  }

  /**
   * Adds seconds of phases. A repeated second replaces the earlier one. One call gets all phases of an
   * answer, because only the last seconds are kept individually.
   */
  add(...phases: readonly Pick<PhaseSeconds, 'phase' | 'startsAt' | 'seconds'>[]): void {
    const changed = new Set<number>();
    for (const { phase, startsAt, seconds } of phases) {
      const offset = Math.round((startsAt - this.originMs) / 1_000);
      for (const [index, second] of seconds.second.entries()) {
        const at = offset + second;
        if (at < 0) continue;
        const known = this.#raw.get(at) ?? new Map<number, Column>();
        this.#raw.set(at, known);
        known.set(phase, {
          sent: seconds.requestsPerSec[index] ?? 0,
          answered: seconds.responsesPerSec[index] ?? 0,
          failed: seconds.failedPerSec[index] ?? 0,
          inFlight: seconds.inFlight[index] ?? 0,
          p50: seconds.latencyP50Ns[index] ?? null,
          p99: seconds.latencyP99Ns[index] ?? null,
        });
        changed.add(at);
      }
    }
    this.#draw([...changed].sort((one, other) => one - other));
  }

  /** Computes the columns that contain the given seconds, in ascending order, from the known seconds. */
  #draw(changed: readonly number[]): void {
    const last = changed.at(-1);
    if (last === undefined) return;
    while (last >= columnsMax * this.#stepS) this.#halve();
    for (const column of new Set(changed.map((second) => Math.floor(second / this.#stepS)))) {
      const known: Column[] = [];
      for (let at = column * this.#stepS; at < (column + 1) * this.#stepS; at += 1) {
        const phases = this.#raw.get(at);
        if (phases !== undefined) known.push(together([...phases.values()]));
      }
      while (this.#columns.length <= column) this.#columns.push(undefined);
      this.#columns[column] = joined(known);
    }
    for (const at of this.#raw.keys()) if (at < last - rawSeconds) this.#raw.delete(at);
  }

  #halve(): void {
    this.#stepS *= 2;
    this.#columns = Array.from({ length: Math.ceil(this.#columns.length / 2) }, (_, at) =>
      joined(this.#columns.slice(2 * at, 2 * at + 2).filter((each) => each !== undefined)),
    );
  }
}

/** Joins the phases of one second. */
function together(phases: readonly Column[]): Column {
  const sum = (name: 'sent' | 'answered' | 'failed' | 'inFlight'): number =>
    phases.reduce((all, each) => all + each[name], 0);
  const [busiest] = [...phases].sort((one, other) => other.answered - one.answered);
  return {
    sent: sum('sent'),
    answered: sum('answered'),
    failed: sum('failed'),
    inFlight: sum('inFlight'),
    p50: busiest?.p50 ?? null,
    p99: highest(phases),
  };
}

/**
 * Joins consecutive seconds into one column. Counts and medians are averages, and the p99 is the highest one.
 */
function joined(seconds: readonly Column[]): Column | undefined {
  if (seconds.length === 0) return undefined;
  const mean = (name: 'sent' | 'answered' | 'failed' | 'inFlight'): number =>
    seconds.reduce((sum, each) => sum + each[name], 0) / seconds.length;
  const medians = seconds.flatMap(({ p50 }) => p50 ?? []);
  return {
    sent: mean('sent'),
    answered: mean('answered'),
    failed: mean('failed'),
    inFlight: mean('inFlight'),
    p50: medians.length === 0 ? null : medians.reduce((sum, each) => sum + each, 0) / medians.length,
    p99: highest(seconds),
  };
}

function highest(columns: readonly Column[]): number | null {
  const all = columns.flatMap(({ p99 }) => p99 ?? []);
  return all.length === 0 ? null : Math.max(...all);
}
