import { percent } from '../judging/criteria.ts';
import { excusing } from '../judging/limits.ts';
import type { Verdict } from '../judging/sla.ts';
import { health } from '../statistics/health/limits.ts';
import { tolerableNs } from '../statistics/health/unhealthy.ts';
import { Histogram } from '../statistics/histograms/histogram.ts';
import { valueAtPercentile } from '../statistics/histograms/percentiles.ts';
import { type Summary, summarise } from '../statistics/histograms/summary-statistics.ts';
import type { MergedPhase } from '../statistics/merge.ts';
import { addTimes } from '../statistics/wire/row-cursor.ts';
import { type Delivery, type DrivePlace, type LostDrive, sentenceOfLoss } from './delivery.ts';
import { suspecting } from './limits.ts';

/** A reason to doubt that the numbers describe the target: the generator may have caused them. */
export type Suspicion = {
  readonly phase: string;
  readonly reason: 'lateness' | 'cpu' | 'stall' | 'skew' | 'clock' | 'missed' | 'lost' | 'refused' | 'pause';
  /**
   * The measured value. Its unit depends on the kind: nanoseconds, milliseconds (skew, clock), drives, a
   * share of a core, or a share of the time (pause).
   */
  readonly measured: number;
  readonly limit: number;
  readonly message: string;
};

/** Where the drives ran: each drive had its own machine, or all shared this one. */
export type Machines = 'cloud' | 'one machine';

/** A summary of how late the generator prepared requests, over all metrics of a phase. */
export const latenessOf = (merged: MergedPhase): Summary => summarise(timesOf(merged, 'lateness'));

function timesOf({ rows }: MergedPhase, name: 'lateness' | 'service'): Histogram {
  const times = new Histogram();
  addTimes(rows, name, times);
  return times;
}

export function suspicionsOf(
  merged: MergedPhase,
  lateness: Summary,
  delivery: Delivery,
  place: Machines,
): readonly Suspicion[] {
  const { stallNsMax, skewMsMax, clockBoundMsMax } = suspecting;
  const { cpuMax } = health;
  const suspect = (
    reason: Suspicion['reason'],
    measured: number,
    limit: number,
    message: string,
  ): Suspicion[] => (measured > limit ? [{ phase: merged.phase, reason, measured, limit, message }] : []);
  const { missed, lost } = delivery;
  const lateNs = lateness.percentiles['99.0'];
  const service = timesOf(merged, 'service');
  const tolerable = tolerableNs(service.count === 0 ? undefined : valueAtPercentile(service, 50));
  const stallNs = mostOf(merged, ({ stallNsMax: stall }) => stall);
  const skewMs = mostOf(merged, ({ skewMs: skew }) => Math.abs(skew));
  const boundMs = mostOf(merged, ({ clock }) => clock?.boundMs ?? 0);
  const refused = merged.refused.length;
  return [
    ...suspect(
      'lateness',
      lateNs,
      tolerable,
      `the load generator prepared 1 request in 100 at least ${ms(lateNs)} too late, because it had too little CPU` +
        // The advice to use more shards is left out on one machine, because more shards would share the same
        // processors.
        (place === 'cloud' ? '; use more shards' : ''),
    ),
    ...suspect('cpu', busyCpuOf(merged), cpuMax, cpuMessage(merged)),
    ...suspect('stall', stallNs, stallNsMax, `an event loop of the generator stalled for ${ms(stallNs)}`),
    ...suspect(
      'skew',
      skewMs,
      skewMsMax,
      `a shard started ${Math.round(skewMs)} ms before or after the common start of the shards`,
    ),
    ...suspect(
      'clock',
      boundMs,
      clockBoundMsMax,
      `the clock of a shard may be wrong by ${Math.round(boundMs)} ms, so the shards may not have started at the same time`,
    ),
    ...suspect(
      'missed',
      missed.length,
      0,
      `these load generators were ready too late and sent nothing: ${places(missed)}`,
    ),
    ...suspect('lost', lost.length, 0, lostMessage(lost)),
    ...suspect(
      'refused',
      refused,
      0,
      `these load generators ran twice, and Downpour counts only their first measurements: ${places(merged.refused)}`,
    ),
  ];
}

/** Suspicions about limits that only a pause of the target or of a machine would have broken. */
export const pausesIn = (verdicts: readonly Verdict[]): readonly Suspicion[] =>
  verdicts.flatMap(({ phase, metric, request, limit, paused }) =>
    paused === undefined
      ? []
      : [
          {
            phase,
            reason: 'pause' as const,
            measured: paused.measured,
            limit,
            message: `${metric}${request === undefined ? '' : ` (${request})`}: ${paused.message}`,
          },
        ],
  );

/**
 * The highest CPU use of any second, if the use was too high in more than `unhealthyShareMax` of the seconds.
 * A few such seconds may be the start of the process.
 */
function busyCpuOf({ machine }: MergedPhase): number {
  const shares = machine.map(({ cpuPermille = 0 }) => cpuPermille / 1000);
  const busy = shares.filter((share) => share > health.cpuMax);
  return busy.length > shares.length * excusing.unhealthyShareMax ? Math.max(...busy) : 0;
}

function cpuMessage({ machine }: MergedPhase): string {
  const busy = machine.filter(({ cpuPermille = 0 }) => cpuPermille / 1000 > health.cpuMax);
  const most = Math.max(0, ...busy.map(({ cpuPermille = 0 }) => cpuPermille));
  return (
    `a shard used ${Math.round(most / 10)} % of its core, and more than ${percent(health.cpuMax)} ` +
    `in ${busy.length} of ${machine.length} seconds, so the measured times include delays of the generator`
  );
}

/**
 * The message about lost drives. The results contain the measurements that these drives stored before they
 * were lost.
 */
function lostMessage(lost: readonly LostDrive[]): string {
  return lost.some(({ measuredS, unreported }) => measuredS !== undefined || unreported !== undefined)
    ? `these load generators never delivered their last measurements: ${listed(lost, sentenceOfLoss)}`
    : `these load generators never delivered measurements, and their requests are not in the numbers: ${places(lost)}`;
}

function mostOf(
  { drives }: MergedPhase,
  value: (outcome: MergedPhase['drives'][number]['outcome']) => number,
): number {
  return drives.reduce((most, { outcome }) => Math.max(most, value(outcome)), 0);
}

function ms(ns: number): string {
  return `${(ns / 1e6).toFixed(1)} ms`;
}

function places(drives: readonly DrivePlace[]): string {
  return listed(drives, ({ shard, segment }) => `shard ${shard} segment ${segment}`);
}

function listed<Drive>(drives: readonly Drive[], of: (drive: Drive) => string): string {
  const named = drives.slice(0, suspecting.drivesNamedMax).map(of);
  const more = drives.length - named.length;
  return named.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
