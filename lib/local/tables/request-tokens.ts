import { createHash } from 'node:crypto';

/** The time in milliseconds for which a repeated request gets the first answer. */
const keptMs = 10 * 60_000;
/**
 * The limit of remembered tokens. The oldest tokens are deleted first. The SDK makes a token for each
 * transaction, and repeats a request within seconds.
 */
const keptMax = 20_000;

type Kept = { readonly digest: string; readonly atMs: number; readonly answer: Promise<object> };

/**
 * Remembers requests with a token. A repeated request with the same token gets the same answer and has no
 * further effect. The tokens are only in memory, so a restart loses them.
 */
export class RequestTokens {
  readonly #kept = new Map<string, Kept>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /**
   * Runs a request once for its token.
   * @throws `IdempotentParameterMismatchException` when another request used the token before.
   */
  async once(token: string | undefined, request: unknown, run: () => Promise<object>): Promise<object> {
    if (token === undefined) return run();
    this.#forget();
    const digest = createHash('sha256').update(JSON.stringify(request)).digest('base64');
    const earlier = this.#kept.get(token);
    if (earlier !== undefined) {
      if (earlier.digest !== digest) throw mismatch();
      return earlier.answer;
    }
    const answer = run();
    this.#kept.set(token, { digest, atMs: this.#now(), answer });
    // A failed request had no effect, so its token is forgotten and the request may be repeated.
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
