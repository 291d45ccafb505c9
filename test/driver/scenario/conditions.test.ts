import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Value } from '../../../lib/driver/model/session.ts';
import { compileCondition, condition } from '../../../lib/driver/scenario/conditions/condition.ts';
import { compileTextTests, parseTextTests } from '../../../lib/driver/scenario/conditions/text.ts';
import { parsed, sequence, User } from './parts.ts';

/** A condition holds or does not hold, for every operator and every kind of value. */

function holds(body: Readonly<Record<string, unknown>>, values: Readonly<Record<string, Value>>): boolean {
  const { result, problems } = parsed((scope) => condition.parse(body, [], scope, (key) => [key]));
  assert.deepEqual(problems, []);
  assert.ok(result);
  const user = new User(values);
  return compileCondition(result, user.variables)(user.session, sequence);
}

const bytes = (text: string): Uint8Array => Buffer.from(text);

suite('an int condition', () => {
  /** The operators of numbers. `holds` has the results for the values 2, 3 and 4 compared with 3. */
  const operators: readonly (readonly [key: string, signs: readonly string[], holds: readonly boolean[]])[] =
    [
      ['equalTo', ['=='], [false, true, false]],
      ['notEqualTo', ['!=', '<>'], [true, false, true]],
      ['greaterThan', ['>'], [false, false, true]],
      ['greaterOrEqualTo', ['>='], [false, true, true]],
      ['lessThan', ['<'], [true, false, false]],
      ['lessOrEqualTo', ['<='], [true, true, false]],
    ];
  for (const [key, signs, expected] of operators) {
    test(`${key} compares ints, texts and bytes, and nothing that is unset`, () => {
      for (const [index, outcome] of expected.entries()) {
        const value = index + 2;
        for (const given of [value, String(value), bytes(String(value))]) {
          assert.equal(holds({ intCondition: { fromVar: 'v', [key]: 3 } }, { v: given }), outcome);
          for (const sign of signs)
            assert.equal(holds({ intCondition: `v ${sign} 3` }, { v: given }), outcome, sign);
        }
      }
      assert.equal(holds({ intCondition: { fromVar: 'v', [key]: 3 } }, {}), false);
    });
  }

  const rows: readonly (readonly [
    condition: unknown,
    values: Readonly<Record<string, Value>>,
    holds: boolean,
  ])[] = [
    ['v==-3', { v: -3 }, true],
    ['  v  <>  -3 ', { v: -3 }, false],
    [{ fromVar: 'v' }, { v: 1 }, true],
    [{ fromVar: 'v' }, { v: 'no number' }, true],
    [{ fromVar: 'v' }, {}, false],
    [{ fromVar: 'v', isSet: true }, { v: 0 }, true],
    [{ fromVar: 'v', isSet: false }, {}, true],
    [{ fromVar: 'v', isSet: false }, { v: 1 }, false],
    // With `isSet: false`, other parts of the condition do not matter.
    [{ fromVar: 'v', isSet: false, equalTo: 3 }, { v: 3 }, false],
    [{ fromVar: 'v', isSet: false, equalTo: 3 }, {}, true],
    [{ fromVar: 'v', greaterThan: 2, lessThan: 5 }, { v: 4 }, true],
    [{ fromVar: 'v', greaterThan: 2, lessThan: 5 }, { v: 5 }, false],
    [{ fromVar: 'v', greaterThan: 2, lessThan: 5 }, { v: 2 }, false],
    [{ fromVar: 'v', equalTo: { fromVar: 'w' } }, { v: 4, w: '4' }, true],
    [{ fromVar: 'v', notEqualTo: [1, { value: 2 }, { fromVar: 'w' }] }, { v: 4, w: 3 }, true],
    [{ fromVar: 'v', notEqualTo: [1, { value: 2 }, { fromVar: 'w' }] }, { v: 3, w: 3 }, false],
    // In a list, each item that names a variable is a separate condition.
    [
      [
        { fromVar: 'v', equalTo: 1 },
        { fromVar: 'w', equalTo: 2 },
      ],
      { v: 1, w: 2 },
      true,
    ],
    [
      [
        { fromVar: 'v', equalTo: 1 },
        { fromVar: 'w', equalTo: 2 },
      ],
      { v: 2, w: 2 },
      false,
    ],
    [['v > 1', 'v < 3'], { v: 2 }, true],
    [['v > 1', 'v < 3'], { v: 3 }, false],
    [[{ fromVar: 'v' }, { equalTo: 1 }], { v: 1 }, true],
    [[{ fromVar: 'v' }, { equalTo: 1 }], { v: 2 }, false],
  ];
  for (const [intCondition, values, outcome] of rows)
    test(`${JSON.stringify(intCondition)} with ${JSON.stringify(values)}`, () =>
      assert.equal(holds({ intCondition }, values), outcome));

  test('throws for what is no number, and for an unset variable to compare with', () => {
    assert.throws(
      () => holds({ intCondition: 'v == 1' }, { v: 'x' }),
      /'v' is text of 1 character, expected a whole/,
    );
    assert.throws(
      () => holds({ intCondition: { fromVar: 'v', equalTo: { fromVar: 'w' } } }, { v: 1 }),
      /'w' is not set/,
    );
  });
});

