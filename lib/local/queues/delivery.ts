import type { Queue, Received } from './queue.ts';

/** A queue and the limits of its delivery to a function. */
export type Delivered = {
  readonly name: string;
  readonly queue: Queue;
  /** The largest number of messages in one call of the function. */
  readonly batch: number;
  /** The limit of concurrent calls for this queue. */
  readonly concurrency: number;
};

export type DeliveryOptions = {
  /** The queues, with the highest priority first. */
  readonly queues: readonly Delivered[];
  /** The limit of concurrent calls for all queues together. */
  readonly concurrency: number;
  /** Calls the function with messages of a queue, and returns the ids of the failed messages. */
  readonly invoke: (queue: string, messages: readonly Received[]) => Promise<readonly string[]>;
  /** The clock in epoch milliseconds, and its timer. */
  readonly clock: {
    readonly epochMs: () => number;
    readonly after: (ms: number, call: () => void) => () => void;
  };
  /** Called with errors of the function, and of files that cannot be written. */
  readonly log: (error: unknown) => void;
};

/**
 * The delay in seconds before messages are delivered again when their function has crashed. On one machine
 * the queue knows that the function ended, so it does not wait for the visibility time.
 */
const afterDeathS = 5;

/**
 * The milliseconds after which Downpour reads the queues again when the file of a queue cannot be written.
 */
const againMs = 20_000;

/**
 * Delivers the messages of queues to a function, like an event source mapping of Lambda. It deletes the
 * processed messages, and leaves the failed ones in their queue. When a call is possible, the first queue
 * with messages gets it.
 */
export class Delivery {
  readonly #options: DeliveryOptions;
  readonly #running = new Map<string, number>();
  readonly #calls = new Set<Promise<void>>();
  #isOpen = false;
  #cancel = (): void => undefined;

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  begin(): void {
    this.#isOpen = true;
    for (const { queue } of this.#options.queues) queue.onArrival(() => this.#turn());
    this.#turn();
  }

  /** Stops the delivery, and waits for the running calls. */
  async close(): Promise<void> {
    this.#isOpen = false;
    this.#cancel();
    await Promise.all(this.#calls);
  }

  #turn(): void {
    if (!this.#isOpen) return;
    this.#cancel();
    const { queues, clock } = this.#options;
    const nextMs = this.#stored(() => {
      for (const each of queues) while (this.#deliver(each));
      const nextAt = Math.min(...queues.map(({ queue }) => queue.nextAt));
      return Math.min(60_000, Math.max(1, nextAt - clock.epochMs()));
    });
    this.#cancel = clock.after(nextMs ?? againMs, () => this.#turn());
  }

  /**
   * Runs a change of a queue. Returns undefined when the file of the queue cannot be written. The queue in
   * memory is right then, and its file becomes right with the next change that the disk takes.
   */
  #stored<Result>(change: () => Result): Result | undefined {
    try {
      return change();
    } catch (cause) {
      this.#options.log(new Error('a change of a queue could not be stored', { cause }));
      return undefined;
    }
  }

  /** Delivers one batch of a queue. False when no call is possible or the queue is empty. */
  #deliver({ name, queue, batch, concurrency }: Delivered): boolean {
    const running = this.#running.get(name) ?? 0;
    if (running >= concurrency || this.#calls.size >= this.#options.concurrency) return false;
    const messages = queue.receive(batch);
    if (messages.length === 0) return false;
    this.#running.set(name, running + 1);
    const call = this.#call(name, queue, messages).finally(() => {
      this.#calls.delete(call);
      this.#running.set(name, (this.#running.get(name) ?? 1) - 1);
      this.#turn();
    });
    this.#calls.add(call);
    return true;
  }

  async #call(name: string, queue: Queue, messages: readonly Received[]): Promise<void> {
    const failed = await this.#invoked(name, messages);
    const isDone = ({ id }: Received): boolean => failed !== undefined && !failed.has(id);
    this.#stored(() => {
      queue.delete(messages.filter(isDone).map(({ receipt }) => receipt));
      // Messages that were deleted or delivered again in the meantime are not changed.
      if (failed === undefined)
        for (const { receipt } of messages) if (queue.isOut(receipt)) queue.show(receipt, afterDeathS);
    });
  }

  /**
   * Calls the function. Returns the ids of the failed messages, or undefined when the function itself ended.
   */
  async #invoked(name: string, messages: readonly Received[]): Promise<ReadonlySet<string> | undefined> {
    try {
      return new Set(await this.#options.invoke(name, messages));
    } catch (error) {
      this.#options.log(
        new Error(`the function that processes the queue ${name} ended without an answer`, { cause: error }),
      );
      return undefined;
    }
  }
}
