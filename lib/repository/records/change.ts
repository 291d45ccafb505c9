import { DownpourError, overloaded } from '../../errors.ts';
import type { Item, Key, Table, Write } from '../ports/table.ts';

/** The new state of a record, and further writes of the same transaction. */
export type Change = { readonly item: Item; readonly also?: readonly Write[] };

/** The most attempts to change a record when changes conflict. */
const attempts = 20;

/**
 * Changes a record that other processes may change concurrently. It reads the record, calls `decide`, and
 * writes the result unless the record has changed. In that case it starts again. Each change increases the
 * `version` of the record.
 * @param decide undefined leaves the record unchanged. It may be called several times, and its errors are
 * passed on.
 * @returns the present record. Undefined when the record does not exist.
 * @throws DownpourError OVERLOADED (503) when other changes keep interfering.
 * @throws ChangeRefused when the condition of a further write does not hold.
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
    // The record itself was unchanged, but a condition of a further write failed. A repeat would fail too.
    if (!failed.includes(0)) throw new ChangeRefused(failed.map((index) => index - 1));
  }
  throw overloaded(
    `Downpour could not change the record '${key.pk}/${key.sk}', because other requests changed the record during each of ${attempts} attempts; send the request again`,
  );
}

/**
 * The error when conditions of further writes in the transaction of a change did not hold, so the change was
 * not written.
 */
export class ChangeRefused extends DownpourError {
  /** The indexes, in the parameter `also`, of the writes whose condition did not hold. */
  readonly writes: readonly number[];

  constructor(writes: readonly number[]) {
    super(
      'OVERLOADED',
      503,
      'Downpour did not store the change, because another request changed the same records at the same time; send the request again',
    );
    this.writes = writes;
  }
}
