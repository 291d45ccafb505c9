import type { Path } from '../../document/problem.ts';
import type { Arrivals } from '../../model/arrivals.ts';
import type { Phase } from '../../model/benchmark.ts';

/** A phase of a document or of a staircase, before it is divided into iterations and forks. */
export type PhaseDefinition = {
  readonly name: string;
  /** The path of the phase's body in the document. */
  readonly at: Path;
  /** The path of the phase in the document. Empty for a single phase at the top level of the document. */
  readonly item: Path;
  /** The arrivals of each iteration, before forks divide them. A phase without iterations has one entry. */
  readonly arrivals: readonly Arrivals[];
  /**
   * True when the names of the unrolled phases contain the number of their iteration, even if there is only
   * one.
   */
  readonly numbered: boolean;
  /** The parts of the phase, one for each fork. A phase without forks is a single part without a name. */
  readonly parts: readonly Part[];
  readonly timing: Pick<Phase, 'startTimeMs' | 'durationMs' | 'maxDurationMs'>;
  /** The value of `maxSessions` in the document, if it is given. */
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

/** The scenario of the users of a part, and the files that the scenario needs. */
export type Acting = Pick<Phase, 'scenario' | 'files'>;

/**
 * A reference to another phase: to the whole phase, to its same or previous iteration, or to one of its
 * forks.
 */
export type Reference = {
  readonly phase: string;
  readonly iteration: 'none' | 'previous' | 'same';
  readonly fork?: string;
  /**
   * Present when the reference names a single iteration or fork of a phase, such as `p/000/a`. Lists the
   * phases that start when that one starts.
   */
  readonly starts?: readonly string[];
  /** The place of the reference in the document. */
  readonly at: Path;
};

/** The number of an iteration in three digits, such as `000`. */
export const iterationText = (iteration: number): string => String(iteration).padStart(3, '0');

/** The name of one iteration of a phase. It includes all forks. */
export const iterationName = (name: string, numbered: boolean, iteration: number): string =>
  numbered ? `${name}/${iterationText(iteration)}` : name;

export const partName = (iteration: string, fork: string): string =>
  fork === '' ? iteration : `${iteration}/${fork}`;
