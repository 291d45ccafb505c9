import type { Budget } from '../../budget.ts';
import { compareText, utf8Length } from './utf8.ts';

/** Counts work in steps, and throws when there were too many. */
export type Steps = Pick<Budget, 'spend'>;

/**
 * The names of an object's members. Objects of a list mostly have the same names, so the names are stored
 * once.
 */
export class Shape {
  /** In the order of the document. */
  readonly names: readonly string[];
  #slots: Map<string, number> | undefined;
  #storageOrder: readonly number[] | undefined;
  #isStored: boolean | undefined;

  /** @param names without repetitions. */
  constructor(names: readonly string[]) {
    this.names = names;
  }

  /** The index of a member among the values of an object, -1 without such a member. */
  slotOf(name: string): number {
    if (this.names.length <= 8) return this.names.indexOf(name);
    this.#slots ??= new Map(this.names.map((known, slot) => [known, slot]));
    return this.#slots.get(name) ?? -1;
  }

  /**
   * Slots in the order of `jsonb`: shorter names first, in bytes of UTF-8; equally long names by their bytes.
   */
  get storageOrder(): readonly number[] {
    return this.storageOrderWithin(free);
  }

  /** @param steps counts the work of sorting, and throws to end it: a million names take a second. */
  storageOrderWithin(steps: Steps): readonly number[] {
    this.#storageOrder ??= sortedSlots(this.names, steps);
    return this.#storageOrder;
  }

  /** True when the names are in the order of `jsonb` already. */
  get isStored(): boolean {
    this.#isStored ??= this.storageOrder.every((slot, at) => slot === at);
    return this.#isStored;
  }
}

const free: Steps = { spend: () => {} };

function sortedSlots(names: readonly string[], steps: Steps): number[] {
  const lengths = names.map(utf8Length);
  return names
    .map((_, slot) => slot)
    .sort((a, b) => {
      steps.spend(1);
      return lengths[a]! - lengths[b]! || compareText(names[a]!, names[b]!);
    });
}
