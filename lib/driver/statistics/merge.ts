import { DownpourError } from '../../errors.ts';
import type { GlobalSums } from '../model/shared-state.ts';
import { GlobalCounters } from '../sharing/global-counters.ts';
import type { ConnectionRows } from './connection-gauges.ts';
import { GaugeSum } from './gauge.ts';
import { type DriveHealth, Health, type UnhealthyRows } from './health/health.ts';
import type { MergedSecond } from './health/machine-seconds.ts';
import type { UnhealthyByCause } from './health/unhealthy.ts';
import { Histogram } from './histograms/histogram.ts';
import { layout } from './histograms/layout.ts';
import { keeping } from './limits.ts';
import type { Outcome, Partial, Row, Rows } from './partial.ts';
import { type AnswerRow, Answers } from './responses-per-second.ts';
import { ByRegion, type RegionOf, type RegionTotals } from './shards/by-region.ts';
import { ByShard, type ShardBounds, type ShardTotals } from './shards/by-shard.ts';
import { type MetricStatistics, Statistics, statisticsOf } from './statistics.ts';
import { type UserSecond, UserSum } from './users.ts';
import { RowCursor } from './wire/row-cursor.ts';

/**
 * The merged measurements of drives of one phase: of a group of drives, and finally of all. They can be
 * merged again (`Merger.absorb`). The order and grouping of merges do not change the result.
 */
export type MergedPhase = {
  readonly version: 1;
  /** The name of the histogram layout. */
  readonly layout: string;
  /** The number of seconds that one row covers, from its `second` on. Absent: 1. */
  readonly bucketS?: number;
  /** The full name of the phase. */
  readonly phase: string;
  /** The measurements over all shards: one row for each metric, step and second. */
  readonly rows: Rows;
  /**
   * Sessions at work over all shards, by second since T0: `[second, sum of the lowest numbers, sum of the
   * highest]`.
   */
  readonly sessions: Partial['sessions'];
  /** Responses over all shards, by the second in which they arrived. */
  readonly answers: readonly AnswerRow[];
  /** Connections and the requests on them, over all shards and by second since T0. */
  readonly connections: ConnectionRows;
  /** Users that were due and users that started, over all shards and by second since T0. */
  readonly users: readonly UserSecond[];
  /**
   * Times that users spent in their scenario, over all shards, as a histogram. Absent when no user reached
   * the end of the scenario.
   */
  readonly sessionTime?: string;
  /** Times that users waited for a session, over all shards, as a histogram. Absent when no user waited. */
  readonly sessionWait?: string;
  /** The measurements of the drives' machines by second. Each value is the worst of all drives. */
  readonly machine: readonly MergedSecond[];
  /**
   * The rows of requests that a drive planned or sent in seconds in which it was unhealthy. Nearly always
   * empty.
   */
  readonly unhealthyRows: readonly UnhealthyRows[];
  readonly unhealthyCauses: UnhealthyByCause;
  /** The global counters, summed over all shards. Absent when the phase publishes none. */
  readonly globalCounters?: GlobalSums;
  /** The drives whose measurements were merged, by shard and segment. */
  readonly drives: readonly Drive[];
  /** The totals of each shard over all its segments. */
  readonly shards: readonly ShardTotals[];
  /** The totals of each region. Absent when the burst has drives in only one region. */
  readonly regions?: readonly RegionTotals[];
  /**
   * Drives whose measurements were not merged, because another lease counted for the same shard and segment.
   */
  readonly refused: readonly DriveKey[];
};

export type DriveKey = Pick<Partial, 'shard' | 'segment' | 'lease'>;
export type Drive = DriveKey & { readonly outcome: Outcome; readonly health: DriveHealth };

/**
 * Bounds of the measurements that are kept of one phase. `keeping` in limits.ts has the bounds of a whole
 * run.
 */
export type MergeBounds = ShardBounds & {
  readonly cellsMax: number;
  /**
   * True when the document itself makes users wait for sessions, so such waits are no fault of a drive
   * (`Health`).
   */
  readonly plansWaits?: boolean;
};

/**
 * Merges the partials (measurements of single drives) of one phase as they are read. Memory holds only the
 * merged statistics.
 */
