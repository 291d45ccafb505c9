import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SchemaUsage } from '../../lib/api.generated.ts';
import type { Definition } from '../../lib/web/data/schemas/label-definition.ts';
import { labelLinks } from '../../lib/web/screens/ask/label-links.ts';
import { isComplete, type Tried, triedOf } from '../../lib/web/screens/schemas/workshop/parse-preview.ts';
import { mistakesIn, type Trial, valuesIn } from '../../lib/web/screens/schemas/workshop/trial.ts';

const definition = (code: string, ...paths: readonly string[]): Definition => ({
  name: 'l',
  extractors: paths.map((jsonpath, at) => ({ name: `v${at}`, jsonpath, isarray: false })),
  function: code,
  metrics: true,
  filtering: false,
});

describe('the answer to a label that is tried', () => {
  const answer = (value: string, output: string | null = null): string =>
    `{"value":${value},"output":${JSON.stringify(output)}}`;

  test('has the exact digits of its value', () => {
    const { value, ...rest } = triedOf(answer('12345678901234567890.10'), definition('', '$.a'));
    assert.deepEqual([value?.text, rest], ['12345678901234567890.10', {}]);
  });

  for (const [value, code, cause] of [
    ['null', '', 'no match'],
    ['[]', '', 'no match'],
    ['null', 'v => undefined', 'nothing returned'],
    ['"NaN"', 'v => v * 2', 'not a number'],
    ['""', '', 'empty text'],
    ['"NaN"', '', undefined],
    ['[]', 'v => []', undefined],
    ['0', 'v => 0', undefined],
    ['false', '', undefined],
  ] as const)
    test(`${value} of ${code === '' ? 'a path' : code} has the cause: ${cause}`, () => {
      assert.equal(triedOf(answer(value), definition(code, '$.a')).cause, cause);
    });

  test('of a function that fails has no value, and the reason', () => {
    const failed = answer(JSON.stringify('Execution failed: TypeError: a:\nb:\nv => v.a'), 'logged');
    const tried = triedOf(failed, definition('v => v.a', '$.a'));
    assert.deepEqual(tried, {
      value: undefined,
      mistake: { at: 'function', reason: 'TypeError: a:\nb' },
      output: 'logged',
    });
  });

  test('with a text that only begins like a failure is a value', () => {
    const tried = triedOf(answer('"Execution failed: x"'), definition('v => v', '$.a'));
    assert.deepEqual([tried.value?.kind, tried.mistake], ['string', undefined]);
  });

  test('names the path with the mistake, also when the function fails because of it', () => {
    const two = definition('f', '$.a', '$.b[');
    const said = 'extractor v1 ($.b[): syntax error at column 5';
    const expected = { at: 1, reason: 'syntax error at column 5' };
    const read = triedOf(answer('7', `${said}\nextractor v0 ($.a): printed`), two);
    assert.deepEqual([read.mistake, read.output], [expected, 'extractor v0 ($.a): printed']);
    const failed = triedOf(answer(JSON.stringify(`Execution failed: ${said}:\nf`)), two);
    assert.deepEqual([failed.mistake, failed.output], [expected, undefined]);
  });
});

test('a label is tried only when each path has a name and an expression', () => {
  assert.ok(isComplete(definition('', '$.a')));
  assert.ok(isComplete(definition('() => 1')));
  assert.ok(!isComplete(definition('', '$.a', ' ')));
  const [first] = definition('', '$.a').extractors;
  assert.ok(first && !isComplete({ ...definition(''), extractors: [{ ...first, name: '' }] }));
});

describe('the answers of a trial', () => {
  const wrong = (at: number | 'function'): Tried => ({ value: undefined, mistake: { at, reason: 'r' } });
  const good: Tried = { value: { kind: 'number', text: '1' } };
  const datasets = [1, 2].map((id) => ({ id }));
  const trialOf = (...tried: readonly Tried[]): Trial => ({
    answers: new Map(tried.map((each, at) => [at + 1, { question: 'q', tried: each }])),
    question: 'q',
    error: undefined,
    retry: () => undefined,
  });

  test('a function has a mistake if it fails everywhere, and a path if it fails somewhere', () => {
    assert.deepEqual(mistakesIn(trialOf(wrong('function'), good), datasets), []);
    assert.deepEqual(mistakesIn(trialOf(wrong('function'), wrong('function')), datasets), [
      { at: 'function', reason: 'r' },
    ]);
    assert.deepEqual(mistakesIn(trialOf(wrong(0), good), datasets), [{ at: 0, reason: 'r' }]);
  });

  test('answers for an earlier definition do not count', () => {
    const earlier = { ...trialOf(wrong(0), good), question: 'next' };
    assert.deepEqual(mistakesIn(earlier, datasets), []);
    assert.equal(valuesIn(earlier, datasets), undefined);
    assert.equal(valuesIn(trialOf(good), datasets), undefined);
    assert.deepEqual([...(valuesIn(trialOf(good, good), datasets)?.keys() ?? [])], [1, 2]);
  });
});

describe('a question becomes the path of a label', () => {
  const usage = (type: 0 | 1 | 2, key: string | null, source: 0 | 1 = 0): SchemaUsage => ({
    id: 3,
    name: 's',
    uri: 'urn:s',
    source,
    type,
    key,
    hasJsonSchema: false,
  });
  for (const [q, used, href] of [
    ['$.a.b', usage(0, null), '/schema/3/label/new?path=$.a.b'],
    ['$.part.b', usage(1, 'part'), '/schema/3/label/new?path=$.b'],
    ['$["part"][0]', usage(1, 'part'), '/schema/3/label/new?path=$[0]'],
    ["$['a b'].c", usage(1, 'a b'), '/schema/3/label/new?path=$.c'],
    ['$[1].x', usage(2, '1'), '/schema/3/label/new?path=$.x'],
    ['$.parts.b', usage(1, 'part'), undefined],
    ['$[11].x', usage(2, '1'), undefined],
    ['$.a', usage(0, null, 1), undefined],
    [`$.${'a'.repeat(2_000)}`, usage(0, null), undefined],
  ] as const)
    test(`${q.slice(0, 20)} of a schema at ${used.key ?? 'the root'}`, () => {
      assert.equal(labelLinks([used], { q, all: false })[0]?.href, href);
    });

  test('once for each schema, with all matches', () => {
    const links = labelLinks([usage(0, null), usage(0, null)], { q: '$.a', all: true });
    assert.deepEqual(links, [{ id: 3, name: 's', href: '/schema/3/label/new?path=$.a&all=1' }]);
  });
});
