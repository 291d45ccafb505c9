import type { ValidationError } from '../../../results/validation/validate.ts';
import type { Key } from '../../ports/table.ts';

/** The row of a dataset. Owner, access, description and trash are those of its run. */
export type DatasetRow = {
  readonly id: number;
  readonly runId: number;
  /** The position in the run, from 0. */
  readonly ordinal: number;
  readonly testId: number;
  /** The start of the run, epoch milliseconds. */
  readonly start: number;
  readonly stop: number;
  /** URIs in `$schema` of the elements, by index, with URIs of missing schemas. */
  readonly schemas: readonly { readonly uri: string; readonly index: number }[];
  /** Bytes of the document, an array. */
  readonly sizeBytes: number;
  /**
   * The elements, if all of them are unchanged parts of the run. They are not stored twice then. Absent: the
   * document is an object of its own, or `[]`, which is not stored.
   */
  readonly slices?: readonly Slice[];
  /** The revision of the run's document that has the slices. Absent: 0. */
  readonly revision?: number;
  /** True when the run names no existing schema. */
  readonly isBare?: true;
  /**
   * The outbox entry of the task for its first label values, which exists until they are made. Absent: they
   * were written with the dataset.
   */
  readonly labelsDue?: Key;
  /** The validation errors of its elements. Absent: none. */
  readonly validationErrors?: readonly ValidationError[];
};

/** Bytes of a run: `source` 0 is its document, 1 its metadata. */
export type Slice = { readonly source: 0 | 1; readonly start: number; readonly end: number };

/** A position in a list of datasets: after the given dataset, which may have moved since. */
export type DatasetPosition = Pick<DatasetRow, 'start' | 'runId' | 'ordinal'>;

/** A new dataset, with its document if that is an object of its own. */
export type NewDataset = { readonly row: DatasetRow; readonly document?: Uint8Array };
