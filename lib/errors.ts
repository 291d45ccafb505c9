/**
 * The class of errors with a code and a status that the API can answer with. A failed request of the load is
 * data, and a wrong document is a list of problems, so neither is thrown. An error with a status below 500,
 * or with 507, is a rejection that the caller can act on, and is shown unchanged. Any other error is logged
 * with its cause. The caller usually gets a plain 500 (functions/api/pipeline/failure.ts).
 */
export class DownpourError extends Error {
  /** A stable code for programs in upper case with underscores, for example `RUN_NOT_FOUND`. */
  readonly code: string;
  /** The HTTP status that the API answers with. */
  readonly status: number;
  /** Machine-readable details for the caller, in addition to the message. */
  readonly details?: unknown;

  constructor(
    code: string,
    status: number,
    message: string,
    options: { cause?: unknown; details?: unknown } = {},
  ) {
    super(message, options);
    this.name = 'DownpourError';
    this.code = code;
    this.status = status;
    if (options.details !== undefined) this.details = options.details;
  }
}

/** The error of a request that may succeed when it is sent again, because other requests interfered. */
export const overloaded = (message: string): DownpourError => new DownpourError('OVERLOADED', 503, message);

/** The most errors whose messages are joined. The log has all errors. */
const namedMax = 5;

/**
 * Joins errors to one error that names them in their order. A rejection that comes first keeps its message,
 * because its caller can act on it.
 * @param errors at least one.
 */
export function joinedErrors(errors: readonly unknown[]): unknown {
  const [first] = errors;
  if (errors.length === 1) return first;
  const more = errors.length > namedMax ? [`and ${errors.length - namedMax} more errors`] : [];
  const all = new AggregateError(errors, [...errors.slice(0, namedMax).map(textOf), ...more].join('; '));
  if (!(first instanceof DownpourError)) return all;
  const { code, status, message, details } = first;
  return new DownpourError(code, status, message, { cause: all, details });
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Cleans up after an error.
 * @throws the error, joined with that of the cleanup if there is one.
 */
export async function afterFailure(error: unknown, cleanUp: () => Promise<unknown>): Promise<never> {
  const [cleaned] = await Promise.allSettled([cleanUp()]);
  throw joinedErrors(cleaned.status === 'rejected' ? [error, cleaned.reason] : [error]);
}

/** The error for a parameter of a request. `why` continues a sentence about the parameter. */
export const parameterInvalid = (name: string, why: string): DownpourError =>
  new DownpourError('REQUEST_INVALID', 400, `the parameter ${name} ${why}`, {
    details: [{ in: 'query', at: name, message: why }],
  });
