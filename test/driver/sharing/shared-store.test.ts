import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { SetValue, Value } from '../../../lib/driver/model/session.ts';
import type { SharedEntries, SharedSnapshot } from '../../../lib/driver/model/shared-state.ts';
import { GlobalCounters, readableSums } from '../../../lib/driver/sharing/global-counters.ts';
import { sharing } from '../../../lib/driver/sharing/limits.ts';
import { SharedStore } from '../../../lib/driver/sharing/shared-store.ts';
import { bytesOf } from '../../../lib/driver/sharing/values.ts';

/**
 * Users share data only within their drive. The data are exact and bounded, and the next drives get them
 * once.
 */

const store = (phase = 0, shard = 0, segment = 0): SharedStore => new SharedStore({ phase, shard, segment });
const all = { position: 0, count: 1 };
const entries = (values: Readonly<Record<string, SetValue>>): SharedEntries =>
  new Map(Object.entries(values));
/** Writes a snapshot to the store and reads it back. */
const sent = (from: SharedStore): SharedSnapshot => JSON.parse(JSON.stringify(from.snapshot(true)));
function drained(from: SharedStore, key: string): readonly unknown[] {
  const values: unknown[] = [];
  for (let map = from.pool(key).pull(); map; map = from.pool(key).pull()) values.push(map.get('n'));
  return values;
}

