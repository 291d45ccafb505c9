/* Written by `npm run generate` from schema/openapi.yaml. Do not edit. */
/* biome-ignore-all lint: generated */

/**
 * Who may read: PUBLIC and PROTECTED every key, PRIVATE the keys of the owning team and administrators.
 */
export type Access = 'PUBLIC' | 'PROTECTED' | 'PRIVATE';
/**
 * An Access by its name or its number.
 */
export type AccessParameter = 'PUBLIC' | 'PROTECTED' | 'PRIVATE' | '0' | '1' | '2';
/**
 * Order of a sorted list.
 */
export type SortDirection = 'Ascending' | 'Descending';
/**
 * `inconclusive`: the generator was not healthy for too long to judge the target. `incomplete`: something that was planned was not delivered.
 */
export type BurstState =
  'planning' | 'running' | 'merging' | 'passed' | 'failed' | 'inconclusive' | 'stopped' | 'incomplete';

/**
 * What each operation receives once its request is validated.
 */
export interface Requests {
  version: {
    path: {};
    query: {};
    header: {
      [k: string]: unknown;
    };
    body: null;
  };
  queryrun: {
    path: {
      id: number;
    };
    query: {
      query: string;
      array?: string;
      explain?: string;
    };
    header: {
      [k: string]: unknown;
    };
    body: null;
  };
  testjsonpath: {
    path: {};
    query: {
      query: string;
    };
    header: {
      [k: string]: unknown;
    };
    body: null;
  };
  'run-upload': {
    path: {};
    query: {
      test: string;
      start: string;
      stop: string;
      owner?: string;
      access?: 'PUBLIC' | 'PROTECTED' | 'PRIVATE' | '0' | '1' | '2';
      schema?: string;
      description?: string;
    };
    header: {
      'idempotency-key'?: string;
      [k: string]: unknown;
    };
    body: unknown;
  };
  'run-list': {
    path: {};
    query: {
      test?: string;
      query?: string;
      matchAll?: boolean;
      trashed?: boolean;
      limit?: number;
      page?: number;
      sort?: 'id' | 'start' | 'stop' | 'testid' | 'testname' | 'owner' | 'access' | 'description' | 'trashed';
      direction?: 'Ascending' | 'Descending';
    };
    header: {
      [k: string]: unknown;
    };
    body: null;
  };
  'run-get': {
    path: {
      id: number;
    };
    query: {};
    header: {
      [k: string]: unknown;
    };
    body: null;
  };
  'run-data': {
    path: {
      id: number;
    };
    query: {};
    header: {
      [k: string]: unknown;
    };
    body: null;
  };
  'run-histograms': {
    path: {
      id: number;
    };
    query: {};
    header: {
      [k: string]: unknown;
    };
    body: null;
  };
  'apikey-create': {
    path: {};
    query: {};
    header: {
      [k: string]: unknown;
    };
    body: {
      name?: string | null;
      type?: 'USER';
      role?: 'user' | 'admin';
      user?: string;
      expiresInDays?: number;
    };
  };
  'apikey-list': {
    path: {};
    query: {};
    header: {
      [k: string]: unknown;
    };
    body: null;
  };
  'apikey-revoke': {
    path: {
      id: number;
    };
    query: {};
    header: {
      [k: string]: unknown;
    };
    body: null;
  };
  'burst-list': {
    path: {};
    query: {
      limit?: number;
      before?: string;
      active?: boolean;
    };
    header: {
      [k: string]: unknown;
    };
    body: null;
  };
  'burst-start': {
    path: {};
    query: {};
    header: {
      'idempotency-key'?: string;
      [k: string]: unknown;
    };
    body: {
      document: string;
      file?: string;
      parameters?: {
        [k: string]: string;
      };
      shards?: number;
      seed?: number;
      maxErrors?: number;
      stopOnFailure?: boolean;
      id?: string;
      files?: {
        upload: string;
        /**
         * @maxItems 100
         */
        list: {
          path: string;
          sha256: string;
          bytes: number;
        }[];
      };
    };
  };
  'burst-files': {
    path: {};
    query: {};
    header: {
      [k: string]: unknown;
    };
    body: {
      /**
       * @minItems 1
       * @maxItems 100
       */
      files: [
        {
          sha256: string;
          bytes: number;
          content?: string;
        },
        ...{
          sha256: string;
          bytes: number;
          content?: string;
        }[]
      ];
    };
  };
  'burst-get': {
    path: {
      id: string;
    };
    query: {};
    header: {
      [k: string]: unknown;
    };
    body: null;
  };
  'burst-stop': {
    path: {
      id: string;
    };
    query: {};
    header: {
      [k: string]: unknown;
    };
    body: null;
  };
  doctor: {
    path: {};
    query: {};
    header: {
      [k: string]: unknown;
    };
    body: null;
  };
  'doctor-burst': {
    path: {};
    query: {};
    header: {
      [k: string]: unknown;
    };
    body: null;
  };
  'burst-stop-by-token': {
    path: {};
    query: {};
    header: {
      [k: string]: unknown;
    };
    body: {
      burst: string;
      token: string;
      [k: string]: unknown;
    };
  };
}
/**
 * Why a request was refused or failed.
 */
