import type { Kept } from './queue-file.ts';

/** Waiting messages. Their groups take turns, and within a group the message that was added first is next. */
export class Turns {
  /** The messages of each group by their ids. The group whose turn is next comes first. */
  readonly #groups = new Map<string, Map<string, Kept>>();
  #size = 0;

  constructor(messages: Iterable<Kept>) {
    for (const message of messages) this.add(message);
  }

  get size(): number {
    return this.#size;
  }

  add(message: Kept): void {
    const group = this.#groups.get(nameOf(message)) ?? new Map();
    if (!group.has(message.id)) this.#size += 1;
    this.#groups.set(nameOf(message), group.set(message.id, message));
  }

  delete(message: Kept): void {
    const name = nameOf(message);
    const group = this.#groups.get(name);
    if (group?.delete(message.id) !== true) return;
    this.#size -= 1;
    if (group.size === 0) this.#groups.delete(name);
  }

  /** Removes the next message and ends the turn of its group. Undefined when no message waits. */
  next(): Kept | undefined {
    const [first] = this.#groups;
    if (first === undefined) return undefined;
    const [name, group] = first;
    const [message] = group.values();
    this.#groups.delete(name);
    if (message === undefined) return undefined;
    group.delete(message.id);
    this.#size -= 1;
    if (group.size > 0) this.#groups.set(name, group);
    return message;
  }
}

const nameOf = ({ group = '' }: Kept): string => group;
