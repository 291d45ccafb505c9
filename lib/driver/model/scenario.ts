/**
 * A parsed scenario: still plain JSON, because it travels inside the plan to every shard.
 */
export type ScenarioDefinition = {
  readonly sequences: readonly SequenceDefinition[];
  /** Names of the sequences that start with a session, in order. */
  readonly initial: readonly string[];
  /** Requests that one session may have in flight at once. */
  readonly maxRequests: number;
  /**
   * Instances of sequences that one session may have at once; raised to what its largest sequence needs.
   * Absent: the default.
   */
  readonly maxSequences?: number;
  /** True when users share maps, counters or data. Each drive then hands its state to the drives after it. */
  readonly sharesState?: true;
};

/** The format's default. */
export const maxSequencesDefault = 16;

export type SequenceDefinition = {
  readonly name: string;
  /** Most running instances at once; 0 means not concurrent (at most one instance, no index). */
  readonly concurrency: number;
  readonly steps: readonly StepDefinition[];
  /** The sequence that starts when this one ends (`orderedSequences`). */
  readonly next?: string;
  /** The number of times that a user runs the sequence, as far as the document shows. Absent: once. */
  readonly runs?: number;
};

/** A step: its registered name and the body that this step's own parse function returned. */
export type StepDefinition = { readonly step: string; readonly body: unknown };
