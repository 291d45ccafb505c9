import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { exchanges } from '../../../lib/driver/http/exchange/limits.ts';
import type { Value } from '../../../lib/driver/model/session.ts';
import { scenarios } from '../../../lib/driver/scenario/limits.ts';
import { ProcessorRun } from './parts.ts';

/** Processors store values of a response, for any fragments. */

/** A value in a single fragment. */
const whole = (text: string): readonly string[] => [text];

/**
 * All ways to cut a value in two, including empty first and last fragments, and a cut into single characters.
 */
const cuts = (text: string): readonly (readonly string[])[] => [
  ...Array.from({ length: text.length + 1 }, (_cut, at) => [text.slice(0, at), text.slice(at)]),
  [...text, ''],
];

const asBytes = (value: Value): unknown => (value instanceof Uint8Array ? { bytes: [...value] } : value);

suite('store', () => {
  for (const kind of ['store', 'simple'])
    test(`${kind} keeps the first value of a response, wherever it is cut`, () => {
      for (const fragments of cuts('Brno, 42')) {
        const run = new ProcessorRun({ [kind]: 'v' });
        run.respond(fragments, whole('second'));
        assert.equal(run.user.value('v'), 'Brno, 42');
        assert.match(run.logged.join(), /'v' already has a value/);
      }
    });

  test('the variable is unset before each response', () => {
    const run = new ProcessorRun({ store: { toVar: 'v' } }, { v: 'old' });
    run.respond(whole('first'));
    run.respond(whole('second'));
    assert.equal(run.user.value('v'), 'second');
    run.respond();
    assert.equal(run.user.value('v'), undefined);
    assert.deepEqual(run.logged, []);
  });

  test('a format decides between text and bytes, which are a copy', () => {
    const utf8 = [...Buffer.from('č')];
    for (const [format, expected] of [
      [undefined, 'č'],
      ['STRING', 'č'],
      ['BYTES', { bytes: utf8 }],
      ['BYTEBUF', { bytes: utf8 }],
    ] as const) {
      const run = new ProcessorRun({ store: { toVar: 'v', ...(format === undefined ? {} : { format }) } });
      run.respond(whole('č'));
      const value = run.user.value('v');
      assert.deepEqual(asBytes(value), expected);
      // The bytes are copied, because a view would keep a larger buffer in memory.
      if (value instanceof Uint8Array) assert.equal(value.buffer.byteLength, value.byteLength);
    }
  });

  test('a value that is too long ends the request', () => {
    const run = new ProcessorRun({ store: 'v' });
    const fragment = 'x'.repeat(exchanges.valueBytesMax / 2);
    assert.throws(
      () => run.respond([fragment, fragment, 'x']),
      /a value of the response has more than 16,777,216 bytes/,
    );
  });
});

suite('storeInt', () => {
  const rows: readonly (readonly [
    body: unknown,
    old: Value,
    values: readonly string[],
    result: Value,
    logged: number,
  ])[] = [
    ['v', undefined, ['42'], 42, 0],
    ['v', undefined, ['-7'], -7, 0],
    ['v', undefined, ['1', '2'], 1, 1],
    ['v', 5, ['42'], 5, 1],
    [{ toVar: 'v', override: true }, 5, ['42', '43'], 43, 0],
    ['v', undefined, ['4x'], undefined, 1],
    ['v', undefined, [''], undefined, 1],
    ['v', undefined, ['2147483648'], undefined, 1],
    ['v', undefined, ['9'.repeat(100)], undefined, 1],
    [{ toVar: 'v', override: true }, 5, ['x'], 5, 1],
  ];
  for (const [storeInt, old, values, result, logged] of rows)
    test(`${JSON.stringify(storeInt)} of ${values} over ${old}`, () => {
      const run = new ProcessorRun({ storeInt });
      run.user.variables.write('v')(run.user.session, undefined as never, old);
      run.respond(...values.map(whole));
      assert.equal(run.user.value('v'), result);
      assert.equal(run.logged.length, logged, run.logged.join());
    });

  test('takes a number from any fragments, and is not unset before a response', () => {
    for (const fragments of cuts('1234')) {
      const run = new ProcessorRun({ storeInt: 'v' });
      run.respond(fragments);
      run.respond();
      assert.equal(run.user.value('v'), 1234);
    }
  });
});

suite('array', () => {
  test('keeps the size of a larger array, and stores no more than maxSize values in it', () => {
    const run = new ProcessorRun({ array: 'v[2]' }, { v: ['old', undefined, 'old'] });
    run.respond(whole('a'), whole('b'), whole('c'));
    assert.deepEqual(run.user.value('v'), ['a', 'b', undefined]);
  });

  test('has so many slots, filled again by each response', () => {
    const run = new ProcessorRun({ array: 'v[3]' });
    run.respond(whole('a'), ['b', 'c'], whole(''));
    assert.deepEqual(run.user.value('v'), ['a', 'bc', '']);
    run.respond(whole('d'));
    assert.deepEqual(run.user.value('v'), ['d', undefined, undefined]);
    assert.deepEqual(run.logged, []);
  });

  test('drops what is too much, with a warning unless it is silent', () => {
    for (const silent of [false, true]) {
      const run = new ProcessorRun({ array: { toVar: 'v', maxSize: 1, silent, format: 'BYTES' } });
      run.respond(whole('a'), whole('b'), whole('c'));
      assert.deepEqual((run.user.value('v') as Value[]).map(asBytes), [{ bytes: [97] }]);
      assert.equal(run.logged.length, silent ? 0 : 2);
    }
  });
});

