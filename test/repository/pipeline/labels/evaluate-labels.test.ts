import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { elementsIn } from '../../../../lib/repository/pipeline/content/dataset-elements.ts';
import {
  evaluateLabels,
  type LabelDefinition,
} from '../../../../lib/repository/pipeline/labels/evaluate-labels.ts';
import { openScripts } from '../../../../lib/results/scripts/scripts.ts';

/** Labels have these values. The rows are those of the original server's tests. */

const evaluate = openScripts(() => 0);
const path = (jsonpath: string, name = 'value') => ({ name, jsonpath, isarray: false });
const every = (jsonpath: string, name = 'value') => ({ ...path(jsonpath, name), isarray: true });
const label = (id: number, extractors: LabelDefinition['extractors'], code?: string): LabelDefinition => ({
  id,
  name: `l${id}`,
  extractors,
  ...(code !== undefined && { function: code }),
});

/**
 * Evaluates labels of a dataset.
 * @param elements of the dataset. An element with a `$schema` names that schema.
 */
async function evaluated(elements: string, labels: Readonly<Record<string, readonly LabelDefinition[]>>) {
  const schemas = (JSON.parse(elements) as { $schema?: string }[]).flatMap(({ $schema: uri }, index) =>
    uri === undefined ? [] : [{ uri, index }],
  );
  const known = new Map(Object.entries(labels));
  const options = { evaluate, now: () => 0 };
  return (await evaluateLabels(elementsIn(Buffer.from(elements)), schemas, known, options)) ?? assert.fail();
}
async function values(element: string, ...labels: readonly LabelDefinition[]) {
  const text = `[${element.replace('{', '{"$schema":"urn:a",')}]`;
  return (await evaluated(text, { 'urn:a': labels })).values;
}

suite('the value of a label', () => {
  test('is its own in each schema, with a function and without (row 56)', async () => {
    const both = '[{"$schema":"urn:a","value":24},{"$schema":"urn:b","value":42}]';
    const { values } = await evaluated(both, {
      'urn:a': [label(1, [path('$.value')])],
      'urn:b': [label(2, [path('$.value')], 'v => v + 1')],
      'urn:none': [label(3, [path('$.value')])],
    });
    assert.deepEqual(values, { 1: '24', 2: '43' });
  });

  const samples = '{"samplesArray":[10,20]}';
  test('has all matches when its extractor asks for all: an array in an array (rows 57, 58)', async () => {
    const sum = 'value => value[0].reduce((a, b) => a + b)';
    assert.deepEqual(
      await values(
        samples,
        label(1, [every('$.samplesArray')], sum),
        label(2, [every('$.samplesArray')], `async ${sum}`),
        label(3, [every('$.samplesArray')]),
      ),
      { 1: '30', 2: '30', 3: '[[10, 20]]' },
    );
  });

  test('is made of no, one or several extractors, with a function and without (row 59)', async () => {
    const [x, y] = [path('$.a.x', 'x'), path('$.array[*].y', 'y')];
    assert.deepEqual(
      await values(
        '{"a":{"x":1.50},"array":[{"y":3},{"y":4}]}',
        label(1, [x, y], '({ x, y }) => x + y'),
        label(2, [x], 'x => x'),
        label(3, [x, y]),
        label(4, [every('$.array[*].y')]),
        label(5, [every('$.array[*].y')], 'y => y.reduce((a, b) => a + b)'),
        label(6, [], 'empty => 42'),
        label(7, []),
        label(8, [path('$.array')], ' '),
      ),
      {
        1: '4.5',
        2: '1.5',
        3: '{"x":1.50,"y":3}',
        4: '[3, 4]',
        5: '7',
        6: '42',
        7: '{}',
        8: '[{"y": 3}, {"y": 4}]',
      },
    );
  });

  test('is null, or an empty array, where nothing is found (row 60)', async () => {
    const [none, all] = [path('$.none'), every('$.none')];
    assert.deepEqual(
      await values(
        '{"thereIsSomething":42}',
        label(1, [none]),
        label(2, [none], 'x => x === null'),
        label(3, [all]),
        label(4, [all], 'x => Array.isArray(x) && x.length === 0'),
        label(5, [path('$.none', 'a'), every('$.none', 'b')]),
        label(6, [path('$.none', 'a'), path('$.none', 'b')], 'x => x.a === null && x.b === null'),
      ),
      { 1: 'null', 2: 'true', 3: '[]', 4: 'true', 5: '{"a":null,"b":[]}', 6: 'true' },
    );
  });

  const inner = '{"foo":[{"inner":[{"x":1},{"x":2}]},{"inner":[{"x":3}]},{"inner":[]}]}';
  test('keeps nested arrays apart for any number of extractors (rows 67, 68)', async () => {
    const lengths = 'v => v.map(inner => inner.length)';
    assert.deepEqual(
      await values(
        inner,
        label(1, [every('$.foo[*].inner')], lengths),
        label(
          2,
          [every('$.foo[*].inner', 'a'), every('$.foo[*].inner[*].x', 'b')],
          `({ a }) => (${lengths})(a)`,
        ),
      ),
      { 1: '[2,1,0]', 2: '[2,1,0]' },
    );
  });

  test('of the first match is one of them (row 69)', async () => {
    assert.deepEqual(await values(inner, label(1, [path('$.foo[*].inner')], 'v => v.length')), { 1: '2' });
  });

  test('is that of the first element where several name the schema', async () => {
    const twice = '[{},{"$schema":"urn:a","v":1},{"$schema":"urn:a","v":2}]';
    const { values } = await evaluated(twice, { 'urn:a': [label(1, [path('$.v', 'e')])] });
    assert.deepEqual(values, { 1: '1' });
  });

  test('keeps the digits of the document, also in both dialects', async () => {
    const digits = '12345678901234567890.10';
    assert.deepEqual(
      await values(
        `{"v":${digits},"w":[{"k":1},{"k":2}]}`,
        label(1, [path('$.v')]),
        label(2, [path("$['v']")]),
        label(3, [path('$.w[?(@.k > 1)].k')]),
        label(4, [path('$.w[*] ? (@.k > 1).k')]),
      ),
      { 1: digits, 2: digits, 3: '2', 4: '2' },
    );
  });
});

test('a mistake in one label is reported, and does not change the other labels', async () => {
  const labels = [
    label(1, [path('$.v ? (')]),
    label(2, [path('$.v')], 'v => { console.log("at", v); return v.x.y }'),
    label(3, [path('$.v ? (', 'bad'), path('$.v', 'good')]),
    label(4, [path('$.v')], 'v => {'),
    label(5, [path('$.v')]),
  ];
  const { values, notes } = await evaluated('[{"$schema":"urn:a","v":7}]', { 'urn:a': labels });
  assert.deepEqual(values, { 1: 'null', 3: '{"bad":null,"good":7}', 5: '7' });
  assert.deepEqual(
    notes.map(({ level, label, message }) => [label.id, level, message.slice(0, 30)]),
    [
      [1, 'error', 'extractor value ($.v ? (): syn'],
      [2, 'debug', 'at 7'],
      [2, 'error', 'TypeError: cannot read propert'],
      [3, 'error', 'extractor bad ($.v ? (): synta'],
      [4, 'error', 'SyntaxError: unexpected token '],
    ],
  );
});
