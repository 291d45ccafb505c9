import type { PendingWork, RunOutcome, RunSummary, SchemaUsage, WorkFailure } from '../api.generated.ts';
import type { Access } from './access.ts';
import type { SchemaReference } from './run-index/pack-schema-references.ts';

/** A run without its document. Times are in epoch milliseconds. */
export type Run = {
  readonly id: number;
  readonly testId: number;
  /** The name of the run's test. Null when the test is deleted, or hidden from the caller. */
  readonly testName: string | null;
  readonly start: number;
  readonly stop: number;
  readonly owner: string;
  readonly access: Access;
  /** The description of the run. Null when the upload gave no description. */
  readonly description: string | null;
  readonly trashed: boolean;
  /** Bytes of the document. */
  readonly sizeBytes: number;
  readonly uploadedAt: number;
  /**
   * Bytes of the document and of its metadata, which count for the storage of the team. Absent in rows of
   * releases that did not count them.
   */
  readonly storedBytes?: number | undefined;
  /**
   * The state and main numbers of the run, for lists. Absent for documents that Downpour did not write, and
   * in rows of older releases.
   */
  readonly outcome?: RunOutcome | undefined;
  /** References of the document and its metadata to schemas. A schema with the URI need not exist. */
  readonly schemas?: readonly SchemaReference[] | undefined;
  readonly hasMetadata?: boolean | undefined;
  /**
   * Revision of the stored document: each change has an object key of its own. Absent: the document is as it
   * was uploaded.
   */
  readonly revision?: number | undefined;
  /** Ids of the run's datasets by their numbers in the run; absent until the datasets are made. */
  readonly datasets?: readonly number[] | undefined;
  /** The number of the change of tests, schemas and transformers after which the datasets were made. */
  readonly definitions?: number | undefined;
  /** True when records of former dataset ids exist, by which their objects are deleted. Absent: unknown. */
  readonly hasBatches?: boolean | undefined;
  /** True when the run violates a JSON Schema of one of its schemas. */
  readonly isInvalid?: true | undefined;
};

/** Problems of a run with its schemas and datasets. */
export type RunFindings = {
  readonly schemas?: readonly SchemaUsage[];
  readonly validationErrors?: RunSummary['validationErrors'];
  /** Tasks for the run that failed permanently. */
  readonly failures?: readonly WorkFailure[];
  /** Tasks for the run that are pending. */
  readonly pending?: PendingWork;
};

export function runSummary(
  run: Run,
  { schemas = [], validationErrors = [], failures, pending }: RunFindings = {},
): RunSummary {
  const { outcome, hasMetadata = false } = run;
  const rest = {
    hasMetadata,
    datasets: [...(datasetsOf(run) ?? [])],
    schemas: [...schemas],
    validationErrors,
  };
  return {
    ...commonMembers(run),
    ...rest,
    ...workOn({ failures, pending }),
    ...(outcome === undefined ? {} : { outcome }),
  };
}

/** The parts that a response has in addition to the members of a run. */
export type RunParts = RunFindings & {
  /** The JSON text of the run's document, which is inserted unchanged so that no digit is lost. */
  readonly data: string;
  readonly metadata?: string | undefined;
};

/** The API's `RunExtended` as JSON text. */
export const runExtendedText = (run: Run, { data, ...parts }: RunParts): string =>
  `${beforeData(run, parts)}${spliced(data)}}`;

/** The API's `RunExtended` as JSON text, with a document in pieces. */
export async function* runExtendedPieces(
  run: Run,
  parts: Omit<RunParts, 'data'>,
  data: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(beforeData(run, parts));
  let isFirst = true;
  for await (const piece of data) {
    const hasMark = isFirst && byteOrderMark.every((byte, at) => piece[at] === byte);
    yield hasMark ? piece.subarray(byteOrderMark.length) : piece;
    isFirst = false;
  }
  yield Buffer.from('}');
}

const byteOrderMark = [0xef, 0xbb, 0xbf];

/** The text of a `RunExtended` before its document. */
function beforeData(
  run: Run,
  { metadata = 'null', schemas = [], validationErrors = [], failures, pending }: Omit<RunParts, 'data'>,
): string {
  const rest = {
    ...commonMembers(run),
    datasets: datasetsOf(run) ?? null,
    schemas,
    validationErrors,
    ...workOn({ failures, pending }),
  };
  return `${JSON.stringify(rest).slice(0, -1)},"metadata":${spliced(metadata)},"data":`;
}

/** A run in the trash shows no datasets, whether they are already deleted or not. */
export const datasetsOf = ({ trashed, datasets }: Run): Run['datasets'] => (trashed ? [] : datasets);

type WorkOn = {
  readonly failures: RunFindings['failures'] | undefined;
  readonly pending: PendingWork | undefined;
};

const workOn = ({ failures = [], pending }: WorkOn) => ({
  ...(failures.length > 0 && { failures: [...failures] }),
  ...(pending && { pending }),
});

/**
 * Removes a byte order mark from a text that is inserted in a larger text. The mark is allowed only at the
 * beginning of a whole text.
 */
const spliced = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text);

const commonMembers = (run: Run) => ({
  id: run.id,
  access: run.access,
  owner: run.owner,
  start: run.start,
  stop: run.stop,
  testid: run.testId,
  testname: run.testName,
  description: run.description,
  trashed: run.trashed,
});
