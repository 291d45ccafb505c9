import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Extractor, extract } from '../../lib/results/extract.ts';
import { limits } from '../../lib/results/limits.ts';
import { Document } from '../../lib/results/query/document.ts';
import type { RunSource } from '../../lib/results/query/query-run.ts';
import type { ReadRange } from '../../lib/results/run-index/open-index.ts';
import { inMemory } from './query/planner/in-memory.ts';
import { utf8 } from './run-index/stored.ts';

/**
 * A function of a label gets one value or an object, depending on the number of extractors. A missing value
 * is null or an empty list.
 */

const text = '{"a":1.50,"list":[{"n":1},{"n":2.0}],"odd":{"x y":3}}';
const document = new Document(utf8(text));
const source = await inMemory(text);
const now = () => 0;
const one = (jsonpath: string, name = 'v'): Extractor => ({ name, jsonpath, isarray: false });
const all = (jsonpath: string, name = 'v'): Extractor => ({ name, jsonpath, isarray: true });

suite('the argument of a function', () => {
  for (const [what, extractors, expected] of [
    ['no extractor', [], '{}'],
    ['one that finds a value', [one('$.a')], '1.50'],
    ['one of all matches', [all('$.list[*].n')], '[1, 2.0]'],
    ['one that finds nothing', [one('$.gone')], 'null'],
    ['one of all matches that finds none', [all('$.gone')], '[]'],
    ['several, by their names', [one('$.a', 'b"c'), all('$.list[*].n', 'n')], '{"b\\"c":1.50,"n":[1, 2.0]}'],
    ['two of one name, of which the last counts', [one('$.a'), one('$.gone')], '{"v":null}'],
  ] as const)
    for (const [where, from] of Object.entries({ document, source }))
      test(`is what they find: ${what}, in a ${where}`, async () => {
        assert.deepEqual(await extract(extractors, from, { now }), { text: expected, problems: [] });
      });

  for (const [where, from] of Object.entries({ document, source }))
    test(`has no value for an extractor that cannot be evaluated, and reports it: ${where}`, async () => {
      const found = await extract([one('$.a[', 'x'), all('strict $.gone', 'y'), one('$.a', 'z')], from, {
        now,
      });
      assert.equal(found.text, '{"x":null,"y":[],"z":1.50}');
      const [x = '', y = '', ...more] = found.problems;
      assert.match(x, /^extractor x \(\$\.a\[\): \S/);
      assert.match(y, /^extractor y \(strict \$\.gone\): \S/);
      assert.deepEqual(more, []);
    });

  test('uses the dialect of the original by default', async () => {
    const path = all('$.list.n');
    assert.equal((await extract([path], document, { now })).text, '[1, 2.0]');
    assert.equal((await extract([path], document, { now, common: 'jsonpath' })).text, '[]');
  });
});

suite('an extractor of a large document', () => {
  /** A stored run whose reads take this many milliseconds on the clock of the test. */
  function slow({ indexMs, readMs, bytes }: { indexMs: number; readMs: number; bytes: number }) {
    const clock = { ms: 0, indexes: 0 };
    const slowly =
      (read: ReadRange): ReadRange =>
      (...of) => {
        clock.ms += readMs;
        return read(...of);
      };
    const from: RunSource = {
      ...source,
      documentBytes: bytes,
      async openIndex(read) {
        if (clock.indexes === 0) clock.ms += indexMs;
        clock.indexes += 1;
        return source.openIndex(read);
      },
      document: slowly(source.document),
      index: slowly(source.index),
    };
    return { clock, from, now: () => clock.ms };
  }
  const large = limits.wholeBytesMax + 1;

  for (const [what, how, isFound] of [
    ['has a minute for its reading', { indexMs: 0, readMs: limits.largeExtractionMs / 10 }, true],
    ['has no more than that', { indexMs: 0, readMs: limits.largeExtractionMs + 1 }, false],
    [
      'does not pay for an index that is made first',
      { indexMs: 10 * limits.largeExtractionMs, readMs: 1 },
      true,
    ],
  ] as const)
    test(what, async () => {
      const { from, now } = slow({ ...how, bytes: large });
      const { text, problems } = await extract([one('$.list[*] ? (@.n > 1).n')], from, { now });
      assert.deepEqual([text, problems.length], isFound ? ['2.0', 0] : ['null', 1]);
    });

  test('needs no index where the document is read whole', async () => {
    const { from, clock, now } = slow({ indexMs: 0, readMs: 0, bytes: utf8(text).length });
    assert.equal((await extract([one('$.a')], from, { now })).text, '1.50');
    assert.equal(clock.indexes, 0);
  });
});
