import { Histogram } from '../histograms/histogram.ts';
import { valueAtPercentile } from '../histograms/percentiles.ts';
import type { Partial, Rows } from '../partial.ts';
import { Statistics } from '../statistics.ts';
import { type ByteRange, RowCursor } from '../wire/row-cursor.ts';
import { MachineSum, type MergedSecond } from './machine-seconds.ts';
import {
  addUnhealthy,
  excuseOf,
  type Impact,
  tolerableNs,
  type UnhealthyByCause,
  type UnhealthyCause,
  type UnhealthySecond,
  unhealthySeconds,
  untrustedSeconds,
} from './unhealthy.ts';

/**
 * The rows of requests that were planned or sent in seconds in which a drive was unhealthy, for one cause.
 */
export type UnhealthyRows = { readonly cause: UnhealthyCause; readonly rows: Rows };

/** The health of one drive while it was at work. */
export type DriveHealth = {
  /**
   * The number of requests that the drive planned or sent in unhealthy seconds that excuse failures (not only
   * times). `unhealthyUsers`: the users that waited for a session in these seconds.
   */
  readonly unhealthyRequests: number;
  readonly unhealthyUsers: number;
  /** The number of seconds in which the drive measured its use of CPU. */
  readonly seconds: number;
  /**
   * The CPU use of the drive's event loop, in thousandths of a core, summed over these seconds.
   * `cpuPermilleMax` is the highest value of one second.
   */
  readonly cpuPermilleSum: number;
  readonly cpuPermilleMax: number;
  readonly stallNsMax: number;
  readonly gcNs: number;
  readonly descriptorsMax: number;
  readonly socketsMax: number;
};

type Observed = Pick<Partial, 'rows' | 'users' | 'machine' | 'sentUntil'>;

/**
 * Collects by second how healthy the drives of one phase were. The order in which they are added does not
 * matter.
 */
export class Health {
  readonly #plansWaits: boolean;
  readonly #rows = new Map<UnhealthyCause, Statistics>();
  #causes: UnhealthyByCause = {};
  readonly #machine = new MachineSum();

  /**
   * `plansWaits`: the document itself makes users wait for sessions, so such a wait does not make a drive
   * unhealthy.
   */
  constructor({ plansWaits = false }: { readonly plansWaits?: boolean | undefined } = {}) {
    this.#plansWaits = plansWaits;
  }

  get unhealthyCauses(): UnhealthyByCause {
    return this.#causes;
  }

  get machine(): readonly MergedSecond[] {
    return this.#machine.rows();
  }

  /** The rows of unhealthy seconds by cause. `bucketS` is the number of seconds that are counted together. */
  rows(bucketS: number): readonly UnhealthyRows[] {
    for (const statistics of this.#rows.values()) statistics.widen(bucketS);
    const causes = [...this.#rows].sort(([one], [other]) => (one < other ? -1 : 1));
    return causes.map(([cause, statistics]) => ({ cause, rows: statistics.rows() }));
  }

  /** Adds the collected health of other drives of the phase. */
  absorb(
    {
      unhealthyRows,
      unhealthyCauses,
      machine,
    }: {
      readonly unhealthyRows: readonly UnhealthyRows[];
      readonly unhealthyCauses: UnhealthyByCause;
      readonly machine: readonly MergedSecond[];
    },
    bucketS: number,
  ): void {
    for (const { cause, rows } of unhealthyRows) {
      this.#rowsOf(cause, bucketS).add(rows);
    }
    this.#causes = addUnhealthy(this.#causes, unhealthyCauses);
    this.#machine.add(machine);
  }

  /**
   * Adds the health of one drive, and returns its totals. Only the seconds of this drive become unhealthy.
   * Requests that other drives sent in the same second remain trusted.
   */
  add({ rows, users = [], machine = [], sentUntil = [] }: Observed, bucketS: number): DriveHealth {
    const waiting = this.#plansWaits ? [] : users;
    const waits = new Map(waiting.map(([second, , , waited, waitNs]) => [second, { waited, waitNs }]));
    const impact = impactSeconds(rows, (second) => waits.get(second)?.waitNs);
    const unhealthy = unhealthySeconds(impact, machine);
    const untrusted = untrustedSeconds(unhealthy, sentUntil);
    let [requests, unhealthyUsers] = [0, 0];
    for (const row = new RowCursor(rows); untrusted.size > 0 && row.next(); ) {
      const reason = untrusted.get(row.second);
      if (reason === undefined) continue;
      row.addTo(this.#rowsOf(reason.cause, bucketS).cell(row));
      this.#count(reason, row.counter('requests'), 0);
      if (excuseOf(reason.cause) !== 'times') requests += row.counter('requests');
    }
    for (const [second, reason] of unhealthy) {
      this.#count(reason, 0, 1);
      if (excuseOf(reason.cause) !== 'times') unhealthyUsers += waits.get(second)?.waited ?? 0;
    }
    this.#machine.add(machine);
    this.#machine.add(
      [...impact].map(([second, { lateNs }]) => {
        const cause = unhealthy.get(second)?.cause;
        return { second, lateNs: Math.round(lateNs), ...(cause === undefined ? {} : { cause }) };
      }),
    );
    for (const [second, { cause }] of unhealthy)
      if (!impact.has(second)) this.#machine.add([{ second, cause }]);
    return { unhealthyRequests: requests, unhealthyUsers, ...figuresOf(machine) };
  }

  #rowsOf(cause: UnhealthyCause, bucketS: number): Statistics {
    const known = this.#rows.get(cause) ?? new Statistics();
    this.#rows.set(cause, known);
    known.widen(bucketS);
    return known;
  }

  #count({ cause, ...worst }: UnhealthySecond, requests: number, seconds: number): void {
    this.#causes = addUnhealthy(this.#causes, { [cause]: { requests, seconds, ...worst } });
  }
}

/**
 * For each second, how late the generator prepared requests, and how long users waited for a session. The
 * median service time is computed only if it decides whether users were too late.
 */
export function impactSeconds(
  rows: Rows,
  waitNsIn: (second: number) => number | undefined,
): ReadonlyMap<number, Impact> {
  const cursor = new RowCursor(rows);
  const places = rangesBySecond(cursor);
  const times = new Histogram();
  const percentileOf = (list: readonly ByteRange[], percentile: number): number | undefined => {
    times.clear();
    for (const place of list) cursor.addAt(place, times);
    return times.count === 0 ? undefined : valueAtPercentile(times, percentile);
  };
  const impact = new Map<number, Impact>();
  for (const [second, { lateness, service }] of places) {
    const lateNs = percentileOf(lateness, 99) ?? 0;
    const waitNs = waitNsIn(second) ?? 0;
    const serviceNs = Math.max(lateNs, waitNs) > tolerableNs(0) ? percentileOf(service, 50) : undefined;
    impact.set(second, { lateNs, waitNs, serviceNs });
  }
  return impact;
}

type SecondRanges = { readonly lateness: ByteRange[]; readonly service: ByteRange[] };

function rangesBySecond(cursor: RowCursor): ReadonlyMap<number, SecondRanges> {
  const seconds = new Map<number, SecondRanges>();
  while (cursor.next()) {
    const own = seconds.get(cursor.second) ?? { lateness: [], service: [] };
    seconds.set(cursor.second, own);
    for (const name of ['lateness', 'service'] as const) {
      const place = cursor.rangeOf(name);
      if (place !== undefined) own[name].push(place);
    }
  }
  return seconds;
}

function figuresOf(
  machine: NonNullable<Partial['machine']>,
): Omit<DriveHealth, 'unhealthyRequests' | 'unhealthyUsers'> {
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
