import { counted } from '../../words.ts';
import { isBroken, type Verdict } from '../judging/sla.ts';
import { type Percentiles, percentileNames } from '../statistics/histograms/percentiles.ts';
import { openTotals } from '../statistics/merge.ts';
import type { Counters } from '../statistics/partial.ts';
import { suspecting } from './limits.ts';
import { agentName, type PhaseView, type RunError, type RunRecord } from './run-record.ts';

export const errorsOf = (record: RunRecord, views: readonly PhaseView[]): readonly RunError[] =>
  [...(record.errors ?? []), ...views.flatMap(errorsIn)].slice(0, suspecting.failuresMax);

/** The notice of a phase whose errors are not all listed. Undefined when `errorsOf` lists all of them. */
export function unlistedErrorsNotice(
  { errors = [] }: RunRecord,
  view: PhaseView,
  views: readonly PhaseView[],
): string | undefined {
  if (errorsIn(view).length === 0) return undefined;
  const listable = errors.length + views.slice(0, views.indexOf(view) + 1).flatMap(errorsIn).length;
  return listable <= suspecting.failuresMax
    ? undefined
    : `the load generators reported more than ${suspecting.failuresMax} errors: the first ones are listed, and all are counted`;
}

const errorsIn = ({ merged }: PhaseView): readonly RunError[] =>
  merged.drives.flatMap(({ shard, outcome }) =>
    outcome.errors.map((msg) => ({ agent: agentName(shard), msg })),
  );

/**
 * The failures of a phase: broken limits with their measurements, and the reasons of failed drives. Without a
 * broken limit, the reason that the conductor knows. A target that never answers breaks no limit, because
 * there is nothing to measure.
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

/** The notices of the phases whose failures are not all among the first ones, which a run document lists. */
export function unlistedFailureNotices(views: readonly PhaseView[]) {
  let listable: number = suspecting.failuresMax;
  return views.flatMap((view) => {
    const { length } = failuresOf(view);
    const unlisted = length - Math.min(length, listable);
    listable -= length - unlisted;
    if (unlisted === 0) return [];
    const message = `the run lists its first ${suspecting.failuresMax} failures, and leaves out ${counted(unlisted, 'failure')} of this phase; its verdicts have every broken limit`;
    return [{ phase: view.frame.name, message }];
  });
}

/**
 * The reason when a phase got no response although no request failed: all requests were cut off at its end.
 * Undefined otherwise.
 */
function silenceOf({ phase, merged }: PhaseView): string | undefined {
  if (phase.isWarmup || merged.answers.length > 0) return undefined;
  const counted = openTotals(merged).metrics.flatMap(({ seconds }) =>
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

export type Failure = {
  readonly phase: string;
  readonly metric: string | null;
  /** The name of the request step. Present when several request steps of the phase have the same metric. */
  readonly request?: string;
  readonly message: string;
  /** The advice for the user, if there is any. */
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
