import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Outline, OutlineItem } from '../../../../lib/api.generated.ts';
import { outlineRun } from '../../../../lib/results/query/outline/outline.ts';
import type { OutlinePage } from '../../../../lib/results/query/outline/outline-page.ts';
import { parsePlace, placeText, type Step } from '../../../../lib/results/query/outline/place.ts';
import type { RunSource } from '../../../../lib/results/query/query-run.ts';
import { documents } from '../../run-index/documents.ts';
import { indexed, rangesOf, utf8 } from '../../run-index/stored.ts';
import { inMemory } from '../planner/in-memory.ts';
import { regularDocuments } from '../planner/regular-documents.ts';

/**
 * The outline of a place in a document lists what JSON.parse finds there, page by page, with the same digits.
 */

type Way = Pick<OutlinePage, 'wholeBytesMax'>;
/** The same outline is made from the index, by scans of the document, and in memory. */
const ways: readonly (readonly [string, Way])[] = [
  ['by the index', { wholeBytesMax: 0 }],
  ['in memory', {}],
];

async function pagesOf(source: RunSource, steps: readonly Step[], limit: number, way: Way) {
  const pages: Outline[] = [];
  let cursor: string | undefined = '';
  while (cursor !== undefined) {
    const page: Outline = await outlineRun(steps, { limit, cursor, ...way }, source);
    assert.ok(page.items.length <= limit);
    pages.push(page);
    assert.ok(pages.length < 200, 'the pages end');
    cursor = page.next;
  }
  return pages;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Yields all paths into a value. It follows only the first few elements or members of an array or object. */
function* placesOf(
  value: unknown,
  steps: readonly Step[] = [],
): Generator<readonly [readonly Step[], unknown]> {
  yield [steps, value];
  if (!isContainer(value) || steps.length === 4) return;
  for (const [name, child] of Object.entries(value).slice(0, 4))
    yield* placesOf(child, [...steps, Array.isArray(value) ? Number(name) : name]);
}

/** Compares the outline of one path in a document with the value that JSON.parse has there. */
function hold(place: Outline, items: readonly OutlineItem[], value: unknown): void {
  assert.equal(place.type, typeOf(value));
  if (!isContainer(value)) {
    if (place.value !== undefined) assert.deepEqual(JSON.parse(place.value), value);
    assert.deepEqual(items, []);
    return;
  }
  const expected = new Map(Object.entries(value));
  // Names that an object repeats far apart are on two pages. The last one counts.
  const found = new Map(items.map((item) => [String(item.name ?? item.index), item]));
  assert.deepEqual([...found.keys()].sort(), [...expected.keys()].sort());
  if (place.count !== undefined) assert.equal(place.count, expected.size);
  for (const [name, item] of found) {
    const child = expected.get(name);
    assert.equal(item.type, typeOf(child), name);
    if (item.count !== undefined) assert.equal(item.count, Object.keys(child as object).length, name);
    if (item.value === undefined)
      assert.ok(item.count !== undefined || item.bytes > 256 || isContainer(child));
    else assert.deepEqual([JSON.parse(item.value), Buffer.byteLength(item.value)], [child, item.bytes]);
  }
}

describe('the places of random documents are listed', () => {
  for (const [name, way] of ways)
    test(name, async () => {
      const sources = fc.oneof(documents, { weight: 2, arbitrary: regularDocuments });
      await fc.assert(
        fc.asyncProperty(sources, fc.integer({ min: 1, max: 7 }), async (text, limit) => {
          const run = await inMemory(text);
          for (const [steps, value] of [...placesOf(JSON.parse(text.replace(/^\ufeff/, '')))].slice(0, 30)) {
            const pages = await pagesOf(run, steps, limit, way);
            const [first] = pages;
            assert.ok(first !== undefined);
            hold(
              first,
              pages.flatMap(({ items }) => items),
              value,
            );
            assert.deepEqual(parsePlace(first.path), steps);
          }
        }),
        { numRuns: 150 },
      );
    });
});

describe('a large run', () => {
  const rows = Array.from(
    { length: 3000 },
    (_, n) => `{"id":${n},"ratio":${n}.50,"note":"${'x'.repeat(90)}"}`,
  );
  const inner = Array.from({ length: 9000 }, (_, n) => `[${n},"${'y'.repeat(60)}"]`);
  const text = `{"name":"shop","big":12345678901234567890.10,"stats":[${rows.join()}],"deep":{"list":[${inner.join()}],"last":1},"long":"${'z'.repeat(900)}"}`;
  const list = async (path: string, page: OutlinePage = { limit: 100 }) =>
    outlineRun(parsePlace(path), page, await stored(text));

  test('has its members from the index, and one read for each neighbourhood of short ones', async () => {
    const { items, reads, bytesRead, ...place } = await list('$');
    assert.deepEqual(place, { path: '$', type: 'object', bytes: utf8(text).length, count: 5 });
    assert.deepEqual(items, [
      { name: 'name', type: 'string', bytes: 6, value: '"shop"' },
      { name: 'big', type: 'number', bytes: 23, value: '12345678901234567890.10' },
      { name: 'stats', type: 'array', bytes: rows.join().length + 2, count: 3000 },
      { name: 'deep', type: 'object', bytes: inner.join().length + 20 },
      { name: 'long', type: 'string', bytes: 902 },
    ]);
    assert.equal(reads, 1);
    assert.ok(bytesRead < 100, `${bytesRead}`);
  });

  test('has a page of elements for one read of the index and one of the document', async () => {
    const { items, next, reads, bytesRead, count } = await list('$.stats', { limit: 2, cursor: 'e1998' });
    assert.deepEqual(items, [
      { index: 1998, type: 'object', bytes: rows[1998]?.length, count: 3 },
      { index: 1999, type: 'object', bytes: rows[1999]?.length, count: 3 },
    ]);
    assert.deepEqual([next, count, reads], ['e2000', 3000, 2]);
    assert.ok(bytesRead < 20_000, `${bytesRead}`);
  });

  test('has the members of an element for one read more', async () => {
    const { items, reads } = await list('$.stats[7]');
    assert.deepEqual(items, [
      { name: 'id', type: 'number', bytes: 1, value: '7' },
      { name: 'ratio', type: 'number', bytes: 4, value: '7.50' },
      { name: 'note', type: 'string', bytes: 92, value: `"${'x'.repeat(90)}"` },
    ]);
    assert.equal(reads, 2);
  });

  test('is scanned where the index ends, and a later page begins behind the page before', async () => {
    const first = await list('$.deep.list', { limit: 2 });
    assert.deepEqual(first.items[1], { index: 1, type: 'array', bytes: inner[1]?.length, count: 2 });
    assert.deepEqual([first.count, first.bytes], [9000, inner.join().length + 2]);
    assert.equal(first.reads, 1);
    const second = await list('$.deep.list', { limit: 1, cursor: first.next });
    assert.deepEqual(second.items, [{ index: 2, type: 'array', bytes: inner[2]?.length, count: 2 }]);
    assert.deepEqual([second.reads, second.bytesRead, second.count], [1, 256 * 1024, undefined]);
  });

  test('has a scalar with its digits, also without members', async () => {
    const { items, type, value } = await list('$.big');
    assert.deepEqual([items, type, value], [[], 'number', '12345678901234567890.10']);
    assert.equal((await list('$.long')).value, undefined);
  });

  test('does not have what is not there', async () => {
    for (const path of [
      '$.none',
      '$.stats[3000]',
      '$.stats.name',
      '$.name.length',
      '$.deep.list[9000]',
      '$[0]',
    ])
      await assert.rejects(list(path), { code: 'NO_PLACE', status: 404 }, path);
  });

  test('refuses a cursor that no reply gave', async () => {
    for (const cursor of ['x', '7', 'e', 'o1', 'm1.2', `o1.${text.length}`, 'a1.3', 'e-1'])
      await assert.rejects(list('$', { limit: 1, cursor }), { code: 'REQUEST_INVALID' }, cursor);
  });
});

test('an object of more members than an index lists has its first page for one read', async () => {
  const members = Array.from({ length: 70_000 }, (_, n) => `"name ${n}":${n}`);
  const source = await stored(`{${members.join()}}`);
  const first = await outlineRun([], { limit: 3 }, source);
  assert.deepEqual(first.items[2], { name: 'name 2', type: 'number', bytes: 1, value: '2' });
  assert.deepEqual([first.count, first.bytes, first.reads], [70_000, source.documentBytes, 1]);
  const later = await outlineRun([], { limit: 1, cursor: first.next }, source);
  assert.deepEqual(later.items, [{ name: 'name 3', type: 'number', bytes: 1, value: '3' }]);
});

test('a member that the index does not count is counted, and a short text is shown, by one read', async () => {
  const members = Array.from({ length: 100 }, (_, n) => `"name ${n}":${n}`).join();
  const source = await stored(`{"object":{${members}},"text":"abc","flag":true}`);
  const { items, reads } = await outlineRun([], { limit: 3, wholeBytesMax: 0 }, source);
  assert.deepEqual(items, [
    { name: 'object', type: 'object', bytes: members.length + 2, count: 100 },
    { name: 'text', type: 'string', bytes: 5, value: '"abc"' },
    { name: 'flag', type: 'boolean', bytes: 4, value: 'true' },
  ]);
  assert.equal(reads, 1);
});

test('a place behind too many bytes is refused, and a page of such a place ends early', async () => {
  const long = JSON.stringify('x'.repeat(40 * 1024 * 1024));
  const source = await stored(`{"deep":{"first":1,"long":${long},"last":2}}`);
  await assert.rejects(outlineRun(['deep', 'last'], { limit: 1 }, source), {
    code: 'PLACE_TOO_FAR',
    status: 413,
  });
  const { items, next } = await outlineRun(['deep'], { limit: 5 }, source);
  assert.deepEqual(items, [{ name: 'first', type: 'number', bytes: 1, value: '1' }]);
  assert.ok(next !== undefined);
});

describe('a path', () => {
  for (const [text, written] of [
    ['$', '$'],
    ['$.stats[0].total', '$.stats[0].total'],
    [`$['stats'][0]["99.0"]`, '$.stats[0]["99.0"]'],
    [`$['a b'].$schema`, '$["a b"]["$schema"]'],
    [`$["it's"]["\\""]`, '$["it\'s"]["\\""]'],
    ['$.ü["0"]', '$.ü["0"]'],
  ] as const)
    test(`${text} is written ${written}`, () => {
      assert.equal(placeText(parsePlace(text)), written);
      assert.deepEqual(parsePlace(written), parsePlace(text));
    });

  for (const text of [
    '',
    'stats',
    '$..a',
    '$.*',
    '$[-1]',
    '$[0,1]',
    '$[0:2]',
    '$.a[?(@.b)]',
    '$.a^',
    '$.a~',
    '$[',
  ])
    test(`${text} has more than names and indices`, () => {
      assert.throws(() => parsePlace(text), { code: 'PATH_INVALID', status: 400 });
    });
});

async function stored(text: string): Promise<RunSource> {
  const { index, bytes } = await indexed(text);
  const document = utf8(text);
  return {
    documentBytes: document.length,
    document: rangesOf(document),
    index: rangesOf(bytes),
    openIndex: async () => index,
    kept: () => undefined,
    keep: () => assert.fail('only a whole document is worth keeping'),
  };
}
