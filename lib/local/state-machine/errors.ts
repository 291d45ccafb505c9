/** An error with a name that Retry and Catch can match. https://docs.aws.amazon.com/step-functions/latest/dg/concepts-error-handling.html */
export class StatesError extends Error {
  /** For example `States.Timeout`, `Lambda.TooManyRequestsException` or the type of a function's error. */
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

/** Any other error is a fault of the interpreter or of the definition: States.Runtime, which ends everything. */
export function toStatesError(error: unknown): StatesError {
  if (error instanceof StatesError) return error;
  return new StatesError('States.Runtime', error instanceof Error ? error.message : String(error), {
    cause: error,
  });
}

/** States.ALL leaves out what is terminal. */
const terminal: ReadonlySet<string> = new Set(['States.DataLimitExceeded', 'States.Runtime']);

export function matchesError(errorEquals: readonly string[], error: string): boolean {
  return errorEquals.some((name) => {
    if (name === 'States.ALL') return !terminal.has(error);
    if (name === 'States.TaskFailed') return !terminal.has(error) && error !== 'States.Timeout';
    return name === error;
  });
}
