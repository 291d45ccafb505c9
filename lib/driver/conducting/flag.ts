import { conducting } from './limits.ts';
import { stopReason } from './replies.ts';
import type { ConductorState } from './state.ts';

/**
 * The reason why drives must not send, in few bytes, because every drive reads it twice a second. It follows
 * from the conductor's state, except for a stop that a program wrote when no function could run. Drives obey
 * both.
 */
export type Flag = {
  readonly stop?: string;
  /** Reasons to stop single phases, by the index of the phase. */
  readonly phases?: Readonly<Record<string, string>>;
  /**
   * Epoch milliseconds until which the program that started the burst holds it. Absent: the burst continues
   * without that program.
   */
  readonly heldUntil?: number;
};

/** The flag of a state. It has only the phases that may have drives: released phases that are not over. */
export function flagOf(state: ConductorState): Flag {
  if (state.stop !== undefined) return { stop: state.stop.reason };
  const phases = state.phases.flatMap(({ status, expectedAt }, index) => {
    const reason = expectedAt === undefined || status === 'TERMINATED' ? undefined : stopReason(state, index);
    return reason === undefined ? [] : [[String(index), reason] as const];
  });
  return phases.length === 0 ? {} : { phases: Object.fromEntries(phases) };
}

/**
 * Why drives must not send although nothing has stopped them: the starter of the burst has not renewed its
 * hold.
 */
export function unheldReason({ stop, heldUntil }: Flag, now: number): string | undefined {
  if (stop !== undefined || heldUntil === undefined || now <= heldUntil) return undefined;
  return 'the program that started the burst has not been heard of in time';
}

/** Why the drives of a phase must not send; undefined when they may. */
export const flagReason = ({ stop, phases = {} }: Flag, phase: number): string | undefined =>
  stop ?? phases[String(phase)];

/** The number of copies of a flag for all drives of a burst, if all phases were at work at once. */
export function flagCopies(phases: readonly { readonly shards: number }[]): number {
  const drives = phases.reduce((sum, { shards }) => sum + shards, 0);
  return copiesFor(drives, conducting.flagCopiesMax);
}

/** The number of copies of a start for the drives of a phase that wait for it. */
export const startCopies = (shards: number): number => copiesFor(shards, conducting.flagCopiesMax);

const copiesFor = (readers: number, most: number): number =>
  Math.min(Math.max(1, Math.ceil(readers / conducting.readersCopyMax)), most);

/** The copy that a drive reads. */
export const copyOf = (copies: number, phase: number, shard: number): number => (phase + shard) % copies;