suite('collection', () => {
  test('grows from response to response', () => {
    const run = new ProcessorRun({ collection: 'v' });
    run.respond(whole('a'), ['b', 'c']);
    run.respond(whole('d'));
    assert.deepEqual(run.user.value('v'), ['a', 'bc', 'd']);
  });

  test('takes the place of what is no list, and fills slots that became free', () => {
    const run = new ProcessorRun({ collection: { toVar: 'v', format: 'STRING' } }, { v: 'text' });
    run.respond(whole('a'));
    assert.deepEqual(run.user.value('v'), ['a']);
    const list = ['a', 'b', undefined];
    run.user.variables.write('v')(run.user.session, undefined as never, list);
    run.respond(whole('c'), whole('d'));
    assert.deepEqual(run.user.value('v'), ['a', 'b', 'c', 'd']);
  });

  test('has an end', () => {
    const full = new Array<Value>(scenarios.collectionItemsMax).fill('x');
    const run = new ProcessorRun({ collection: 'v' });
    run.user.variables.write('v')(run.user.session, undefined as never, full);
    run.respond(whole('a'));
    assert.equal(full.length, scenarios.collectionItemsMax);
    assert.match(run.logged.join(), /so a further value is dropped/);
  });
});

test('count counts whole values, from 0 in each response', () => {
  const run = new ProcessorRun({ count: 'v' });
  run.respond();
  assert.equal(run.user.value('v'), 0);
  run.respond(whole('a'), ['b', 'c', ''], whole(''));
  assert.equal(run.user.value('v'), 3);
  run.respond(whole('a'));
  assert.equal(run.user.value('v'), 1);
});

suite('conditional', () => {
  const body = { conditional: { intCondition: 'n == 1', processor: [{ store: 'v' }, { count: 'c' }] } };

  test('passes values on when its condition holds, wherever they are cut', () => {
    for (const fragments of cuts('Brno')) {
      const run = new ProcessorRun(body, { n: 1 });
      run.respond(fragments);
      assert.deepEqual([run.user.value('v'), run.user.value('c')], ['Brno', 1]);
    }
  });

  test('else passes nothing, and keeps the values of an earlier response', () => {
    for (const n of [2, undefined]) {
      const run = new ProcessorRun(body, { n, v: 'old', c: 5 });
      run.respond(whole('Brno'));
      assert.deepEqual([run.user.value('v'), run.user.value('c')], ['old', 5]);
    }
  });

  test('removes the values of an earlier response when its condition holds, also without data', () => {
    const run = new ProcessorRun(body, { n: 1, v: 'old', c: 5 });
    run.respond();
    assert.deepEqual([run.user.value('v'), run.user.value('c')], [undefined, 0]);
  });

  test('sees what a processor before it stored of the same value', () => {
    const conditional = { stringCondition: { fromVar: 'type', startsWith: 'B' }, processor: { store: 'v' } };
    for (const fragments of cuts('Brno')) {
      const run = new ProcessorRun([{ store: 'type' }, { conditional }], { v: 'old' });
      run.respond(fragments);
      assert.equal(run.user.value('v'), 'Brno');
    }
  });
});

test('an action runs once for each value, with its last fragment', () => {
  const run = new ProcessorRun({ addToInt: { var: 'n', value: 1, orElseSetTo: 1 } });
  run.respond(['a', 'b', ''], whole('c'));
  assert.equal(run.user.value('n'), 2);
});

test('markRequestInvalid marks the request whose response is there', () => {
  const run = new ProcessorRun({ markRequestInvalid: null });
  run.respond(whole('x'));
  assert.equal(run.valid, false);
});

test('closeConnection closes it, also without a body', () => {
  const run = new ProcessorRun('closeConnection');
  run.respond(['']);
  assert.equal(run.closed, true);
});

suite('logInvalid', () => {
  test('logs the body of an invalid response, not of a valid one', () => {
    const run = new ProcessorRun('logInvalid');
    run.respond(['val', 'id', '']);
    run.valid = false;
    run.respond(['not ', 'found', '']);
    assert.deepEqual(run.logged, ['invalid response of 9 bytes: not found']);
  });

  test('cuts a long one', () => {
    const run = new ProcessorRun('logInvalid');
    run.valid = false;
    run.respond(['x'.repeat(scenarios.loggedBytesMax - 1), 'yz', 'z']);
    assert.match(run.logged.join(), /^invalid response of 4098 bytes: x+y$/);
  });
});
