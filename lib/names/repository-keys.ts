import { byStart, instant, ordered } from './key-format.ts';

/**
 * The number of items among which the count of all runs is divided, so that concurrent uploads rarely write
 * the same one.
 */
const runTotalsPlaces = 16;

/** The sort key of items about a run or one of its datasets, in the order of the lists of runs. */
const byRun = (start: number, run: number, ordinal: number): string =>
  `${byStart(start, run)}#${ordered(ordinal)}`;

/**
 * Keys of the repository's table: partition key and sort key. Each record has one item. A record has one more
 * item for each other key by which it is found. A transaction writes them together.
 */
export const repositoryKey = {
  /** The format number of all data. A program with another format than 1 writes it first. Absent: 1. */
  format: () => ({ pk: 'format', sk: 'format' }),
  counter: (kind: string) => ({ pk: 'counters', sk: kind }),
  /** The run that a user uploaded with this `Idempotency-Key`. */
  claim: (user: string, key: string) => ({ pk: `claim#${user}`, sk: key }),

  run: (id: number) => ({ pk: `run#${ordered(id)}`, sk: 'run' }),
  /** A document that is uploaded in parts, by the id of its future run. */
  upload: (id: number) => ({ pk: `upload#${ordered(id)}`, sk: 'upload' }),
  /** The reason why the document of an upload could not be read. */
  uploadFailure: (id: number) => ({ pk: `upload#${ordered(id)}`, sk: 'failure' }),
  /**
   * The fields that lists show of a run. There is a copy for the list of all runs and one for the list of a
   * test.
   */
  listedRun: (start: number, id: number) => ({ pk: 'runs', sk: byStart(start, id) }),
  testRun: (test: number, start: number, id: number) => ({
    pk: `test-runs#${ordered(test)}`,
    sk: byStart(start, id),
  }),
  /**
   * The key of the Bloom filter of the words in a run's document. A search reads these filters to skip runs.
   * They have the same order as the list of runs: by start, then by id.
   */
  listedWords: (start: number, id: number) => ({ pk: 'run-words', sk: byStart(start, id) }),
  testWords: (test: number, start: number, id: number) => ({
    pk: `test-run-words#${ordered(test)}`,
    sk: byStart(start, id),
  }),
  /** The number of runs of a test, by owner and access. */
  runCounts: (test: number) => ({ pk: 'run-counts', sk: ordered(test) }),
  /**
   * The number of runs of all tests. It is in several items, because uploads that write the same item wait
   * for each other.
   */
  runTotals: (run: number) => ({ pk: 'run-totals', sk: ordered(run % runTotalsPlaces) }),
  /**
   * A number that increases with every new run of a team whose storage is limited. Two concurrent uploads of
   * the team conflict at this item, so both together keep the limit.
   */
  storageTurn: (team: string) => ({ pk: 'storage-turns', sk: team }),
  /** The number of runs that name a schema. */
  schemaRunCounts: (uri: string, run: number) => ({
    pk: `schema-run-counts#${uri}`,
    sk: ordered(run % runTotalsPlaces),
  }),
  /**
   * This item exists when the totals count all runs. New repositories have it from their first test on.
   * `bySchema`: the totals of schemas count all runs, too.
   */
  runTotalsComplete: () => ({ pk: 'run-totals', sk: 'complete' }),
  /** The runs that name a schema, even if no schema has this URI. */
  schemaRun: (uri: string, start: number, id: number) => ({
    pk: `schema-runs#${uri}`,
    sk: byStart(start, id),
  }),

  test: (id: number) => ({ pk: 'tests', sk: ordered(id) }),
  /** Reserves the name of a test. The item has the id of the test. */
  testName: (name: string) => ({ pk: 'test-names', sk: name }),
  /** The number of tests, by owner and access. `complete` is set when the item counts all of them. */
  testTotals: () => ({ pk: 'test-totals', sk: 'all' }),

  schema: (id: number) => ({ pk: 'schemas', sk: ordered(id) }),
  schemaName: (name: string) => ({ pk: 'schema-names', sk: name }),
  schemaUri: (uri: string) => ({ pk: 'schema-uris', sk: uri }),
  label: (schema: number, id: number) => ({ pk: 'labels', sk: `${ordered(schema)}#${ordered(id)}` }),
  transformer: (id: number) => ({ pk: 'transformers', sk: ordered(id) }),
  /**
   * This item exists when the schemas of the load driver's runs exist. It has the id of their transformer.
   */
  runDefinitions: () => ({ pk: 'definitions', sk: 'runs' }),
  /**
   * A number that increases with every change of a test, schema, label, transformer or action, so that caches
   * can check their copies.
   */
  definitions: () => ({ pk: 'definitions', sk: 'version' }),

  /** The id of the last run that the sweep for documents without a run has checked. */
  documentSweep: () => ({ pk: 'sweeps', sk: 'documents' }),
  /** The key that encrypts the cursors of lists of runs. */
  cursorKey: () => ({ pk: 'cursor-key', sk: 'key' }),

  /**
   * Pending tasks, the oldest first in each of `workParts` partitions, so that uploads do not overload one
   * partition.
   */
  work: (part: number, at: number, name: string) => ({ pk: `work#${part}`, sk: `${instant(at)}#${name}` }),
  /** Dead letters: tasks that failed for good. The task that has waited longest is the first. */
  deadLetter: ({ pk, sk }: { readonly pk: string; readonly sk: string }) => ({
    pk: 'given-up',
    sk: `${sk}#${pk}`,
  }),
  /** The reason why work on a run, or on one of its datasets, was abandoned. */
  runFailure: (run: number) => ({ pk: `run#${ordered(run)}`, sk: 'failure' }),
  datasetFailure: (dataset: number) => ({ pk: `dataset#${ordered(dataset)}`, sk: 'failure' }),
  /**
   * The current or the last job that recalculates this scope, and the reason why work on it was abandoned.
   */
  job: (scope: string) => ({ pk: `job#${scope}`, sk: 'job' }),
  /**
   * The reason why a task without a run was abandoned. Such a task is an event, an action for an event, a
   * removal, or an upload from a datastore.
   */
  eventFailure: (what: string) => ({ pk: `event#${what}`, sk: 'failure' }),
  jobFailure: (scope: string) => ({ pk: `job#${scope}`, sk: 'failure' }),
  /** Abandoned tasks for the runs and datasets of a test, for lists. */
  testFailure: (test: number, run: number, dataset?: number) => ({
    pk: `test-failures#${ordered(test)}`,
    sk: dataset === undefined ? `${ordered(run)}#run` : `${ordered(run)}#${ordered(dataset)}`,
  }),

  dataset: (id: number) => ({ pk: `dataset#${ordered(id)}`, sk: 'dataset' }),
  /**
   * The key of a record that exists while the object store may have an object with the label values of this
   * dataset. The record is written before the object, so a deletion finds the object after a crash too. It
   * has the id of the run.
   */
  datasetObject: (id: number) => ({ pk: `dataset#${ordered(id)}`, sk: 'object' }),
  /**
   * The datasets that were made from a run in one pass, from the id `first` on. They include datasets that
   * are about to be added or removed.
   */
  datasetBatch: (run: number, first: number) => ({
    pk: `run#${ordered(run)}`,
    sk: `datasets#${ordered(first)}`,
  }),
  /** The result of validating a run with JSON Schemas. */
  runValidation: (run: number) => ({ pk: `run#${ordered(run)}`, sk: 'validation' }),
  /**
   * The datasets of a test, in the order of their runs. The lists of runs decide who may see them, so these
   * items have no owner, access or trash.
   */
  testDataset: (test: number, start: number, run: number, ordinal: number) => ({
    pk: `test-datasets#${ordered(test)}`,
    sk: byRun(start, run, ordinal),
  }),
  schemaDataset: (uri: string, start: number, run: number, ordinal: number) => ({
    pk: `schema-datasets#${uri}`,
    sk: byRun(start, run, ordinal),
  }),
  /** A variable of a test, for change detection. The test's rules for missing data have similar keys. */
  variable: (test: number, id: number) => ({
    pk: `alerting#${ordered(test)}`,
    sk: `variable#${ordered(id)}`,
  }),
  missingRule: (test: number, id: number) => ({ pk: `alerting#${ordered(test)}`, sk: `rule#${ordered(id)}` }),
  /** Finds a record by its id: the test of a variable or of a rule, or the variable of a change. */
  variablePlace: (id: number) => ({ pk: 'variables', sk: ordered(id) }),
  missingRulePlace: (id: number) => ({ pk: 'missing-data-rules', sk: ordered(id) }),
  changePlace: (id: number) => ({ pk: 'changes', sk: ordered(id) }),
  /** The datapoints of a variable in the order of their times, separately for each fingerprint. */
  datapoint: (variable: number, series: string, time: number, run: number, ordinal: number) => ({
    pk: `datapoints#${ordered(variable)}#${series}`,
    sk: byRun(time, run, ordinal),
  }),
  /** An item for each fingerprint of a variable. It counts the writes of its datapoints and changes. */
  series: (variable: number, series: string) => ({ pk: `series#${ordered(variable)}`, sk: series }),
  /** The changes of a variable. */
  change: (variable: number, id: number) => ({ pk: `changes#${ordered(variable)}`, sk: ordered(id) }),
  /** The keys of all datapoints of the dataset at this position of a run, so that they can be deleted. */
  measured: (run: number, ordinal: number) => ({
    pk: `run#${ordered(run)}`,
    sk: `measured#${ordered(ordinal)}`,
  }),
  /** The datasets that a rule for missing data has counted as arrived. */
  ruleMatch: (rule: number, time: number, run: number, ordinal: number) => ({
    pk: `rule-matches#${ordered(rule)}`,
    sk: byRun(time, run, ordinal),
  }),
  /** The subscribers of events (actions), and the prefixes of URLs that actions may call. */
  action: (id: number) => ({ pk: 'actions', sk: ordered(id) }),
  allowedSite: (id: number) => ({ pk: 'allowed-sites', sk: ordered(id) }),
  /**
   * The last expiry notice that the user of a key has received, and the hour in which all keys were last
   * checked.
   */
  keyNotice: (id: number) => ({ pk: 'key-notices', sk: ordered(id) }),
  keyNoticeHour: { pk: 'key-notices', sk: 'hour' },
  /** The datastores from which documents come. */
  datastore: (id: number) => ({ pk: 'datastores', sk: ordered(id) }),
  /** Expected runs, with the earliest deadline first. */
  expectation: (before: number, id: number) => ({ pk: 'expectations', sk: byStart(before, id) }),
  testExpectation: (test: number, before: number, id: number) => ({
    pk: `expectations#${ordered(test)}`,
    sk: byStart(before, id),
  }),
  /** The number of expected runs of a test, in `open`. */
  expectationCount: (test: number) => ({ pk: `expectation-count#${ordered(test)}`, sk: 'count' }),

  /** The label values of a dataset. All datasets of a test share a partition, in the order of their runs. */
  values: (test: number, start: number, run: number, ordinal: number) => ({
    pk: `values#${ordered(test)}`,
    sk: byRun(start, run, ordinal),
  }),

  /** A part of a test, such as an experiment profile. Each kind of part has one partition for all tests. */
  testPart: (kind: string, test: number, id: number) => ({
    pk: `test-parts#${kind}`,
    sk: `${ordered(test)}#${ordered(id)}`,
  }),

  /** The views of a test, which configure the list of its datasets. */
  views: (test: number) => ({ pk: 'views', sk: ordered(test) }),

  /** Log entries of the work on a test, for each kind and source, by time. */
  log: (kind: string, source: string, test: number, at: number, id: number) => ({
    pk: `log#${kind}#${source}#${ordered(test)}`,
    sk: byStart(at, id),
  }),
} as const;

/** The number of partitions for pending tasks. Each accepts 1,000 writes a second. */
export const workParts = 16;
