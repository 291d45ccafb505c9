import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Document } from '../../../lib/results/query/document.ts';
import { filterQuery } from '../../../lib/results/query/query-document.ts';
import { excerptOf, mistakeOf } from '../../../lib/web/components/mistake/mistake.ts';
import { completed, namesFor, typedAt } from '../../../lib/web/screens/ask/completion.ts';
import { moveOf, type Place, type Places, rowsOf } from '../../../lib/web/screens/ask/tree-model.ts';

/**
 * Queries of a run in the browser: the position of mistakes, the completion of names, and the document as a
 * tree.
 */

describe('a mistake in an expression is pointed at', () => {
  for (const [text, at, instead] of [
    ['$.a[?', 5, undefined],
    ['$.a[?(@.x = 1)]', 10, undefined],
    ['$.a ? (@.b >', 12, undefined],
    ['stats', 0, '$.stats'],
  ] as const)
    test(text, () => {
      const options = { array: true, now: () => 0, lenient: false };
      const { result } = filterQuery(text, options, Document.of({ a: 1 }));
      const mistake = mistakeOf(result.reason ?? '');
      assert.deepEqual([mistake.at, mistake.instead], [at, instead]);
      assert.doesNotMatch(mistake.reason, /lenient/);
    });

  test('a reason without a place has none', () => {
    assert.deepEqual(mistakeOf('the answer is too long'), { reason: 'the answer is too long' });
  });

  test('a long expression is cut around the mistake', () => {
    const text = `${'a'.repeat(100)}!${'b'.repeat(100)}`;
    const excerpt = excerptOf(text, 100, 20);
    assert.equal(excerpt.text[excerpt.at], '!');
    assert.equal(excerpt.text, `…${'a'.repeat(10)}!${'b'.repeat(9)}…`);
    for (const at of [0, 3, 200, 201]) {
      const { text: part, at: place } = excerptOf(text, at, 20);
      assert.ok(part.length <= 22);
      assert.equal(part[place], text[at]);
    }
    assert.deepEqual(excerptOf('$.a\n[', 5), { text: '$.a [', at: 5 });
    assert.deepEqual(excerptOf('abcdef', 4, 4), { text: '…cdef', at: 3 });
  });
});

describe('a name is completed', () => {
  for (const [text, typed] of [
    ['$.', { place: '$', prefix: '', from: 2 }],
    ['$.st', { place: '$', prefix: 'st', from: 2 }],
    ['$.stats[0].to', { place: '$.stats[0]', prefix: 'to', from: 11 }],
    ['$.stats[*].to', { place: '$.stats[0]', prefix: 'to', from: 11 }],
    ['$..me', { prefix: 'me', from: 3 }],
    ['$.stats[0]', undefined],
    ['$.a.size().', undefined],
    ['$.stats[*] ? (@.na', { place: '$.stats[0]', prefix: 'na', from: 16 }],
    ['$.stats[?(@.passed == true && @.na', { place: '$.stats[0]', prefix: 'na', from: 32 }],
    ['$.stats[*] ? (@.name == "a.b', undefined],
    ['stats', undefined],
  ] as const)
    test(text, () => assert.deepEqual(typedAt(text), typed));

  test('from the names that begin with it', () => {
    const names = ['Total', 'total', 'tiny', 'other', 'total'];
    assert.deepEqual(namesFor('t', names), ['total', 'tiny', 'Total']);
    assert.deepEqual(namesFor('total', names), ['Total']);
    assert.deepEqual(namesFor('', names, 2), ['Total', 'total']);
  });

  test('with quotes where it needs them', () => {
    const typed = typedAt('$.times.9') ?? assert.fail();
    assert.equal(completed('$.times.9', typed, '99.0'), '$.times["99.0"]');
    assert.equal(completed('$..me', typedAt('$..me') ?? assert.fail(), 'mean'), '$..mean');
    assert.equal(completed('$.stats.si', typedAt('$.stats.si') ?? assert.fail(), 'size()'), '$.stats.size()');
    assert.equal(completed('$..9', typedAt('$..9') ?? assert.fail(), '99.0'), '$..["99.0"]');
  });
});

describe('the tree of a document', () => {
  const place = (more: Partial<Place>): Place => ({ items: [], loading: false, ...more });
  const locations: Places = new Map([
    [
      '$',
      place({
        count: 3,
        items: [
          { name: 'info', type: 'object', bytes: 9 },
          { name: 'stats', type: 'array', bytes: 90, count: 3 },
          { name: 'state', type: 'string', bytes: 8, value: '"failed"' },
        ],
      }),
    ],
    ['$.stats', place({ items: [{ index: 0, type: 'object', bytes: 30 }], next: 'e1' })],
    ['$.info', place({ loading: true })],
    ['$.stats[0]', place({ error: new Error('gone') })],
  ]);
  const display = (open: readonly string[]) =>
    rowsOf(locations, new Set(open)).map(({ kind, path, level }) => `${'  '.repeat(level)}${kind} ${path}`);

  test('has the lines of the open places', () => {
    assert.deepEqual(display([]), ['  item $.info', '  item $.stats', '  item $.state']);
    assert.deepEqual(display(['$.info', '$.stats', '$.stats[0]']), [
      '  item $.info',
      '    loading $.info',
      '  item $.stats',
      '    item $.stats[0]',
      '      failed $.stats[0]',
      '    more $.stats',
      '  item $.state',
    ]);
  });

  test('opens no value without members', () => {
    const items = [0, 1, undefined].map((count, index) => ({
      index,
      type: 'array' as const,
      bytes: 2,
      ...(count !== undefined && { count }),
    }));
    const rows = rowsOf(new Map([['$', place({ items })]]), new Set(['$[0]']));
    assert.deepEqual(
      rows.map((row) => row.kind === 'item' && row.canOpen),
      [false, true, true],
    );
  });

  test('tells the place of each line among its neighbours', () => {
    const [, stats, first] = rowsOf(locations, new Set(['$.stats']));
    assert.deepEqual(stats?.kind === 'item' && [stats.position, stats.size], [2, 3]);
    assert.deepEqual(first?.kind === 'item' && [first.position, first.size], [1, -1]);
  });

  test('is used by keys', () => {
    const rows = rowsOf(locations, new Set(['$.stats']));
    for (const [key, path, move] of [
      ['ArrowDown', '$.info', { focus: '$.stats' }],
      ['ArrowDown', '$.state', { focus: '$.state' }],
      ['ArrowUp', '$.info', { focus: '$.info' }],
      ['End', '$.info', { focus: '$.state' }],
      ['Home', '$.state', { focus: '$.info' }],
      ['ArrowRight', '$.info', { open: '$.info' }],
      ['ArrowRight', '$.stats', { focus: '$.stats[0]' }],
      ['ArrowRight', '$.state', undefined],
      ['ArrowLeft', '$.stats', { close: '$.stats' }],
      ['ArrowLeft', '$.stats[0]', { focus: '$.stats' }],
      ['ArrowLeft', '$.info', undefined],
      ['a', '$.info', undefined],
      ['ArrowDown', '$.gone', undefined],
    ] as const)
      assert.deepEqual(moveOf(key, rows, path), move, `${key} on ${path}`);
  });
});
