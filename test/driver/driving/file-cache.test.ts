import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { FileCache } from '../../../lib/driver/driving/file-cache.ts';
import type { FileRef } from '../../../lib/driver/model/files.ts';

suite('files of an environment', () => {
  const reads: string[] = [];
  const ref = (name: string, bytes: number): FileRef => ({ path: `${name}.csv`, sha256: name, bytes });
  const read = async ({ sha256, bytes }: FileRef) => {
    reads.push(sha256);
    return new Uint8Array(bytes);
  };
  const readsOf = async (work: () => Promise<unknown>) => {
    reads.length = 0;
    await work();
    return reads.join(' ');
  };

  test('are read once, also by two drives that begin together', async () => {
    const cache = new FileCache(10);
    const file = ref('a', 4);
    assert.equal(await readsOf(() => Promise.all([cache.get(file, read), cache.get(file, read)])), 'a');
    assert.equal(await readsOf(() => cache.get({ ...file, path: 'another name' }, read)), '');
    assert.equal((await cache.get(file, read)).length, 4);
  });

  test('that were used last stay, up to a number of bytes', async () => {
    const cache = new FileCache(10);
    for (const name of ['a', 'b', 'a', 'c']) await cache.get(ref(name, 4), read);
    assert.equal(await readsOf(() => cache.get(ref('a', 4), read)), '');
    assert.equal(await readsOf(() => cache.get(ref('b', 4), read)), 'b');
  });

  test('that are larger than all the room are handed on and not kept', async () => {
    const cache = new FileCache(10);
    const large = ref('l', 11);
    assert.equal((await cache.get(large, read)).length, 11);
    assert.equal(await readsOf(() => cache.get(large, read)), 'l');
    assert.equal(
      await readsOf(() => Promise.all(['x', 'y'].map((name) => cache.get(ref(name, 5), read)))),
      'x y',
    );
    assert.equal(
      await readsOf(() => Promise.all(['x', 'y'].map((name) => cache.get(ref(name, 5), read)))),
      '',
    );
  });

  test('that could not be read are tried again', async () => {
    const cache = new FileCache(10);
    const fail = () => Promise.reject(new Error('gone'));
    await assert.rejects(cache.get(ref('a', 4), fail), /gone/);
    assert.equal(await readsOf(() => cache.get(ref('a', 4), read)), 'a');
    assert.equal(await readsOf(() => cache.get(ref('b', 6), read)), 'b');
    assert.equal(await readsOf(() => cache.get(ref('a', 4), read)), '');
  });
});
