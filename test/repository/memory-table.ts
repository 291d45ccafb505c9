import assert from 'node:assert/strict';
import { repositoryKey } from '../../lib/names/repository.ts';
import type { Condition, Fields, Item, Key, Range, Table, Write } from '../../lib/repository/ports/table.ts';
import { keyOf } from '../../lib/repository/ports/table.ts';
import { itemBytes, itemBytesMax, recordTooLarge, refuseLargeRecords } from '../../lib/store/item-size.ts';

/** A table in memory. `items` is what it holds, by partition and sort key. */
export type MemoryTable = Table & { readonly items: Map<string, Map<string, Item>> };

export function openMemoryTable(): MemoryTable {
  const items = new Map<string, Map<string, Item>>();
  const get = ({ pk, sk }: Key): Item | undefined => {
    // As DynamoDB takes keys.
    const [partition, sort] = [pk, sk].map((text) => Buffer.byteLength(text)) as [number, number];
    assert.ok(partition >= 1 && partition <= 2048 && sort >= 1 && sort <= 1024, `a key ${pk} ${sk}`);
    return structuredClone(items.get(pk)?.get(sk));
  };
  const put = (item: Item): void => {
    const partition = items.get(item.pk) ?? new Map<string, Item>();
    items.set(item.pk, partition.set(item.sk, structuredClone(known(item))));
  };
  const apply = (write: Write): void => {
    if ('put' in write) put(write.put);
    else if ('delete' in write) items.get(write.delete.pk)?.delete(write.delete.sk);
    else if ('update' in write) put(changed(get(write.update), write));
  };
  return {
    items,
    get: async (key) => get(key),
    getMany: async (keys) => keys.map(get),
    page: async (pk, range = {}) => page([...(items.get(pk)?.values() ?? [])], range),
    async write(writes) {
      refuseLargeRecords(writes);
      assert.ok(writes.length <= 100, 'a transaction has at most 100 items');
      const keys = writes.map(keyOf).map(({ pk, sk }) => `${pk}\0${sk}`);
      assert.equal(new Set(keys).size, keys.length, 'a transaction writes an item once');
      const failed = writes.flatMap((write, n) => (holds(write.when, get(keyOf(write))) ? [] : [n]));
      if (failed.length > 0) return failed;
      for (const write of writes)
        if ('update' in write && itemBytes(changed(get(write.update), write)) > itemBytesMax)
          throw recordTooLarge([write]);
      for (const write of writes) apply(write);
      return [];
    },
    async newIds(kind, count = 1) {
      const key = repositoryKey.counter(kind);
      const last = Number(get(key)?.last ?? 0) + count;
      put({ ...key, last });
      return last - count + 1;
    },
  };
}

function page(all: Item[], { prefix = '', from = '', to, backward = false, limit, after }: Range) {
  const sorted = all
    .filter(({ sk }) => sk.startsWith(prefix) && sk >= from && (to === undefined || sk <= to))
    .sort((a, b) => (a.sk < b.sk ? -1 : 1) * (backward ? -1 : 1))
    .filter(({ sk }) => after === undefined || (backward ? sk < after : sk > after));
  const items = structuredClone(sorted.slice(0, limit));
  const last = items.at(-1);
  return limit === undefined || items.length < limit || last === undefined
    ? { items }
    : { items, next: last.sk };
}

function holds(condition: Condition | undefined, item: Item | undefined): boolean {
  if (condition === undefined) return true;
  if (typeof condition === 'string') return (item === undefined) === (condition === 'absent');
  return item !== undefined && Object.entries(condition).every(([name, value]) => item[name] === value);
}

function changed(item: Item | undefined, write: Extract<Write, { readonly update: Key }>): Item {
  const { update, set = {}, add = {}, remove = [] } = write;
  const sums = Object.entries(add).map(([name, value]) => [name, Number(item?.[name] ?? 0) + value]);
  const { ...next }: Fields = { ...item, ...set, ...Object.fromEntries(sums), pk: update.pk, sk: update.sk };
  return Object.fromEntries(Object.entries(next).filter(([name]) => !remove.includes(name))) as Item;
}

/** As the client of DynamoDB does: what is undefined is not kept. */
const known = (item: Item): Item =>
  Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined)) as Item;
