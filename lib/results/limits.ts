import { invocationBytesMax } from '../facts.ts';

/**
 * Bounds of the repository, each with its unit. A comment gives the reason where a number was measured or is
 * a bound of a platform. The rooms of this folder have further bounds in files of their own:
 * `query/limits.ts`, `scripts/limits.ts` and so on. test/results/limits.test.ts proves that all fit together.
 */
export const limits = {
  /**
   * Bytes of a document up to which it is read whole: one read, against two or more of an index, which it
   * does not get.
   */
  wholeBytesMax: 256 * 1024,
  /** Bytes of memory that the open indexes of runs may take in a warm function. */
  indexCacheBytes: 64 * 1024 * 1024,
  /** Bytes of memory that small parsed documents may take in a warm function. */
  documentCacheBytes: 128 * 1024 * 1024,
  /** Bytes of a document whose datasets are made before its upload is answered. */
  datasetsAtOnceBytesMax: 2 * 1024 * 1024,
  /** Datasets that one list of label values walks over: so many take some seconds. */
  labelDatasetsMax: 250_000,
  /** Rows of a page of label values behind a cursor where no limit is asked for, */
  labelPageRows: 1000,
  /** and datasets that one such page looks at: the reply says where the next goes on. */
  labelPageDatasetsMax: 20_000,
  /**
   * Runs that one reply sorts by a column that no list is in the order of: all of them are read, 2,300 units
   * of them.
   */
  sortedRunsMax: 25_000,
  /** Bytes of the label values of a dataset in the table; larger ones are an object of their own. */
  labelValuesBytesMax: 300_000,
  /**
   * Runs, the latest ones, in whose documents names are looked up for who types a path, and names of one
   * reply.
   */
  completionRuns: 100,
  completionNames: 200,
  /** Bytes of a whole reply as the platform counts them (its JSON with body and headers): 6 MB. */
  replyBytesMax: invocationBytesMax,
  /** Bytes of a query for a datastore: it travels in a message of a queue. */
  datastoreQueryBytesMax: 64 * 1024,
  /** Bytes of what a datastore answers. */
  datastoreReplyBytesMax: 64 * 1024 * 1024,
  /** Documents of one query that are runs before their upload is answered. */
  datastoreRunsAtOnce: 10,
  /** Documents of one query. */
  datastoreRunsMax: 1000,
  /**
   * Bytes of a run that is read whole to make its datasets: parsing takes 4 to 8 times as much memory. Of a
   * larger one parts are.
   */
  datasetRunBytesMax: 32 * 1024 * 1024,
  /**
   * Bytes of a part of a larger run, or of an element of a dataset, that is read whole for its transformers
   * and labels: it takes 8 times its text in memory. Of a larger one what they ask for is read. It is never
   * written beside what a transformer makes.
   */
  datasetPartBytesMax: 32 * 1024 * 1024,
  /** Bytes of all such parts of a run that are read whole; those behind them are read like larger ones. */
  datasetPartsBytesMax: 128 * 1024 * 1024,
  /** Wall-clock milliseconds in which an extractor finds what it looks for in such a part. */
  largeExtractionMs: 60_000,
  /** Datasets of one run: the row of the run has their ids. */
  datasetsMax: 1000,
  /** Parts of a run that are read where they stand instead of being stored again. */
  datasetSlicesMax: 64,
  /** Characters of a test's name: it is part of a table key (1,024 bytes, up to 3 for a character). */
  testNameLengthMax: 256,
  /** Characters of a run's description. */
  descriptionLengthMax: 4096,
  /** Bytes of a schema, a label or a transformer: an item of the table has at most 400 KB. */
  definitionBytesMax: 350_000,
  /** Ids are 32-bit integers. */
  idMax: 2 ** 31 - 1,
} as const;