export class Merger {
  readonly #phase: string;
  readonly #merged: Statistics;
  readonly #byShard: ByShard;
  readonly #byRegion: ByRegion;
  readonly #sessions = new GaugeSum();
  readonly #answers = new Answers();
  readonly #connections = new Map<string, Map<string, GaugeSum>>();
  readonly #health: Health;
  readonly #sessionTimes = new Histogram();
  readonly #sessionWaits = new Histogram();
  readonly #users = new UserSum();
  readonly #globals = new GlobalCounters();
  readonly #drives = new Map<string, Drive>();
  readonly #refused: DriveKey[] = [];

  /** `regionOf` returns the region of a shard. If it is given, the totals of each region are kept as well. */
  constructor(phase: string, bounds: MergeBounds = keeping, regionOf?: RegionOf) {
    this.#phase = phase;
    this.#merged = new Statistics(bounds);
    this.#byShard = new ByShard(bounds);
    this.#health = new Health(bounds);
    this.#byRegion = new ByRegion(regionOf);
  }

  /**
   * Adds the measurements of a drive, once. For each shard and segment, the first lease counts. The same
   * partial again is `repeated`. A partial with another lease is `refused` and reported. Neither changes a
   * number.
   *
   * @throws DownpourError PARTIAL_MISPLACED, HISTOGRAM_LAYOUT for a partial of another phase or layout.
   */
  accept(partial: Partial): 'accepted' | 'repeated' | 'refused' {
    this.#assertBelongs(partial);
    const { shard, segment, lease, outcome } = partial;
    const key = `${shard}/${segment}`;
    const holder = this.#drives.get(key);
    if (holder !== undefined) {
      if (holder.lease === lease) return 'repeated';
      this.#refused.push({ shard, segment, lease });
      return 'refused';
    }
    this.#count(partial);
    const health = this.#health.add(partial, this.#merged.bucketS);
    this.#drives.set(key, { shard, segment, lease, outcome, health });
    return 'accepted';
  }