export interface Error {
  /**
   * Stable word to branch on.
   */
  code: string;
  /**
   * What is wrong and what was expected.
   */
  message: string;
  /**
   * Particulars for programs, for example a list of problems.
   */
  details?: {
    [k: string]: unknown;
  };
  /**
   * Finds the request in the log.
   */
  requestId: string;
  [k: string]: unknown;
}
/**
 * About the server.
 */
export interface VersionInfo {
  /**
   * Version of the server.
   */
  version: string;
  [k: string]: unknown;
}
/**
 * The answer to a filter query.
 */
export interface FilterQueryResult {
  /**
   * Whether the expression could be evaluated.
   */
  valid: boolean;
  /**
   * The expression as received.
   */
  jsonpath: string;
  /**
   * 0 for success, 1 for a failure.
   */
  errorCode: number;
  /**
   * Five-character state of a failure.
   */
  sqlState: string | null;
  /**
   * What is wrong, where, and what was expected.
   */
  reason: string | null;
  /**
   * Always null.
   */
  sql: string | null;
  /**
   * JSON text: the first match or `null`; with `array` an array of all matches, `[]` when there are none. Null when not valid.
   */
  value: string | null;
  explain?: Explanation;
}
/**
 * What an answer has cost; only where `explain` asks for it.
 */
export interface Explanation {
  /**
   * How the query was answered. `nothing`, `member`, `members`, `count`, `column`, `element` and `filter`: by the run's index and ranges of the document. `scan`: a part of the document was read through once. `parts`: the elements of an array were parsed some at a time. `partial`: only the members that the path can reach were parsed. `document` and `whole`: all of it was. `kept`: on a document in memory. `syntax` and `refused`: not at all.
   */
  way: string;
  /**
   * As which dialect the expression ran.
   */
  dialect: 'jsonpath' | 'sql';
  /**
   * Bytes read of the document and its index, without what was in memory.
   */
  bytesRead: number;
  /**
   * Ranged reads.
   */
  reads: number;
  /**
   * Wall-clock milliseconds in the function.
   */
  milliseconds: number;
}
/**
 * Whether a text is an expression.
 */
export interface JsonpathValidation {
  /**
   * Whether the text is an expression.
   */
  valid: boolean;
  /**
   * The text.
   */
  jsonpath: string;
  /**
   * 0 for success, 1 for a failure.
   */
  errorCode: number;
  /**
   * Five-character state of a failure.
   */
  sqlState: string | null;
  /**
   * What is wrong, where, and what was expected.
   */
  reason: string | null;
  /**
   * Always null.
   */
  sql: string | null;
}
/**
 * A run without its document.
 */
export interface RunSummary {
  /**
   * Id of the run.
   */
  id: number;
  access: Access;
  /**
   * Owning team.
   */
  owner: string;
  /**
   * When the benchmark started.
   */
  start: number;
  /**
   * When the benchmark ended.
   */
  stop: number;
  /**
   * Id of the test.
   */
  testid: number;
  /**
   * Name of the test.
   */
  testname: string;
  /**
   * Free text.
   */
  description: string | null;
  /**
   * Soft-deleted.
   */
  trashed: boolean;
  /**
   * Whether metadata was uploaded with the document.
   */
  hasMetadata: boolean;
  /**
   * Ids of the run's datasets.
   */
  datasets: number[];
  /**
   * Schemas found in the document.
   */
  schemas: unknown[];
  /**
   * Violations of those schemas.
   */
  validationErrors: unknown[];
  outcome?: RunOutcome;
  [k: string]: unknown;
}
/**
 * What Downpour measured in a run. Absent from a RunSummary for documents of another shape and for runs that were stored before there was one.
 */
