import { addCoarse } from '../statistics/histograms/coarse.ts';
import { Histogram } from '../statistics/histograms/histogram.ts';
import { valueAtPercentile } from '../statistics/histograms/percentiles.ts';
import { recents } from './limits.ts';
import type { LiveSecond } from './live.ts';
import type { Recent, RecentSecond } from './recent.ts';

/** A second of a phase in the form in which the table stores it. */
export type KeptSecond = LiveSecond & {
  /**
   * True when every drive at work has reported exactly this second. Otherwise a better value may replace this
   * one.
   */
  readonly exact?: true;
};

/** The number of seconds that one item of the table contains. */
export const secondsOfItem = 60;

/** The number of the item that contains a second. */
export const minuteOf = (second: number): number => Math.floor(second / secondsOfItem);

/**
 * The complete seconds of a phase, from the last seconds that its drives stored.
 * @param shards drives at work at once. With fewer reports, a second counts as complete when no drive can add
 * to it.
 */
export function mergeRecents(drives: readonly Recent[], shards: number): readonly KeptSecond[] {
  const newest = Math.max(...drives.map(lastOf));
  if (newest === Number.NEGATIVE_INFINITY) return [];
  const current = drives.filter((drive) => !drive.ended && lastOf(drive) > newest - recents.keptSeconds);
  const isWhole = drives.length >= shards;
  const complete = Math.max(
    newest - recents.writeSeconds - 1,
    isWhole ? Math.min(newest, ...current.map(lastOf)) : Number.NEGATIVE_INFINITY,
  );
  const bySecond = new Map<number, RecentSecond[]>();
  for (const report of drives.flatMap(({ seconds }) => seconds))
    for (const second of coveredBy(report)) {
      if (second > complete) continue;
      const reports = bySecond.get(second) ?? [];
      reports.push(report);
      bySecond.set(second, reports);
    }
  return [...bySecond]
    .sort(([one], [other]) => one - other)
    .map(([second, reports]) => ({ ...mergedSecond(second, reports), exact: true }));
}

const lastOf = ({ seconds }: Recent): number => seconds.at(-1)?.second ?? Number.NEGATIVE_INFINITY;

/** The seconds that a report covers. The first report, and the report after a slow one, cover several. */
function coveredBy({ second, coversMs }: RecentSecond): readonly number[] {
  const length = Math.min(Math.max(1, Math.round(coversMs / 1_000)), second + 1);
  return Array.from({ length }, (_, index) => second + 1 - length + index);
}

function mergedSecond(second: number, reports: readonly RecentSecond[]): LiveSecond {
  const perSec = (name: Counted): number =>
    reports.reduce((sum, report) => sum + (report[name] * 1_000) / Math.max(1, report.coversMs), 0);
  const sum = (name: 'inFlight' | 'sessions'): number => reports.reduce((all, each) => all + each[name], 0);
  const latenessP99Ns = Math.max(...reports.map(({ latenessP99 = -1 }) => latenessP99));
  return {
    second,
    requestsPerSec: perSec('requests'),
    responsesPerSec: perSec('responses'),
    failedPerSec: perSec('failed'),
    errorsPerSec: perSec('errors'),
    inFlight: sum('inFlight'),
    sessions: sum('sessions'),
    usersDuePerSec: perSec('usersDue'),
    usersStartedPerSec: perSec('usersStarted'),
    ...latencies(reports.filter(({ p50 }) => p50 !== undefined)),
    ...(latenessP99Ns < 0 ? {} : { latenessP99Ns }),
  };
}

type Counted = 'requests' | 'responses' | 'failed' | 'errors' | 'usersDue' | 'usersStarted';

/**
 * The latency percentiles of a second, from merged histograms. When one drive of a shard follows another,
 * their last and first second have no histogram. Then the drive with more responses in that second counts.
 */
function latencies(reports: readonly RecentSecond[]): Pick<LiveSecond, 'latencyP50Ns' | 'latencyP99Ns'> {
  const [busiest] = [...reports].sort((one, other) => other.responses - one.responses);
  if (busiest?.p50 === undefined || busiest.p99 === undefined) return {};
  if (reports.length === 1 || reports.some(({ times }) => times === undefined))
    return { latencyP50Ns: busiest.p50, latencyP99Ns: busiest.p99 };
  const all = new Histogram();
  for (const { times = '' } of reports) addCoarse(times, all);
  return { latencyP50Ns: valueAtPercentile(all, 50), latencyP99Ns: valueAtPercentile(all, 99) };
}

/**
 * Adds seconds to the stored ones. A second with `exact` replaces a second without it, and is never replaced.
 * @returns the stored seconds in the order of time; the same object when nothing changed.
 */
export function withSeconds(kept: readonly KeptSecond[], more: readonly KeptSecond[]): readonly KeptSecond[] {
  const all = new Map(kept.map((each) => [each.second, each]));
  let changed = false;
  for (const each of more) {
    const known = all.get(each.second);
    if (known !== undefined && (known.exact || !each.exact)) continue;
    all.set(each.second, each);
    changed = true;
  }
  return changed ? [...all.values()].sort((one, other) => one.second - other.second) : kept;
}

/** The ranges of seconds from `from` to `to`, both included, that are missing among the stored seconds. */
export function gapsIn(
  kept: readonly Pick<KeptSecond, 'second'>[],
  from: number,
  to: number,
): { readonly from: number; readonly to: number }[] {
  const gaps: { from: number; to: number }[] = [];
  let next = from;
  for (const { second } of [...kept, { second: to + 1 }]) {
    if (second > next) gaps.push({ from: next, to: Math.min(second - 1, to) });
    if (second > to) break;
    next = Math.max(next, second + 1);
  }
  return gaps.filter((gap) => gap.from <= gap.to);
}
