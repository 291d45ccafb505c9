import { trusting } from '../limits.ts';
import { type Percentiles, percentileNames } from '../statistics/histograms/percentiles.ts';
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

/** Broken limits with their evidence, and the reasons of failed drives; the conductor's reason where no limit is broken. */
export function failuresOf({ run, merged, frame }: PhaseView): readonly Failure[] {
  const broken = run.verdicts.filter(isBroken);
  const drives = merged.drives.filter(({ outcome }) => outcome.result === 'failed');
  const reasons = new Set(drives.map(({ outcome }) => outcome.reason ?? 'a drive failed'));
  if (run.failed !== undefined && broken.length === 0) reasons.add(run.failed);
  return [
    ...broken.map((verdict) => brokenLimit(verdict, frame.start)),
    ...[...reasons].map((message) => withoutMetric(message, frame)),
  ];
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
