import type { ClockOffset } from '../../clock-offset.ts';
import type { DriveHealth } from '../../statistics/health/health.ts';
import { type Distribution, distributionOf } from '../../statistics/histograms/distribution.ts';
import { summarise } from '../../statistics/histograms/summary-statistics.ts';
import { keeping } from '../../statistics/limits.ts';
import type { MergedPhase } from '../../statistics/merge.ts';
import { requestSecondsOf, statisticsOf, totalOf } from '../../statistics/statistics.ts';
import { rowsIn } from '../../statistics/wire/row-cursor.ts';
import { agentName, type PhaseFrame, type PhaseView } from '../run-record.ts';
import { agentHealth } from './health-entries.ts';
import { byNameMetricStep, entryHead, latencyOf, responseSummary, timeSummary } from './metric-entries.ts';

/**
 * This file makes the members `agents` and `sessions` of the run document: measurements of single shards. A
 * large run does not keep all of them.
 */

type Shard = MergedPhase['shards'][number];

export function agentsOf(views: readonly PhaseView[]) {
  const numbers = new Set(views.flatMap(({ merged }) => merged.shards.map(({ shard }) => shard)));
  const metrics = views.flatMap(({ merged }) => merged.shards.map(({ totals }) => rowsIn(totals)));
  const distributes = metrics.reduce((sum, each) => sum + each, 0) <= keeping.shardDistributionsMax;
  return [...numbers]
    .sort((one, other) => one - other)
    .map((number) => ({
      name: agentName(number),
      stats: views
        .flatMap(({ merged, frame }) =>
          merged.shards
            .filter(({ shard }) => shard === number)
            .flatMap((shard) => entriesOf(shard, frame, distributes)),
        )
        .sort(byNameMetricStep),
      health: agentHealth(views.flatMap((view) => healthOf(view, number))),
      clock: clockOf(views.flatMap(({ merged }) => merged.drives.filter(({ shard }) => shard === number))),
    }));
}

/**
 * The comparison of a shard's clock with a time server. When its drives have several, the one with the
 * largest uncertainty. Null when no drive has one.
 */
function clockOf(drives: MergedPhase['drives']): ClockOffset | null {
  const clocks = drives.flatMap(({ outcome }) => outcome.clock ?? []);
  return clocks.reduce<ClockOffset | null>(
    (worst, clock) => (worst === null || clock.boundMs > worst.boundMs ? clock : worst),
    null,
  );
}

const healthOf = ({ merged }: PhaseView, shard: number): readonly DriveHealth[] =>
  merged.drives.flatMap((drive) => (drive.shard === shard ? [drive.health] : []));

/**
 * The number of sessions at work by second, for each shard. A large run has only their sum, with the name
 * `all`.
 */
export function sessionsOf({ merged, frame }: PhaseView) {
  if (merged.sessions.length === 0) return [];
  const { name, phase, iteration, fork, start } = frame;
  const sessions = gaugesOf(merged)
    .map(({ agent, row: [second, minSessions, maxSessions] }) => ({
      timestamp: start + second * 1000,
      agent,
      minSessions,
      maxSessions,
    }))
    .sort((one, other) => one.timestamp - other.timestamp);
  return [{ name, phase, iteration, fork, sessions }];
}

/** Notices about details that this phase lacks because the run is large, and where to find more detail. */
export function leftOutOf({ merged, frame }: PhaseView): readonly { phase: string; message: string }[] {
  const { shards, bucketS = 1 } = merged;
  const inPhase = (all: readonly string[]) => all.map((message) => ({ phase: frame.name, message }));
  const messages: string[] = [];
  if (bucketS > 1)
    messages.push(
      `the run has too many metrics and seconds to store each second: its series and histograms have one entry for ${bucketS} s`,
    );
  // The details of the only shard are those of the run.
  if (shards.length === 1) return inPhase(messages);
  if (merged.rows.length > 0 && shards.every(({ totals }) => totals.length === 0))
    messages.push(
      'the run has too many shards and metrics to store each metric of each shard: the shards have no statistics of their own',
    );
  else if (shards.some(({ rows }) => rows === undefined))
    messages.push(
      'the run has too many shards and seconds to store each second of each shard: the shards have totals and no series',
    );
  if (shards.some(({ sessions }) => sessions === undefined))
    messages.push(
      'the run has too many shards and seconds to store the sessions of each shard: the numbers of sessions are sums over all shards',
    );
  return inPhase(messages);
}

function gaugesOf({ sessions, shards }: MergedPhase) {
  if (shards.length === 0 || shards.some((shard) => shard.sessions === undefined))
    return sessions.map((row) => ({ agent: 'all', row }));
  return shards.flatMap(({ shard, sessions: own = [] }) =>
    own.map((row) => ({ agent: agentName(shard), row })),
  );
}

function entriesOf({ totals, rows, sessions }: Shard, frame: PhaseFrame, distributes: boolean) {
  const byStep = Map.groupBy(rows === undefined ? [] : statisticsOf(rows).metrics, ({ step }) => step);
  return statisticsOf(totals).metrics.map((total) => {
    const tally = totalOf(total);
    const metric = byStep.get(total.step)?.find((each) => each.metric === total.metric);
    const { name: phase, start, end } = frame;
    return {
      ...entryHead(total, frame),
      total: {
        phase,
        metric: total.metric,
        start,
        end,
        ...boundsOf(sessions),
        summary: responseSummary(tally, start, end),
      },
      ...latencyOf(tally),
      serviceTime: timeSummary(summarise(tally.service)),
      lateness: timeSummary(summarise(tally.lateness)),
      histogram: distributes ? distributionOf(tally.responseTimes) : noDistribution,
      series: (metric === undefined ? [] : requestSecondsOf(metric)).map(([second, each]) =>
        responseSummary(each, start + second * 1000, start + (second + 1) * 1000),
      ),
    };
  });
}

const noDistribution: Distribution = { percentiles: [], linear: [] };

function boundsOf(sessions: Shard['sessions']) {
  if (sessions === undefined) return { minSessions: null, maxSessions: null };
  const least = sessions.map(([, fewest]) => fewest);
  return {
    minSessions: least.length === 0 ? 0 : Math.min(...least),
    maxSessions: Math.max(0, ...sessions.map(([, , most]) => most)),
  };
}
