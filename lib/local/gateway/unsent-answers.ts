import type { ServerResponse } from 'node:http';

/** The bytes from which an answer counts. Smaller answers fit into the buffers of the system. */
const countedBytesMin = 64 * 1024;

type Unsent = { readonly caller: string; readonly bytes: number };

/**
 * The large answers that clients have not read completely. All of them together have a limit, so that the
 * memory does not grow with clients that read slowly or never. Above the limit, the caller with the most
 * bytes loses the connection of its first answer.
 */
export class UnsentAnswers {
  readonly #bytesMax: number;
  /** The answers in the order of their beginning. */
  readonly #answers = new Map<ServerResponse, Unsent>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Adds an answer before it is sent. It counts until it is sent, or its connection closes. */
  add(response: ServerResponse, answer: Unsent): void {
    if (answer.bytes < countedBytesMin) return;
    this.#answers.set(response, answer);
    this.#bytes += answer.bytes;
    response.once('close', () => this.#forget(response));
    while (this.#bytes > this.#bytesMax) this.#endOne();
  }

  #endOne(): void {
    const held = new Map<string, number>();
    for (const { caller, bytes } of this.#answers.values()) held.set(caller, (held.get(caller) ?? 0) + bytes);
    const [largest] = [...held].reduce((one, other) => (other[1] > one[1] ? other : one));
    for (const [response, { caller }] of this.#answers)
      if (caller === largest) {
        this.#forget(response);
        response.destroy();
        return;
      }
  }

  #forget(response: ServerResponse): void {
    const answer = this.#answers.get(response);
    if (answer !== undefined && this.#answers.delete(response)) this.#bytes -= answer.bytes;
  }
}
