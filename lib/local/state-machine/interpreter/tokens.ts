import { StatesError } from './errors.ts';
import type { Json } from './json.ts';

/** The task tokens for whose answers tasks wait. A token accepts one answer while its task waits. */
export type TaskTokens = {
  readonly issue: () => Ticket;
  /** Completes the task that waits for a token. False when no task waits for the token any more. */
  readonly succeed: (token: string, output: Json) => boolean;
  readonly fail: (token: string, error: string, cause: string) => boolean;
  /** Restarts the wait for a heartbeat. False when no task waits for the token any more. */
  readonly beat: (token: string) => boolean;
};

export type Ticket = {
  readonly token: string;
  /** Resolves to the answer. Rejects with a StatesError for a failure. */
  readonly answer: Promise<Json>;
  readonly close: () => void;
  /** Is called for each heartbeat. */
  onBeat: () => void;
};

/** Creates the tokens of tasks. `newToken` must return unique texts that a caller cannot guess. */
export function createTaskTokens(newToken: () => string): TaskTokens {
  const waiting = new Map<string, PromiseWithResolvers<Json> & { readonly ticket: Ticket }>();

  const issue = (): Ticket => {
    const token = newToken();
    const answer = Promise.withResolvers<Json>();
    answer.promise.catch(() => undefined);
    const close = (): void => void waiting.delete(token);
    const ticket: Ticket = { token, answer: answer.promise, close, onBeat: () => undefined };
    waiting.set(token, { ...answer, ticket });
    return ticket;
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
    beat(token) {
      waiting.get(token)?.ticket.onBeat();
      return waiting.has(token);
    },
  };
}