suite('a bool condition', () => {
  const rows: readonly (readonly [value: Value, isTrue: boolean, isFalse: boolean])[] = [
    ['true', true, false],
    ['TRUE', true, false],
    ['truely', true, false],
    ['false', false, true],
    ['False!', false, true],
    ['', false, false],
    ['yes', false, false],
    [' true', false, false],
    [1, false, false],
    [0, false, false],
    [bytes('true'), false, false],
    [['true'], false, false],
    [undefined, false, false],
  ];
  for (const [value, isTrue, isFalse] of rows)
    test(`of ${JSON.stringify(value)}`, () => {
      assert.equal(holds({ boolCondition: { fromVar: 'v' } }, { v: value }), isTrue);
      assert.equal(holds({ boolCondition: { fromVar: 'v', value: true } }, { v: value }), isTrue);
      assert.equal(holds({ boolCondition: { fromVar: 'v', value: false } }, { v: value }), isFalse);
    });
});

suite('a string condition', () => {
  const rows: readonly (readonly [tests: Readonly<Record<string, unknown>>, value: Value, holds: boolean])[] =
    [
      [{ value: 'Abc' }, 'Abc', true],
      [{ value: 'Abc' }, 'abc', false],
      [{ value: 'Abc' }, 'Abcd', false],
      [{ value: 12 }, 12, true],
      [{ equalTo: 'Abc' }, 'Abc', true],
      [{ equalTo: 'Abc', caseSensitive: false }, 'aBC', true],
      [{ notEqualTo: 'Abc' }, 'abc', true],
      [{ notEqualTo: 'Abc' }, 'Abc', false],
      [{ notEqualTo: 'Abc', caseSensitive: false }, 'aBC', false],
      [{ startsWith: 'Ab' }, 'Abc', true],
      [{ startsWith: 'Ab' }, 'A', false],
      [{ startsWith: 'Ab', caseSensitive: false }, 'aBc', true],
      [{ startsWith: 'bc' }, 'Abc', false],
      [{ endsWith: 'bc' }, 'Abc', true],
      [{ endsWith: 'BC', caseSensitive: false }, 'Abc', true],
      [{ endsWith: 'bcd' }, 'bc', false],
      [{ endsWith: 'Ab' }, 'Abc', false],
      [{ contains: 'b' }, 'Abc', true],
      [{ contains: 'Abc' }, 'Abc', true],
      [{ contains: 'a' }, 'Abc', false],
      [{ contains: 'aB', caseSensitive: false }, 'Abc', true],
      [{ contains: 'Abcd' }, 'Abc', false],
      [{ contains: 'b', negate: true }, 'Abc', false],
      [{ matchVar: 'w' }, 'other', true],
      [{ matchVar: 'w' }, 'Other', false],
      [{ matchVar: 'w', caseSensitive: false }, 'Other', true],
      [{ matchVar: 'w' }, 'others', false],
      [{ matchVar: 'n' }, '7', true],
      [{ matchVar: 'b' }, 'bytes', false],
      [{ length: 3 }, 'Abc', true],
      [{ length: 3 }, 'Abcd', false],
      [{ length: { greaterThan: 2, lessThan: 5 } }, 'Abcd', true],
      [{ length: { greaterThan: 2, lessThan: 5 } }, 'Abcde', false],
      [{ length: [{ greaterThan: 2 }, { lessThan: { fromVar: 'n' } }] }, 'Abcdef', true],
      [{ length: [{ greaterThan: 2 }, { lessThan: { fromVar: 'n' } }] }, 'Abcdefg', false],
      [{ length: 3 }, 123, true],
      [{ startsWith: 'A', length: 3 }, 'Abc', true],
      [{ startsWith: 'A', length: 3 }, 'Abcd', false],
      [{ startsWith: 'B', length: 3 }, 'Abc', false],
      [{ startsWith: 'A', negate: true }, 'Abc', false],
      [{ startsWith: 'A', negate: true }, 'abc', true],
      [{ startsWith: 'A', negate: false }, 'Abc', true],
      [{ startsWith: 'A', length: 3, negate: true }, 'Abcd', true],
      // Bytes and lists are not text, so neither a condition on text nor its opposite holds.
      [{ value: 'Abc' }, bytes('Abc'), false],
      [{ value: 'Abc', negate: true }, bytes('x'), false],
      [{ notEqualTo: 'Abc' }, ['x'], false],
      [{ value: 'Abc' }, undefined, false],
      [{ value: 'Abc', negate: true }, undefined, false],
      [{ value: 'Abc', isSet: true }, 'Abc', true],
      [{ isSet: false }, undefined, true],
      [{ isSet: false }, 'Abc', false],
      [{ isSet: false, value: 'Abc' }, 'Abc', false],
    ];
  for (const [tests, v, outcome] of rows)
    test(`${JSON.stringify(tests)} of ${v instanceof Uint8Array ? 'bytes' : JSON.stringify(v)}`, () => {
      const values = { v, w: 'other', n: 7, b: bytes('bytes') };
      assert.equal(holds({ stringCondition: { fromVar: 'v', ...tests } }, values), outcome);
    });

  test('in a list is one for each variable', () => {
    const both = [
      { fromVar: 'v', value: 'x' },
      { fromVar: 'w', value: 'y' },
    ];
    assert.equal(holds({ stringCondition: both }, { v: 'x', w: 'y' }), true);
    assert.equal(holds({ stringCondition: both }, { v: 'y', w: 'y' }), false);
    const one = [{ fromVar: 'v' }, { startsWith: 'x' }, { length: 2 }];
    assert.equal(holds({ stringCondition: one }, { v: 'xy' }), true);
    assert.equal(holds({ stringCondition: one }, { v: 'x' }), false);
  });

  test('throws when the variable to match is unset', () =>
    assert.throws(
      () => holds({ stringCondition: { fromVar: 'v', matchVar: 'w' } }, { v: 'x' }),
      /'w' is not set/,
    ));
});

