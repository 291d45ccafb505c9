import type { RunSummary, Schema, TestSummary } from '../../../api.generated.ts';

/** The records that a text in the palette searches for: an id, or parts of names with the day of runs. */
export type Wanted = {
  readonly id?: number;
  /** Words that the name of a record must all contain. Case does not matter. */
  readonly words: readonly string[];
  /** The time range in which runs started. Absent: no runs are searched. */
  readonly day?: { readonly from: number; readonly to: number };
};

/** The records that the API has found for a text. */
export type Found = {
  readonly runs: readonly Pick<RunSummary, 'id' | 'testname' | 'start' | 'outcome'>[];
  readonly tests: readonly Pick<TestSummary, 'id' | 'name'>[];
  readonly schemas: readonly Pick<Schema, 'id' | 'name' | 'uri'>[];
  /** The error of a list that did not answer. */
  readonly error?: unknown;
};
