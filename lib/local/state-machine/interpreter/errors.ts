/**
 * An error with a name that Retry and Catch can match.
 * https://docs.aws.amazon.com/step-functions/latest/dg/concepts-error-handling.html
 */
export class StatesError extends Error {
  /**
   * The name of the error, such as `States.Timeout`, `Lambda.TooManyRequestsException` or the type of a
   * function's error.
   */
  readonly error: string;

  constructor(error: string, message = '', options?: ErrorOptions) {
    super(message, options);
    this.name = 'StatesError';
    this.error = error;
  }
}

export type ErrorOutput = { readonly Error: string; readonly Cause: string };

export const errorOutput = (error: StatesError): ErrorOutput => ({
  Error: error.error,
  Cause: error.message,
});

/**
 * Converts any error to a StatesError. An unknown error is a fault of the interpreter or of the definition.
 * It becomes States.Runtime, which ends the execution.
 */
export function toStatesError(error: unknown): StatesError {
  if (error instanceof StatesError) return error;
  return new StatesError('States.Runtime', error instanceof Error ? error.message : String(error), {
    cause: error,
  });
}

/** Errors that end an execution in every case. Not even States.ALL matches them. */
const terminal: ReadonlySet<string> = new Set(['States.DataLimitExceeded', 'States.Runtime']);

/**
 * Errors that States.TaskFailed does not match. The documentation of Step Functions names the first error,
 * and users have observed the second.
 */
const noTaskFailures: ReadonlySet<string> = new Set(['States.Timeout', 'States.QueryEvaluationError']);

/** True when a retrier or a catcher matches this error. */
export function matchesError(errorEquals: readonly string[], error: string): boolean {
  if (terminal.has(error)) return false;
  return errorEquals.some(
    (name) =>
      name === error || name === 'States.ALL' || (name === 'States.TaskFailed' && !noTaskFailures.has(error)),
  );
}