suite('all conditions', () => {
  const int = { intCondition: 'v == 1' };
  const text = { stringCondition: { fromVar: 'w', value: 'x' } };
  const rows: readonly (readonly [allConditions: unknown, v: number, w: string, holds: boolean])[] = [
    [[int, text], 1, 'x', true],
    [[int, text], 2, 'x', false],
    [[int, text], 1, 'y', false],
    [int, 1, 'y', true],
    [{ ...int, ...text }, 1, 'x', true],
    [{ ...int, ...text }, 1, 'y', false],
    [[{ allConditions: [int] }, { allConditions: [text] }], 1, 'x', true],
    [[{ allConditions: [int] }, { allConditions: [text] }], 1, 'y', false],
  ];
  for (const [allConditions, v, w, outcome] of rows)
    test(`${JSON.stringify(allConditions)} of ${v} and ${w}`, () =>
      assert.equal(holds({ allConditions }, { v, w }), outcome));
});

suite('a condition is refused', () => {
  const rows: readonly (readonly [body: Readonly<Record<string, unknown>>, problems: readonly RegExp[]])[] = [
    [{}, [/^x: expected one of the conditions allConditions, boolCondition, intCondition, stringCondition$/]],
    [
      { intCondition: 'v == 1', boolCondition: { fromVar: 'v' } },
      [
        /^x: boolCondition and intCondition cannot be used together \(write each of them as an item of allConditions\)$/,
      ],
    ],
    [{ intCondition: 'v = 1' }, [/^x\.intCondition: 'v = 1' is not a comparison/]],
    [{ intCondition: 'v == 1.5' }, [/is not a comparison/]],
    [{ intCondition: ['v > 1', 'v'] }, [/^x\.intCondition\.1: 'v' is not a comparison/]],
    [{ intCondition: { equalTo: 1 } }, [/^x\.intCondition: a condition needs fromVar/]],
    [
      { intCondition: { fromVar: 'v', equalTo: 'x', lessThan: [1, 'y'] } },
      [/^x\.intCondition\.equalTo: expected a whole/, /^x\.intCondition\.lessThan\.1: expected a whole/],
    ],
    [{ boolCondition: true }, [/^x\.boolCondition: a condition needs fromVar/]],
    [{ stringCondition: 'text' }, [/^x\.stringCondition: a condition needs fromVar/]],
    [
      { stringCondition: { fromVar: 'v' } },
      [/a condition on text needs length, or one of value, equalTo, .* or matchVar$/],
    ],
    [
      { stringCondition: { fromVar: 'v', isSet: true } },
      [/ or matchVar \(to test only whether .*, write 'intCondition: \{ fromVar: v, isSet: true \}'\)$/],
    ],
    [
      { stringCondition: { fromVar: 'v', startsWith: 'a', endsWith: 'b' } },
      [/startsWith and endsWith cannot be used together \(write a stringCondition for each/],
    ],
    [
      { stringCondition: { fromVar: 'v', length: {} } },
      [/^x\.stringCondition\.length: length needs a number/],
    ],
    [
      { allConditions: [{}, { intCondition: 'v' }] },
      [
        /^x\.allConditions\.0: expected one of the conditions/,
        /^x\.allConditions\.1\.intCondition: 'v' is no/,
      ],
    ],
  ];
  for (const [body, problems] of rows)
    test(JSON.stringify(body), () => {
      const found = parsed((scope) => condition.parse(body, ['x'], scope, (key) => ['x', key]));
      assert.equal(found.result, undefined);
      assert.equal(found.problems.length, problems.length, found.problems.join('\n'));
      for (const [index, problem] of problems.entries()) assert.match(found.problems[index] ?? '', problem);
    });
});

suite('row 97: the test of a header name', () => {
  const rows: readonly (readonly [header: unknown, names: readonly string[], others: readonly string[]])[] = [
    ['foo', ['foo', 'Foo', 'FOO'], ['foobar', 'fo']],
    [{ value: 'foo' }, ['Foo'], ['moo']],
    [{ startsWith: 'foo' }, ['FooBar', 'foo'], ['fo', 'moobar']],
    [{ endsWith: 'bar' }, ['FooBar'], ['ar', 'moomar']],
    [{ matchVar: 'name' }, ['foo'], ['moo', 'foobar']],
    [{ value: 'Foo', caseSensitive: true }, ['Foo'], ['foo']],
  ];
  for (const [header, names, others] of rows)
    test(JSON.stringify(header), () => {
      const { result, problems } = parsed((scope) => parseTextTests(false)(header, [], scope));
      assert.deepEqual(problems, []);
      assert.ok(result);
      const { variables, session } = new User({ name: 'Foo' });
      const passes = compileTextTests(result, variables);
      for (const name of names) assert.equal(passes(session, sequence, name), true, name);
      for (const name of others) assert.equal(passes(session, sequence, name), false, name);
    });

  test('warns of isSet: false, because each header that is tested has a name', () => {
    const problems = (isSet: boolean) =>
      parsed((scope) => parseTextTests(false)({ value: 'foo', isSet }, ['x'], scope)).problems;
    assert.deepEqual(problems(true), []);
    assert.match(
      problems(false).join('\n'),
      /^x\.isSet: isSet: false has no effect here, .*\(leave isSet out\)$/,
    );
  });
});
