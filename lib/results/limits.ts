import { invocationBytesMax } from '../facts/transfers.ts';

/** What a warm function remembers of API keys. */
export const keyCache = {
  /**
   * Milliseconds for which a good key is not asked for again: so long at most a key works that is revoked.
   */
  goodMs: 5000,
  /** Milliseconds for which a refused one is not. */
  refusedMs: 1000,
  /** Keys at a time; the one that was used longest ago goes first. */
  keysMax: 1000,
} as const;

/** What a warm function remembers of users. */
export const userCache = {
  /** Milliseconds for which nobody is asked again: so long at most a role works that was taken away. */
  goodMs: 5000,
  usersMax: 1000,
} as const;

/**
 * Wrong passwords that one user may be tried with in so many milliseconds: from one address, and from all
 * together, which is the bound of NIST SP 800-63B, section 5.2.2. Then nobody logs in as the user from there,
 * or at all, until they are over.
 */
export const passwordTries = { sourceMax: 10, max: 100, windowMs: 300_000 } as const;

/**
 * Bounds of the repository, each with its unit. Where a number was measured or is a platform's, the reason
 * stands beside it. How they must fit together: test/results/limits.test.ts.
 */
export const limits = {
  /** Characters. Longer expressions are programs; a URL above 8 KB does not pass every front end. */
  expressionLengthMax: 4096,
  /** Segments of one path. */
  pathSegmentsMax: 64,
  /** Selectors of one bracket. */
  unionSelectorsMax: 32,
  /** Brackets, parentheses and filters inside one another: what recursion may cost. */
  nestingMax: 32,
  /** Selectors, operators and operands of one expression together. */
  expressionNodesMax: 1000,
  /** Characters of a regular expression. */
  patternLengthMax: 256,

  /** Instructions of a compiled regular expression. A character of a text costs up to 60 ns for each. */
  patternInstructionsMax: 2000,

  /** Nodes visited and conditions evaluated by one query. `$..p99` takes 30 million on a run of 100 MB. */
  evaluationStepsMax: 100_000_000,
  /** Wall-clock milliseconds of one query; the API answers within 29 seconds. */
  evaluationMs: 5000,
  /** Values in one answer. */
  resultsMax: 1_000_000,
  /** Characters of the JSON text of one answer. */
  valueLengthMax: 64 * 1024 * 1024,
  /**
   * Arrays and objects inside one another of a document that is queried; the index of a run refuses more than
   * 512.
   */
  documentDepthMax: 1000,
  /** Bytes of parsed expressions that a warm process keeps. */
  expressionCacheBytes: 4 * 1024 * 1024,
  /** Bytes of compiled regular expressions that a warm process keeps: 1 MiB each at most. */
  patternCacheBytes: 16 * 1024 * 1024,

  /**
   * Bytes of a document up to which it is read whole: one read, against two or more of an index, which it
   * does not get.
   */
  wholeBytesMax: 256 * 1024,
  /** Bytes of memory that the open indexes of runs may take in a warm function. */
  indexCacheBytes: 64 * 1024 * 1024,
  /** Bytes of memory that small parsed documents may take in a warm function. */
  documentCacheBytes: 128 * 1024 * 1024,

  /** Milliseconds of processor time that a function of a label or transformer may take for one value. */
  scriptMs: 50,
  /**
   * Wall-clock milliseconds of all calls of functions that one request may ask for, such as those of a
   * filter.
   */
  scriptsOfRequestMs: 10_000,
  /** Bytes of memory that it may take. */
  scriptBytesMax: 32 * 1024 * 1024,
  /** Lines that it may write to its console, and characters of each; what is beyond them is left out. */
  scriptLinesMax: 100,
  scriptLineLengthMax: 1000,
  /** Arrays and objects inside one another in what it gives. */
  scriptResultDepthMax: 300,
  /** Compiled functions that a warm process keeps, and characters of their text together. */
  scriptsKept: 500,
  scriptsKeptLength: 1024 * 1024,

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

  /** Words of one search in a list of runs. */
  searchTermsMax: 32,
  /**
   * Runs that one reply of a search looks at; the next one goes on behind them. Reading their rows takes a
   * second or two.
   */
  searchRuns: 10_000,
  /** Bytes of their documents: 1,500 runs of 40 kB take some seconds to read and to ask. */
  searchBytes: 64 * 1024 * 1024,
  /**
   * Runs, the latest ones, in whose documents names are looked up for who types a path, and names of one
   * reply.
   */
  completionRuns: 100,
  completionNames: 200,
  /**
   * Bytes of a document whose words are kept beside its run, so that a search knows what it lacks: it is
   * parsed for them at upload.
   */
  searchWordsBytesMax: 1024 * 1024,
  /**
   * Wall-clock milliseconds after which a search replies whatever it has; the API answers within 29 seconds,
   * and one page may still be under way.
   */
  searchMs: 20_000,
  /** Runs whose documents a search reads at a time. */
  searchPageRuns: 32,
  /** Bytes of the documents that a search reads at a time; one that is larger is read alone. */
  searchPageBytes: 16 * 1024 * 1024,

  /** Bytes of a document that comes in a request, when it is decoded: what a function parses whole. */
  uploadBytesMax: 16 * 1024 * 1024,
  /**
   * Bytes of a document that comes in parts. It is indexed by one invocation, at 170 MB a second on the
   * machine of these numbers.
   */
  largeUploadBytesMax: 1024 ** 3,
  /** Bytes of such a part: what is sent again when a connection breaks. */
  uploadPartBytes: 16 * 1024 * 1024,
  /**
   * Bytes of such a document that is read while its request waits, which is cut off after 29 seconds. Of a
   * larger one that is work.
   */
  indexBytesMax: 64 * 1024 * 1024,
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
   * Different schemas that one run names: each has a list with a copy of its row, and a count, in one
   * transaction (100 items, 4 MB).
   */
  runSchemasMax: 40,
  /** Bytes of a URI that can be the one of a schema: it is part of a table key. */
  schemaUriBytesMax: 512,
  /**
   * Characters of the places of schemas in a row. 5,000 elements that take turns with two schemas need so
   * many.
   */
  schemaPlacesLengthMax: 48_000,

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
  /** Violations of JSON Schemas that are kept of one run, and of each of its datasets. */
  validationErrorsMax: 100,
  /** Bytes of a part of a run of which all violations are looked for; of a larger one the first. */
  validationAllBytesMax: 1024 * 1024,
  /** Wall-clock milliseconds of the validation of one part. */
  validationMs: 5000,
  /** Other schemas that one JSON Schema may refer to. */
  validationSchemasMax: 64,
  /** Parts of a run that are read where they stand instead of being stored again. */
  datasetSlicesMax: 64,

  /** Characters of a test's name: it is part of a table key (1,024 bytes, up to 3 for a character). */
  testNameLengthMax: 256,
  /** Characters of a run's description. */
  descriptionLengthMax: 4096,

  /** Bytes of a schema, a label or a transformer: an item of the table has at most 400 KB. */
  definitionBytesMax: 350_000,

  /** A key's last use is written at most this often. */
  lastUseMs: 60_000,
  /** Days without use after which a key expires of which nothing else is said. */
  unusedKeyDays: 30,
  /** Days that an expired key stays in lists. */
  expiredKeyDays: 7,
  /** Ids are 32-bit integers. */
  idMax: 2 ** 31 - 1,
} as const;

