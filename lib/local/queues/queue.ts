import { randomUUID } from 'node:crypto';
import { ProtocolError } from '../protocol/protocol-error.ts';
import { type Kept, openQueueFile, type QueueFile } from './queue-file.ts';

/** A message that was handed out. */
export type Received = Kept & { readonly receipt: string };

export type QueueOptions = {
  readonly file: string;
  /** Seconds for which a message that was handed out is nobody else's. */
  readonly visibilityS: number;
  /** Takes what was handed out `receivesMax` times for nothing. Absent: it is handed out for ever. */
  readonly dead?: { readonly queue: Queue; readonly receivesMax: number };
  /** Epoch milliseconds. */
  readonly now: () => number;
};

type Out = { readonly message: Kept; readonly receipt: string; readonly until: number };

/**
 * A standard queue of SQS on one machine: at least once, in no promised order (here the oldest first).
 * Messages survive a kill; who has which of them does not, so what was handed out is there again at the next
 * start. A message that is here already, word for word, is not taken twice: it is the same piece of work.
 */
export class Queue {
  readonly #options: QueueOptions;
  readonly #file: QueueFile;
  readonly #waiting: Map<string, Kept>;
  readonly #out = new Map<string, Out>();
  /** Ids by bodies. */
  readonly #known: Map<string, string>;
  #arrived = (): void => undefined;

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#file = openQueueFile(options.file);
    this.#waiting = new Map(this.#file.messages);
    this.#known = new Map([...this.#waiting.values()].map(({ id, body }) => [body, id]));
  }

  /** Called whenever there may be something to receive. */
  onArrival(call: () => void): void {
    this.#arrived = call;
  }

  /** @returns their ids. */
  send(bodies: readonly string[]): readonly string[] {
    const sentAt = this.#options.now();
    const fresh = [...new Set(bodies)].filter((body) => !this.#known.has(body));
    this.#take(fresh.map((body) => ({ id: randomUUID(), body, sentAt, receives: 0 })));
    return bodies.map((body) => this.#known.get(body) ?? '');
  }

  receive(count: number, visibilityS = this.#options.visibilityS): readonly Received[] {
    this.#expire();
    const now = this.#options.now();
    const received: Received[] = [];
    for (const message of this.#waiting.values()) {
      if (received.length === count) break;
      this.#waiting.delete(message.id);
      const next = { ...message, receives: message.receives + 1 };
      if (this.#bury(next)) continue;
      const receipt = `${message.id}.${next.receives}`;
      this.#out.set(message.id, { message: next, receipt, until: now + visibilityS * 1000 });
      received.push({ ...next, receipt });
    }
    return received;
  }

  /** One that is gone was deleted before. */
  delete(receipts: readonly string[]): void {
    const ids = receipts.map(idOf);
    for (const id of ids) {
      this.#waiting.delete(id);
      this.#out.delete(id);
    }
    this.#remove(ids);
  }

  /** Whether the message is with whoever got this receipt. */
  isOut(receipt: string): boolean {
    this.#expire();
    return this.#out.get(idOf(receipt))?.receipt === receipt;
  }

  /** For so long from now on the message is nobody else's; 0: it is there again at once. */
  show(receipt: string, afterS: number): void {
    const id = idOf(receipt);
    const out = this.#out.get(id);
    if (out?.receipt !== receipt)
      throw new ProtocolError(400, 'MessageNotInflight', `The message ${id} was not handed out`);
    this.#out.set(id, { ...out, until: this.#options.now() + afterS * 1000 });
    this.#arrived();
  }

  /** When the next message that was handed out is there again. */
  get nextAt(): number {
    this.#expire();
    return Math.min(Number.POSITIVE_INFINITY, ...[...this.#out.values()].map(({ until }) => until));
  }

  get counts(): { readonly waiting: number; readonly out: number; readonly oldestAt: number | undefined } {
    this.#expire();
    const [oldest] = this.#file.messages.values();
    return { waiting: this.#waiting.size, out: this.#out.size, oldestAt: oldest?.sentAt };
  }

  #take(kept: readonly Kept[]): void {
    this.#file.put(kept);
    for (const message of kept) {
      this.#waiting.set(message.id, message);
      this.#known.set(message.body, message.id);
    }
    this.#arrived();
  }

  /** First there, then no longer here: a kill in between leaves it twice, never not at all. */
  #bury(message: Kept): boolean {
    const { dead } = this.#options;
    if (dead === undefined || message.receives <= dead.receivesMax) return false;
    dead.queue.#take([{ ...message, receives: 0 }]);
    this.#remove([message.id]);
    return true;
  }

  #remove(ids: readonly string[]): void {
    for (const id of ids) {
      const body = this.#file.messages.get(id)?.body;
      if (body !== undefined && this.#known.get(body) === id) this.#known.delete(body);
    }
    this.#file.remove(ids);
  }

  #expire(): void {
    const now = this.#options.now();
    const back = [...this.#out.values()].filter(({ until }) => until <= now).map(({ message }) => message);
    if (back.length === 0) return;
    // Only now it was handed out for nothing: what a kill interrupts counts for nothing.
    this.#file.put(back);
    for (const message of back) {
      this.#out.delete(message.id);
      this.#waiting.set(message.id, message);
    }
  }
}

const idOf = (receipt: string): string => receipt.slice(0, receipt.lastIndexOf('.'));
