import { randomUUID } from 'node:crypto';
import { ProtocolError } from '../protocol/protocol-error.ts';
import { type Kept, openQueueFile, type QueueFile } from './queue-file.ts';
import { Turns } from './turns.ts';

/** A message to send, and its group. */
export type Sent = Pick<Kept, 'body' | 'group'>;

/** A delivered message, with the receipt of its delivery. */
export type Received = Kept & { readonly receipt: string };

export type QueueOptions = {
  readonly file: string;
  /** The number of seconds for which a delivered message is invisible to other receivers. */
  readonly visibilityS: number;
  /**
   * The queue for messages whose delivery failed `receivesMax` times. Absent: messages are delivered forever.
   */
  readonly dead?: { readonly queue: Queue; readonly receivesMax: number };
  /** The present time in epoch milliseconds. */
  readonly now: () => number;
};

type Out = { readonly message: Kept; readonly receipt: string; readonly until: number };

/**
 * A queue on one machine that works like a standard queue of SQS. Each message is delivered at least once, in
 * no guaranteed order. Here groups take turns, and each delivers its oldest message first. Messages survive a
 * kill. Deliveries do not survive, so delivered messages are available again at the next start. A message
 * with the body of an existing message is not added, because it is the same work.
 */
export class Queue {
  readonly #options: QueueOptions;
  readonly #file: QueueFile;
  readonly #waiting: Turns;
  readonly #out = new Map<string, Out>();
  /** The ids of the stored messages by their bodies, which find a message that is sent twice. */
  readonly #known: Map<string, string>;
  #arrived = (): void => undefined;

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#file = openQueueFile(options.file);
    this.#waiting = new Turns(this.#file.messages.values());
    this.#known = new Map([...this.#file.messages.values()].map(({ id, body }) => [body, id]));
  }

  /** Registers a function, which the queue calls when a message may be available. */
  onArrival(call: () => void): void {
    this.#arrived = call;
  }

  /**
   * Adds messages.
   * @returns the ids of the messages.
   */
  send(messages: readonly Sent[]): readonly string[] {
    const sentAt = this.#options.now();
    const fresh = new Map(messages.map((each) => [each.body, each] as const));
    for (const body of fresh.keys()) if (this.#known.has(body)) fresh.delete(body);
    this.#take([...fresh.values()].map((each) => ({ id: randomUUID(), ...each, sentAt, receives: 0 })));
    return messages.map(({ body }) => this.#known.get(body) ?? '');
  }

  receive(count: number, visibilityS = this.#options.visibilityS): readonly Received[] {
    this.#expire();
    const now = this.#options.now();
    const received: Received[] = [];
    while (received.length < count) {
      const message = this.#waiting.next();
      if (message === undefined) break;
      const next = { ...message, receives: message.receives + 1 };
      if (this.#bury(next)) continue;
      const receipt = `${message.id}.${next.receives}`;
      this.#out.set(message.id, { message: next, receipt, until: now + visibilityS * 1000 });
      received.push({ ...next, receipt });
    }
    return received;
  }

  /** Deletes delivered messages. Messages that were deleted before are ignored. */
  delete(receipts: readonly string[]): void {
    const ids = receipts.map(idOf);
    for (const id of ids) {
      const message = this.#file.messages.get(id);
      if (message !== undefined) this.#waiting.delete(message);
      this.#out.delete(id);
    }
    this.#remove(ids);
  }

  /** True while the delivery with this receipt is neither finished nor expired. */
  isOut(receipt: string): boolean {
    this.#expire();
    return this.#out.get(idOf(receipt))?.receipt === receipt;
  }

  /** Makes a delivered message invisible for this many seconds. 0 makes it available at once. */
  show(receipt: string, afterS: number): void {
    const id = idOf(receipt);
    const out = this.#out.get(id);
    if (out?.receipt !== receipt)
      throw new ProtocolError(
        400,
        'MessageNotInflight',
        `The receipt of message ${id} is not valid: the queue did not deliver the message, or has delivered it again`,
      );
    this.#out.set(id, { ...out, until: this.#options.now() + afterS * 1000 });
    this.#arrived();
  }

  /** The earliest time at which a delivered message becomes available again. */
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
      this.#waiting.add(message);
      this.#known.set(message.body, message.id);
    }
    this.#arrived();
  }

  /**
   * Moves a message to the queue for failed messages. The message is added there before it is removed here. A
   * kill in between therefore duplicates the message and never loses it. When the other file cannot be
   * written, the message waits here.
   */
  #bury(message: Kept): boolean {
    const { dead } = this.#options;
    if (dead === undefined || message.receives <= dead.receivesMax) return false;
    try {
      dead.queue.#take([{ ...message, receives: 0 }]);
    } catch (error) {
      this.#waiting.add(message);
      throw error;
    }
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
    // A delivery counts as failed only when the message returns to the queue. So a delivery that a kill
    // interrupts does not count.
    this.#file.put(back);
    for (const message of back) {
      this.#out.delete(message.id);
      this.#waiting.add(message);
    }
  }
}

const idOf = (receipt: string): string => receipt.slice(0, receipt.lastIndexOf('.'));
