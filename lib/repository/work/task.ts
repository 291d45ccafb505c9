import type { Principal } from '../../results/access.ts';
import type { UploadParameters } from '../../results/upload/upload-parameters.ts';
import type { RepositoryEvent } from '../records/alerting/events.ts';

/** Work that is done after the response to its request. Each task may run twice. */
export type Task =
  /**
   * A task that reads a large document that a user uploaded in parts, and writes its index, before its run
   * exists.
   */
  | { readonly kind: 'index'; readonly run: number }
  /** A task that makes the datasets of a run again, and then their label values. */
  | { readonly kind: 'datasets'; readonly run: number }
  /** A task that deletes a revision of a run's document that the run no longer names. */
  | { readonly kind: 'revision'; readonly run: number; readonly revision: number }
  /** A task that deletes the remaining data of a deleted run. */
  | { readonly kind: 'erase'; readonly run: number; readonly revision: number; readonly test: number }
  /** A task that deletes a schema, a test, variables or rules of missing data, with all their parts. */
  | ({ readonly kind: 'remove' } & Removal)
  /** A task that makes the label values of a dataset again. */
  | { readonly kind: 'labels'; readonly dataset: number }
  /**
   * A task that computes the datapoints of a dataset again, without notifications. `stays`: its datapoints
   * remain even if the filter of fingerprints excludes the dataset.
   */
  | { readonly kind: 'measure'; readonly dataset: number; readonly stays?: true }
  /** A task that removes the datapoints of removed datasets of a run from their series. */
  | { readonly kind: 'forget'; readonly run: number; readonly gone: readonly GoneDataset[] }
  /** A task that publishes an event to its subscribers. */
  | {
      readonly kind: 'event';
      readonly event: RepositoryEvent;
      /** The id of the last action that an earlier task notified. Absent in the first task of an event. */
      readonly after?: number;
    }
  /** A task that notifies one subscriber of an event. */
  | {
      readonly kind: 'webhook';
      readonly action: number;
      readonly event: RepositoryEvent;
      /** The time of the notification in epoch milliseconds, equal for each attempt. */
      readonly at?: number;
    }
  /** A task that queries the datastore of a test again, and makes runs of the documents that it returns. */
  | { readonly kind: 'query'; readonly upload: QueryUpload }
  /**
   * A task that lists the next part of a job over many runs, and divides it into pages
   * (lib/repository/work/jobs/).
   */
  | { readonly kind: 'job'; readonly scope: JobScope; readonly job: string }
  /** A task for a page of a job: it does the job's work for some runs or datasets. */
  | {
      readonly kind: 'page';
      readonly scope: JobScope;
      readonly job: string;
      readonly ids: readonly number[];
    };

/** The schema, test, variables or rules of missing data that a task deletes. */
export type Removal =
  | { readonly of: 'schema'; readonly id: number }
  /** The removal of a test. `after`: the sort key of the last run that an earlier step put into the trash. */
  | { readonly of: 'test'; readonly id: number; readonly after?: string }
  /** The removal of variables of a test, or of its rules of missing data. */
  | { readonly of: 'variables' | 'rules'; readonly test: number; readonly ids: readonly number[] };

/** An upload to a test with a datastore. It stores the documents that a query of the datastore finds. */
export type QueryUpload = {
  /** The id of the test. */
  readonly test: number;
  /** The query as JSON text. */
  readonly query: string;
  readonly parameters: Omit<UploadParameters, 'test'>;
  /** The user of the upload, with the rights at the time of the upload. */
  readonly caller: Principal;
  /**
   * The idempotency key of the upload. A document that is found again under the same key becomes the same
   * run.
   */
  readonly key: string;
};

/** A dataset that was removed from its run. */
export type GoneDataset = {
  readonly id: number;
  readonly runId: number;
  readonly ordinal: number;
  readonly testId: number;
  /** The start of the run in epoch milliseconds. */
  readonly start: number;
};

/** The scope of a job. A new job replaces the job that is running on the same scope. */
export type JobScope =
  /** The job makes the datasets of the runs of a test. */
  | { readonly kind: 'test'; readonly test: number }
  /** The job makes the datasets of all runs that begin between two instants, both included. */
  | { readonly kind: 'time'; readonly from: number; readonly to: number }
  /** The job makes the datasets of the runs that name a schema. */
  | { readonly kind: 'schema'; readonly uri: string }
  /** The job makes the label values of the datasets that name a schema. */
  | { readonly kind: 'labels'; readonly uri: string }
  /**
   * The job computes the datapoints of the datasets of a test. `stays`: datapoints remain even if the filter
   * of fingerprints excludes their datasets.
   */
  | { readonly kind: 'measures'; readonly test: number; readonly stays?: true };

/** The priority of a task. New uploads (`now`) come before recalculations of many runs (`later`). */
export type Priority = 'now' | 'later';
