import type { ExtensionName, ExtensionType } from '../model/metric-extension.ts';

/** The groups of named counts of one row in JSON, by the key of the group. */
export type EncodedExtensions = Readonly<Record<string, EncodedExtension>>;
export type EncodedExtension = {
  readonly type: ExtensionType;
  readonly counts: Readonly<Record<string, number>>;
};

/**
 * The groups of named counts of one tally. Counts are whole numbers that only add, so order and grouping
 * change no sum.
 */
export class Extensions {
  readonly #groups = new Map<
    string,
    { readonly type: ExtensionType; readonly counts: Map<string, number> }
  >();

  add({ key, type }: ExtensionName, name: string, amount: number): void {
    let group = this.#groups.get(key);
    if (group === undefined) {
      group = { type, counts: new Map() };
      this.#groups.set(key, group);
    }
    group.counts.set(name, (group.counts.get(name) ?? 0) + amount);
  }

  /** Adds the counts of other groups. A `sign` of -1 subtracts counts that were added before. */
  addAll(other: Extensions, sign: 1 | -1 = 1): void {
    for (const [key, { type, counts }] of other.#groups)
      for (const [name, count] of counts) this.add({ key, type }, name, sign * count);
  }

  addEncoded(encoded: EncodedExtensions): void {
    for (const [key, { type, counts }] of Object.entries(encoded))
      for (const [name, count] of Object.entries(counts)) this.add({ key, type }, name, count);
  }

  clear(): void {
    this.#groups.clear();
  }

  get empty(): boolean {
    for (const { counts } of this.#groups.values())
      for (const count of counts.values()) if (count !== 0) return false;
    return true;
  }

  /** The counts, with groups and names in alphabetical order. Undefined when there are no counts. */
  encode(): EncodedExtensions | undefined {
    const groups = [...this.#groups].sort(byName).map(([key, { type, counts }]) => {
      const counted = [...counts].filter(([, count]) => count !== 0).sort(byName);
      return [key, { type, counts: Object.fromEntries(counted) }] as const;
    });
    const full = groups.filter(([, { counts }]) => Object.keys(counts).length > 0);
    return full.length === 0 ? undefined : Object.fromEntries(full);
  }
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}