  /**
   * Adds merged measurements of other drives of the phase, once.
   * @throws DownpourError PARTIAL_MISPLACED when some, but not all, of these drives have been counted before.
   */
  absorb(merged: MergedPhase): 'accepted' | 'repeated' {
    this.#assertBelongs(merged);
    const known = merged.drives.filter(({ shard, segment }) => this.#drives.has(`${shard}/${segment}`));
    if (known.length > 0 && known.length === merged.drives.length) return 'repeated';
    if (known.length > 0)
      throw new DownpourError(
        'PARTIAL_MISPLACED',
        500,
        'a bug in Downpour: the measurements of a load generator in this group are already counted',
      );
    this.#merged.widen(merged.bucketS ?? 1);
    this.#merged.add(merged.rows);
    this.#byShard.absorb(merged.shards);
    this.#byRegion.absorb(merged.regions ?? []);
    this.#addCourses(merged);
    this.#globals.addEncoded(merged.globalCounters ?? {});
    this.#health.absorb(merged, this.#merged.bucketS);
    for (const drive of merged.drives) this.#drives.set(`${drive.shard}/${drive.segment}`, drive);
    this.#refused.push(...merged.refused);
    return 'accepted';
  }

  result(): MergedPhase {
    const globalCounters = this.#globals.encode();
    const regions = this.#byRegion.result();
    return {
      version: 1,
      layout: layout.name,
      ...(this.#merged.bucketS === 1 ? {} : { bucketS: this.#merged.bucketS }),
      phase: this.#phase,
      rows: this.#merged.rows(),
      sessions: this.#sessions.rows(),
      users: this.#users.rows(),
      answers: this.#answers.rows(),
      connections: mapped(this.#connections, (types) => mapped(types, (sum) => sum.rows())),
      ...(this.#sessionTimes.count === 0 ? {} : { sessionTime: this.#sessionTimes.encode() }),
      ...(this.#sessionWaits.count === 0 ? {} : { sessionWait: this.#sessionWaits.encode() }),
      machine: this.#health.machine,
      unhealthyRows: this.#health.rows(this.#merged.bucketS),
      unhealthyCauses: this.#health.unhealthyCauses,
      ...(globalCounters === undefined ? {} : { globalCounters }),
      drives: [...this.#drives.values()].sort(byDrive),
      shards: this.#byShard.result(),
      ...(regions.length === 0 ? {} : { regions }),
      refused: this.#refused.toSorted(byDrive),
    };
  }

  #count(partial: Partial): void {
    const { shard, rows, sessions, globalCounters = {} } = partial;
    this.#globals.addEncoded(globalCounters);
    this.#byShard.begin(shard);
    const addToRegion = this.#byRegion.adder(shard);
    for (const row = new RowCursor(rows); row.next(); ) {
      row.addTo(this.#merged.cell(row));
      this.#byShard.add(shard, row);
      addToRegion?.(row);
    }
    this.#byShard.addSessions(shard, sessions);
    this.#addCourses(partial);
  }

  #addCourses({
    sessions,
    users = [],
    answers = [],
    connections = {},
    sessionTime,
    sessionWait,
  }: Courses): void {
    if (sessionTime !== undefined) this.#sessionTimes.add(Histogram.decode(sessionTime));
    if (sessionWait !== undefined) this.#sessionWaits.add(Histogram.decode(sessionWait));
    this.#users.add(users);
    this.#sessions.add(sessions);
    this.#answers.addRows(answers);
    this.#addConnections(connections);
  }

  #addConnections(connections: ConnectionRows): void {
    for (const [target, types] of Object.entries(connections)) {
      const sums = this.#connections.get(target) ?? new Map<string, GaugeSum>();
      this.#connections.set(target, sums);
      for (const [type, rows] of Object.entries(types)) {
        const sum = sums.get(type) ?? new GaugeSum();
        sums.set(type, sum);
        sum.add(rows);
      }
    }
  }

  #assertBelongs(partial: Pick<Partial, 'phase' | 'layout'>): void {
    if (partial.phase !== this.#phase) {
      throw new DownpourError(
        'PARTIAL_MISPLACED',
        500,
        `a bug in Downpour: measurements of phase '${partial.phase}' cannot be merged into phase '${this.#phase}'`,
      );
    }
    if (partial.layout !== undefined && partial.layout !== layout.name) {
      const message = `measurements with the histogram layout ${partial.layout} cannot be merged into the layout ${layout.name}`;
      throw new DownpourError('HISTOGRAM_LAYOUT', 500, message);
    }
  }
}

/** Measurements by second other than the rows, and the times that users stayed and waited. */
type Courses = Pick<
  Partial,
  'sessions' | 'users' | 'answers' | 'connections' | 'sessionTime' | 'sessionWait'
>;

/**
 * Converts a map to an object that is sorted by name. So the result does not depend on the order in which
 * drives were added.
 */
const mapped = <T, U>(map: ReadonlyMap<string, T>, of: (each: T) => U): Readonly<Record<string, U>> =>
  Object.fromEntries([...map].sort(byName).map(([key, each]) => [key, of(each)]));

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1;

/** The statistics of a merged phase, for judging limits and for summaries. */
export function openPhase(merged: MergedPhase): Statistics {
  return statisticsOf(merged.rows, merged);
}

/**
 * The metrics of a merged phase one after the other. All at once would take 12 KB of memory for each second
 * and metric. The rows of a merged phase are already in the order of their metrics.
 */
export function* eachMetric(merged: MergedPhase): Generator<MetricStatistics, void> {
  let open = new Statistics(merged);
  let last: Pick<Row, 'metric' | 'step'> | undefined;
  for (const row = new RowCursor(merged.rows); row.next(); ) {
    const { metric, step } = row;
    if (last !== undefined && (metric !== last.metric || step !== last.step)) {
      yield* open.metrics;
      open = new Statistics(merged);
    }
    last = { metric, step };
    row.addTo(open.cell(row));
  }
  yield* open.metrics;
}

/**
 * The totals of a merged phase, with one tally for each metric. A tally for each second of a metric would
 * take 12 KB.
 */
export function openTotals({ rows }: Pick<MergedPhase, 'rows'>): Statistics {
  return statisticsOf(rows, { bucketS: Number.POSITIVE_INFINITY });
}

function byDrive(one: DriveKey, other: DriveKey): number {
  return one.shard - other.shard || one.segment - other.segment;
}
