import type { CounterShare, SharedCounter } from '../model/shared-state.ts';

/**
 * A shared counter. It applies the changes of this drive and of other drives. The changes of a drive come
 * after those that the drive knew.
 */
export class Counter implements SharedCounter {
  readonly #key: string;
  readonly #origin: string;
  readonly #others = new Map<string, CounterShare>();
  #inherited = 0;
  #set: number | undefined;
  #add = 0;

  constructor(key: string, origin: string) {
    this.#key = key;
    this.#origin = origin;
  }

  get value(): number {
    return (this.#set ?? this.#inherited) + this.#add;
  }

  add(amount: number): void {
    this.#assertExact(this.value + amount);
    this.#add += amount;
  }

  set(value: number): void {
    this.#assertExact(value);
    this.#set = value;
    this.#add = 0;
  }

  /** Adds the changes (share) of another drive. A newer share of the same drive replaces its older share. */
  absorb(share: CounterShare): void {
    this.#others.set(share.origin, share);
    const inOrder = [...this.#others.values()].sort(byOrder);
    this.#inherited = inOrder.reduce((value, { set, add }) => (set ?? value) + add, 0);
    this.#assertExact(this.value);
  }

  /** The changes (shares) of all drives. Those of this drive are the last. */
  shares(): readonly CounterShare[] {
    const others = [...this.#others.values()].sort(byOrder);
    if (this.#set === undefined && this.#add === 0) return others;
    const own: CounterShare = {
      key: this.#key,
      origin: this.#origin,
      order: 1 + (others.at(-1)?.order ?? 0),
      add: this.#add,
      ...(this.#set === undefined ? {} : { set: this.#set }),
    };
    return [...others, own];
  }

  #assertExact(value: number): void {
    if (!Number.isSafeInteger(value))
      throw new Error(`shared counter '${this.#key}' would exceed 2^53, the largest exact whole number`);
  }
}

function byOrder(one: CounterShare, other: CounterShare): number {
  return one.order - other.order || (one.origin < other.origin ? -1 : 1);
}
