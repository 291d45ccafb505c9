import { excusing } from '../judging/limits.ts';
import type { RunState } from '../model/final-state.ts';
import { gapOf } from './delivery.ts';
import { type Diagnosis, diagnose, type Unhealthy, unhealthyOf } from './diagnosis.ts';
import { nothingSent } from './nothing-sent.ts';
import { failuresOf } from './phase-failures.ts';
import { judgedViews, type PhaseView, type RunRecord } from './run-record.ts';

export type Conclusion = {
  readonly state: RunState;
  /** The reason for the state, in words. Absent when the run passed or simply failed. */
  readonly reason?: string;
  /** The requests that were sent while the generator was not healthy. */
  readonly unhealthy: Unhealthy;
  /** Present when the run is inconclusive. */
  readonly diagnosis?: Diagnosis;
};

/**
 * Concludes the state of a run, such as passed or failed. A run with missing load is incomplete. Then
 * failures count that no busy generator can cause. All other broken limits count only if the generator was
 * healthy. A run without a request is inconclusive.
 */
export function conclusionOf(record: RunRecord, views: readonly PhaseView[]): Conclusion {
  const unhealthy = unhealthyOf(judgedViews(views), views);
  if (record.broken !== undefined) return { state: 'incomplete', reason: record.broken, unhealthy };
  if (record.stopped !== undefined) return { state: 'stopped', reason: record.stopped, unhealthy };
  const early = record.failedEarly;
  const why = early === undefined ? {} : { reason: early };
  const gap = missingOf(views, early !== undefined);
  if (gap !== undefined) return { state: 'incomplete', reason: gap, unhealthy };
  if (views.some(failedForCertain)) return { state: 'failed', ...why, unhealthy };
  const missed = views.some(({ delivery }) => delivery.missed.length > 0);
  const tooMuch = unhealthy.share > excusing.unhealthyShareMax;
  const broken = views.some((view) => failuresOf(view).length > 0);
  const unclear = views.some(({ run }) => run.verdicts.some((verdict) => verdict.unclear));
  if (!missed && !tooMuch && broken) return { state: 'failed', ...why, unhealthy };
  const unsent = missed || tooMuch ? undefined : nothingSent(views);
  if (unsent !== undefined) {
    const diagnosis = { cause: 'unsent', ...unsent } as const;
    return { state: 'inconclusive', reason: unsent.message, unhealthy, diagnosis };
  }
  if (!missed && !tooMuch && !unclear) return { state: 'passed', unhealthy };
  const diagnosis = diagnose(views, unhealthy, record.place ?? 'cloud');
  return { state: 'inconclusive', reason: diagnosis.message, unhealthy, diagnosis };
}

/**
 * The reason why a part of the planned load is missing: a phase did not end, or drives were lost or stopped.
 * Undefined when nothing is missing.
 */
function missingOf(views: readonly PhaseView[], mayStop: boolean): string | undefined {
  const gaps = views.flatMap(({ run, plan, frame, delivery, merged }) => {
    const over = run.status === 'TERMINATED' || run.status === 'CANCELLED';
    if (!over) return [`phase ${frame.name} did not end`];
    if (isUnsent(run, merged)) return [`phase ${frame.name}: ${run.failed}`];
    const stopped =
      !mayStop &&
      run.status === 'TERMINATED' &&
      merged.drives.some(({ outcome }) => outcome.result === 'stopped');
    return delivery.lost.length > 0 || stopped
      ? [`phase ${frame.name}: ${gapOf(plan, delivery, merged)}`]
      : [];
  });
  return gaps[0];
}

/** True for a phase that failed before its start without a reported fault, because it had too few drives. */
const isUnsent = ({ status, t0, failed }: PhaseView['run'], { drives }: PhaseView['merged']): boolean =>
  status === 'TERMINATED' &&
  t0 === undefined &&
  failed !== undefined &&
  !drives.some(({ outcome }) => outcome.result === 'failed');

/**
 * True for failures that no busy generator can cause: bad responses, a target that refuses connections, or an
 * error in a step.
 */
function failedForCertain({ run, merged }: PhaseView): boolean {
  return (
    merged.drives.some(({ outcome }) => outcome.result === 'failed') ||
    run.verdicts.some(({ certain }) => certain)
  );
}
