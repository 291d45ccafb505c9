import type { ValidationError } from '../../../results/validation/validate.ts';
import type { Key } from '../../ports/table.ts';

/**
 * The row of a dataset. The owner, access and description are in the row of its run, and whether it is in the
 * trash.
 */
export type DatasetRow = {
  readonly id: number;
  readonly runId: number;
  /** The number of the dataset in its run, from 0. */
  readonly ordinal: number;
  readonly testId: number;
  /** The start of the run in epoch milliseconds. */
  readonly start: number;
  readonly stop: number;
  /** The URI in `$schema` of each element, with the index of the element. The schema may not exist. */
  readonly schemas: readonly { readonly uri: string; readonly index: number }[];
  /** The size in bytes of the document, which is a JSON array. */
  readonly sizeBytes: number;
  /**
   * The positions of the elements in the run, if all of them are unchanged parts of the run. Absent: the
   * document is an object of its own, or `[]`, which is not stored.
   */
  readonly slices?: readonly Slice[];
  /** The revision of the run's document that the slices refer to. Absent: 0. */
  readonly revision?: number;
  /** True when the run names no schema that exists. */
  readonly isBare?: true;
  /**
   * The key of the outbox entry (pending task) that computes the first label values. The entry exists until
   * the task is done. Absent: the values were written with the dataset.
   */
  readonly labelsDue?: Key;
  /** The validation errors of the dataset's elements. Absent: none. */
  readonly validationErrors?: readonly ValidationError[];
};

/** A range of bytes of a run. `source` 0 is its document, 1 its metadata. */
export type Slice = { readonly source: 0 | 1; readonly start: number; readonly end: number };

/**
 * A position in a list of datasets, after the dataset with these values. That dataset may have moved or been
 * deleted.
 */
export type DatasetPosition = Pick<DatasetRow, 'start' | 'runId' | 'ordinal'>;

/** A new dataset. It has a document, unless all of its elements are unchanged parts of the run. */
export type NewDataset = { readonly row: DatasetRow; readonly document?: Uint8Array };