export interface RunOutcome {
  /**
   * How it ended.
   */
  state: 'passed' | 'failed' | 'inconclusive' | 'stopped' | 'incomplete';
  /**
   * Name of the benchmark.
   */
  benchmark: string;
  /**
   * Requests of all phases and metrics.
   */
  requests: number;
  /**
   * Those over the time from its start to its end; null when that is not known.
   */
  requestsPerSec: number | null;
  /**
   * p99 of the metric with the most requests outside warmups, nanoseconds; null when nothing was measured.
   */
  latencyNsP99: number | null;
  [k: string]: unknown;
}
/**
 * A run with its document.
 */
export interface RunExtended {
  /**
   * Id of the run.
   */
  id: number;
  access: Access;
  /**
   * Owning team.
   */
  owner: string;
  /**
   * When the benchmark started.
   */
  start: number;
  /**
   * When the benchmark ended.
   */
  stop: number;
  /**
   * Id of the test.
   */
  testid: number;
  /**
   * Name of the test.
   */
  testname: string;
  /**
   * Free text.
   */
  description: string | null;
  /**
   * The uploaded document.
   */
  data: {
    [k: string]: unknown;
  };
  /**
   * Metadata uploaded with it; null when there is none.
   */
  metadata: {
    [k: string]: unknown;
  };
  /**
   * Soft-deleted.
   */
  trashed: boolean;
  /**
   * Ids of the run's datasets; null when there are none.
   */
  datasets: number[] | null;
  /**
   * Schemas found in the document.
   */
  schemas: unknown[];
  /**
   * Violations of those schemas.
   */
  validationErrors: unknown[];
  [k: string]: unknown;
}
/**
 * One page of runs.
 */
export interface RunsSummary {
  /**
   * How many runs there are on all pages.
   */
  total: number;
  /**
   * The runs of this page.
   */
  runs: RunSummary[];
  [k: string]: unknown;
}
/**
 * A key to be created.
 */
export interface ApiKeyRequest {
  /**
   * What people call it. Names that begin with `downpour.` are reserved.
   */
  name?: string | null;
  /**
   * The key acts as a user.
   */
  type?: 'USER';
  /**
   * `admin` sees and revokes everything.
   */
  role?: 'user' | 'admin';
  /**
   * Whom the key acts for. Absent means the caller's own user.
   */
  user?: string;
  /**
   * Days until it expires. Absent means never.
   */
  expiresInDays?: number;
}
/**
 * A key without its secret.
 */
export interface ApiKeyResponse {
  /**
   * Id of the key.
   */
  id: number;
  /**
   * What people call it.
   */
  name: string | null;
  /**
   * The key acts as a user.
   */
  type: 'USER';
  /**
   * What it may do.
   */
  role: 'user' | 'admin';
  /**
   * Whom it acts for.
   */
  user: string;
  /**
   * The beginning of the key's text, to recognise it.
   */
  prefix: string;
  /**
   * When it was created.
   */
  creation: number;
  /**
   * When it was last used, to the minute; null when never.
   */
  access: number | null;
  /**
   * Whether it was revoked.
   */
  isRevoked: boolean;
  /**
   * Whole days until it expires, negative afterwards; null when it never does.
   */
  toExpiration: number | null;
  [k: string]: unknown;
}
/**
 * A benchmark to be driven.
 */
