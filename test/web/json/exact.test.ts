import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { childrenOf, exact, isContainer } from '../../../lib/web/json/exact.ts';
import { hintOf, namesIn } from '../../../lib/web/json/number-meaning.ts';
import { pathOf, pathsTo, stepsOf } from '../../../lib/web/json/path.ts';
import { documents } from '../../results/run-index/documents.ts';

/** The pages show answers with the digits, the order and the repeated names of the document. */

test('numbers keep their digits, and members their order and their repetitions', () => {
  const value = exact(' {"b":12345678901234567890.10, "1":-0,"b" : 1E400,"a":"\\u0061\\""} ');
  assert.deepEqual(childrenOf(value).children, [
    { name: 'b', kind: 'number', text: '12345678901234567890.10' },
    { name: '1', kind: 'number', text: '-0' },
    { name: 'b', kind: 'number', text: '1E400' },
    { name: 'a', kind: 'string', text: '"\\u0061\\""' },
  ]);
});

test('only the first children are made, and all are counted', () => {
  assert.deepEqual(childrenOf(exact('[1,[2,"]"],{"a":"}"},null]'), 2), {
    children: [
      { name: 0, kind: 'number', text: '1' },
      { name: 1, kind: 'array', text: '[2,"]"]' },
    ],
    count: 4,
  });
});

test('any document is the sum of its parts', () => {
  const rebuilt = (text: string): unknown => {
    const value = exact(text);
    if (!isContainer(value)) return JSON.parse(value.text);
    const { children, count } = childrenOf(value);
    assert.equal(children.length, count);
    const entries = children.map(({ name, text: own }) => [name, rebuilt(own)] as const);
    return value.kind === 'array' ? entries.map(([, child]) => child) : Object.fromEntries(entries);
  };
  fc.assert(
    fc.property(documents, (text) => {
      const json = text.replace(/^\ufeff/, '');
      assert.deepEqual(rebuilt(json), JSON.parse(json));
    }),
  );
});

describe('a number has its meaning next to it where the names tell it', () => {
  for (const [path, text, hint] of [
    ['$.stats[0].total.summary.meanResponseTime', '412000000', '412\u00a0ms'],
    ['$.stats[0].total.summary.percentileResponseTime["99.0"]', '203000000.5', '203\u00a0ms'],
    ['$.stats[0].total.summary.requestCount', '412000000', undefined],
    ['$.latencyCount', '4500000', undefined],
    ['$.info.startTime', '1718000000000', '2024-06-10 06:13:20 UTC'],
    ['$.size', '1718000000000', undefined],
    ['$.latencyNsP99', '12', undefined],
    ['$..meanResponseTime', '4500', '4.50\u00a0µs'],
    ['$.stats[?(@.phase == "latency")].count', '4500000', undefined],
  ] as const)
    test(`${path} ${text}`, () => {
      assert.equal(hintOf(namesIn(path), text), hint);
    });
});

describe('a path', () => {
  for (const [path, steps] of [
    ['$', []],
    ['$.stats[0]["99.0"]', ['stats', 0, '99.0']],
    ['$["a b"]["\\""].ü', ['a b', '"', 'ü']],
  ] as const)
    test(`${path} has its steps`, () => {
      assert.deepEqual(stepsOf(path), steps);
      assert.equal(
        steps.reduce<string>((parent, step) => pathOf(parent, step), '$'),
        path,
      );
    });
  for (const path of ['', 'a', '$.', '$..a', '$[*]', '$.a[', '$["\\x"]'])
    test(`${path} is no place`, () => assert.equal(stepsOf(path), undefined));
  test('has the paths above it', () => {
    assert.deepEqual(pathsTo('$.a[0].b'), ['$', '$.a', '$.a[0]', '$.a[0].b']);
  });
});
