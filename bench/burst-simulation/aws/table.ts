import { itemBytes } from '../../../bin/pages/scale/item-bytes.ts';
import type { Random } from '../time/random.ts';
import type { World } from '../time/world.ts';
import { holds, type Names, updated, type Values } from './expressions.ts';

type Item = Record<string, unknown>;
type Key = { readonly pk: string; readonly sk: string };
type Stored = {
  readonly item: Item | undefined;
  readonly bytes: number;
  readonly at: number;
  readonly before?: Item | undefined;
};

export type Conditional = {
  readonly ConditionExpression?: string;
  readonly ExpressionAttributeNames?: Names;
  readonly ExpressionAttributeValues?: Values;
};

/**
 * What an operation answers, the units that it uses of its partition, and what it does when these are there.
 */
export type Done = {
  readonly reply: Item;
  readonly reads: number;
  readonly writes: number;
  readonly failed?: true;
  readonly commit?: () => void;
};

/** One table: items by partition and sort key, with the sizes that DynamoDB charges for. */
export class Table {
  readonly #partitions = new Map<string, Map<string, Stored>>();
  readonly #world: World;
  readonly #random: Random;
  readonly #staleMs: () => number;

  constructor(world: World, random: Random, staleMs: () => number) {
    this.#world = world;
    this.#random = random;
    this.#staleMs = staleMs;
  }

  get(key: Key, isConsistent: boolean): Done {
    const stored = this.#partitions.get(key.pk)?.get(key.sk);
    const seen = stored === undefined ? undefined : this.#seen(stored, isConsistent);
    return {
      reply: seen === undefined ? {} : { Item: seen },
      reads: readUnits(stored?.bytes ?? 0, isConsistent),
      writes: 0,
    };
  }

  put(given: Item, conditional: Conditional): Done {
    const item = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    return this.#write(item as Item & Key, conditional, () => item);
  }

  update(key: Key, text: string, conditional: Conditional & { readonly ReturnValues?: string }): Done {
    const { ExpressionAttributeNames: names, ExpressionAttributeValues: values, ReturnValues } = conditional;
    let after: Item = {};
    const done = this.#write(key, conditional, (before) => {
      after = updated(text, before ?? { ...key }, names, values);
      return after;
    });
    return done.failed === true || ReturnValues === undefined
      ? done
      : { ...done, reply: { Attributes: after } };
  }

  delete(key: Key, conditional: Conditional): Done {
    return this.#write(key, conditional, () => undefined);
  }

  /** One page holds a megabyte; the rest comes when it is asked for from there on. */
  query(input: Query): Done {
    const { ConsistentRead = false, Limit = Infinity, ScanIndexForward = true, ExclusiveStartKey } = input;
    const { pk, prefix } = askedBy(input);
    const all = [...(this.#partitions.get(pk) ?? [])]
      .filter(([sk]) => prefix(sk))
      .sort(([one], [other]) => (one < other ? -1 : 1));
    if (!ScanIndexForward) all.reverse();
    const from =
      ExclusiveStartKey === undefined ? 0 : all.findIndex(([sk]) => sk === ExclusiveStartKey.sk) + 1;
    const Items: Item[] = [];
    let bytes = 0;
    let at = from;
    for (; at < all.length && bytes < pageBytes && Items.length < Limit; at += 1) {
      const [, stored] = all[at] as [string, Stored];
      bytes += stored.bytes;
      const item = this.#seen(stored, ConsistentRead);
      if (item !== undefined) Items.push(item);
    }
    const last = at < all.length ? { LastEvaluatedKey: { pk, sk: all[at - 1]?.[0] } } : {};
    return {
      reply: { Items, Count: Items.length, ...last },
      reads: readUnits(bytes, ConsistentRead),
      writes: 0,
    };
  }

  #write(
    key: Key,
    { ConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues }: Conditional,
    change: (before: Item | undefined) => Item | undefined,
  ): Done {
    const items = this.#partitions.get(key.pk) ?? new Map<string, Stored>();
    this.#partitions.set(key.pk, items);
    const stored = items.get(key.sk);
    const before = stored?.item;
    // A write that is refused costs as much as one of the item that is there.
    if (!holds(ConditionExpression, before ?? {}, ExpressionAttributeNames, ExpressionAttributeValues))
      return { reply: { Item: before }, reads: 0, writes: writeUnits(stored?.bytes ?? 0), failed: true };
    const item = change(before);
    const bytes = item === undefined ? 0 : itemBytes(item);
    if (bytes > itemBytesMax)
      throw new Error(`an item of ${bytes} bytes, more than DynamoDB takes: ${key.pk} ${key.sk}`);
    const commit = (): void => void items.set(key.sk, { item, bytes, at: this.#world.now, before });
    return { reply: {}, reads: 0, writes: writeUnits(Math.max(bytes, stored?.bytes ?? 0)), commit };
  }

  /** An eventually consistent read may see what was there before the last write. */
  #seen({ item, at, before }: Stored, isConsistent: boolean): Item | undefined {
    const isFresh = isConsistent || this.#world.now - at > this.#staleMs() || this.#random.chance(0.5);
    return isFresh ? item : before;
  }
}

const pageBytes = 2 ** 20;
const itemBytesMax = 400 * 1024;
const readUnits = (bytes: number, isConsistent: boolean): number =>
  Math.max(1, Math.ceil(bytes / 4096)) / (isConsistent ? 1 : 2);
const writeUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / 1024));

export type Query = Conditional & {
  readonly KeyConditionExpression: string;
  readonly ConsistentRead?: boolean;
  readonly Limit?: number;
  readonly ScanIndexForward?: boolean;
  readonly ExclusiveStartKey?: { readonly sk?: string };
};

/** The partition, and which sort keys of it: the condition holds of a key as of an item. */
function askedBy({
  KeyConditionExpression,
  ExpressionAttributeNames,
  ExpressionAttributeValues = {},
}: Query): {
  readonly pk: string;
  readonly prefix: (sk: string) => boolean;
} {
  const name = /(?:^|\s)(?:pk|#pk)\s*=\s*(:\w+)/.exec(KeyConditionExpression)?.[1] ?? '';
  const pk = String(ExpressionAttributeValues[name]);
  return {
    pk,
    prefix: (sk) =>
      holds(KeyConditionExpression, { pk, sk }, ExpressionAttributeNames, ExpressionAttributeValues),
  };
}
