/**
 * The only class of errors that Downpour throws. A failed request of a load run is data, and a wrong document
 * is a list of problems; neither is thrown. A thrown error is either a refusal that the caller can act on
 * (status below 500, shown unchanged) or a bug (logged with its cause; the caller gets a plain 500).
 */
export class DownpourError extends Error {
  /** A stable code for programs, upper case with underscores, for example `RUN_NOT_FOUND`. */
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
