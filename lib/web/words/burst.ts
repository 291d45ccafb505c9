import type { BurstStatus } from '../../api.generated.ts';
import { durationText, time } from '../../report/page/number-text.ts';
import { dollars, exactly, rate } from '../../report/units.ts';

export const stateWords: Readonly<Record<BurstStatus['state'], string>> = {
  planning: 'planning',
  running: 'running',
  merging: 'merging the measurements into a run',
  passed: 'passed',
  failed: 'failed',
  inconclusive: 'inconclusive',
  stopped: 'stopped',
  incomplete: 'incomplete',
};
export const startedBy = (user: string): string => `started by ${user}`;
export const shards = (count: number): string => (count === 1 ? '1 shard' : `${exactly(count)} shards`);
export const to = (targets: readonly string[]): string => `to ${targets.join(', ')}`;
export const progress = (ms: number, ofMs: number | undefined): string =>
  ofMs === undefined ? clock(ms) : `${clock(ms)} of ${clock(ofMs)}`;
/** A duration in the form `0:41` or `1:02:05`. */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
export function cost(soFar: number, estimate: number | undefined, charged: boolean): string {
  const sum = estimate === undefined ? cents(soFar) : `${cents(soFar)} of ${cents(estimate)}`;
  return charged ? `so far ${sum}` : `would cost ${sum} in AWS so far`;
}
/** Formats a price in dollars with fractions of a cent, because small bursts cost less than a cent. */
export const cents = (amount: number): string =>
  amount >= 0.01 || amount < 0.00005 ? dollars(amount) : `$${amount.toFixed(4)}`;
export const stop = (): string => 'Stop';
export const stopQuestion = (): string => 'Stop the load now? Downpour keeps the measured part.';
export const goOn = (): string => 'Keep running';
export const allBursts = (): string => 'All bursts';
export const stopping = (): string => 'Stopping…';
export const silent = (): string => 'The load has stopped.';
export const phases = (): string => 'Phases';
export const phaseText = (name: string, status: string, durationMs: number | undefined): string =>
  `${name}, ${phaseStates[status] ?? status}${durationMs === undefined ? '' : `, ${durationText(durationMs)}`}`;
const phaseStates: Readonly<Record<string, string>> = {
  NOT_STARTED: 'not started',
  SCHEDULED: 'starting soon',
  RUNNING: 'running',
  FINISHED: 'waiting for its last users',
  TERMINATED: 'over',
  CANCELLED: 'cancelled',
};
export const numbers = {
  due: 'users due',
  sent: 'sent',
  answered: 'answered',
  p50: 'p50',
  p99: 'p99',
  failed: 'failed',
  late: 'late, p99',
  inFlight: 'in flight',
} as const;
export const perSec = (value: number | undefined): string => rate(value);
export const latency = (ns: number | undefined): string => time(ns);
export const count = (value: number | undefined): string => exactly(value);
export const nowTitle = (): string => 'Now';
export const lastSecond = (): string => 'in the last second';
export const charts = {
  load: 'Load: sent, answered',
  times: 'Response times of each second',
  failed: 'Failed requests a second',
  inFlight: 'Requests in flight',
} as const;
export const curveTitle = (): string => 'Since the start, times in UTC';
export const noCurve = (): string => 'This chart begins with the first second of load.';
export const gaps = (ranges: readonly string[]): string =>
  `The charts have a gap (${ranges.join(', ')}), because no browser page was open at that time. The run will have the data.`;
export const moreGaps = (count: number): string => `${count} more`;
export const range = (fromMs: number, toMs: number): string => `${clock(fromMs)} to ${clock(toMs)}`;
export const limitsTitle = (): string => 'Limits so far';
export const limitColumns = {
  phase: 'Phase',
  limit: 'Limit',
  value: 'So far',
  requests: 'Requests',
} as const;
export const atTheEnd = (): string => 'judged at the end';
export const notYet = (): string => 'not yet';
export const kept = (): string => 'kept';
export const broken = (): string => 'broken';
export const noLimits = (): string => 'This burst has no limits.';
export const limitsNote = (): string =>
  'These are values of all requests so far. The verdict comes with the run, and also judges the load generator.';
export const notices = (): string => 'Notices';
export const waiting = (ms: number): string =>
  `The server does not answer. Next try in ${Math.ceil(ms / 1000)} s.`;
export const becomesRun = (state: string, runId: number): string =>
  `The burst ${state}. This is run ${runId}.`;
export const noRun = (): string => 'This burst stored no run.';
export const phaseStarts = (name: string): string => `Phase ${name} has started.`;
export const tabTitle = (percent: number | undefined, name: string, p99: number | undefined): string =>
  [percent === undefined ? [] : `${percent} %`, name, p99 === undefined ? [] : `p99 ${time(p99)}`]
    .flat()
    .join(' ');

export const list = {
  name: 'Burst',
  state: 'State',
  user: 'Started by',
  started: 'Started',
  ended: 'Took',
  run: 'Run',
  reason: 'Reason',
} as const;
export const startOne = (): string => 'Start a burst';
export const onlyActive = (): string => 'Only running bursts';
export const none = (): string => 'No burst in the last 30 days. The command "downpour run" starts a burst.';
export const noneActive = (): string => 'No burst is running now.';
export const older = (): string => 'Older bursts';
export const newest = (): string => 'Newest bursts';
export const listed = (): string =>
  'The list has the bursts of the last 30 days. Their runs remain after that.';
export const took = (ms: number): string => durationText(ms);
export const runLink = (id: number): string => `run ${id}`;
