import type { Item, Key, Table, Write } from '../ports/table.ts';

/** A record as it is to be, and what is written with it. */
export type Change = { readonly item: Item; readonly also?: readonly Write[] };

/** Changes of one record that meet are repeated so often. */
const attempts = 20;

/**
 * Changes a record that others may change at the same time: reads it, asks what it shall be, and writes that unless
 * somebody was faster, in which case it begins anew. Every record of this kind counts its `version`.
 *
 * @param decide undefined leaves the record as it is; may be asked several times. What it throws goes to the caller.
 * @returns the record as it is now; undefined when there is none.
 */
export async function change(
  table: Table,
  key: Key,
  decide: (item: Item) => Change | undefined | Promise<Change | undefined>,
): Promise<Item | undefined> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const item = await table.get(key);
    if (item === undefined) return undefined;
    const decided = await decide(item);
    if (decided === undefined) return item;
    const version = Number(item.version ?? 0);
    const next = { ...decided.item, ...key, version: version + 1 };
    const write: Write = { put: next, when: { version: item.version === undefined ? undefined : version } };
    const failed = await table.write([write, ...(decided.also ?? [])]);
    if (failed.length === 0) return next;
    // Something else than the record itself stands in the way: no repetition helps.
    if (!failed.includes(0)) throw new ChangeRefused(failed.map((index) => index - 1));
  }
  throw new Error(`${key.pk} ${key.sk} was changed by others ${attempts} times in a row`);
}

/** The conditions of some writes beside the record did not hold. */
export class ChangeRefused extends Error {
  /** Which ones, counted in `also` from 0. */
  readonly writes: readonly number[];

  constructor(writes: readonly number[]) {
    super(`the conditions of the writes ${writes.join(', ')} beside the record do not hold`);
    this.writes = writes;
  }
}