export interface BurstRequest {
  /**
   * Text of the benchmark document, YAML or JSON.
   */
  document: string;
  /**
   * Name of the file, for messages.
   */
  file?: string;
  /**
   * Values of the document's parameters by name.
   */
  parameters?: {
    /**
     * The value as text.
     */
    [k: string]: string;
  };
  /**
   * Functions per phase, within the ceiling of the deployment. Absent means as many as the plan finds necessary.
   */
  shards?: number;
  /**
   * Repeats the randomness of a run. Absent means a fresh one.
   */
  seed?: number;
  /**
   * Part of the requests of a metric that may fail or be invalid; above it the run fails. A limit that the document writes itself wins. Absent means what the deployment says, usually 0.01.
   */
  maxErrors?: number;
  /**
   * Stop the burst as soon as a phase has failed, also by a limit with a window or by a share of failed requests while the phase goes on. Absent means false: limits are judged when a phase is over.
   */
  stopOnFailure?: boolean;
  /**
   * Id of the burst, for who must know it before. There must be none of this id. Absent means a new one.
   */
  id?: string;
  files?: SentFiles;
}
/**
 * The files that the document needs, uploaded before. Paths are those of the document, relative to its folder and never out of it.
 */
export interface SentFiles {
  /**
   * Id of the upload.
   */
  upload: string;
  /**
   * One entry for each path.
   *
   * @maxItems 100
   */
  list: FileRef[];
}
/**
 * One file that a document needs.
 */
export interface FileRef {
  /**
   * Path as written in the document.
   */
  path: string;
  /**
   * SHA-256 of its content, in hex.
   */
  sha256: string;
  /**
   * Size of its content.
   */
  bytes: number;
}
/**
 * One file to upload.
 */
export interface FileUpload {
  /**
   * SHA-256 of its content, in hex.
   */
  sha256: string;
  /**
   * Size of its content.
   */
  bytes: number;
  /**
   * Its content in Base64. Absent means that it is put to a URL.
   */
  content?: string;
}
/**
 * Files to upload.
 */
export interface FilesRequest {
  /**
   * Each content once.
   *
   * @minItems 1
   * @maxItems 100
   */
  files: [FileUpload, ...FileUpload[]];
}
/**
 * An upload.
 */
export interface FilesAccepted {
  /**
   * Id of the upload.
   */
  upload: string;
  /**
   * One for each file without content.
   */
  urls: {
    /**
     * Hash of the file.
     */
    sha256: string;
    /**
     * Takes its bytes with PUT.
     */
    url: string;
    [k: string]: unknown;
  }[];
  [k: string]: unknown;
}
/**
 * What `downpour doctor` judges a deployment by.
 */