suite('shared maps', () => {
  test('row 46: pushed 10, pulled 10, then none; by a matching entry the right one', () => {
    const pool = store().pool('accounts');
    for (let n = 0; n < 10; n += 1) pool.push(entries({ n, name: `user ${n}` }));
    const byName = (name: string) => pool.pull({ name: 'name', value: name })?.get('n');
    assert.deepEqual([byName('user 7'), byName('user 7'), byName('nobody')], [7, undefined, undefined]);
    pool.push(entries({ n: 10, name: 'user 3' }));
    assert.deepEqual([byName('user 3'), byName('user 3'), byName('user 3')], [3, 10, undefined]);
    const rest = Array.from({ length: 8 }, () => pool.pull()?.get('n'));
    assert.deepEqual(rest, [0, 1, 2, 4, 5, 6, 8, 9]);
    assert.deepEqual([pool.pull(), byName('user 0')], [undefined, undefined]);
  });

  test('match numbers by their text, bytes and lists by what they hold', () => {
    const pool = store().pool('k');
    const values: readonly SetValue[] = [7, 'x', Buffer.from('ab'), ['a', undefined, 'b']];
    for (const [n, v] of values.entries()) pool.push(entries({ n, v }));
    const expected: readonly SetValue[] = ['7', 'x', Buffer.from('ab'), ['a', undefined, 'b']];
    assert.deepEqual(
      expected.map((value) => pool.pull({ name: 'v', value })?.get('n')),
      [0, 1, 2, 3],
    );
  });

  test('hold copies: a list that its user changes afterwards stays as it was pushed', () => {
    const list: Value[] = ['a', ['b']];
    const one = store();
    one.pool('k').push(entries({ list }));
    one.data('d').publish(list);
    list[0] = 'changed';
    (list[1] as Value[])[0] = 'changed';
    const read = one.data('d').read() as Value[];
    assert.deepEqual(
      [one.pool('k').pull()?.get('list'), read],
      [
        ['a', ['b']],
        ['a', ['b']],
      ],
    );
    read[0] = 'mine';
    assert.deepEqual(one.data('d').read(), ['a', ['b']]);
  });

  test('that no user pulled come to the next drive with all kinds of values, once, however often they are read', () => {
    const one = store(0);
    one
      .pool('k')
      .push(entries({ n: 1, text: 'é', bytes: Buffer.from([0, 255]), list: ['a', undefined, [2]] }));
    one.pool('k').push(entries({ n: 2 }));
    one.pool('k').pull({ name: 'n', value: 2 });
    const other = store(1);
    for (let time = 0; time < 3; time += 1) other.absorb(sent(one), all);
    const map = other.pool('k').pull();
    assert.deepEqual(
      [...(map ?? [])],
      [
        ['n', 1],
        ['text', 'é'],
        ['bytes', Buffer.from([0, 255])],
        ['list', ['a', undefined, [2]]],
      ],
    );
    other.absorb(sent(one), all);
    assert.equal(other.pool('k').pull(), undefined, 'it is not there again');
  });

  test('go in equal parts to several drives that take over from one, and none is left out', () => {
    const one = store(0);
    for (let n = 0; n < 10; n += 1) one.pool('k').push(entries({ n }));
    const parts = [0, 1, 2].map((position) => {
      const successor = store(1, position);
      successor.absorb(sent(one), { position, count: 3 });
      return drained(successor, 'k');
    });
    assert.deepEqual(
      parts.map(({ length }) => length),
      [4, 3, 3],
    );
    assert.deepEqual(parts.flat().sort(), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('that one of two phases took are not there for a third that follows both', () => {
    const first = store(0);
    for (let n = 0; n < 4; n += 1) first.pool('k').push(entries({ n }));
    const [left, right] = [store(1), store(2)];
    for (const each of [left, right]) each.absorb(sent(first), all);
    left.pool('k').pull({ name: 'n', value: 0 });
    right.pool('k').pull({ name: 'n', value: 3 });
    right.pool('k').push(entries({ n: 9 }));
    for (const order of [
      [left, right],
      [right, left],
    ]) {
      const last = store(3);
      for (const each of order) last.absorb(sent(each), all);
      assert.deepEqual([...drained(last, 'k')].sort(), [1, 2, 9]);
    }
  });

  test('stay with a drive that still runs', () => {
    const one = store(0);
    one.pool('k').push(entries({ n: 1 }));
    const other = store(1);
    other.absorb(one.snapshot(false), all);
    assert.equal(other.pool('k').pull(), undefined);
  });

  test('beyond the bound are refused in words, and a pulled one makes room', () => {
    const pool = store().pool('k');
    const big = { text: 'x'.repeat(sharing.bytesMax / 4) };
    pool.push(entries(big));
    assert.throws(
      () => pool.push(entries(big)),
      /^Error: the shared maps .* exceed 32 MiB; keep less in them$/,
    );
    pool.pull();
    pool.push(entries(big));
  });

  test('that another drive has taken make room', () => {
    const [first, other] = [store(0), store(1)];
    const big = { text: 'x'.repeat(sharing.bytesMax / 4) };
    first.pool('k').push(entries(big));
    other.absorb(sent(first), all);
    other.pool('k').pull();
    const last = store(2);
    last.absorb(sent(first), all);
    last.absorb(sent(other), all);
    last.pool('k').push(entries(big));
  });

  test('count 64 bytes for each entry, two for each character of its name, and its value', () => {
    const bytes = 64 + 2 * 'text'.length + bytesOf('four');
    const exact = new SharedStore({ phase: 0, shard: 0, segment: 0 }, undefined, 2 * bytes);
    const four = entries({ text: 'four' });
    exact.pool('k').push(four);
    exact.pool('k').push(four);
    assert.throws(() => exact.pool('k').push(entries({ '': '' })), /keep less in them$/);
    const less = new SharedStore({ phase: 0, shard: 0, segment: 0 }, undefined, bytes - 1);
    assert.throws(() => less.pool('k').push(four), /keep less in them$/);
  });

  test('have a part of the bound on each of several event loops', () => {
    const own = new SharedStore({ phase: 0, shard: 0, segment: 0 }, undefined, sharing.bytesMax / 3);
    assert.throws(
      () => own.pool('k').push(entries({ text: 'x'.repeat(sharing.bytesMax / 6) })),
      /the published data of .* exceed 10\.7 MiB; keep less in them$/,
    );
  });

  test('share the bound with what is published', () => {
    const drive = store();
    drive.data('a').publish('x'.repeat(sharing.bytesMax / 2));
    assert.throws(
      () => drive.data('b').publish('x'.repeat(sharing.bytesMax / 2)),
      /exceed 32 MiB; keep less in them$/,
    );
    assert.throws(
      () => drive.pool('k').push(entries({ text: 'x'.repeat(sharing.bytesMax / 2) })),
      /exceed 32 MiB; keep less in them$/,
    );
  });
});

suite('shared counters', () => {
  test('begin at 0, and stay exact or refuse', () => {
    const counter = store().counter('c');
    counter.add(-5);
    counter.add(2 ** 31);
    assert.equal(counter.value, 2 ** 31 - 5);
    counter.set(Number.MAX_SAFE_INTEGER - 1);
    counter.add(1);
    assert.throws(() => counter.add(1), /^Error: shared counter 'c' would exceed 2\^53, the largest/);
    assert.throws(() => counter.set(2 ** 53), /would exceed 2\^53/);
    assert.equal(counter.value, Number.MAX_SAFE_INTEGER);
  });

  test('any order and any repetition of what others left gives the same value', () => {
    const act = fc.record({ set: fc.option(fc.integer(), { nil: undefined }), add: fc.integer() });
    fc.assert(
      fc.property(
        fc.array(act, { minLength: 1, maxLength: 5 }),
        fc.infiniteStream(fc.nat()),
        (acts, keys) => {
          // A chain of drives: each drive has the data of all drives before it.
          const chain: SharedStore[] = [];
          for (const { set, add } of acts) {
            // In this test, a phase that is later in the document runs earlier.
            const next = store(50 - chain.length);
            const before = chain.at(-1);
            if (before !== undefined) next.absorb(sent(before), all);
            if (set !== undefined) next.counter('c').set(set);
            next.counter('c').add(add);
            chain.push(next);
          }
          const last = chain.at(-1)!.counter('c').value;
          const expected = acts.reduce((value, { set, add }) => (set ?? value) + add, 0);
          assert.equal(last, expected);
          const successor = store(99);
          const shuffled = [...chain, ...chain].map((each) => ({ each, key: keys.next().value as number }));
          shuffled.sort((one, other) => one.key - other.key);
          for (const { each } of shuffled) successor.absorb(sent(each), all);
          assert.equal(successor.counter('c').value, expected);
        },
      ),
    );
  });

  test('add up from two parallel phases for a third phase, and a share that both had counts once', () => {
    const first = store(0);
    first.counter('c').add(100);
    const sides = [store(1), store(2)];
    sides.forEach((each, at) => {
      each.absorb(sent(first), all);
      assert.equal(each.counter('c').value, 100);
      each.counter('c').add(at + 1);
    });
    const last = store(3);
    for (const each of sides) last.absorb(sent(each), all);
    assert.equal(last.counter('c').value, 103);
  });

  test('that change with what comes late keep what was done here', () => {
    const [before, here] = [store(0, 0, 0), store(0, 0, 1)];
    here.counter('c').add(1);
    before.counter('c').add(10);
    here.absorb(before.snapshot(false), undefined);
    before.counter('c').add(10);
    here.absorb(sent(before), all);
    assert.equal(here.counter('c').value, 21);
  });
});

suite('agent data', () => {
  test('is published once, here or by a drive before', () => {
    const one = store(0);
    assert.equal(one.data('token').read(), undefined);
    one.data('token').publish('abc');
    assert.deepEqual(sent(one).data, [{ name: 'token', phase: 0, shard: 0, value: 'abc' }]);
    assert.throws(
      () => one.data('token').publish('x'),
      /^Error: agent data 'token' was published before; a name can be published only once$/,
    );
    const other = store(1);
    other.absorb(one.snapshot(false), undefined);
    assert.equal(other.data('token').read(), 'abc');
    assert.throws(() => other.data('token').publish('x'), /published before/);
  });

  test('is refused from two phases under one name, and the first of several shards counts in any order', () => {
    const shards = [2, 0, 1].map((shard) => {
      const each = store(0, shard);
      each.data('token').publish(`of ${shard}`);
      return each;
    });
    const successor = store(1);
    for (const each of shards) successor.absorb(sent(each), all);
    assert.equal(successor.data('token').read(), 'of 0');
    const stranger = store(5);
    stranger.data('token').publish('other');
    assert.throws(
      () => successor.absorb(sent(stranger), all),
      /^Error: agent data 'token' was published by two phases; a name can be published only once$/,
    );
  });
});

suite('global counters', () => {
  test('any order and grouping of shards gives the same sums, exact beyond 2^53', () => {
    const add = fc.record({
      key: fc.constantFrom('a', 'b'),
      name: fc.constantFrom('x', 'y'),
      amount: fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
    });
    fc.assert(
      fc.property(fc.array(fc.array(add), { minLength: 1, maxLength: 5 }), (shards) => {
        const encoded = shards.map((adds) => {
          const counters = new GlobalCounters();
          for (const { key, name, amount } of adds) counters.add(key, name, amount);
          return counters.encode() ?? {};
        });
        const [forward, backward] = [encoded, encoded.toReversed()].map((list) => {
          const sum = new GlobalCounters();
          for (const each of list) sum.addEncoded(each);
          return sum.encode();
        });
        assert.deepEqual(forward, backward);
        const names = Object.keys(forward?.a ?? {});
        assert.deepEqual(names, names.toSorted());
        const expected = shards.flat().filter(({ key, name }) => key === 'a' && name === 'x');
        assert.equal(
          BigInt(forward?.a?.x ?? '0'),
          expected.reduce((sum, { amount }) => sum + amount, 0n),
        );
      }),
    );
  });

  test('are numbers in the run where those are exact, else text', () => {
    assert.deepEqual(readableSums({ a: { x: '9007199254740991', y: '9007199254740993', z: '-3' } }), {
      a: { x: 9007199254740991, y: '9007199254740993', z: -3 },
    });
  });
});
