import type { ValidationError } from '../../../results/validation/validate.ts';
import type { Key } from '../../ports/table.ts';

/** A dataset's row. Owner, access, description and trash are those of its run. */
export type DatasetRow = {
  readonly id: number;
  readonly runId: number;
  /** From 0 within the run. */
  readonly ordinal: number;
  readonly testId: number;
  /** Of the run, epoch milliseconds. */
  readonly start: number;
  readonly stop: number;
  /** URIs that stand in `$schema` of the elements, by index, whether there is such a schema or not. */
  readonly schemas: readonly { readonly uri: string; readonly index: number }[];
  /** Bytes of the document, an array. */
  readonly sizeBytes: number;
  /**
   * The elements, where all of them are parts of the run as they are: so they are not stored twice. Absent: the document
   * is an object of its own, or `[]`, which is none.
   */
  readonly slices?: readonly Slice[];
  /** Of the run's document that the slices are cut out of; absent: 0. */
  readonly revision?: number;
  /** True when the run names no schema that there is. */
  readonly isBare?: true;
  /** The item of the work that makes its first label values, which is there until they are. Absent: they came with it. */
  readonly labelsDue?: Key;
  /** What the JSON Schemas of its elements say; absent: nothing. */
  readonly validationErrors?: readonly ValidationError[];
};

/** Bytes of a run: `source` 0 is its document, 1 its metadata. */
export type Slice = { readonly source: 0 | 1; readonly start: number; readonly end: number };

/** A place in a list of datasets: behind the dataset that has it, wherever that is by now. */
export type DatasetPlace = Pick<DatasetRow, 'start' | 'runId' | 'ordinal'>;

/** A dataset that is about to be written: its document, if it is to be an object of its own. */
export type NewDataset = { readonly row: DatasetRow; readonly document?: Uint8Array };
