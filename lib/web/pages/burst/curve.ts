import type { PhaseSeconds } from '../../../api.generated.ts';

/**
 * A column of the curve: all phases that are at work. Latencies in nanoseconds, null when nothing came
 * back.
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

/** Columns of a curve. Longer bursts have columns of several seconds. */
export const columnsMax = 3_600;
/** Seconds that may still be replaced by better ones, and that columns of several seconds need. */
const rawSeconds = 120;

/** The seconds of a burst since its start, in a bounded number of columns. */
export class Curve {
  /** Epoch milliseconds of the first column. */
  readonly originMs: number;
  #stepS = 1;
  #columns: (Column | undefined)[] = [];
  /** The last seconds: by second since the origin, then by phase. */
  readonly #raw = new Map<number, Map<number, Column>>();

  constructor(originMs: number) {
    this.originMs = originMs;
  }

  /** Seconds of each column. */
  get stepS(): number {
    return this.#stepS;
  }

  /** Undefined: no measurement is known. */
  get columns(): readonly (Column | undefined)[] {
    return this.#columns;
  }

  /** Takes seconds of a phase. A second that comes again replaces. */
  add({ phase, startsAt, seconds }: Pick<PhaseSeconds, 'phase' | 'startsAt' | 'seconds'>): void {
    const offset = Math.round((startsAt - this.originMs) / 1_000);
    for (const [index, second] of seconds.second.entries()) {
      const at = offset + second;
      if (at < 0) continue;
      const phases = this.#raw.get(at) ?? new Map<number, Column>();
      this.#raw.set(at, phases);
      phases.set(phase, {
        sent: seconds.requestsPerSec[index] ?? 0,
        answered: seconds.responsesPerSec[index] ?? 0,
        failed: seconds.failedPerSec[index] ?? 0,
        inFlight: seconds.inFlight[index] ?? 0,
        p50: seconds.latencyP50Ns[index] ?? null,
        p99: seconds.latencyP99Ns[index] ?? null,
      });
      this.#draw(at);
    }
  }

  /** Computes the column of a second, as far as its seconds are known. */
  #draw(second: number): void {
    while (second >= columnsMax * this.#stepS) this.#halve();
    const column = Math.floor(second / this.#stepS);
    const known: Column[] = [];
    for (let at = column * this.#stepS; at < (column + 1) * this.#stepS; at += 1) {
      const phases = this.#raw.get(at);
      if (phases !== undefined) known.push(together([...phases.values()]));
    }
    while (this.#columns.length <= column) this.#columns.push(undefined);
    this.#columns[column] = joined(known);
    for (const at of this.#raw.keys()) if (at < second - rawSeconds) this.#raw.delete(at);
  }

  #halve(): void {
    this.#stepS *= 2;
    this.#columns = Array.from({ length: Math.ceil(this.#columns.length / 2) }, (_, at) =>
      joined(this.#columns.slice(2 * at, 2 * at + 2).filter((each) => each !== undefined)),
    );
  }
}

/** Phases of the same second. */
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

/** Seconds that follow each other: rates are averages, and the highest latency counts. */
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
