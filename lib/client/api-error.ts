import type { Reply } from './runtime-types.ts';

/** The error when an operation gives no value. */
export class ApiError extends Error {
  /** The status of the answer. 0: the request got no answer. */
  readonly status: number;
  /**
   * A stable code: that of the API, such as `RUN_NOT_FOUND`. `HTTP_<status>`: another program answered.
   * `FOREIGN`: a success has another form than the API's. `UNREACHABLE`: the request got no answer.
   * `PATH_INVALID`: a path cannot have the value.
   */
  readonly code: string;
  /** The method and the path, such as `GET /api/run/12`. */
  readonly request: string;
  /** Details for programs: those of the API, or the problems of a refused benchmark. */
  readonly details: unknown;
  /** The id that finds the request in the log of the API. */
  readonly requestId: string | undefined;
  /** The body of the answer: the parsed JSON, or else the text. */
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
    this.details = answer.details ?? answer.problems;
    this.requestId = answer.requestId as string | undefined;
    this.body = body;
    this.reply = reply;
  }
}

type Source = { readonly cause?: unknown; readonly reply?: Reply; readonly body?: unknown };

/**
 * The value if it is a text, or else `other`. Gateways and other programs answer with errors of other forms.
 */
const textOr = (value: unknown, other: string): string => (typeof value === 'string' ? value : other);
