import type { Path } from '../../document/problem.ts';
import type { Arrivals } from '../../model/arrivals.ts';
import type { Phase } from '../../model/benchmark.ts';

/** A phase of a document or of a staircase, before its iterations and forks are unrolled. */
export type PhaseDefinition = {
  readonly name: string;
  /** The place of the phase's body in the document. */
  readonly at: Path;
  /** The place of the phase in the document. Empty for a single phase at the top of the document. */
  readonly item: Path;
  /** The arrivals of each iteration, before forks divide them. A phase without iterations has one entry. */
  readonly arrivals: readonly Arrivals[];
  /** True when the names of the run-time phases contain the number of the iteration, even a single one. */
  readonly numbered: boolean;
  /** The parts of the phase, one for each fork. A phase without forks is a single part without a name. */
  readonly parts: readonly Part[];
  readonly timing: Pick<Phase, 'startTimeMs' | 'durationMs' | 'maxDurationMs'>;
  /** The number `maxSessions` of the document, if it is given. */
  readonly sessionLimit?: number;
  readonly settings: Pick<Phase, 'sessionLimitPolicy' | 'isWarmup' | 'isJudged' | 'customSlas'>;
  readonly startAfter: readonly Reference[];
  readonly startAfterStrict: readonly Reference[];
  readonly startWith?: { readonly reference: Reference; readonly delayMs: number };
};

/** A fork, or the whole phase when it has no forks. */
export type Part = {
  /** The name of the fork. Empty for a phase without forks. */
  readonly fork: string;
  readonly weight: number;
} & Acting;

/** The work of the users of a part, and the files that they need. */
export type Acting = Pick<Phase, 'scenario' | 'files'>;

/** A reference to another phase: to all of it, to its same or previous iteration, or to one of its forks. */
export type Reference = {
  readonly phase: string;
  readonly iteration: 'none' | 'previous' | 'same';
  readonly fork?: string;
  /** Present when the reference names a run-time phase. The phases that start when that phase starts. */
  readonly starts?: readonly string[];
  /** The position of the reference in the document. */
  readonly at: Path;
};

/** The number of an iteration in three digits, such as `000`. */
export const iterationText = (iteration: number): string => String(iteration).padStart(3, '0');

/** The name of one iteration of a phase. It includes all forks. */
export const iterationName = (name: string, numbered: boolean, iteration: number): string =>
  numbered ? `${name}/${iterationText(iteration)}` : name;

export const partName = (iteration: string, fork: string): string =>
  fork === '' ? iteration : `${iteration}/${fork}`;
