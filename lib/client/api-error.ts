import type { Reply } from './types.ts';

/** Why an operation gave no value. */
export class ApiError extends Error {
  /** The status of the answer. 0: no answer came. */
  readonly status: number;
  /**
   * A stable word: that of the API, such as `RUN_NOT_FOUND`. `HTTP_<status>` when another program answered,
   * `FOREIGN` for a success in another form than the API's, `UNREACHABLE` when no answer came, `PATH_INVALID`
   * for a value that a path cannot have.
   */
  readonly code: string;
  /** The method and the path, such as `GET /api/run/12`. */
  readonly request: string;
  /** Particulars for programs, such as a list of problems. */
  readonly details: unknown;
  /** Finds the request in the log of the API. */
  readonly requestId: string | undefined;
  /** The body: the value of JSON, or else the text. */
  readonly body: unknown;
  /** The answer, whose body is read already. */
  readonly reply: Reply | undefined;

  constructor(code: string, request: string, what: string, { cause, reply, body }: Source = {}) {
    const answer = Object(body) as Readonly<Record<string, unknown>>;
    super(textOr(answer.message, `${request} ${what}`), cause === undefined ? undefined : { cause });
    this.name = 'ApiError';
    this.status = reply?.status ?? 0;
    this.code = textOr(answer.code, code);
    this.request = request;
    this.details = answer.details;
    this.requestId = answer.requestId as string | undefined;
    this.body = body;
    this.reply = reply;
  }
}

type Source = { readonly cause?: unknown; readonly reply?: Reply; readonly body?: unknown };

/** Gateways and other programs answer with errors of their own. */
const textOr = (value: unknown, other: string): string => (typeof value === 'string' ? value : other);
