import type { MemoryDynamo } from '../store/memory-dynamo.ts';
import type { MemoryObjects } from '../store/memory-objects.ts';

/** A view reads and writes stored values of one kind synchronously, below the store that functions use. */
export type View<Value> = {
  readonly get: (id: number | string) => Value | undefined;
  readonly has: (id: number | string) => boolean;
  readonly set: (id: number | string, value: Value) => void;
  readonly delete: (id: number | string) => void;
  readonly clear: () => void;
  readonly keys: () => readonly string[];
  readonly values: () => readonly Value[];
  readonly size: number;
};

export type Key = { readonly pk: string; readonly sk: string };
export type Item = Readonly<Record<string, unknown>>;

/** Makes a view of the items of a table. It lists only items that have an `id`, a `name` or a `hash`. */
export function viewOfItems<Value extends object>(
  dynamo: MemoryDynamo,
  table: string,
  keyOf: (id: string) => Key,
  packing: Packing<Value, Item> = { pack: (value) => value as Item, unpack: withoutKey<Value> },
): View<Value> {
  const ids = (): readonly string[] =>
    [...dynamo.items(table)].flatMap(([pk, items]) =>
      [...items].flatMap(([sk, item]) => {
        const id = String(item.id ?? item.name ?? item.hash);
        const key = keyOf(id);
        return key.pk === pk && key.sk === sk ? [id] : [];
      }),
    );
  return viewOf(
    ids,
    (id) => dynamo.item(table, keyOf(id)),
    (id, item) => dynamo.place(table, keyOf(id), item),
    packing,
  );
}

/**
 * Makes a view of the objects of a bucket.
 * @param pattern Matches the keys of this kind. Only views that list their ids need it. The groups of a
 *   match, joined by dots, are the id.
 */
export function viewOfObjects<Value>(
  stored: MemoryObjects['stored'],
  keyOf: (id: string) => string,
  packing: Packing<Value, Uint8Array>,
  pattern?: RegExp,
): View<Value> {
  const ids = (): readonly string[] =>
    [...stored.keys()].flatMap((key) => {
      const found = pattern?.exec(key);
      return found == null ? [] : [found.slice(1).filter(Boolean).join('.')];
    });
  return viewOf(
    ids,
    (id) => stored.get(keyOf(id)),
    (id, bytes) => void (bytes === undefined ? stored.delete(keyOf(id)) : stored.set(keyOf(id), bytes)),
    packing,
  );
}

/** Converts values of a kind to their stored form and back. */
export type Packing<Value, Stored> = {
  readonly pack: (value: Value, id: string) => Stored;
  readonly unpack: (stored: Stored, id: string) => Value;
};

function viewOf<Value, Stored>(
  ids: () => readonly string[],
  read: (id: string) => Stored | undefined,
  write: (id: string, stored: Stored | undefined) => void,
  { pack, unpack }: Packing<Value, Stored>,
): View<Value> {
  const get = (id: number | string): Value | undefined => {
    const stored = read(String(id));
    return stored === undefined ? undefined : unpack(stored, String(id));
  };
  return {
    get,
    has: (id) => read(String(id)) !== undefined,
    set: (id, value) => write(String(id), pack(value, String(id))),
    delete: (id) => write(String(id), undefined),
    clear() {
      for (const id of ids()) write(id, undefined);
    },
    keys: ids,
    values: () => ids().flatMap((id) => get(id) ?? []),
    get size() {
      return ids().length;
    },
  };
}

export function withoutKey<Value>({ pk: _, sk: __, ...record }: Item): Value {
  return record as Value;
}
