/** A parsed scenario. It is plain JSON, because the plan takes it to every shard. */
export type ScenarioDefinition = {
  readonly sequences: readonly SequenceDefinition[];
  /** The names of the sequences that start with a session, in order. */
  readonly initial: readonly string[];
  /** The most requests that one session may have in flight at once. */
  readonly maxRequests: number;
  /**
   * The most instances of sequences that one session may have at once. It is raised to the need of the
   * largest sequence. Absent: the default.
   */
  readonly maxSequences?: number;
  /** True when users share maps, counters or data. Each drive then passes its state to later drives. */
  readonly sharesState?: true;
};

/** The default of `maxSequences` in the format of benchmark documents. */
export const maxSequencesDefault = 16;

export type SequenceDefinition = {
  readonly name: string;
  /** The most instances of the sequence at once. 0: not concurrent, one instance without an index. */
  readonly concurrency: number;
  readonly steps: readonly StepDefinition[];
  /** The sequence that starts when this one ends (`orderedSequences`). */
  readonly next?: string;
  /** The number of times that a user runs the sequence, as far as the document shows it. Absent: once. */
  readonly runs?: number;
};

/** A step: its registered name, and the body that the parse function of the step returned. */
export type StepDefinition = { readonly step: string; readonly body: unknown };
