import { randomBytes } from 'node:crypto';
import { StatesError } from './errors.ts';
import type { Json } from './json.ts';

/** The tokens that tasks wait for. A token is good for one answer while its task waits. */
export type TaskTokens = {
  readonly issue: () => Ticket;
  /** False when no task waits for the token any more. */
  readonly succeed: (token: string, output: Json) => boolean;
  readonly fail: (token: string, error: string, cause: string) => boolean;
  readonly heartbeat: (token: string) => boolean;
};

export type Ticket = {
  readonly token: string;
  /** The answer; rejects with a StatesError for a failure, or when no heartbeat came in time. */
  readonly answer: Promise<Json>;
  /** From now on an answer or heartbeat must come every so many seconds. */
  readonly expectHeartbeats: (seconds: number) => void;
  readonly close: () => void;
};

type Waiting = { readonly answer: PromiseWithResolvers<Json>; beat: () => void };

export function createTaskTokens(): TaskTokens {
  const waiting = new Map<string, Waiting>();

  const issue = (): Ticket => {
    const token = randomBytes(48).toString('base64url');
    const answer = Promise.withResolvers<Json>();
    answer.promise.catch(() => undefined);
    const entry: Waiting = { answer, beat: () => undefined };
    waiting.set(token, entry);
    let timer: NodeJS.Timeout | undefined;
    const expectHeartbeats = (seconds: number): void => {
      entry.beat = () => {
        clearTimeout(timer);
        timer = setTimeout(() => answer.reject(new StatesError('States.HeartbeatTimeout')), seconds * 1000);
      };
      entry.beat();
    };
    const close = (): void => {
      clearTimeout(timer);
      waiting.delete(token);
    };
    return { token, answer: answer.promise, expectHeartbeats, close };
  };

  const settle = (token: string, act: (entry: Waiting) => void): boolean => {
    const entry = waiting.get(token);
    if (entry) act(entry);
    return entry !== undefined;
  };

  const answerOnce = (token: string, act: (entry: Waiting) => void): boolean =>
    settle(token, (entry) => {
      waiting.delete(token);
      act(entry);
    });

  return {
    issue,
    succeed: (token, output) => answerOnce(token, ({ answer }) => answer.resolve(output)),
    fail: (token, error, cause) =>
      answerOnce(token, ({ answer }) => answer.reject(new StatesError(error, cause))),
    heartbeat: (token) => settle(token, ({ beat }) => beat()),
  };
}
