import type { Path } from '../../document/problem.ts';
import type { Arrivals } from '../../model/arrivals.ts';
import type { Phase } from '../../model/benchmark.ts';

/** A phase of a document or of a staircase, before its iterations and forks are unrolled. */
export type PhaseDefinition = {
  readonly name: string;
  /** The place of its body. */
  readonly at: Path;
  /** The place of the phase itself; empty for the single-phase shortcut. */
  readonly item: Path;
  /** The arrivals of each iteration, before forks divide them. A phase that is not iterated has one entry. */
  readonly arrivals: readonly Arrivals[];
  /**
   * True when the run-time phases have the number of their iteration in their names, even for a single
   * iteration.
   */
  readonly numbered: boolean;
  /** A phase without forks is a single part without a name. */
  readonly parts: readonly Part[];
  readonly timing: Pick<Phase, 'startTimeMs' | 'durationMs' | 'maxDurationMs'>;
  /** `maxSessions` of the document. */
  readonly sessionLimit?: number;
  readonly settings: Pick<Phase, 'sessionLimitPolicy' | 'isWarmup' | 'isJudged' | 'customSlas'>;
  readonly startAfter: readonly Reference[];
  readonly startAfterStrict: readonly Reference[];
  readonly startWith?: { readonly reference: Reference; readonly delayMs: number };
};

/** A fork, or all of a phase without forks. */
export type Part = {
  /** Empty for a phase without forks. */
  readonly fork: string;
  readonly weight: number;
} & Acting;

/** The work of the users of a part, and the files that they need. */
export type Acting = Pick<Phase, 'scenario' | 'files'>;

/** Points at another phase: at all of it, at the same or the previous iteration, or at one of its forks. */
export type Reference = {
  readonly phase: string;
  readonly iteration: 'none' | 'previous' | 'same';
  readonly fork?: string;
  /** For a reference to a run-time phase: the phases that start when it starts. */
  readonly starts?: readonly string[];
  /** The position of the phase in the document. */
  readonly at: Path;
};

/** `000`: its place among the iterations. */
export const iterationText = (iteration: number): string => String(iteration).padStart(3, '0');

/** The name of one iteration of a phase, all of its forks included. */
export const iterationName = (name: string, numbered: boolean, iteration: number): string =>
  numbered ? `${name}/${iterationText(iteration)}` : name;

/** The name of a fork in an iteration. */
export const partName = (iteration: string, fork: string): string =>
  fork === '' ? iteration : `${iteration}/${fork}`;
