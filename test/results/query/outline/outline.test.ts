import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Outline, OutlineItem } from '../../../../lib/api.generated.ts';
import type { OutlinePage } from '../../../../lib/results/query/outline/listing.ts';
import { outlineRun } from '../../../../lib/results/query/outline/outline.ts';
import { parsePlace, placeText, type Step } from '../../../../lib/results/query/outline/place.ts';
import type { RunSource } from '../../../../lib/results/query/query-run.ts';
import { documents } from '../../run-index/documents.ts';
import { inMemory } from '../planner/in-memory.ts';
import { regularDocuments } from '../planner/regular-documents.ts';

/** The outline of a place has what JSON.parse finds there, page by page, with the digits of the document. */

type Way = Pick<OutlinePage, 'wholeBytesMax'>;
/** By the index and by scans, and in memory. */
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

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
};
const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** All places of a value, the first ones of each container. */
function* placesOf(value: unknown, steps: readonly Step[] = []): Generator<readonly [readonly Step[], unknown]> {
  yield [steps, value];
  if (!isContainer(value) || steps.length === 4) return;
  for (const [name, child] of Object.entries(value).slice(0, 4))
    yield* placesOf(child, [...steps, Array.isArray(value) ? Number(name) : name]);
}

/** Compares a place with the value that JSON.parse has there. */
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
    if (item.value === undefined) assert.ok(item.count !== undefined || item.bytes > 256 || isContainer(child));
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
            hold(first, pages.flatMap(({ items }) => items), value);
            assert.deepEqual(parsePlace(first.path), steps);
          }
        }),
        { numRuns: 150 },
      );
    });
});
