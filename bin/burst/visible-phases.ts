import type { PhaseStatus } from '../../lib/api.generated.ts';
import { counted } from '../../lib/report/units.ts';

/** True when the users of the phase send requests. */
export const isAtWork = ({ status }: PhaseStatus): boolean => status === 'RUNNING' || status === 'FINISHED';

export const isOver = ({ status }: PhaseStatus): boolean => status === 'TERMINATED' || status === 'CANCELLED';

/** The notices of all phases, each sentence once. */
export function noticesOf(phases: readonly PhaseStatus[]): readonly string[] {
  return [...new Set(phases.flatMap(({ notices }) => notices ?? []))];
}

/**
 * Selects the phases that are shown in `rows` rows, in their order. Active and failed phases come first, then
 * the next phases, then the phases that ended last. `rest` describes the phases that are not shown.
 */
export function visiblePhases(
  phases: readonly PhaseStatus[],
  rows: number,
): { readonly visible: readonly PhaseStatus[]; readonly rest?: string } {
  const most = Math.max(1, rows);
  if (phases.length <= most) return { visible: phases };
  const isUrgent = (phase: PhaseStatus): boolean => isAtWork(phase) || phase.failed;
  const ended = phases.filter((phase) => isOver(phase) && !isUrgent(phase));
  const coming = phases.filter((phase) => !isOver(phase) && !isUrgent(phase));
  const chosen = new Set([...phases.filter(isUrgent), ...coming, ...ended.toReversed()].slice(0, most));
  const hidden = phases.filter((phase) => !chosen.has(phase));
  const over = hidden.filter(isOver).length;
  const parts = [
    ...(over === 0 ? [] : [`${counted(over, 'phase')} more ended`]),
    ...(hidden.length === over ? [] : [`${counted(hidden.length - over, 'phase')} more to come`]),
  ];
  return { visible: phases.filter((phase) => chosen.has(phase)), rest: parts.join(', ') };
}

export type Live = Pick<
  NonNullable<PhaseStatus['live']>,
  | ('usersDuePerSec' | 'usersStartedPerSec' | 'requestsPerSec' | 'failedPerSec' | 'inFlight' | 'sessions')
  | ('latencyP50Ns' | 'latencyP99Ns' | 'latenessP99Ns')
>;

/**
 * The sum of all active phases, when at least two of them have numbers. It has no percentiles, because
 * percentiles cannot be added.
 */
export function totalOf(phases: readonly PhaseStatus[]): Live | undefined {
  const lives = phases.filter(isAtWork).flatMap(({ live }) => live ?? []);
  if (lives.length < 2) return undefined;
  const sum = (of: (live: Live) => number): number => lives.reduce((total, live) => total + of(live), 0);
  return {
    usersDuePerSec: sum(({ usersDuePerSec }) => usersDuePerSec),
    usersStartedPerSec: sum(({ usersStartedPerSec }) => usersStartedPerSec),
    requestsPerSec: sum(({ requestsPerSec }) => requestsPerSec),
    failedPerSec: sum(({ failedPerSec }) => failedPerSec),
    inFlight: sum(({ inFlight }) => inFlight),
    sessions: sum(({ sessions }) => sessions),
  };
}
