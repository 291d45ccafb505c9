import type { RunSummary, Schema, TestSummary } from '../../../api.generated.ts';

/** A text for which records are sought: an id, or parts of names with the day of runs. */
export type Wanted = {
  readonly id?: number;
  /** Each record has each word in its name. Case does not matter. */
  readonly words: readonly string[];
  /** The time in which runs started. Absent: no runs are sought. */
  readonly day?: { readonly from: number; readonly to: number };
};

/** The records that lists of the API have for a text. */
export type Found = {
  readonly runs: readonly Pick<RunSummary, 'id' | 'testname' | 'start' | 'outcome'>[];
  readonly tests: readonly Pick<TestSummary, 'id' | 'name'>[];
  readonly schemas: readonly Pick<Schema, 'id' | 'name' | 'uri'>[];
  /** The error of a list that did not answer. */
  readonly error?: unknown;
};
