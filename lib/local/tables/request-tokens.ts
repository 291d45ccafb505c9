import { createHash } from 'node:crypto';

/** Milliseconds in which a request may be repeated. */
const keptMs = 10 * 60_000;
/**
 * The oldest tokens are deleted first. The SDK makes a token for each transaction, and repeats a request
 * within seconds.
 */
const keptMax = 20_000;

type Kept = { readonly digest: string; readonly atMs: number; readonly answer: Promise<object> };

/**
 * Requests with a token. A repeated request with the same token gets the same answer and does nothing. The
 * tokens are only in memory, so they are lost at a restart.
 */
export class RequestTokens {
  readonly #kept = new Map<string, Kept>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** @throws `IdempotentParameterMismatchException` when another request used the token before. */
  async once(token: string | undefined, request: string, run: () => Promise<object>): Promise<object> {
    if (token === undefined) return run();
    this.#forget();
    const digest = createHash('sha256').update(request).digest('base64');
    const earlier = this.#kept.get(token);
    if (earlier !== undefined) {
      if (earlier.digest !== digest) throw mismatch();
      return earlier.answer;
    }
    const answer = run();
    this.#kept.set(token, { digest, atMs: this.#now(), answer });
    // A failed request has done nothing, and may be repeated.
    answer.catch(() => this.#kept.delete(token));
    return answer;
  }

  #forget(): void {
    const before = this.#now() - keptMs;
    for (const [token, { atMs }] of this.#kept) {
      if (atMs > before && this.#kept.size < keptMax) return;
      this.#kept.delete(token);
    }
  }
}

function mismatch(): Error {
  const message = 'The token was used with other parameters';
  const __type = 'com.amazonaws.dynamodb.v20120810#IdempotentParameterMismatchException';
  return Object.assign(new Error(message), { statusCode: 400, body: { __type, Message: message } });
}
