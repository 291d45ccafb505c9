import { CommanderError } from 'commander';
import type { BurstStatus } from '../../lib/api.generated.ts';
import { isFinal, type RunState } from '../../lib/driver/model/final-state.ts';
import { DownpourError } from '../../lib/errors.ts';

/** The exit codes of all commands. The codes of a run have the names of its final states. */
export const exit = {
  passed: 0,
  /** A phase or an SLA failed. */
  failed: 1,
  /** A wrong document, expression or command line, or another problem that the caller can solve. */
  refused: 2,
  /** Infrastructure failed, or the run is incomplete. */
  incomplete: 3,
  /** The load generator was not healthy or sent no request, so the run proves nothing about the target. */
  inconclusive: 4,
  /** The user stopped the command. Shells use this number for SIGINT. */
  stopped: 130,
} as const;

/** The line after a usage error. */
export const helpHint = 'To see all arguments and options, add --help to the command.';

export const exitCodesHelp = `
Exit codes:
  0    passed
  1    failed: requests failed, a limit was broken, or a comparison found worse runs
  2    wrong document or usage, or a command of the document failed
  3    infrastructure failed, or the run is incomplete
  4    inconclusive: the generator was too busy, no request was sent, or runs cannot be compared
  130  stopped by the user`;

/** The exit code of a run. A burst whose command the user left before its end has no final state. */
export function exitCodeOf({ state }: Pick<BurstStatus, 'state'>): number {
  return isFinal(state) ? exit[state satisfies RunState] : exit.incomplete;
}

/**
 * The exit code for an error: `refused` when the caller can solve the problem, `stopped` after a Ctrl-C, and
 * `incomplete` otherwise.
 */
export function exitCodeOfError(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exit.passed : exit.refused;
  if (error instanceof DownpourError && error.code === 'INTERRUPTED') return exit.stopped;
  return error instanceof DownpourError && error.status < 500 ? exit.refused : exit.incomplete;
}
