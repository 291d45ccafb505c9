import { suspecting } from '../limits.ts';
import type { PhaseView } from '../run-record.ts';

/**
 * A notice about a phase that began later than its conditions allow. Until then the target had fewer users
 * than planned. Undefined when the phase was in time, or when the end of another phase is not known.
 */
export function lateStartNotice({ run, phase }: PhaseView, views: readonly PhaseView[]): string | undefined {
  if (run.t0 === undefined) return undefined;
  const byName = new Map(views.map((view) => [view.frame.name, view]));
  const after = (names: readonly string[], timeOf: (view: PhaseView) => number | undefined): number[] =>
    names.map((name) => {
      const view = byName.get(name);
      return (view && timeOf(view)) ?? Number.POSITIVE_INFINITY;
    });
  const planned = [
    ...after(phase.startAfter, ({ run: { t0 }, phase: { durationMs } }) =>
      t0 === undefined || durationMs === undefined ? undefined : t0 + durationMs,
    ),
    ...after(phase.startAfterStrict, (view) => (view.run.t0 === undefined ? undefined : view.frame.end)),
    ...after(phase.startWith?.phases ?? [], (view) =>
      view.run.t0 === undefined ? undefined : view.run.t0 + (phase.startWith?.delayMs ?? 0),
    ),
  ];
  if (planned.length === 0) return undefined;
  const lateMs = run.t0 - Math.max(originOf(views) + phase.startTimeMs, ...planned);
  return lateMs > suspecting.startGapMsMax
    ? `this phase began ${(lateMs / 1000).toFixed(1)} s later than planned, because its shards were not ready earlier`
    : undefined;
}

/** The latest instant at which the origin of the run can have been. No phase began before its `startTime`. */
const originOf = (views: readonly PhaseView[]): number =>
  Math.min(...views.map(({ run: { t0 }, phase }) => (t0 ?? Number.POSITIVE_INFINITY) - phase.startTimeMs));
