import type { GlobalSums } from '../model/shared-state.ts';

/**
 * Global sums by key and name, over all shards of a phase. Values are only added, so neither the order nor
 * the grouping of shards changes a sum.
 */
export class GlobalCounters {
  readonly #sums = new Map<string, Map<string, bigint>>();

  add(key: string, name: string, amount: bigint): void {
    const sums = this.#sums.get(key) ?? new Map<string, bigint>();
    this.#sums.set(key, sums);
    sums.set(name, (sums.get(name) ?? 0n) + amount);
  }

  addEncoded(encoded: GlobalSums): void {
    for (const [key, sums] of Object.entries(encoded))
      for (const [name, sum] of Object.entries(sums)) this.add(key, name, BigInt(sum));
  }

  /** The sums, sorted by key and name. Undefined when no value was added. */
  encode(): GlobalSums | undefined {
    if (this.#sums.size === 0) return undefined;
    return Object.fromEntries(
      [...this.#sums]
        .sort(byName)
        .map(([key, sums]) => [
          key,
          Object.fromEntries([...sums].sort(byName).map(([name, sum]) => [name, String(sum)])),
        ]),
    );
  }
}

/** The sums for people and JSON. A sum is a number if a JSON number can hold it exactly, or else a text. */
export const readableSums = (sums: GlobalSums) =>
  Object.fromEntries(
    Object.entries(sums).map(([key, names]) => [
      key,
      Object.fromEntries(
        Object.entries(names).map(([name, sum]) => [
          name,
          Number.isSafeInteger(Number(sum)) ? Number(sum) : sum,
        ]),
      ),
    ]),
  );

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}
