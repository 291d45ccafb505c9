import { numbered } from '../../words.ts';
import { startsUsers } from '../arrivals/registry.ts';
import { isBroken, type Verdict } from '../judging/sla.ts';
import { type Percentiles, percentileNames } from '../statistics/histograms/percentiles.ts';
import { openPhase } from '../statistics/merge.ts';
import type { Counters } from '../statistics/partial.ts';
import { RowCursor } from '../statistics/wire/row-cursor.ts';
import { suspecting } from './limits.ts';
import { agentName, type PhaseView, type RunError, type RunRecord, sendsRequests } from './run-record.ts';

export function errorsOf(record: RunRecord, views: readonly PhaseView[]): readonly RunError[] {
  const fromDrives = views.flatMap(({ merged }) =>
    merged.drives.flatMap(({ shard, outcome }) =>
      outcome.errors.map((msg) => ({ agent: agentName(shard), msg })),
    ),
  );
  return [...(record.errors ?? []), ...fromDrives].slice(0, suspecting.failuresMax);
}

/**
 * The failures of a phase: broken limits with their evidence, and the reasons of failed drives. Without a
 * broken limit, it is the conductor's reason. A target that never answers breaks no limit, because there is
 * nothing to measure.
 */
export function failuresOf(view: PhaseView): readonly Failure[] {
  const { run, merged, frame } = view;
  const broken = run.verdicts.filter(isBroken);
  const drives = merged.drives.filter(({ outcome }) => outcome.result === 'failed');
  const reasons = new Set(drives.map(({ outcome }) => outcome.reason ?? 'a shard failed'));
  if (run.failed !== undefined && broken.length === 0) reasons.add(run.failed);
  const silence = broken.length === 0 && reasons.size === 0 ? silenceOf(view) : undefined;
  if (silence !== undefined) reasons.add(silence);
  return [
    ...broken.map((verdict) => brokenLimit(verdict, frame.start)),
    ...[...reasons].map((message) => withoutMetric(message, frame)),
  ];
}

/**
 * The reason why a phase has no answer although no request failed: all requests were cut off at its end.
 * Undefined otherwise.
 */
function silenceOf({ phase, merged }: PhaseView): string | undefined {
  if (phase.isWarmup || merged.answers.length > 0) return undefined;
  const counted = openPhase(merged).metrics.flatMap(({ seconds }) =>
    [...seconds.values()].map(({ counters }) => counters),
  );
  const sum = (of: (counters: Counters) => number): number =>
    counted.reduce((all, counters) => all + of(counters), 0);
  const requests = sum((counters) => counters.requests);
  if (requests === 0 || sum(({ responses, failed }) => responses + failed) > 0) return undefined;
  return requests === 1
    ? 'the only request got no response before its user was stopped (by the end of the phase or by a step)'
    : `none of ${requests} requests got a response before its user was stopped (by the end of the phase or by a step)`;
}

/**
 * The reason why a run has nothing to judge, and the next step for the user. Undefined if a phase that counts
 * has sent a request.
 */
export function nothingSent(views: readonly PhaseView[]): Unsent | undefined {
  const active = views.filter(({ phase }) => startsUsers(phase.arrivals));
  const counting = active.filter(({ phase }) => !phase.isWarmup);
  const own = counting.length > 0 ? counting : active;
  if (own.some((view) => requestsIn(view) > 0)) return undefined;
  const users = own.reduce((sum, { delivery }) => sum + delivery.started, 0);
  const [why, advice] =
    own.length === 0
      ? ['no phase starts users', 'add a phase that starts users, such as constantRate']
      : users === 0
        ? ['no user started', 'raise the rate or the duration']
        : [usersWithout(users), 'check why users end before their first request'];
  const where = active.length > own.length ? 'no request was sent after the warm-up' : 'no request was sent';
  return { message: `${where}, so there is nothing to judge: ${why}`, advice };
}

type Unsent = { readonly message: string; readonly advice: string };

/**
 * A remark about a phase that should have sent requests and sent none. Undefined for other phases, and when
 * the failure of the phase already states it.
 */
export function unsentNotice(view: PhaseView): string | undefined {
  const { run, plan, merged, delivery } = view;
  const isSilent = plan.requests.length > 0 && run.t0 !== undefined && requestsIn(view) === 0;
  const isWhole =
    run.failed === undefined &&
    delivery.lost.length === 0 &&
    merged.drives.every(({ outcome }) => outcome.result === 'completed');
  if (!isSilent || !isWhole || run.status === 'CANCELLED') return undefined;
  return delivery.started === 0
    ? 'no user started, so no request was sent'
    : `no request was sent: ${usersWithout(delivery.started)}`;
}

const usersWithout = (users: number): string =>
  `${numbered(users, 'user')} started without sending a request`;

/** The number of requests in a phase. Stopwatches and headers do not count. */
function requestsIn({ plan, merged }: PhaseView): number {
  let sum = 0;
  for (const row = new RowCursor(merged.rows); row.next(); )
    if (sendsRequests(plan, row.step)) sum += row.counter('requests');
  return sum;
}

export type Failure = {
  readonly phase: string;
  readonly metric: string | null;
  /** The name of the request. Present when other requests of the phase have the same metric. */
  readonly request?: string;
  readonly message: string;
  /** Advice for people. */
  readonly advice?: string;
  readonly start: number;
  readonly end: number;
  readonly percentileResponseTime: Percentiles;
};

function brokenLimit(
  { phase, metric, request, message, advice, window, percentiles }: Verdict,
  t0: number,
): Failure {
  const [start, end] = [t0 + window.startMs, t0 + window.endMs];
  const of = { metric: metric ?? null, ...(request === undefined ? {} : { request }) };
  const what = { message, ...(advice === undefined ? {} : { advice }) };
  return { phase, ...of, ...what, start, end, percentileResponseTime: percentiles };
}

function withoutMetric(message: string, { name: phase, start, end }: PhaseView['frame']): Failure {
  return { phase, metric: null, message, start, end, percentileResponseTime: nothing };
}

const nothing = Object.fromEntries(percentileNames.map((name) => [name, 0])) as Percentiles;
