import { trusting } from '../limits.ts';
import { type Percentiles, percentileNames } from '../statistics/histograms/percentiles.ts';
import { openPhase } from '../statistics/merge.ts';
import type { Counters } from '../statistics/partial.ts';
import { agentName, type PhaseView, type RunError, type RunRecord } from './record.ts';
import { isBroken, type Verdict } from './sla.ts';

export function errorsOf(record: RunRecord, views: readonly PhaseView[]): readonly RunError[] {
  const fromDrives = views.flatMap(({ merged }) =>
    merged.drives.flatMap(({ shard, outcome }) =>
      outcome.errors.map((msg) => ({ agent: agentName(shard), msg })),
    ),
  );
  return [...(record.errors ?? []), ...fromDrives].slice(0, trusting.failuresMax);
}

/**
 * Broken limits with their evidence, and the reasons of failed drives; the conductor's reason where no limit is broken. A target
 * that answers nothing breaks none: there is nothing to measure.
 */
export function failuresOf(view: PhaseView): readonly Failure[] {
  const { run, merged, frame } = view;
  const broken = run.verdicts.filter(isBroken);
  const drives = merged.drives.filter(({ outcome }) => outcome.result === 'failed');
  const reasons = new Set(drives.map(({ outcome }) => outcome.reason ?? 'a drive failed'));
  if (run.failed !== undefined && broken.length === 0) reasons.add(run.failed);
  const silence = broken.length === 0 && reasons.size === 0 ? silenceOf(view) : undefined;
  if (silence !== undefined) reasons.add(silence);
  return [
    ...broken.map((verdict) => brokenLimit(verdict, frame.start)),
    ...[...reasons].map((message) => withoutMetric(message, frame)),
  ];
}

/** That not one request of a phase was answered, and none has failed either: all were cut off. */
function silenceOf({ phase, merged }: PhaseView): string | undefined {
  if (phase.isWarmup || merged.answers.length > 0) return undefined;
  const counted = openPhase(merged).metrics.flatMap(({ seconds }) =>
    [...seconds.values()].map(({ counters }) => counters),
  );
  const sum = (of: (counters: Counters) => number): number =>
    counted.reduce((all, counters) => all + of(counters), 0);
  const requests = sum((counters) => counters.requests);
  if (requests === 0 || sum(({ responses, failed }) => responses + failed) > 0) return undefined;
  return `none of ${requests} requests was answered before its user had to leave`;
}

export type Failure = {
  readonly phase: string;
  readonly metric: string | null;
  readonly message: string;
  /** The remedy. */
  readonly advice?: string;
  readonly start: number;
  readonly end: number;
  readonly percentileResponseTime: Percentiles;
};

function brokenLimit({ phase, metric, message, advice, window, percentiles }: Verdict, t0: number): Failure {
  const [start, end] = [t0 + window.startMs, t0 + window.endMs];
  const what = { message, ...(advice === undefined ? {} : { advice }) };
  return { phase, metric: metric ?? null, ...what, start, end, percentileResponseTime: percentiles };
}

function withoutMetric(message: string, { name: phase, start, end }: PhaseView['frame']): Failure {
  return { phase, metric: null, message, start, end, percentileResponseTime: nothing };
}

const nothing = Object.fromEntries(percentileNames.map((name) => [name, 0])) as Percentiles;
