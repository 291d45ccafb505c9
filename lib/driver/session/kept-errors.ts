import { sessions } from './limits.ts';

/** Keeps the messages of the first different errors of a shard run. The statistics count all errors. */
export class KeptErrors {
  readonly #messages = new Set<string>();

  /**
   * Keeps the message of an error. False when it is not kept, because there are too many different errors.
   */
  add(error: unknown): boolean {
    const message = shortened(messageOf(error));
    if (this.#messages.size < sessions.errorsMax) this.#messages.add(message);
    return this.#messages.has(message);
  }

  get messages(): readonly string[] {
    return [...this.#messages];
  }
}

/** The notice that a shard run did not keep the messages of all errors. */
export const moreErrors = `there were more than ${sessions.errorsMax} different errors: the first ones are kept, and all are counted`;

/** A message cut to the longest length, because it may quote a long header of the target. */
export const shortened = (message: string): string =>
  message.length <= sessions.errorCharsMax ? message : `${message.slice(0, sessions.errorCharsMax)} ...`;

export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = (error as NodeJS.ErrnoException).code;
  return error.message === '' ? (code ?? error.name) : error.message;
}
