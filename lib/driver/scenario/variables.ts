import type { Read, RunningSequence, Session, SetValue, Value } from '../model/session.ts';
import { checkIndex } from './values.ts';

/**
 * Gives each variable of a scenario a number (slot). A session keeps the values in an array, so reading a
 * variable needs only an index.
 */
export class Slots {
  readonly #numbers = new Map<string, number>();
  readonly #arrays = new Map<number, number>();

  of(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(name, number);
    return number;
  }

  /** The number (slot) of a session variable. Undefined for a name that no step uses. */
  find(name: string): number | undefined {
    return this.#numbers.get(name);
  }

  /** Reserves a slot for an array variable. When a user starts, the array has at least `length` items. */
  arrayOf(name: string, length: number): number {
    const slot = this.of(name);
    this.#arrays.set(slot, Math.max(this.#arrays.get(slot) ?? 0, length));
    return slot;
  }

  /** The names in the order of their slots. */
  get names(): readonly string[] {
    return [...this.#numbers.keys()];
  }

  get arrays(): readonly { readonly slot: number; readonly length: number }[] {
    return [...this.#arrays].map(([slot, length]) => ({ slot, length }));
  }
}

export type Write = (session: Session, sequence: RunningSequence, value: Value) => void;

/**
 * The error when a variable without a value is read. In a step it fails the phase. In a handler it ends the
 * request.
 */
export class UnsetVariable extends Error {
  constructor(name: string) {
    super(`variable '${name}' is not set`);
    this.name = 'UnsetVariable';
  }
}

/**
 * The variables of a scenario, for the steps of one sequence. `name[.]` is the item at the index of the
 * running instance.
 */
export class Variables {
  readonly slots: Slots;
  readonly #concurrency: number;

  constructor(slots: Slots, concurrency: number) {
    this.slots = slots;
    this.#concurrency = concurrency;
  }

  /** Compiles reading a variable. The result is undefined when the variable is unset. */
  read(name: string): Read {
    const base = baseOf(name);
    if (base === undefined) {
      const slot = this.slots.of(name);
      return (session) => session.slots[slot];
    }
    const slot = this.slots.of(base);
    return (session, sequence) => itemsOf(session.slots[slot], base)?.[sequence.index];
  }

  /** Compiles reading a variable. Throws `UnsetVariable` when the variable is unset. */
  need(name: string): Read<SetValue> {
    const read = this.read(name);
    return (session, sequence) => {
      const value = read(session, sequence);
      if (value === undefined) throw new UnsetVariable(name);
      return value;
    };
  }

  write(name: string): Write {
    const base = baseOf(name);
    if (base === undefined) {
      const slot = this.slots.of(name);
      return (session, _sequence, value) => {
        session.slots[slot] = value;
      };
    }
    const slot = this.slots.arrayOf(base, this.#concurrency);
    return (session, sequence, value) => {
      const items = itemsOf(session.slots[slot], base);
      if (items === undefined) throw new UnsetVariable(base);
      checkIndex(items, sequence.index, base);
      items[sequence.index] = value;
    };
  }
}

/** The name of the array in `name[.]`. Undefined for any other name. */
export const baseOf = (name: string): string | undefined =>
  name.endsWith('[.]') ? name.slice(0, -'[.]'.length) : undefined;

function itemsOf(value: Value, name: string): Value[] | undefined {
  if (value === undefined || Array.isArray(value)) return value;
  throw new Error(`variable '${name}' is not an array`);
}
