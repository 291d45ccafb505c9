import { trusting } from './limits.ts';
import { agentName, type PhaseView, type RunError, type RunRecord } from './run-record.ts';
import type { Verdict } from './sla.ts';
import { type Percentiles, percentileNames } from './statistics/summary.ts';

/** What the command line turns into its exit code: numbers that are not whole cannot be judged. */
export function stateOf(
  record: RunRecord,
  views: readonly PhaseView[],
): 'passed' | 'failed' | 'stopped' | 'incomplete' {
  if (record.stopped !== undefined) return 'stopped';
  const ended = ['TERMINATED', 'CANCELLED'];
  const whole = views.every(
    ({ run, delivery }) => ended.includes(run.status) && delivery.missed.length + delivery.lost.length === 0,
  );
  if (!whole) return 'incomplete';
  return views.some((view) => view.run.failed !== undefined || failuresOf(view).length > 0)
    ? 'failed'
    : 'passed';
}

export function errorsOf(record: RunRecord, views: readonly PhaseView[]): readonly RunError[] {
  const fromDrives = views.flatMap(({ merged }) =>
    merged.drives.flatMap(({ shard, outcome }) =>
      outcome.errors.map((msg) => ({ agent: agentName(shard), msg })),
    ),
  );
  return [...(record.errors ?? []), ...fromDrives].slice(0, trusting.failuresMax);
}

/** Broken limits with their evidence, and what made drives fail; the conductor's reason where there is no limit. */
export function failuresOf({ run, merged, frame }: PhaseView): readonly Failure[] {
  const broken = run.verdicts.filter(({ passed }) => !passed);
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
  readonly start: number;
  readonly end: number;
  readonly percentileResponseTime: Percentiles;
};

function brokenLimit({ phase, metric, message, window, percentiles }: Verdict, t0: number): Failure {
  const [start, end] = [t0 + window.startMs, t0 + window.endMs];
  return { phase, metric: metric ?? null, message, start, end, percentileResponseTime: percentiles };
}

function withoutMetric(message: string, { name: phase, start, end }: PhaseView['frame']): Failure {
  return { phase, metric: null, message, start, end, percentileResponseTime: nothing };
}

const nothing = Object.fromEntries(percentileNames.map((name) => [name, 0])) as Percentiles;
