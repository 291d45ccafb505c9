import { CommanderError } from 'commander';
import type { BurstStatus } from '../../lib/api.generated.ts';
import { isFinal, type RunState } from '../../lib/driver/model/run-state.ts';
import { DownpourError } from '../../lib/errors.ts';

/** Exit codes, the same for every command; those of a run bear the names of its final states. */
export const exit = {
  passed: 0,
  /** A phase or an SLA failed. */
  failed: 1,
  /** A wrong document, expression or command line, and whatever else the caller can mend. */
  refused: 2,
  /** Infrastructure failed, or the run is incomplete. */
  incomplete: 3,
  /** The generator was not healthy or no request was sent, so nothing can be said of the target. */
  inconclusive: 4,
  /** Stopped by the user, as shells count SIGINT. */
  stopped: 130,
} as const;

export const exitCodesHelp = `
Exit codes:
  0    passed
  1    failed: requests failed, a limit was broken, or a comparison found worse runs
  2    wrong document or usage, or a command of the document failed
  3    infrastructure failed, or the run is incomplete
  4    inconclusive: the generator was too busy, no request was sent, or runs cannot be compared
  130  stopped by the user`;

/** The exit code of a run; a burst that was left before its end has no result. */
export function exitCodeOf({ state }: Pick<BurstStatus, 'state'>): number {
  return isFinal(state) ? exit[state satisfies RunState] : exit.incomplete;
}

/**
 * The exit code of what a command threw: what the caller can mend is refused, all else is a fault of ours.
 */
export function exitCodeOfError(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exit.passed : exit.refused;
  return error instanceof DownpourError && error.status < 500 ? exit.refused : exit.incomplete;
}
