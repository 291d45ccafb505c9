import { itemBytes } from '../../../bin/pages/scale/item-bytes.ts';
import { conditionOf, writeItem } from '../../../lib/local/tables/single-item.ts';
import type { Random } from '../time/random.ts';
import type { World } from '../time/world.ts';
import { marshalled, plain } from './attributes.ts';

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
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>> | undefined;
  readonly ExpressionAttributeValues?: Readonly<Record<string, unknown>>;
};
type Write = Conditional & { readonly UpdateExpression?: string; readonly ReturnValues?: string };

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

  put(item: Item, write: Write): Done {
    return this.#write('PutItem', item as Key, { ...members(write), Item: marshalled(item) });
  }

  update(key: Key, write: Write): Done {
    const { UpdateExpression, ReturnValues } = write;
    return this.#write('UpdateItem', key, {
      ...members(write),
      Key: marshalled(key),
      UpdateExpression,
      ...(ReturnValues !== undefined && { ReturnValues }),
    });
  }

  delete(key: Key, write: Write): Done {
    return this.#write('DeleteItem', key, { ...members(write), Key: marshalled(key) });
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

  #write(action: Parameters<typeof writeItem>[0], { pk, sk }: Key, write: Item): Done {
    const items = this.#partitions.get(pk) ?? new Map<string, Stored>();
    this.#partitions.set(pk, items);
    const stored = items.get(sk);
    const before = stored?.item;
    try {
      const { item: written, reply } = writeItem(action, write, before && marshalled(before));
      const item = written && plain(written);
      const bytes = item === undefined ? 0 : itemBytes(item);
      const commit = (): void => void items.set(sk, { item, bytes, at: this.#world.now, before });
      return {
        reply: reply.Attributes === undefined ? {} : { Attributes: plain(reply.Attributes) },
        reads: 0,
        writes: writeUnits(Math.max(bytes, stored?.bytes ?? 0)),
        commit,
      };
    } catch (error) {
      if (!/ConditionalCheckFailed/.test(JSON.stringify((error as { body?: unknown }).body))) throw error;
      // A write that is rejected costs as much as one of the item that is there.
      return { reply: { Item: before }, reads: 0, writes: writeUnits(stored?.bytes ?? 0), failed: true };
    }
  }

  /** An eventually consistent read may see what was there before the last write. */
  #seen({ item, at, before }: Stored, isConsistent: boolean): Item | undefined {
    const isFresh = isConsistent || this.#world.now - at > this.#staleMs() || this.#random.chance(0.5);
    return isFresh ? item : before;
  }
}

const pageBytes = 2 ** 20;
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
function askedBy({ KeyConditionExpression: ConditionExpression, ...query }: Query): {
  readonly pk: string;
  readonly prefix: (sk: string) => boolean;
} {
  const name = /(?:^|\s)(?:pk|#pk)\s*=\s*(:\w+)/.exec(ConditionExpression)?.[1] ?? '';
  const pk = String(query.ExpressionAttributeValues?.[name]);
  // Other names are those of the attributes to read.
  const names = Object.entries(query.ExpressionAttributeNames ?? {}).filter(([each]) =>
    ConditionExpression.includes(each),
  );
  const ExpressionAttributeNames = names.length === 0 ? undefined : Object.fromEntries(names);
  const condition = members({ ...query, ConditionExpression, ExpressionAttributeNames });
  const holds = conditionOf({ ...condition, Key: marshalled({ pk, sk: 'any' }) });
  return { pk, prefix: (sk) => holds(marshalled({ pk, sk })) };
}

/** The condition of a request, in DynamoDB's own JSON. */
function members({
  ConditionExpression,
  ExpressionAttributeNames,
  ExpressionAttributeValues: values,
}: Conditional): Item {
  return {
    ...(ConditionExpression !== undefined && { ConditionExpression }),
    ...(ExpressionAttributeNames !== undefined && { ExpressionAttributeNames }),
    ...(values !== undefined && { ExpressionAttributeValues: marshalled(values) }),
  };
}
