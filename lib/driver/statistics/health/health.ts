import { Histogram } from '../histograms/histogram.ts';
import { valueAtPercentile } from '../histograms/percentiles.ts';
import type { Partial, Row } from '../partial.ts';
import { Statistics } from '../statistics.ts';
import { MachineSum, type MergedSecond } from './machine.ts';
import {
  addUnhealthy,
  excuseOf,
  type Felt,
  tolerableNs,
  type UnhealthyByCause,
  type UnhealthyCause,
  type UnhealthySecond,
  unhealthySeconds,
  untrustedSeconds,
} from './unhealthy.ts';

/** A part of a row that a drive intended or sent while it was not healthy. */
export type AilingRow = Row & { readonly cause: UnhealthyCause };

/** The state of one drive while it was at work. */
export type DriveHealth = {
  /** Requests that it intended or sent, and users that waited for a session, in seconds that excuse more than times. */
  readonly ailing: number;
  readonly ailingUsers: number;
  /** Seconds whose CPU is known. */
  readonly seconds: number;
  /** CPU of its event loop over these, thousandths of a core times seconds; and the most of one second. */
  readonly cpuPermilleSum: number;
  readonly cpuPermilleMax: number;
  readonly stallNsMax: number;
  readonly gcNs: number;
  readonly descriptorsMax: number;
  readonly socketsMax: number;
};

type Observed = Pick<Partial, 'rows' | 'users' | 'machine' | 'sentUntil'>;

/** The health of the drives of one phase, second by second. Order and grouping do not matter. */
export class Health {
  readonly #rows = new Map<UnhealthyCause, Statistics>();
  #ailments: UnhealthyByCause = {};
  readonly #machine = new MachineSum();

  /** Why their seconds were not healthy. */
  get ailments(): UnhealthyByCause {
    return this.#ailments;
  }

  get machine(): readonly MergedSecond[] {
    return this.#machine.rows();
  }

  /** By cause, and then as rows are, in stretches of so many seconds. */
  rows(stretchS: number): readonly AilingRow[] {
    for (const statistics of this.#rows.values()) statistics.widen(stretchS);
    const causes = [...this.#rows].sort(([one], [other]) => (one < other ? -1 : 1));
    return causes.flatMap(([cause, statistics]) => statistics.rows().map((row) => ({ ...row, cause })));
  }

  /** Only this drive was unhealthy: the requests of others in the same second stay trusted. */
  add({ rows, users = [], machine = [], sentUntil = [] }: Observed, stretchS: number): DriveHealth {
    const waits = new Map(users.map(([second, , , waited, waitNs]) => [second, { waited, waitNs }]));
    const felt = feltSeconds(rows, (second) => waits.get(second)?.waitNs);
    const unhealthy = unhealthySeconds(felt, machine);
    const untrusted = untrustedSeconds(unhealthy, sentUntil);
    let [requests, waiting] = [0, 0];
    for (const row of rows) {
      const reason = untrusted.get(row.second);
      if (reason === undefined) continue;
      const ailing = this.#rowsOf(reason.cause);
      ailing.widen(stretchS);
      ailing.add(row);
      this.#count(reason, row.counters.requests, 0);
      if (excuseOf(reason.cause) !== 'times') requests += row.counters.requests;
    }
    for (const [second, reason] of unhealthy) {
      this.#count(reason, 0, 1);
      if (excuseOf(reason.cause) !== 'times') waiting += waits.get(second)?.waited ?? 0;
    }
    this.#machine.add(machine);
    this.#machine.add(
      [...felt].map(([second, { lateNs }]) => {
        const cause = unhealthy.get(second)?.cause;
        return { second, lateNs: Math.round(lateNs), ...(cause === undefined ? {} : { cause }) };
      }),
    );
    for (const [second, { cause }] of unhealthy)
      if (!felt.has(second)) this.#machine.add([{ second, cause }]);
    return { ailing: requests, ailingUsers: waiting, ...figuresOf(machine) };
  }

  #rowsOf(cause: UnhealthyCause): Statistics {
    const known = this.#rows.get(cause) ?? new Statistics();
    this.#rows.set(cause, known);
    return known;
  }

  #count({ cause, ...worst }: UnhealthySecond, requests: number, seconds: number): void {
    this.#ailments = addUnhealthy(this.#ailments, { [cause]: { requests, seconds, ...worst } });
  }
}

/** The median of service times is read only where it decides whether users were too late. */
export function feltSeconds(
  rows: readonly Row[],
  waitNsIn: (second: number) => number | undefined,
): ReadonlyMap<number, Felt> {
  const seconds = Map.groupBy(rows, ({ second }) => second);
  return new Map(
    [...seconds].map(([second, own]) => {
      const lateNs = percentileOf(own, 'lateness', 99) ?? 0;
      const waitNs = waitNsIn(second) ?? 0;
      const serviceNs =
        Math.max(lateNs, waitNs) > tolerableNs(0) ? percentileOf(own, 'service', 50) : undefined;
      return [second, { lateNs, waitNs, serviceNs }];
    }),
  );
}

function percentileOf(
  rows: readonly Row[],
  name: 'lateness' | 'service',
  percentile: number,
): number | undefined {
  const sum = new Histogram();
  for (const { [name]: text } of rows) if (text !== undefined) sum.add(Histogram.decode(text));
  return sum.count === 0 ? undefined : valueAtPercentile(sum, percentile);
}

function figuresOf(machine: NonNullable<Partial['machine']>): Omit<DriveHealth, 'ailing' | 'ailingUsers'> {
  const timed = machine.flatMap(({ cpuPermille }) => (cpuPermille === undefined ? [] : [cpuPermille]));
  const most = (name: 'stallNs' | 'descriptors' | 'sockets'): number =>
    machine.reduce((max, { [name]: value = 0 }) => Math.max(max, value), 0);
  return {
    seconds: timed.length,
    cpuPermilleSum: timed.reduce((sum, each) => sum + each, 0),
    cpuPermilleMax: Math.max(0, ...timed),
    stallNsMax: most('stallNs'),
    gcNs: machine.reduce((sum, { gcNs = 0 }) => sum + gcNs, 0),
    descriptorsMax: most('descriptors'),
    socketsMax: most('sockets'),
  };
}
