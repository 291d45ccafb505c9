import { conducting } from './limits.ts';
import { stopReason } from './replies.ts';
import type { ConductorState } from './state.ts';

/**
 * The stop flag: the reason why drives must not send. It is short, because every drive reads it twice a
 * second. The flag is computed from the conductor's state. A program can also write a stop to it when no
 * function can run, and drives obey both.
 */
export type Flag = {
  readonly stop?: string;
  /** Why the drives of single phases must not send, by the index of the phase. */
  readonly phases?: Readonly<Record<string, string>>;
  /**
   * The program that started the burst must report again before this time, in epoch milliseconds, or the
   * burst stops. Absent: the burst also runs on without that program.
   */
  readonly heldUntil?: number;
};

/**
 * The stop flag for a state of the conductor. It lists only phases that may have drives: released phases that
 * are not over.
 */
export function flagOf(state: ConductorState): Flag {
  if (state.stop !== undefined) return { stop: state.stop.reason };
  const phases = state.phases.flatMap(({ status, expectedAt }, index) => {
    const reason = expectedAt === undefined || status === 'TERMINATED' ? undefined : stopReason(state, index);
    return reason === undefined ? [] : [[String(index), reason] as const];
  });
  return phases.length === 0 ? {} : { phases: Object.fromEntries(phases) };
}

/**
 * The reason to stop when the program that started the burst did not report in time that it still runs.
 * Undefined while its last report is valid.
 */
export function unheldReason({ stop, heldUntil }: Flag, now: number): string | undefined {
  if (stop !== undefined || heldUntil === undefined || now <= heldUntil) return undefined;
  return 'the program that started the burst did not report in time that it still runs';
}

/** The reason why the drives of a phase must not send. Undefined when they may send. */
export const flagReason = ({ stop, phases = {} }: Flag, phase: number): string | undefined =>
  stop ?? phases[String(phase)];

/**
 * The number of copies of the stop flag that the drives of a burst need if all its phases are at work at
 * once.
 */
export function flagCopies(phases: readonly { readonly shards: number }[]): number {
  const drives = phases.reduce((sum, { shards }) => sum + shards, 0);
  return copiesFor(drives, conducting.flagCopiesMax);
}

/** The number of copies of a start signal that the waiting drives of a phase need. */
export const startCopies = (shards: number): number => copiesFor(shards, conducting.flagCopiesMax);

const copiesFor = (readers: number, most: number): number =>
  Math.min(Math.max(1, Math.ceil(readers / conducting.readersCopyMax)), most);

/** The number of the copy of the stop flag that this drive reads. */
export const copyOf = (copies: number, phase: number, shard: number): number => (phase + shard) % copies;
