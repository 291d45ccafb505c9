import { StatesError } from './errors.ts';
import type { Json } from './json.ts';

/** The task tokens for whose answers tasks wait. A token accepts one answer while its task waits. */
export type TaskTokens = {
  readonly issue: () => Ticket;
  /** Completes the task that waits for a token. False when no task waits for the token any more. */
  readonly succeed: (token: string, output: Json) => boolean;
  readonly fail: (token: string, error: string, cause: string) => boolean;
};

export type Ticket = {
  readonly token: string;
  /** Resolves to the answer. Rejects with a StatesError for a failure. */
  readonly answer: Promise<Json>;
  readonly close: () => void;
};

/** Creates the tokens of tasks. `newToken` must return unique texts that a caller cannot guess. */
export function createTaskTokens(newToken: () => string): TaskTokens {
  const waiting = new Map<string, PromiseWithResolvers<Json>>();

  const issue = (): Ticket => {
    const token = newToken();
    const answer = Promise.withResolvers<Json>();
    answer.promise.catch(() => undefined);
    waiting.set(token, answer);
    return { token, answer: answer.promise, close: () => void waiting.delete(token) };
  };

  const answerOnce = (token: string, settle: (answer: PromiseWithResolvers<Json>) => void): boolean => {
    const answer = waiting.get(token);
    if (answer) settle(answer);
    return waiting.delete(token);
  };

  return {
    issue,
    succeed: (token, output) => answerOnce(token, ({ resolve }) => resolve(output)),
    fail: (token, error, cause) => answerOnce(token, ({ reject }) => reject(new StatesError(error, cause))),
  };
}
