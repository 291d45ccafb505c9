import type { PendingWork, RunOutcome, RunSummary, SchemaUsage, WorkFailure } from '../api.generated.ts';
import type { Access } from './access.ts';
import type { SchemaReference } from './run-index/packed-references.ts';

/** What is known of a run: all but its document. Times in epoch milliseconds. */
export type Run = {
  readonly id: number;
  readonly testId: number;
  /** Null when the test is gone, or hidden from who looks. */
  readonly testName: string | null;
  readonly start: number;
  readonly stop: number;
  readonly owner: string;
  readonly access: Access;
  /** Null when none was given. */
  readonly description: string | null;
  readonly trashed: boolean;
  /** Bytes of the document. */
  readonly sizeBytes: number;
  readonly uploadedAt: number;
  /**
   * Bytes that count for its team: document and metadata. Absent for rows of releases that did not count
   * them.
   */
  readonly storedBytes?: number | undefined;
  /** Absent for documents of another shape and for rows that were written before there was one. */
  readonly outcome?: RunOutcome | undefined;
  /** Where the document and its metadata name a schema, whether there is one of that URI or not. */
  readonly schemas?: readonly SchemaReference[] | undefined;
  readonly hasMetadata?: boolean | undefined;
  /**
   * Of the stored document, which has a key of its own after each change; absent: it is as it was uploaded.
   */
  readonly revision?: number | undefined;
  /** Ids of its datasets by ordinal; absent until they are made. */
  readonly datasets?: readonly number[] | undefined;
  /** Version of the tests, schemas and transformers that they were made with. */
  readonly definitions?: number | undefined;
  /** Whether anything was noted of datasets with objects of their own; absent: nobody knows. */
  readonly hasBatches?: boolean | undefined;
  /** True when JSON Schemas have something to say of it. */
  readonly isInvalid?: true | undefined;
};

/** What is found out about a run by its schemas. */
export type RunFindings = {
  readonly schemas?: readonly SchemaUsage[];
  readonly validationErrors?: RunSummary['validationErrors'];
  /** What was made of it and failed for good. */
  readonly failures?: readonly WorkFailure[];
  /** What is still to be made of it. */
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
  /** JSON texts that are spliced in as they are, so that no digit of them is lost. */
  readonly data: string;
  readonly metadata?: string | undefined;
};

/** A RunExtended as JSON text. */
export function runExtendedText(
  run: Run,
  { data, metadata = 'null', schemas = [], validationErrors = [], failures, pending }: RunParts,
): string {
  const rest = {
    ...commonMembers(run),
    datasets: datasetsOf(run) ?? null,
    schemas,
    validationErrors,
    ...workOn({ failures, pending }),
  };
  return `${JSON.stringify(rest).slice(0, -1)},"metadata":${spliced(metadata)},"data":${spliced(data)}}`;
}

/** Nobody sees those of a run in the trash, whether they are gone by now or not. */
const datasetsOf = ({ trashed, datasets }: Run): Run['datasets'] => (trashed ? [] : datasets);

type WorkOn = {
  readonly failures: RunFindings['failures'] | undefined;
  readonly pending: PendingWork | undefined;
};

const workOn = ({ failures = [], pending }: WorkOn) => ({
  ...(failures.length > 0 && { failures: [...failures] }),
  ...(pending && { pending }),
});

/** A byte order mark may stand at the beginning of a text only. */
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
