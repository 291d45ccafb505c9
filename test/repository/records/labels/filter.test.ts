import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decomposed, valueFilter } from '../../../../lib/repository/records/labels/filter.ts';
import { canonicalJson } from '../../../../lib/results/query/sql/values/canonical-json.ts';

/** A filter selects datasets by their label values. The rows are those of the original server's tests. */

function matches(filter: string, values: Readonly<Record<string, unknown>>, multiFilter = false): boolean {
  const texts = Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)] as const);
  return valueFilter(filter, { multiFilter, now: () => 0 })(new Map(texts));
}

test('a path is cut behind the name of its label (rows 15, 16, 17, 18)', () => {
  for (const path of ['', '$xyz.', '$', '$.', '$..name', '$.*', '$[0]', '$."a', '$.?(@ > 1)'])
    assert.equal(decomposed(path), undefined, path);
  const cases: readonly (readonly [string, string, string])[] = [
    ['$.MyKey.whatever', 'MyKey', '$.whatever'],
    ['$.MyKey ? (@ > 2)', 'MyKey', '$ ? (@ > 2)'],
    ['$.MyKey?(@ > 2)', 'MyKey', '$?(@ > 2)'],
    ['$.MyKey[0].a', 'MyKey', '$[0].a'],
    ['$."My Key".whatever', 'My Key', '$.whatever'],
    ['$."a\\"b"', 'a"b', '$'],
    ['$.MyKey', 'MyKey', '$'],
  ];
  for (const [path, label, rest] of cases) assert.deepEqual(decomposed(path), { label, rest }, path);
});

suite('a filter that is an object', () => {
  test('wants exactly these values of all its labels (rows 81, 82)', () => {
    const values = { foo: 1, bar: 'x', flag: true, list: [1, 2], object: { a: 1, b: 2 } };
    const cases: readonly (readonly [string, boolean])[] = [
      ['{}', true],
      ['', true],
      ['{"foo":1}', true],
      ['{"foo":1.0}', true],
      ['{"foo":"1"}', false],
      ['{"foo":1,"bar":"x"}', true],
      ['{"foo":1,"bar":"y"}', false],
      ['{"none":null}', false],
      ['{"flag":true}', true],
      ['{"list":[1,2]}', true],
      ['{"list":[2,1]}', false],
      ['{"object":{"b":2,"a":1.0}}', true],
      ['{"foo":[1,2]}', false],
    ];
    for (const [filter, expected] of cases) assert.equal(matches(filter, values), expected, filter);
  });

  test('compares all digits of a number', () => {
    const big = '12345678901234567890';
    const wants = (filter: string, multiFilter = false) =>
      valueFilter(filter, { multiFilter, now: () => 0 })(new Map([['big', big]]));
    assert.equal(wants(`{"big":${big}}`), true);
    assert.equal(wants(`{"big":${big}.0}`), true);
    assert.equal(wants('{"big":12345678901234567891}'), false);
    assert.equal(wants(`{"big":[1,${big}]}`, true), true);
    assert.equal(wants('{"big":[1,12345678901234567891]}', true), false);
    assert.equal(wants('{"big":1,"big":12345678901234567890}'), true, 'of two the last one counts');
  });

  test('accepts a list for any of its values when that is requested (rows 83, 84)', () => {
    const any = (filter: string, values: Readonly<Record<string, unknown>>) => matches(filter, values, true);
    const mixed = '{"foo":[1,"two",true,null]}';
    for (const foo of [1, 'two', true, null]) assert.equal(any(mixed, { foo }), true, String(foo));
    for (const foo of ['1', 2, false, 'null']) assert.equal(any(mixed, { foo }), false, String(foo));
    assert.equal(any('{"foo":[1,2]}', { foo: [1, 2] }), true);
    assert.equal(any('{"foo":[[1,2],3]}', { foo: [1, 2] }), true);
    assert.equal(any('{"foo":[1,2],"bar":["x"]}', { foo: 2, bar: 'y' }), false);
    assert.equal(matches('{"foo":[1,2]}', { foo: 1 }), false);
  });
});

suite('a filter that is a path', () => {
  test('wants a label in which it finds something (row 79)', () => {
    const cases: readonly (readonly [string, boolean])[] = [
      ['$.foo ? (@ < 2)', true],
      ['$.foo ? (@ < 1)', false],
      ['$.foo', true],
      ['$.none', false],
      ['$.list[*] ? (@ == 2)', true],
      ['$."my name".a', true],
      ['$."my name".b', false],
      ['$.nothing', true],
      ['$.foo.a.b', false],
      ['$.foo ? (@ / 0 > 1)', false],
      ['"$.foo ? (@ < 2)"', true],
      [' "$.foo ? (@ < 1)" ', false],
      ['"$.\\"my name\\".a"', true],
      ['strict $.foo', false],
    ];
    const values = { foo: 1, list: [1, 2], 'my name': { a: null }, nothing: null };
    for (const [filter, expected] of cases)
      if (filter.startsWith('strict'))
        assert.throws(() => matches(filter, values), /must begin with the name of a label/);
      else assert.equal(matches(filter, values), expected, filter);
  });

  test('that is a predicate selects the rows for which it is true', () => {
    const values = { value: 150, other: 5, name: 'main branch', 'my name': { a: 1 }, list: [1, 2] };
    const cases: readonly (readonly [string, boolean])[] = [
      ['$.value > 100', true],
      ['$.value > 200', false],
      ['$.value == 5', false],
      ['($.value > 100)', true],
      ['$.value > 100 && $.other == 5', true],
      ['$.value > 100 && $.other == 6', false],
      ['$.value < 100 || $.other == 5', true],
      ['$.value > 100 && $.none == 1', false],
      ['!($.value == 5)', true],
      ['exists($.list[*] ? (@ == 2))', true],
      ['exists($.list[*] ? (@ == 3))', false],
      ['$."my name".a == 1', true],
      ['$.name starts with "main"', true],
      ['$.name like_regex "^dev"', false],
      ['$.value + $.other == 155', true],
      ['$.name > 5', false],
      ['$.value ? (@ > 200)', false],
    ];
    for (const [filter, expected] of cases) assert.equal(matches(filter, values), expected, filter);
  });

  test('must be one, and begin with a label (row 80)', () => {
    for (const filter of [
      '$..name',
      '$.*',
      '$.foo ? (',
      'foo',
      '"foo"',
      '"$.foo',
      '[1]',
      '3',
      '{"foo":',
      '$[0]',
    ])
      assert.throws(
        () => matches(filter, { foo: 1 }),
        (error: { code: string; status: number }) => error.code === 'FILTER_INVALID' && error.status === 400,
        filter,
      );
  });
});

test('texts that say the same have one canonical form', () => {
  const same: readonly (readonly string[])[] = [
    ['1', '1.0', '10e-1', '1.000'],
    ['0', '-0', '0.00', '0e5'],
    ['1e3', '1000', '1000.0'],
    ['0.1', '1e-1', '0.10'],
    ['12345678901234567890', '12345678901234567890.0'],
    ['"a\\u0062"', '"ab"'],
    ['{"a":1,"b":[2,{"c":3.0}]}', '{ "b":[2.0,{"c":3}], "a":1 }', '{"a":9,"b":[2,{"c":3}],"a":1}'],
  ];
  const forms = same.map((texts) => new Set(texts.map(canonicalJson)));
  for (const form of forms) assert.equal(form.size, 1, [...form].join());
  assert.equal(new Set(forms.flatMap((form) => [...form])).size, same.length);
  assert.notEqual(canonicalJson('12345678901234567890'), canonicalJson('12345678901234567891'));
});
