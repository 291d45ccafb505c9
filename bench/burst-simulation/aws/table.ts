import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import { itemBytes } from '../../../bin/docs/scale/item-bytes.ts';
import type { Random } from '../time/random.ts';
import type { World } from '../time/world.ts';
import { type Attributes, marshalled, plain } from './attributes.ts';
import { conditionOf, writeItem } from './single-item.ts';

type Item = Record<string, unknown>;
type Key = { readonly pk: string; readonly sk: string };
type Stored = {
  readonly item: Attributes | undefined;
  readonly bytes: number;
  readonly at: number;
  readonly before?: Attributes | undefined;
};

export type Conditional = {
  readonly ConditionExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>> | undefined;
  readonly ExpressionAttributeValues?: Readonly<Record<string, unknown>>;
};
type Write = Conditional & { readonly UpdateExpression?: string; readonly ReturnValues?: string };

/**
 * The answer of an operation and its capacity units. `commit` performs the operation, and is called only when
 * the partition has the units.
 */
export type Done = {
  readonly reply: Item;
  readonly reads: number;
  readonly writes: number;
  readonly failed?: true;
  readonly commit?: () => void;
};

/** A table: items by partition and sort key, with the sizes that DynamoDB charges for. */
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

  /** A copy of all items by their keys, for tests. */
  get items(): Map<string, Map<string, Item>> {
    const all = new Map<string, Map<string, Item>>();
    for (const [pk, partition] of this.#partitions) {
      const items = [...partition].flatMap(([sk, { item }]) => (item ? [[sk, plain(item)] as const] : []));
      if (items.length > 0) all.set(pk, new Map(items));
    }
    return all;
  }

  clear(except?: string): void {
    for (const pk of this.#partitions.keys()) if (pk !== except) this.#partitions.delete(pk);
  }

  get(key: Key, isConsistent: boolean): Done {
    checkKey(key);
    const stored = this.#partitions.get(key.pk)?.get(key.sk);
    const seen = stored === undefined ? undefined : this.#seen(stored, isConsistent);
    return {
      reply: seen === undefined ? {} : { Item: plain(seen) },
      reads: readUnits(stored?.bytes ?? 0, isConsistent),
      writes: 0,
    };
  }

  put(item: Item, write: Write): Done {
    return this.#write('PutItem', item as Key, { ...members(write), Item: marshalled(item) });
  }

  update(key: Key, write: Write): Done {
    const { UpdateExpression } = write;
    return this.#write('UpdateItem', key, { ...members(write), Key: marshalled(key), UpdateExpression });
  }

  delete(key: Key, write: Write): Done {
    return this.#write('DeleteItem', key, { ...members(write), Key: marshalled(key) });
  }

  /** Reads a page of at most a megabyte. The caller requests the next page from the end of this one. */
  query(input: Query): Done {
    const { ConsistentRead = false, Limit = Infinity, ScanIndexForward = true, ExclusiveStartKey } = input;
    const { pk, prefix } = askedBy(input);
    const all = [...(this.#partitions.get(pk) ?? [])]
      .filter(([sk]) => prefix(sk))
      .sort(([one], [other]) => (one < other ? -1 : 1));
    if (!ScanIndexForward) all.reverse();
    const after = ExclusiveStartKey?.sk;
    const isBehind = ([sk]: readonly [string, Stored]): boolean =>
      after === undefined || (ScanIndexForward ? sk > after : sk < after);
    const first = all.findIndex(isBehind);
    const from = first < 0 ? all.length : first;
    const names = input.ProjectionExpression?.split(', ').map(
      (name) => input.ExpressionAttributeNames?.[name] ?? name,
    );
    const shown = (item: Item): Item =>
      names === undefined
        ? item
        : Object.fromEntries(names.flatMap((name) => (name in item ? [[name, item[name]]] : [])));
    const Items: Item[] = [];
    let bytes = 0;
    let at = from;
    for (; at < all.length && bytes < pageBytes && Items.length < Limit; at += 1) {
      const [, stored] = all[at] as [string, Stored];
      bytes += stored.bytes;
      const item = this.#seen(stored, ConsistentRead);
      if (item !== undefined) Items.push(shown(plain(item)));
    }
    const last = at < all.length ? { LastEvaluatedKey: { pk, sk: all[at - 1]?.[0] } } : {};
    return {
      reply: { Items, Count: Items.length, ...last },
      reads: readUnits(bytes, ConsistentRead),
      writes: 0,
    };
  }

  #write(action: Parameters<typeof writeItem>[0], key: Key, write: Item): Done {
    checkKey(key);
    const { pk, sk } = key;
    const items = this.#partitions.get(pk) ?? new Map<string, Stored>();
    this.#partitions.set(pk, items);
    const stored = items.get(sk);
    const before = stored?.item;
    try {
      const { item, reply } = writeItem(action, write, before);
      const bytes = item === undefined ? 0 : itemBytes(plain(item));
      const commit = (): void => void items.set(sk, { item, bytes, at: this.#world.now, before });
      return {
        reply: reply.Attributes === undefined ? {} : { Attributes: plain(reply.Attributes) },
        reads: 0,
        writes: writeUnits(Math.max(bytes, stored?.bytes ?? 0)),
        commit,
      };
    } catch (error) {
      const [name, message] = nameOf(error);
      if (name !== 'ConditionalCheckFailedException')
        throw new DynamoDBServiceException({ name, message, $fault: 'client', $metadata: {} });
      // A write whose condition fails costs as much as a write of the stored item.
      return { reply: {}, reads: 0, writes: writeUnits(stored?.bytes ?? 0), failed: true };
    }
  }

  /**
   * The item that a read sees. An eventually consistent read may see the item as it was before the last
   * write.
   */
  #seen({ item, at, before }: Stored, isConsistent: boolean): Attributes | undefined {
    const isFresh = isConsistent || this.#world.now - at >= this.#staleMs() || this.#random.chance(0.5);
    return isFresh ? item : before;
  }
}

/** The name and the message of an error of dynalite. */
function nameOf(error: unknown): readonly [string, string] {
  const { body, message } = error as {
    readonly body?: { readonly __type?: string };
    readonly message: string;
  };
  return [body?.__type?.split('#')[1] ?? 'InternalServerError', message];
}

function checkKey({ pk, sk }: Key): void {
  const [partition, sort] = [Buffer.byteLength(pk), Buffer.byteLength(sk)];
  if (partition < 1 || partition > 2048 || sort < 1 || sort > 1024)
    throw new Error(`DynamoDB refuses a key of ${partition} and ${sort} bytes: ${pk} ${sk}`);
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
  readonly ProjectionExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
};

/**
 * The partition of a query, and a function that accepts its sort keys. A condition on a key is evaluated like
 * a condition on an item.
 */
function askedBy({ KeyConditionExpression: ConditionExpression, ...query }: Query): {
  readonly pk: string;
  readonly prefix: (sk: string) => boolean;
} {
  const name = /(?:^|\s)(?:pk|#pk)\s*=\s*(:\w+)/.exec(ConditionExpression)?.[1] ?? '';
  const pk = String(query.ExpressionAttributeValues?.[name]);
  // The names that the condition does not use belong to the attributes that the query returns.
  const names = Object.entries(query.ExpressionAttributeNames ?? {}).filter(([each]) =>
    ConditionExpression.includes(each),
  );
  const ExpressionAttributeNames = names.length === 0 ? undefined : Object.fromEntries(names);
  const condition = members({ ...query, ConditionExpression, ExpressionAttributeNames });
  const holds = conditionOf(condition);
  return { pk, prefix: (sk) => holds({ pk: { S: pk }, sk: { S: sk } }) };
}

/** The condition of a request, in DynamoDB's own JSON. */
function members({
  ConditionExpression,
  ExpressionAttributeNames,
  ExpressionAttributeValues: values,
  ReturnValues,
}: Write): Item {
  return {
    ...(ReturnValues !== undefined && { ReturnValues }),
    ...(ConditionExpression !== undefined && { ConditionExpression }),
    ...(ExpressionAttributeNames !== undefined && { ExpressionAttributeNames }),
    ...(values !== undefined && { ExpressionAttributeValues: marshalled(values) }),
  };
}