/** Bounds of a scan, each with its unit. A document beyond one of the first two is refused. */
export const scanLimits = {
  /** Arrays and objects inside one another. */
  depthMax: 512,
  /** Bytes of one number. Longer strings are fine, longer numbers mean nothing to anybody. */
  tokenBytesMax: 64 * 1024,
  /** Bytes that are in memory at a time. */
  windowBytes: 1024 * 1024,
  /** Names of one object that are watched for repetitions. */
  watchedNamesMax: 500_000,
} as const;

export type ScanLimits = { readonly [Name in keyof typeof scanLimits]: number };

/**
 * Bounds of a run index, each with its unit. Beyond those of the scanner a document is refused; beyond the
 * others it is indexed less finely, and the index says so.
 */
export const indexLimits = {
  ...scanLimits,

  /**
   * Members of a root object that are listed. An object with more is a dictionary and has no members in its
   * index.
   */
  membersMax: 65_536,
  /** Bytes of all their names. */
  memberNameBytesMax: 4 * 1024 * 1024,

  /** Bytes of an array from which on it gets a table. A smaller one is quickly read whole. */
  tableBytesMin: 64 * 1024,
  /** Objects inside one another whose scalars become columns. */
  columnDepthMax: 4,
  /** Members of an object in a row. One with more is a dictionary and has no columns. */
  rowMembersMax: 256,
  /** Paths of one table, with and without a column. */
  pathsMax: 1024,
  /** Columns of one table. */
  columnsMax: 256,
  /** Bytes of a token in a column. A path with longer ones (logs, embedded pages) has none. */
  cellBytesMax: 1024,
  /** Rows of a table that are compressed together. */
  groupRowsMax: 32_768,
  /** Bytes of all its columns when a group is closed early: what an upload keeps in memory. */
  groupBytesMax: 8 * 1024 * 1024,

  /** Places with a `$schema` that are listed. */
  schemasMax: 10_000,
} as const;

export type IndexLimits = { readonly [Name in keyof typeof indexLimits]: number };

/** @throws when the bounds do not fit together. */
export function checkIndexLimits(limits: IndexLimits): void {
  const relations: readonly (readonly [boolean, string])[] = [
    [limits.windowBytes >= 2 * limits.tokenBytesMax + 16, 'a window must hold two tokens'],
    [limits.cellBytesMax <= limits.tokenBytesMax, 'a cell must be a token that fits into a window'],
    [limits.tableBytesMin <= 2 * limits.groupRowsMax, 'a table with a closed group must be worth keeping'],
    [limits.tokenBytesMax >= 8, 'words such as false are tokens'],
  ];
  for (const [holds, rule] of relations) if (!holds) throw new Error(`index limits: ${rule}`);
}

/** The bounds of answering one query. */
export type PlanLimits = {
  /** Bytes of a document that may be parsed: an evaluator's memory is 3 to 5 times that. */
  readonly parseBytesMax: number;
  /**
   * Bytes of an array from which on its elements are parsed some at a time. More reads, but little memory.
   */
  readonly partsBytesMin: number;
  /**
   * Bytes that may be read in constant memory: by a scan, at 5 ms of CPU each MB, or parsed in parts, at 10
   * to 25 ms.
   */
  readonly scanBytesMax: number;
  /** Bytes of an answer. */
  readonly answerBytesMax: number;
  /** Values of an answer. */
  readonly resultsMax: number;
};

const MiB = 1024 * 1024;

/** For a function of 1,769 MB, which has one core. */
export const planLimits: PlanLimits = {
  parseBytesMax: 128 * MiB,
  partsBytesMin: 8 * MiB,
  scanBytesMax: 1024 * MiB,
  answerBytesMax: 64 * MiB,
  resultsMax: 1_000_000,
};
