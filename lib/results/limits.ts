import { invocationBytesMax } from '../facts/transfer-limits.ts';

/**
 * Bounds of the repository, each with its unit. Where a number was measured, or comes from a platform, a
 * comment gives the reason. Folders of lib/results have further bounds in their own files: `query/limits.ts`,
 * `scripts/limits.ts` and so on. test/results/limits.test.ts proves that all bounds are consistent.
 */
export const limits = {
  /**
   * The most bytes of a document that is read whole, with one read. Such a document gets no index, which
   * would need two or more reads.
   */
  wholeBytesMax: 256 * 1024,
  /** The most bytes of memory for open indexes of runs in a function that stays loaded between requests. */
  indexCacheBytes: 64 * 1024 * 1024,
  /** The most bytes of memory for small parsed documents in a function that stays loaded between requests. */
  documentCacheBytes: 128 * 1024 * 1024,
  /** The most bytes of a document whose datasets are computed before the upload gets its reply. */
  datasetsAtOnceBytesMax: 2 * 1024 * 1024,
  /** The most datasets that one list of label values reads. This many take some seconds. */
  labelDatasetsMax: 250_000,
  /**
   * Items of one page of a list when the request has no limit, and datasets that are read for one page of
   * distinct values.
   */
  walkedItems: 1000,
  /** Rows of label values in a JSON reply, when the request has neither a limit nor a cursor. */
  labelRows: 10_000,
  /** Rows of a page of label values behind a cursor, when the request has no limit. */
  labelPageRows: 1000,
  /**
   * The most datasets that one page of label values reads. The reply contains the cursor of the next page.
   */
  labelPageDatasetsMax: 20_000,
  /**
   * The most runs that one reply sorts by a column without a sorted list. Downpour reads all of them, which
   * takes 2,300 read units of DynamoDB.
   */
  sortedRunsMax: 25_000,
  /** The most runs or datasets in one reply of a list. This many runs have 24 MB. */
  listedItems: 50_000,
  /** The most bytes of the label values of a dataset in the table. Larger values are stored as an object. */
  labelValuesBytesMax: 300_000,
  /** The completion of a path searches names in the documents of this many latest runs. */
  completionRuns: 100,
  /** The most names in one reply of the completion of a path. */
  completionNames: 200,
  /** The most bytes of a whole reply, as Lambda counts them: its JSON with body and headers, 6 MB. */
  replyBytesMax: invocationBytesMax,
  /**
   * The most bytes of a query to a datastore. The query is sent in a message of a queue, which limits its
   * size.
   */
  datastoreQueryBytesMax: 64 * 1024,
  /** The most bytes of the reply of a datastore. */
  datastoreReplyBytesMax: 64 * 1024 * 1024,
  /**
   * A query to a datastore may return several documents. Up to this many become runs before the upload gets
   * its reply.
   */
  datastoreRunsAtOnce: 10,
  /** The most documents that one query to a datastore may return. */
  datastoreRunsMax: 1000,
  /**
   * The most bytes of a run that is read whole to make its datasets. Parsing takes 4 to 8 times as much
   * memory. A larger run is read in parts.
   */
  datasetRunBytesMax: 32 * 1024 * 1024,
  /**
   * The most bytes of a part of a larger run, or of an element of a dataset, that is read whole for
   * transformers and labels. Such a part takes 8 times its text in memory. Downpour reads from a larger part
   * only the bytes that transformers and labels need. It never stores that part together with the output of a
   * transformer.
   */
  datasetPartBytesMax: 32 * 1024 * 1024,
  /**
   * The most bytes that all parts of a run may have together to be read whole. Downpour reads from further
   * parts only the bytes that transformers and labels need.
   */
  datasetPartsBytesMax: 128 * 1024 * 1024,
  /** The most wall-clock milliseconds that an extractor may take in a large part of a run. */
  largeExtractionMs: 60_000,
  /** The most datasets of one run, because the row of the run has their ids. */
  datasetsMax: 1000,
  /** The most parts of a run that are read from the document instead of being stored again as datasets. */
  datasetSlicesMax: 64,
  /**
   * The most characters of the benchmark's name in the outcome of a run. The row of the run and its copies in
   * lists contain the outcome, so bounds of the outcome keep a page of rows small.
   */
  outcomeBenchmarkLengthMax: 1003,
  /** The most characters of the reason in the outcome of a run. */
  outcomeReasonLengthMax: 200,
  /** The most characters of the hash of the benchmark in the outcome of a run. */
  outcomeDefinitionLengthMax: 128,
  /** The most characters of a metric's or phase's name in the outcome of a run. */
  outcomeNameLengthMax: 100,
  /** The most metrics in the outcome of a run. */
  outcomeMetricsMax: 5,
  /** The most rows of runs that one reply reads to find the last runs that its caller may see. */
  lastRunsRowsMax: 2000,
  /** The most metrics in a trend, besides the total of each run. */
  trendMetricsMax: 20,
  /**
   * The most tests on one page of a list that get the outcomes of their last runs. Each test needs a query of
   * its own.
   */
  testOutcomesMax: 100,
  /** The open changes of a test are counted up to this number. */
  openChangesMax: 100,
  /** The latest changes of all tests among which open changes are counted. */
  openChangesRead: 2000,
  /**
   * The most characters of a test's name. The name is part of a table key, which has at most 1,024 bytes, up
   * to 3 for a character.
   */
  testNameLengthMax: 256,
  /** The most characters of the URI of a schema. The contract has the same number. */
  schemaUriLengthMax: 256,
  /** The most characters of a run's description. */
  descriptionLengthMax: 4096,
  /**
   * The most bytes of a schema, a label or a transformer, because an item of the table has at most 400 KB.
   */
  definitionBytesMax: 350_000,
  /** The largest id: ids are 32-bit integers. */
  idMax: 2 ** 31 - 1,
} as const;
