/**
 * The one error family. A failed request of a load run is data and a wrong document is a list of problems;
 * neither is thrown. What is thrown is either a refusal a caller can act on (status below 500, shown as it
 * is) or a bug (logged with its cause, hidden behind a plain 500).
 */
export class DownpourError extends Error {
  /** Stable word to branch on, upper case with underscores, for example `RUN_NOT_FOUND`. */
  readonly code: string;
  /** The HTTP status that the API answers with. */
  readonly status: number;
  /** Machine-readable particulars shown to the caller beside the message. */
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
