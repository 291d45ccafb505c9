import { excusing } from '../judging/limits.ts';
import type { RunState } from '../model/run-state.ts';
import { gapOf } from './delivery.ts';
import { type Diagnosis, diagnose, type Unhealthy, unhealthyOf } from './diagnosis.ts';
import { failuresOf, nothingSent, unsentAdvice } from './failures.ts';
import { judgedViews, type PhaseView, type RunRecord } from './record.ts';

export type Conclusion = {
  readonly state: RunState;
  /** Why it neither passed nor failed, or why it failed before its end. */
  readonly reason?: string;
  /** Requests that were sent while the generator was not healthy. */
  readonly unhealthy: Unhealthy;
  /** Present when the run is inconclusive. */
  readonly diagnosis?: Diagnosis;
};

/**
 * Numbers that are not whole cannot be judged. Then comes what no busy generator can cause, then what the
 * generator caused, and only then the target's times. A run without a request says nothing of a target.
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
    const diagnosis = { cause: 'unsent', message: unsent, advice: unsentAdvice } as const;
    return { state: 'inconclusive', reason: unsent, unhealthy, diagnosis };
  }
  if (!missed && !tooMuch && !unclear) return { state: 'passed', unhealthy };
  const diagnosis = diagnose(views, unhealthy, record.place ?? 'cloud');
  return { state: 'inconclusive', reason: diagnosis.message, unhealthy, diagnosis };
}

/**
 * Phases that did not end, drives that were lost or stopped: their load is not in the numbers, or was not
 * sent.
 */
function missingOf(views: readonly PhaseView[], mayStop: boolean): string | undefined {
  const gaps = views.flatMap(({ run, plan, frame, delivery, merged }) => {
    const over = run.status === 'TERMINATED' || run.status === 'CANCELLED';
    if (!over) return [`phase ${frame.name} did not come to its end`];
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

/** A phase that failed before its start for no fault that a drive found: too few drives were there. */
const isUnsent = ({ status, t0, failed }: PhaseView['run'], { drives }: PhaseView['merged']): boolean =>
  status === 'TERMINATED' &&
  t0 === undefined &&
  failed !== undefined &&
  !drives.some(({ outcome }) => outcome.result === 'failed');

/** Bad responses, a target that refuses, an exception in a step: a starved generator causes none of these. */
function failedForCertain({ run, merged }: PhaseView): boolean {
  return (
    merged.drives.some(({ outcome }) => outcome.result === 'failed') ||
    run.verdicts.some(({ certain }) => certain)
  );
}
