import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { joinSnapshots, partOfSnapshot } from '../../../../lib/driver/driving/threads/thread-snapshots.ts';
import type { SharedSnapshot } from '../../../../lib/driver/model/shared-state.ts';
import { SharedStore } from '../../../../lib/driver/sharing/shared-store.ts';

/** Users of one drive leave shared data to those of the next drive, in each thread separately. */

const store = (phase: number, thread: number): SharedStore =>
  new SharedStore({ phase, shard: 0, segment: 0, thread });

/**
 * A snapshot in which each thread has added this many maps, and a counter that depends on the thread's
 * number. The last thread has published a value.
 */
function leftBy(threads: number, mapsEach: number): SharedSnapshot {
  const stores = Array.from({ length: threads }, (_, thread) => store(0, thread));
  stores.forEach((own, thread) => {
    for (let map = 0; map < mapsEach; map += 1)
      own.pool('maps').push(new Map([['name', `${thread}/${map}`]]));
    own.counter('count').add(thread + 1);
  });
  stores.at(-1)?.data('who').publish('the last');
  return JSON.parse(JSON.stringify(joinSnapshots(stores.map((own) => own.snapshot(true)))));
}

function takenBy(snapshot: SharedSnapshot, thread: number, threads: number): SharedStore {
  const own = store(1, thread);
  for (const part of partOfSnapshot(snapshot, { position: 0, count: 1 }, thread, threads))
    own.absorb(...part);
  return own;
}

const names = (own: SharedStore): readonly unknown[] =>
  [...own.pool('maps').maps].map(({ entries }) => entries.get('name'));

suite('the shared data of this segment of several threads', () => {
  test('every map goes to one thread, and data to all, whatever the numbers of threads', () => {
    const threads = fc.integer({ min: 1, max: 6 });
    fc.assert(
      fc.property(threads, threads, fc.integer({ min: 0, max: 7 }), (theirs, ours, maps) => {
        const snapshot = leftBy(theirs, maps);
        const stores = Array.from({ length: ours }, (_, thread) => takenBy(snapshot, thread, ours));
        const taken = stores.flatMap(names);
        assert.equal(taken.length, theirs * maps);
        assert.equal(new Set(taken).size, taken.length);
        for (const own of stores) assert.equal(own.data('who').read(), 'the last');
      }),
    );
  });

  test('published data lies once in what a drive leaves, not again with each thread', () => {
    const stores = [0, 1, 2].map((thread) => store(0, thread));
    for (const [thread, own] of stores.entries()) own.data(`of ${thread}`).publish(`value ${thread}`);
    const text = JSON.stringify(joinSnapshots(stores.map((own) => own.snapshot(true))));
    for (const thread of [0, 1, 2]) assert.equal(text.split(`value ${thread}`).length - 1, 1, text);
  });

  test('a thread continues with the counters and the maps of the thread with its number', () => {
    const snapshot = leftBy(3, 2);
    for (const thread of [0, 1, 2]) {
      const own = takenBy(snapshot, thread, 3);
      assert.equal(own.counter('count').value, thread + 1);
      assert.deepEqual(names(own), [`${thread}/0`, `${thread}/1`]);
    }
    assert.deepEqual(
      [0, 1].map((thread) => takenBy(snapshot, thread, 2).counter('count').value),
      [1 + 3, 2],
    );
  });

  test('a part of the maps that is for several shards is divided once', () => {
    const snapshot = leftBy(1, 12);
    const parts = [0, 1].flatMap((position) =>
      [0, 1, 2].map((thread) => {
        const own = store(1, thread);
        for (const part of partOfSnapshot(snapshot, { position, count: 2 }, thread, 3)) own.absorb(...part);
        return names(own);
      }),
    );
    assert.deepEqual(
      parts.map(({ length }) => length),
      [2, 2, 2, 2, 2, 2],
    );
    assert.equal(new Set(parts.flat()).size, 12);
  });

  test('the first value holds on both threads when both published a name before they heard of each other', () => {
    const received: SharedSnapshot['data'][number][] = [];
    const stores = [0, 1].map(
      (thread) => new SharedStore({ phase: 0, shard: 0, segment: 0, thread }, (data) => received.push(data)),
    );
    stores.forEach((own, thread) => {
      own.data('who').publish(`thread ${thread}`);
    });
    const [first, second] = received;
    assert.ok(first && second);
    const only = (data: typeof first): SharedSnapshot => ({
      version: 1,
      final: false,
      maps: [],
      taken: [],
      counters: [],
      data: [data],
    });
    stores[0]?.absorb(only(second), undefined);
    stores[1]?.absorb(only(first), undefined);
    assert.deepEqual(
      stores.map((own) => own.data('who').read()),
      ['thread 0', 'thread 0'],
    );
    const joined = joinSnapshots(stores.map((own) => own.snapshot(false)));
    assert.deepEqual(
      joined.data.map(({ value }) => value),
      ['thread 0'],
    );
    assert.throws(() => stores[1]?.data('who').publish('again'), /published before/);
  });
});
