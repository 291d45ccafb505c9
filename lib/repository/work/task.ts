import type { Principal } from '../../results/access.ts';
import type { UploadParameters } from '../../results/upload/upload.ts';
import type { RepositoryEvent } from '../records/alerting/events.ts';

/** Work that is done after its request was answered, each piece harmless when it is done twice. */
export type Task =
  /** Reads a large document that came in parts and writes its index, before there is a run of it. */
  | { readonly kind: 'index'; readonly run: number }
  /** Makes the datasets of a run anew, and then their label values. */
  | { readonly kind: 'datasets'; readonly run: number }
  /** Deletes a revision of a run's document that the run does not name any more. */
  | { readonly kind: 'revision'; readonly run: number; readonly revision: number }
  /** Deletes what is left of a run that was deleted, of this test. */
  | { readonly kind: 'erase'; readonly run: number; readonly revision: number; readonly test: number }
  /** Makes the label values of a dataset anew. */
  | { readonly kind: 'labels'; readonly dataset: number }
  /** Measures the label values of a dataset anew, and tells nobody. `stays`: its datapoints stay whatever the filter of fingerprints says. */
  | { readonly kind: 'measure'; readonly dataset: number; readonly stays?: true }
  /** Takes what was measured in datasets of a run that are gone out of its series. */
  | { readonly kind: 'forget'; readonly run: number; readonly gone: readonly GoneDataset[] }
  /** Tells of an event whoever wants to hear of it. */
  | { readonly kind: 'event'; readonly event: RepositoryEvent }
  /** Tells one of them. */
  | {
      readonly kind: 'webhook';
      readonly action: number;
      readonly event: RepositoryEvent;
      /** Epoch milliseconds at which the event was told: each try says the same. */
      readonly at?: number;
    }
  /** Asks the datastore of a test again, and makes runs of the documents that it has. */
  | { readonly kind: 'query'; readonly upload: QueryUpload }
  /** Lists the next stretch of a job over many runs, and makes pages of it (lib/repository/work/jobs/). */
  | { readonly kind: 'job'; readonly scope: JobScope; readonly job: string }
  /** Some runs or datasets of a job. */
  | {
      readonly kind: 'page';
      readonly scope: JobScope;
      readonly job: string;
      readonly ids: readonly number[];
    };

/** An upload that asks a datastore. */
export type QueryUpload = {
  /** Id of the test. */
  readonly test: number;
  /** JSON. */
  readonly query: string;
  readonly parameters: Omit<UploadParameters, 'test'>;
  /** Who uploads, with the rights of that time. */
  readonly caller: Principal;
  /** A document that is found again under the same key is the same run. */
  readonly key: string;
};

/** A dataset that was there. */
export type GoneDataset = {
  readonly id: number;
  readonly runId: number;
  readonly ordinal: number;
  readonly testId: number;
  /** Of the run, epoch milliseconds. */
  readonly start: number;
};

/** What a job goes through. Of each scope one job is at work: a newer one takes its place. */
export type JobScope =
  /** The runs of a test: their datasets. */
  | { readonly kind: 'test'; readonly test: number }
  /** All runs that begin between two instants, both included: their datasets. */
  | { readonly kind: 'time'; readonly from: number; readonly to: number }
  /** The runs that name a schema: their datasets. */
  | { readonly kind: 'schema'; readonly uri: string }
  /** The datasets that name a schema: their label values. */
  | { readonly kind: 'labels'; readonly uri: string }
  /** The datasets of a test: what is measured in them; `stays` as in a task. */
  | { readonly kind: 'measures'; readonly test: number; readonly stays?: true };

/** New uploads go before recalculations of many runs, however many of these wait. */
export type Priority = 'now' | 'later';
