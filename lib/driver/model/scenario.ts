/** A parsed scenario. It is plain JSON, because every shard gets it with the plan. */
export type ScenarioDefinition = {
  readonly sequences: readonly SequenceDefinition[];
  /** The names of the sequences that start with each user, in order. */
  readonly initial: readonly string[];
  /** The most requests that one user may have in flight at once. */
  readonly maxRequests: number;
  /**
   * The most instances of sequences that one user may have at once. If one sequence alone needs more, this
   * number is higher. Absent: the default.
   */
  readonly maxSequences?: number;
  /** True when users share maps, counters or data. Each drive then passes them to later drives. */
  readonly sharesState?: true;
};

/** The default of `maxSequences` in the format of benchmark documents. */
export const maxSequencesDefault = 16;

export type SequenceDefinition = {
  readonly name: string;
  /** The most instances of the sequence at once. 0: it has one instance without an index. */
  readonly concurrency: number;
  readonly steps: readonly StepDefinition[];
  /** The sequence that starts when this one ends (`orderedSequences`). */
  readonly next?: string;
  /** The number of times that a user runs the sequence, as far as the document shows it. Absent: once. */
  readonly runs?: number;
};

/**
 * A step: its name, such as `httpRequest`, and its members in the form that the parser of this step returned.
 */
export type StepDefinition = { readonly step: string; readonly body: unknown };
