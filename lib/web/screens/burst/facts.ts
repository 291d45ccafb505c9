import type { BurstStatus, PhaseSecond, PhaseStatus } from '../../../api.generated.ts';

/** Facts about a burst for its page, computed from one answer of the API. Times are in milliseconds. */

/** True when the burst is over. Its state cannot change any more. */
export const isOver = ({ state }: Pick<BurstStatus, 'state'>): boolean =>
  state !== 'planning' && state !== 'running' && state !== 'merging';

export type Span = {
  /** The beginning of the first phase in epoch milliseconds. */
  readonly from: number;
  /** The planned end of the last phase. Undefined: a phase has no planned end. */
  readonly to: number | undefined;
};

/** The planned time of the load. Undefined before the start of the first phase is decided. */
export function spanOf({ phases, startedAt }: Pick<BurstStatus, 'phases' | 'startedAt'>): Span | undefined {
  const starts = phases.flatMap(({ startsAt }) => startsAt ?? []);
  if (starts.length === 0) return undefined;
  const from = Math.min(startedAt ?? Infinity, ...starts);
  let to: number | undefined = from;
  for (const { startsAt, durationMs, status } of phases) {
    if (status === 'CANCELLED') continue;
    // The start of a waiting phase is not known. It begins after the known phases end, at the earliest.
    if (to !== undefined)
      to = durationMs === undefined ? undefined : Math.max(to, (startsAt ?? to) + durationMs);
  }
  return { from, to };
}

/** The elapsed share of the planned time in whole percent. Undefined: the end is not known. */
export function percentAt({ from, to }: Span, now: number): number | undefined {
  if (to === undefined || to <= from) return undefined;
  return Math.floor(Math.min(1, Math.max(0, (now - from) / (to - from))) * 100);
}

/** The last second, summed over all running phases. */
export type NowValues = Pick<
  PhaseSecond,
  'requestsPerSec' | 'responsesPerSec' | 'usersDuePerSec' | 'inFlight'
> & {
  readonly p50: number | undefined;
  readonly p99: number | undefined;
  readonly late: number | undefined;
};

/** The values of the last second. Undefined: no phase is running. */
export function nowOf(phases: readonly PhaseStatus[]): NowValues | undefined {
  const lives = phases.flatMap(({ live }) => live ?? []);
  if (lives.length === 0) return undefined;
  const sum = (name: 'requestsPerSec' | 'responsesPerSec' | 'usersDuePerSec' | 'inFlight'): number =>
    lives.reduce((all, each) => all + each[name], 0);
  const highest = (name: 'latencyP99Ns' | 'latenessP99Ns'): number | undefined => {
    const known = lives.flatMap((each) => each[name] ?? []);
    return known.length === 0 ? undefined : Math.max(...known);
  };
  const [busiest] = [...lives].sort((one, other) => other.responsesPerSec - one.responsesPerSec);
  return {
    requestsPerSec: sum('requestsPerSec'),
    responsesPerSec: sum('responsesPerSec'),
    usersDuePerSec: sum('usersDuePerSec'),
    inFlight: sum('inFlight'),
    p50: busiest?.latencyP50Ns,
    p99: highest('latencyP99Ns'),
    late: highest('latenessP99Ns'),
  };
}

/** The number of failed requests in all phases so far. */
export const failedOf = (phases: readonly PhaseStatus[]): number =>
  phases.reduce((sum, { totals }) => sum + totals.failed, 0);
