import type { Queue, Received } from './queue.ts';

/** A queue, and how it is handed to a function. */
export type Delivered = {
  readonly name: string;
  readonly queue: Queue;
  /** Messages of one call. */
  readonly batch: number;
  /** Calls at once. */
  readonly concurrency: number;
};

export type DeliveryOptions = {
  /** The first one goes before the others. */
  readonly queues: readonly Delivered[];
  /** Calls at once, of all queues together. */
  readonly concurrency: number;
  /** Calls the function with some messages; gives the ids of those that failed. */
  readonly invoke: (queue: string, messages: readonly Received[]) => Promise<readonly string[]>;
  /** Epoch milliseconds, and a timer. */
  readonly clock: {
    readonly epochMs: () => number;
    readonly after: (ms: number, call: () => void) => () => void;
  };
  readonly log: (error: unknown) => void;
  /**
   * Hears that a queue could not keep what happened to its messages; they are there again at the next start.
   */
  readonly failed: (error: unknown) => void;
};

/**
 * Seconds until what a function died of is handed out again: here nobody has to wait for its time to be over.
 */
const afterDeathS = 5;

/**
 * What an event source mapping does: hands the messages of queues to a function as they come, deletes what
 * succeeded, and leaves what failed where it is. Whenever there is room for a call, the first queue that has
 * something gets it.
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

  /** Hands out nothing more, and waits for what is being done. */
  async close(): Promise<void> {
    this.#isOpen = false;
    this.#cancel();
    await Promise.all(this.#calls);
  }

  #turn(): void {
    if (!this.#isOpen) return;
    this.#cancel();
    const { queues, clock } = this.#options;
    this.#kept(() => {
      for (const each of queues) while (this.#deliver(each));
      const nextAt = Math.min(...queues.map(({ queue }) => queue.nextAt));
      if (nextAt === Number.POSITIVE_INFINITY) return;
      const waitMs = Math.min(60_000, Math.max(1, nextAt - clock.epochMs()));
      this.#cancel = clock.after(waitMs, () => this.#turn());
    });
  }

  /** Nobody is there to catch what a queue throws here. */
  #kept(change: () => void): void {
    try {
      change();
    } catch (error) {
      this.#options.failed(error);
    }
  }

  /** False when there is no room, or nothing to do. */
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
    this.#kept(() => {
      queue.delete(messages.filter(isDone).map(({ receipt }) => receipt));
      // What was done or handed out again meanwhile stays so.
      if (failed === undefined)
        for (const { receipt } of messages) if (queue.isOut(receipt)) queue.show(receipt, afterDeathS);
    });
  }

  /** Ids of those that failed; undefined when the function died. */
  async #invoked(name: string, messages: readonly Received[]): Promise<ReadonlySet<string> | undefined> {
    try {
      return new Set(await this.#options.invoke(name, messages));
    } catch (error) {
      this.#options.log(new Error(`work of the queue ${name} ended without an answer`, { cause: error }));
      return undefined;
    }
  }
}