export interface DeploymentFacts {
  /**
   * The clock of the deployment, epoch milliseconds.
   */
  now: number;
  /**
   * Its version.
   */
  version: string;
  /**
   * Where it runs.
   */
  place: 'cloud' | 'one machine';
  /**
   * Hosts that may be loaded.
   */
  targets: string[];
  /**
   * Processors of a shard.
   */
  coresShard: number;
  /**
   * Requests per second that one processor is trusted with.
   */
  requestsPerSecShard: number;
  /**
   * When that was measured here, epoch milliseconds. Absent: it is what most machines can be trusted with.
   */
  calibratedAt?: number;
  /**
   * Most shards of one phase.
   */
  shardsMax: number;
  /**
   * Executions at once of the account and region. Absent on one machine.
   */
  concurrency?: {
    /**
     * Of all functions together.
     */
    limit: number;
    /**
     * What functions without a reservation of their own share.
     */
    unreserved: number;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
/**
 * A burst that was taken on.
 */
export interface BurstAccepted {
  /**
   * Id of the burst.
   */
  id: string;
  /**
   * Stops the burst without an API key (`POST /api/burst/stop`), also where no function can run. Answered this once: when the request is repeated under its idempotency key, a new one takes its place.
   */
  stopToken: string;
  [k: string]: unknown;
}
/**
 * One page of bursts.
 */
export interface BurstsSummary {
  /**
   * The newest first.
   */
  bursts: BurstSummary[];
  /**
   * Where the next page begins. Absent on the last one.
   */
  next?: string;
  [k: string]: unknown;
}
/**
 * One burst, without its phases.
 */
export interface BurstSummary {
  /**
   * Id of the burst.
   */
  id: string;
  /**
   * Name of the benchmark.
   */
  benchmark: string;
  state: BurstState;
  /**
   * Who started it.
   */
  user: string;
  /**
   * When it was started.
   */
  createdAt: number;
  /**
   * When it ended. Absent before.
   */
  endedAt?: number;
  /**
   * The run that holds its result. Absent until that is stored.
   */
  runId?: number;
  /**
   * Why it failed, was stopped, is inconclusive or incomplete.
   */
  reason?: string;
  [k: string]: unknown;
}
/**
 * Which burst to stop.
 */
export interface StopByToken {
  /**
   * Id of the burst.
   */
  burst: string;
  /**
   * Its stop token.
   */
  token: string;
  [k: string]: unknown;
}
/**
 * A synchronous execution of the state machine that stops a burst.
 */
export interface StopExecution {
  /**
   * SUCCEEDED: every drive reads the stop within two seconds.
   */
  status: 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT';
  /**
   * What it answers, as JSON.
   */
  output?: string;
  /**
   * `StopRefused` for a wrong token, and for a burst that there is none of.
   */
  error?: string;
  /**
   * Why it failed.
   */
  cause?: string;
  [k: string]: unknown;
}
/**
 * One thing wrong or worth knowing in a document.
 */
export interface DocumentProblem {
  /**
   * An error refuses the document.
   */
  severity: 'error' | 'warning';
  /**
   * Member names and indexes from the root.
   */
  path: (string | number)[];
  /**
   * Line, counted from 1.
   */
  line: number;
  /**
   * Column, counted from 1.
   */
  column: number;
  /**
   * What is wrong and what was expected.
   */
  message: string;
  /**
   * What to do about it, for example the nearest known name.
   */
  hint?: string;
  [k: string]: unknown;
}
/**
 * Why a document was not driven.
 */
export interface BurstRefusal {
  /**
   * Stable word to branch on.
   */
  code: string;
  /**
   * How many problems there are.
   */
  message: string;
  /**
   * All of them.
   */
  problems: DocumentProblem[];
  /**
   * Finds the request in the log.
   */
  requestId?: string;
  [k: string]: unknown;
}
/**
 * A burst while it runs and afterwards.
 */
export interface BurstStatus {
  /**
   * Id of the burst.
   */
  id: string;
  /**
   * Name of the benchmark.
   */
  benchmark: string;
  state: BurstState;
  /**
   * When its first phase was released. Absent before.
   */
  startedAt?: number;
  /**
   * When it ended. Absent before.
   */
  endedAt?: number;
  /**
   * The run that holds its result. Absent until that is stored.
   */
  runId?: number;
  /**
   * Why it failed, was stopped, is inconclusive or incomplete.
   */
  reason?: string;
  cost?: BurstCost;
  /**
   * Its phases in the order of the document.
   */
  phases: PhaseStatus[];
  [k: string]: unknown;
}
/**
 * What a burst costs in AWS at list prices, in US dollars. Absent until it has been planned.
 */
export interface BurstCost {
  /**
   * Whether it runs in AWS. On one machine nothing is charged, and the dollars are what it would have cost there.
   */
  charged: boolean;
  /**
   * So far, without the bodies of requests; the run document says what it was in the end.
   */
  dollars: number;
  /**
   * What the plan expects of the whole burst.
   */
  estimate?: number;
  [k: string]: unknown;
}
/**
 * One phase of a burst.
 */
export interface PhaseStatus {
  /**
   * `phase` or `phase/fork`.
   */
  name: string;
  /**
   * FINISHED: no new users; TERMINATED: all users gone.
   */
  status: 'NOT_STARTED' | 'SCHEDULED' | 'RUNNING' | 'FINISHED' | 'TERMINATED' | 'CANCELLED';
  /**
   * Its T0. Absent until it is released.
   */
  startsAt?: number;
  /**
   * How long new users start.
   */
  durationMs?: number;
  /**
   * Whether its numbers count.
   */
  isWarmup: boolean;
  /**
   * Whether it failed.
   */
  failed: boolean;
  /**
   * Why.
   */
  failure?: string;
  /**
   * Users expected over all shards.
   */
  expectedArrivals: number;
  totals: PhaseTotals;
  live?: PhaseSecond;
  /**
   * What whoever watches should know, each sentence once.
   */
  notices?: string[];
  [k: string]: unknown;
}
/**
 * Counts since the start of a phase.
 */
export interface PhaseTotals {
  /**
   * Requests sent.
   */
  requests: number;
  /**
   * Responses received.
   */
  responses: number;
  /**
   * Requests that ended in an error or were invalid, each once.
   */
  failed: number;
  /**
   * Timeouts, connection errors and internal errors.
   */
  errors: number;
  /**
   * Responses marked invalid.
   */
  invalid: number;
  [k: string]: unknown;
}
/**
 * The latest complete second of a running phase, over all shards.
 */
export interface PhaseSecond {
  /**
   * Whole seconds since T0.
   */
  second: number;
  /**
   * Requests sent in that second.
   */
  requestsPerSec: number;
  /**
   * Responses received in it.
   */
  responsesPerSec: number;
  /**
   * Requests that failed in it, each once.
   */
  failedPerSec: number;
  /**
   * Timeouts, connection errors and internal errors in it.
   */
  errorsPerSec: number;
  /**
   * Requests without a response at its end.
   */
  inFlight: number;
  /**
   * Users at work.
   */
  sessions: number;
  /**
   * Users that became due in it: the rate that was asked for.
   */
  usersDuePerSec: number;
  /**
   * Users that started in it.
   */
  usersStartedPerSec: number;
  /**
   * Median of the latency from the intended start. Absent when nothing came back.
   */
  latencyP50Ns?: number;
  /**
   * 99th percentile of the latency from the intended start. Absent when nothing came back.
   */
  latencyP99Ns?: number;
  /**
   * 99th percentile of the start lateness. Absent when nothing was sent.
   */
  latenessP99Ns?: number;
  [k: string]: unknown;
}

/** Every operation as the pipeline needs it. Schemas are JSON Schema 2020-12 with all references resolved. */
export const operations = {
  "version": {
    "method": "GET",
    "path": "/api/config/version",
    "secured": false,
    "parameters": {
      "path": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": false
      },
      "query": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": false
      },
      "header": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": true
      }
    }
  },
  "queryrun": {
    "method": "GET",
    "path": "/api/sql/{id}/queryrun",
    "secured": true,
    "parameters": {
      "path": {
        "type": "object",
        "properties": {
          "id": {
            "type": "integer",
            "minimum": 1,
            "maximum": 2147483647
          }
        },
        "required": [
          "id"
        ],
        "additionalProperties": false
      },
      "query": {
        "type": "object",
        "properties": {
          "query": {
            "type": "string"
          },
          "array": {
            "type": "string",
            "default": "false"
          },
          "explain": {
            "type": "string",
            "default": "false"
          }
        },
        "required": [
          "query"
        ],
        "additionalProperties": false
      },
      "header": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": true
      }
    }
  },
  "testjsonpath": {
    "method": "GET",
    "path": "/api/sql/testjsonpath",
    "secured": true,
    "parameters": {
      "path": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": false
      },
      "query": {
        "type": "object",
        "properties": {
          "query": {
            "type": "string"
          }
        },
        "required": [
          "query"
        ],
        "additionalProperties": false
      },
      "header": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": true
      }
    }
  },
  "run-upload": {
    "method": "POST",
    "path": "/api/run/data",
    "secured": true,
    "parameters": {
      "path": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": false
      },
      "query": {
        "type": "object",
        "properties": {
          "test": {
            "type": "string"
          },
          "start": {
            "type": "string"
          },
          "stop": {
            "type": "string"
          },
          "owner": {
            "type": "string",
            "pattern": "^.{1,59}-team$"
          },
          "access": {
            "type": "string",
            "enum": [
              "PUBLIC",
              "PROTECTED",
              "PRIVATE",
              "0",
              "1",
              "2"
            ]
          },
          "schema": {
            "type": "string",
            "minLength": 1,
            "maxLength": 1024
          },
          "description": {
            "type": "string",
            "maxLength": 4096
          }
        },
        "required": [
          "test",
          "start",
          "stop"
        ],
        "additionalProperties": false
      },
      "header": {
        "type": "object",
        "properties": {
          "idempotency-key": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255
          }
        },
        "required": [],
        "additionalProperties": true
      }
    },
    "body": {}
  },
  "run-list": {
    "method": "GET",
    "path": "/api/run/list",
    "secured": true,
    "parameters": {
      "path": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": false
      },
      "query": {
        "type": "object",
        "properties": {
          "test": {
            "type": "string",
            "minLength": 1
          },
          "query": {
            "type": "string"
          },
          "matchAll": {
            "type": "boolean",
            "default": false
          },
          "trashed": {
            "type": "boolean",
            "default": false
          },
          "limit": {
            "type": "integer",
            "maximum": 10000
          },
          "page": {
            "type": "integer",
            "minimum": 1,
            "default": 1
          },
          "sort": {
            "type": "string",
            "enum": [
              "id",
              "start",
              "stop",
              "testid",
              "testname",
              "owner",
              "access",
              "description",
              "trashed"
            ],
            "default": "start"
          },
          "direction": {
            "type": "string",
            "enum": [
              "Ascending",
              "Descending"
            ],
            "default": "Descending"
          }
        },
        "required": [],
        "additionalProperties": false
      },
      "header": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": true
      }
    }
  },
  "run-get": {
    "method": "GET",
    "path": "/api/run/{id}",
    "secured": true,
    "parameters": {
      "path": {
        "type": "object",
        "properties": {
          "id": {
            "type": "integer",
            "minimum": 1,
            "maximum": 2147483647
          }
        },
        "required": [
          "id"
        ],
        "additionalProperties": false
      },
      "query": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": false
      },
      "header": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": true
      }
    }
  },
  "run-data": {
    "method": "GET",
    "path": "/api/run/{id}/data",
    "secured": true,
    "parameters": {
      "path": {
        "type": "object",
        "properties": {
          "id": {
            "type": "integer",
            "minimum": 1,
            "maximum": 2147483647
          }
        },
        "required": [
          "id"
        ],
        "additionalProperties": false
      },
      "query": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": false
      },
      "header": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": true
      }
    }
  },
  "run-histograms": {
    "method": "GET",
    "path": "/api/run/{id}/histograms",
    "secured": true,
    "parameters": {
      "path": {
        "type": "object",
        "properties": {
          "id": {
            "type": "integer",
            "minimum": 1,
            "maximum": 2147483647
          }
        },
        "required": [
          "id"
        ],
        "additionalProperties": false
      },
      "query": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": false
      },
      "header": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": true
      }
    }
  },
  "apikey-create": {
    "method": "POST",
    "path": "/api/user/apikey",
    "secured": true,
    "parameters": {
      "path": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": false
      },
      "query": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": false
      },
      "header": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": true
      }
    },
    "body": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "name": {
          "type": [
            "string",
            "null"
          ],
          "maxLength": 255
        },
        "type": {
          "type": "string",
          "enum": [
            "USER"
          ],
          "default": "USER"
        },
        "role": {
          "type": "string",
          "enum": [
            "user",
            "admin"
          ],
          "default": "user"
        },
        "user": {
          "type": "string",
          "pattern": "^[A-Za-z0-9._-]{1,59}$"
        },
        "expiresInDays": {
          "type": "integer",
          "minimum": 1,
          "maximum": 3650
        }
      }
    }
  },
  "apikey-list": {
    "method": "GET",
    "path": "/api/user/apikey",
    "secured": true,
    "parameters": {
      "path": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": false
      },
      "query": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": false
      },
      "header": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": true
      }
    }
  },
  "apikey-revoke": {
    "method": "PUT",
    "path": "/api/user/apikey/{id}/revoke",
    "secured": true,
    "parameters": {
      "path": {
        "type": "object",
        "properties": {
          "id": {
            "type": "integer",
            "minimum": 1,
            "maximum": 2147483647
          }
        },
        "required": [
          "id"
        ],
        "additionalProperties": false
      },
      "query": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": false
      },
      "header": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": true
      }
    }
  },
  "burst-list": {
    "method": "GET",
    "path": "/api/burst",
    "secured": true,
    "parameters": {
      "path": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": false
      },
      "query": {
        "type": "object",
        "properties": {
          "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 100,
            "default": 20
          },
          "before": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100
          },
          "active": {
            "type": "boolean",
            "default": false
          }
        },
        "required": [],
        "additionalProperties": false
      },
      "header": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": true
      }
    }
  },
  "burst-start": {
    "method": "POST",
    "path": "/api/burst",
    "secured": true,
    "parameters": {
      "path": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": false
      },
      "query": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": false
      },
      "header": {
        "type": "object",
        "properties": {
          "idempotency-key": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255
          }
        },
        "required": [],
        "additionalProperties": true
      }
    },
    "body": {
      "type": "object",
      "required": [
        "document"
      ],
      "additionalProperties": false,
      "properties": {
        "document": {
          "type": "string",
          "minLength": 1
        },
        "file": {
          "type": "string"
        },
        "parameters": {
          "type": "object",
          "additionalProperties": {
            "type": "string"
          }
        },
        "shards": {
          "type": "integer",
          "minimum": 1,
          "maximum": 10000
        },
        "seed": {
          "type": "integer",
          "minimum": 0
        },
        "maxErrors": {
          "type": "number",
          "minimum": 0,
          "maximum": 1
        },
        "stopOnFailure": {
          "type": "boolean"
        },
        "id": {
          "type": "string",
          "pattern": "^b-[0-9]{8}-[0-9]{6}-[0-9a-z]{4}$"
        },
        "files": {
          "type": "object",
          "required": [
            "upload",
            "list"
          ],
          "additionalProperties": false,
          "properties": {
            "upload": {
              "type": "string",
              "pattern": "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"
            },
            "list": {
              "type": "array",
              "maxItems": 100,
              "items": {
                "type": "object",
                "required": [
                  "path",
                  "sha256",
                  "bytes"
                ],
                "additionalProperties": false,
                "properties": {
                  "path": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": 200
                  },
                  "sha256": {
                    "type": "string",
                    "pattern": "^[0-9a-f]{64}$"
                  },
                  "bytes": {
                    "type": "integer",
                    "minimum": 0,
                    "maximum": 50000000
                  }
                }
              }
            }
          }
        }
      }
    }
  },
  "burst-files": {
    "method": "POST",
    "path": "/api/burst/files",
    "secured": true,
    "parameters": {
      "path": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": false
      },
      "query": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": false
      },
      "header": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": true
      }
    },
    "body": {
      "type": "object",
      "required": [
        "files"
      ],
      "additionalProperties": false,
      "properties": {
        "files": {
          "type": "array",
          "minItems": 1,
          "maxItems": 100,
          "items": {
            "type": "object",
            "required": [
              "sha256",
              "bytes"
            ],
            "additionalProperties": false,
            "properties": {
              "sha256": {
                "type": "string",
                "pattern": "^[0-9a-f]{64}$"
              },
              "bytes": {
                "type": "integer",
                "minimum": 0,
                "maximum": 50000000
              },
              "content": {
                "type": "string"
              }
            }
          }
        }
      }
    }
  },
  "burst-get": {
    "method": "GET",
    "path": "/api/burst/{id}",
    "secured": true,
    "parameters": {
      "path": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "pattern": "^[A-Za-z0-9_-]{1,64}$"
          }
        },
        "required": [
          "id"
        ],
        "additionalProperties": false
      },
      "query": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": false
      },
      "header": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": true
      }
    }
  },
  "burst-stop": {
    "method": "PUT",
    "path": "/api/burst/{id}/stop",
    "secured": true,
    "parameters": {
      "path": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "pattern": "^[A-Za-z0-9_-]{1,64}$"
          }
        },
        "required": [
          "id"
        ],
        "additionalProperties": false
      },
      "query": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": false
      },
      "header": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": true
      }
    }
  },
  "doctor": {
    "method": "GET",
    "path": "/api/doctor",
    "secured": true,
    "parameters": {
      "path": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": false
      },
      "query": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": false
      },
      "header": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": true
      }
    }
  },
  "doctor-burst": {
    "method": "POST",
    "path": "/api/doctor",
    "secured": true,
    "parameters": {
      "path": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": false
      },
      "query": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": false
      },
      "header": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": true
      }
    }
  },
  "burst-stop-by-token": {
    "method": "POST",
    "path": "/api/burst/stop",
    "secured": false,
    "parameters": {
      "path": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": false
      },
      "query": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": false
      },
      "header": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": true
      }
    },
    "body": {
      "type": "object",
      "required": [
        "burst",
        "token"
      ],
      "properties": {
        "burst": {
          "type": "string"
        },
        "token": {
          "type": "string"
        }
      }
    }
  }
} as const;

export type OperationName = keyof typeof operations;
