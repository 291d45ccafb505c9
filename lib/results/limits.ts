import { invocationBytesMax } from '../facts.ts';

/**
 * Bounds of the repository, each with its unit. Where a number was measured or is a platform's, the reason stands
 * beside it. How they must fit together: test/results/limits.test.ts.
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
  /** Arrays and objects inside one another of a document that is queried; the index of a run refuses more than 512. */
  documentDepthMax: 1000,
  /** Bytes of parsed expressions that a warm process keeps. */
  expressionCacheBytes: 4 * 1024 * 1024,
  /** Bytes of compiled regular expressions that a warm process keeps: 1 MiB each at most. */
  patternCacheBytes: 16 * 1024 * 1024,

  /** Bytes of memory that the open indexes of runs may take in a warm function. */
  indexCacheBytes: 64 * 1024 * 1024,
  /** Bytes of memory that small parsed documents may take in a warm function. */
  documentCacheBytes: 128 * 1024 * 1024,

  /** Words of one search in a list of runs. */
  searchTermsMax: 32,
  /** Wall-clock milliseconds of one search; the API answers within 29 seconds, and one page may still be under way. */
  searchMs: 20_000,
  /** Runs whose documents a search reads at a time. */
  searchPageRuns: 32,
  /** Bytes of the documents that a search reads at a time; one that is larger is read alone. */
  searchPageBytes: 16 * 1024 * 1024,

  /** Bytes of an uploaded document: a Lambda function is handed at most 6 MB. */
  uploadBytesMax: invocationBytesMax,
  /** Bytes of a whole reply as the platform counts them (its JSON with body and headers): 6 MB. */
  replyBytesMax: invocationBytesMax,

  /** Characters of a test's name: it is part of a table key (1,024 bytes, up to 3 for a character). */
  testNameLengthMax: 256,
  /** Characters of a run's description. */
  descriptionLengthMax: 4096,

  /** A key's last use is written at most this often. */
  lastUseMs: 60_000,
  /** Days that an expired key stays in lists. */
  expiredKeyDays: 7,
  /** Ids are 32-bit integers. */
  idMax: 2 ** 31 - 1,
} as const;
