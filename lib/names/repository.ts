import { byStart, instant, ordered } from './keys.ts';

/** Places that count the runs of all tests. */
const runTotalsPlaces = 16;

/** Of what belongs to a run, in the order of the lists of runs. */
const byRun = (start: number, run: number, ordinal: number): string =>
  `${byStart(start, run)}#${ordered(ordinal)}`;

/**
 * Items of the repository's table: partition and sort key. One record has one place and, where it is found by something
 * else than its id, one item each for that; a transaction writes them together.
 */
export const repositoryKey = {
  /** The format of all data, written by the first program that has another one than 1. Absent: 1. */
  format: () => ({ pk: 'format', sk: 'format' }),
  counter: (kind: string) => ({ pk: 'counters', sk: kind }),
  /** The run of an `Idempotency-Key` of one user. */
  claim: (user: string, key: string) => ({ pk: `claim#${user}`, sk: key }),

  run: (id: number) => ({ pk: `run#${ordered(id)}`, sk: 'run' }),
  /** A document that comes in parts, by the id of the run that it will be. */
  upload: (id: number) => ({ pk: `upload#${ordered(id)}`, sk: 'upload' }),
  /** Why its document could not be read. */
  uploadFailure: (id: number) => ({ pk: `upload#${ordered(id)}`, sk: 'failure' }),
  /** A copy of what lists show, among all runs and among those of a test. */
  listedRun: (start: number, id: number) => ({ pk: 'runs', sk: byStart(start, id) }),
  testRun: (test: number, start: number, id: number) => ({
    pk: `test-runs#${ordered(test)}`,
    sk: byStart(start, id),
  }),
  /** The words of a run's document, in lists beside those of the runs. */
  listedWords: (start: number, id: number) => ({ pk: 'run-words', sk: byStart(start, id) }),
  testWords: (test: number, start: number, id: number) => ({
    pk: `test-run-words#${ordered(test)}`,
    sk: byStart(start, id),
  }),
  /** How many runs of a test there are, by owner and access. */
  runCounts: (test: number) => ({ pk: 'run-counts', sk: ordered(test) }),
  /** The same of all tests, in some places: uploads that meet in one wait for each other. */
  runTotals: (run: number) => ({ pk: 'run-totals', sk: ordered(run % runTotalsPlaces) }),
  /** Rises with every run that a team gets while there is a bound on its storage: two that count at a time meet here. */
  storageTurn: (team: string) => ({ pk: 'storage-turns', sk: team }),
  /** The same of those that name a schema. */
  schemaRunCounts: (uri: string, run: number) => ({
    pk: `schema-run-counts#${uri}`,
    sk: ordered(run % runTotalsPlaces),
  }),
  /** Written with the first test of a repository: these places count all runs there are; `bySchema`: so do those of schemas. */
  runTotalsComplete: () => ({ pk: 'run-totals', sk: 'complete' }),
  /** Runs that name a schema, whether there is one of this URI or not. */
  schemaRun: (uri: string, start: number, id: number) => ({
    pk: `schema-runs#${uri}`,
    sk: byStart(start, id),
  }),

  test: (id: number) => ({ pk: 'tests', sk: ordered(id) }),
  /** Owns the name: the test of this name is the one whose id stands here. */
  testName: (name: string) => ({ pk: 'test-names', sk: name }),
  /** How many tests there are, by owner and access; `complete` when it counts all of them. */
  testTotals: () => ({ pk: 'test-totals', sk: 'all' }),

  schema: (id: number) => ({ pk: 'schemas', sk: ordered(id) }),
  schemaName: (name: string) => ({ pk: 'schema-names', sk: name }),
  schemaUri: (uri: string) => ({ pk: 'schema-uris', sk: uri }),
  label: (schema: number, id: number) => ({ pk: 'labels', sk: `${ordered(schema)}#${ordered(id)}` }),
  transformer: (id: number) => ({ pk: 'transformers', sk: ordered(id) }),
  /** Rises with every change of a test, schema, label, transformer or action, so that what was read of them can be kept. */
  definitions: () => ({ pk: 'definitions', sk: 'version' }),

  /** How far documents without a run were looked for. */
  documentSweep: () => ({ pk: 'sweeps', sk: 'documents' }),
  /** What seals places in lists of runs. */
  cursorKey: () => ({ pk: 'cursor-key', sk: 'key' }),

  /** What is due, the oldest first in each of `workParts`: no partition has to take what all uploads leave behind. */
  work: (part: number, at: number, name: string) => ({ pk: `work#${part}`, sk: `${instant(at)}#${name}` }),
  /** What was given up of all that was due, the longest due first. */
  givenUp: ({ pk, sk }: { readonly pk: string; readonly sk: string }) => ({
    pk: 'given-up',
    sk: `${sk}#${pk}`,
  }),
  /** Why work on a run, or on one of its datasets, was given up. */
  runFailure: (run: number) => ({ pk: `run#${ordered(run)}`, sk: 'failure' }),
  datasetFailure: (dataset: number) => ({ pk: `dataset#${ordered(dataset)}`, sk: 'failure' }),
  /** The job that is at work on a scope, or the last that was; and why work on it was given up. */
  job: (scope: string) => ({ pk: `job#${scope}`, sk: 'job' }),
  /** Why an event, what an action does about it, a removal, or an upload that asks a datastore was given up. */
  eventFailure: (what: string) => ({ pk: `event#${what}`, sk: 'failure' }),
  jobFailure: (scope: string) => ({ pk: `job#${scope}`, sk: 'failure' }),
  /** What was given up of the runs and datasets of a test. */
  testFailure: (test: number, run: number, dataset?: number) => ({
    pk: `test-failures#${ordered(test)}`,
    sk: dataset === undefined ? `${ordered(run)}#run` : `${ordered(run)}#${ordered(dataset)}`,
  }),

  dataset: (id: number) => ({ pk: `dataset#${ordered(id)}`, sk: 'dataset' }),
  /** That an object of label values of the dataset is about to be put, and of which run it is. */
  datasetObject: (id: number) => ({ pk: `dataset#${ordered(id)}`, sk: 'object' }),
  /** Datasets that were made of a run in one go, from this id on: those that it has, and those that are about to come or to go. */
  datasetBatch: (run: number, first: number) => ({
    pk: `run#${ordered(run)}`,
    sk: `datasets#${ordered(first)}`,
  }),
  /** What JSON Schemas say about a run. */
  runValidation: (run: number) => ({ pk: `run#${ordered(run)}`, sk: 'validation' }),
  /**
   * Datasets, their label values and what is measured in them lie in the order of their runs, whose lists say who may see
   * them: nothing here repeats the owner, the access or the trash of a run.
   */
  testDataset: (test: number, start: number, run: number, ordinal: number) => ({
    pk: `test-datasets#${ordered(test)}`,
    sk: byRun(start, run, ordinal),
  }),
  schemaDataset: (uri: string, start: number, run: number, ordinal: number) => ({
    pk: `schema-datasets#${uri}`,
    sk: byRun(start, run, ordinal),
  }),
  /** What is watched of a test: its variables and its rules of missing data. */
  variable: (test: number, id: number) => ({
    pk: `alerting#${ordered(test)}`,
    sk: `variable#${ordered(id)}`,
  }),
  missingRule: (test: number, id: number) => ({ pk: `alerting#${ordered(test)}`, sk: `rule#${ordered(id)}` }),
  /** The test of a variable, of a rule; the variable of a change. */
  variablePlace: (id: number) => ({ pk: 'variables', sk: ordered(id) }),
  missingRulePlace: (id: number) => ({ pk: 'missing-data-rules', sk: ordered(id) }),
  changePlace: (id: number) => ({ pk: 'changes', sk: ordered(id) }),
  /** The datapoints of a variable in the order of their times, those of each fingerprint for themselves. */
  datapoint: (variable: number, series: string, time: number, run: number, ordinal: number) => ({
    pk: `datapoints#${ordered(variable)}#${series}`,
    sk: byRun(time, run, ordinal),
  }),
  /** One for each fingerprint of a variable; counts what is written of its datapoints and changes. */
  series: (variable: number, series: string) => ({ pk: `series#${ordered(variable)}`, sk: series }),
  /** Changes of a variable. */
  change: (variable: number, id: number) => ({ pk: `changes#${ordered(variable)}`, sk: ordered(id) }),
  /** Where the datapoints of the dataset lie that is, or was, at this place of a run. */
  measured: (run: number, ordinal: number) => ({
    pk: `run#${ordered(run)}`,
    sk: `measured#${ordered(ordinal)}`,
  }),
  /** Datasets that a rule of missing data counts. */
  ruleMatch: (rule: number, time: number, run: number, ordinal: number) => ({
    pk: `rule-matches#${ordered(rule)}`,
    sk: byRun(time, run, ordinal),
  }),
  /** Who is told of events, and the beginnings of URLs that may be. */
  action: (id: number) => ({ pk: 'actions', sk: ordered(id) }),
  allowedSite: (id: number) => ({ pk: 'allowed-sites', sk: ordered(id) }),
  /** Which notice of its end the user of a key has had, and the hour in which all keys were looked at last. */
  keyNotice: (id: number) => ({ pk: 'key-notices', sk: ordered(id) }),
  keyNoticeHour: { pk: 'key-notices', sk: 'hour' },
  /** Where documents are asked for. */
  datastore: (id: number) => ({ pk: 'datastores', sk: ordered(id) }),
  /** Runs that somebody waits for, the first that is due first. */
  expectation: (before: number, id: number) => ({ pk: 'expectations', sk: byStart(before, id) }),
  testExpectation: (test: number, before: number, id: number) => ({
    pk: `expectations#${ordered(test)}`,
    sk: byStart(before, id),
  }),
  /** How many runs of a test are waited for: `open`. */
  expectationCount: (test: number) => ({ pk: `expectation-count#${ordered(test)}`, sk: 'count' }),

  /** Label values of a dataset, among those of its test. */
  values: (test: number, start: number, run: number, ordinal: number) => ({
    pk: `values#${ordered(test)}`,
    sk: byRun(start, run, ordinal),
  }),

  /** What belongs to a test, of each kind that of all tests. */
  testPart: (kind: string, test: number, id: number) => ({
    pk: `test-parts#${kind}`,
    sk: `${ordered(test)}#${ordered(id)}`,
  }),

  /** How the datasets of a test are listed. */
  views: (test: number) => ({ pk: 'views', sk: ordered(test) }),

  /** What happened at work on a test, of each kind and source, by its time. */
  log: (kind: string, source: string, test: number, at: number, id: number) => ({
    pk: `log#${kind}#${source}#${ordered(test)}`,
    sk: byStart(at, id),
  }),
} as const;

/** Partitions of what is due. Each takes 1,000 writes a second. */
export const workParts = 16;
