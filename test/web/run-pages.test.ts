import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { RunSummary } from '../../lib/api.generated.ts';
import { drawnOf, movedBy, stretchOf } from '../../lib/web/components/run-list/window.ts';
import {
  countOf,
  forgetting,
  forgottenBetween,
  noPages,
  type RunPages,
  rowsBetween,
  withPage,
  withRows,
} from '../../lib/web/data/lists/run-pages.ts';

/**
 * A long list keeps its scroll position, although rows far from the visible part are dropped and loaded
 * again.
 */

const run = (id: number) => ({ id }) as RunSummary;

/** A list of pages of these sizes, whose runs are numbered from 0. */
function listOf(sizes: readonly number[]): RunPages {
  let first = 0;
  return sizes.reduce((list, size, at) => {
    const runs = Array.from({ length: size }, (_, n) => run(first + n));
    first += size;
    const next = at === sizes.length - 1 ? undefined : `c${at + 1}`;
    return withPage(list, list.next ?? '', { runs, total: 99, ...(next !== undefined && { next }) });
  }, noPages);
}

const sizes = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 12 });

test('each row is at its place, also after rows were forgotten and loaded again', () => {
  const law = fc.property(
    sizes,
    fc.nat(80),
    fc.nat(60),
    fc.nat(100),
    fc.nat(20),
    (sizes, location, max, from, some) => {
      const list = listOf(sizes);
      const count = countOf(list);
      assert.equal(
        count,
        sizes.reduce((sum, size) => sum + size, 0),
      );
      const short = forgetting(list, location, max);
      assert.equal(countOf(short), count);
      const kept = rowsBetween(short, 0, count);
      assert.ok(kept.length <= Math.max(max, 0) || short === list);
      for (const {
        at,
        run: { id },
      } of kept)
        assert.equal(id, at);
      const again = forgottenBetween(short, from, from + some).reduce((known, cursor) => {
        const page = list.pages.find((each) => each.cursor === cursor);
        return withRows(known, cursor, page?.rows ?? []);
      }, short);
      assert.deepEqual(rowsBetween(again, from, from + some), rowsBetween(list, from, from + some));
    },
  );
  fc.assert(law);
});

test('the rows nearest to the screen stay', () => {
  const list = listOf([5, 5, 5, 5]);
  const kept = rowsBetween(forgetting(list, 12, 10), 0, 20).map(({ at }) => at);
  assert.ok(kept.includes(12) && kept.length === 10 && !kept.includes(0), kept.join(' '));
  assert.equal(forgetting(list, 12, 20), list);
});

test('the server counts a list, and not a filtered one', () => {
  assert.deepEqual([listOf([3]).total, listOf([3]).next], [99, undefined]);
  const filtered = withPage(noPages, '', { runs: [run(1)], total: 1, looked: 40, left: 60, next: 'x' });
  assert.deepEqual([filtered.total, filtered.looked, filtered.left, filtered.next], [undefined, 40, 60, 'x']);
  const nothing = withPage(filtered, 'x', { runs: [], total: 0, looked: 100, left: 0 });
  assert.deepEqual([countOf(nothing), nothing.pages.length, nothing.next], [1, 1, undefined]);
});

test('the window has the rows of the screen and some around it', () => {
  assert.deepEqual(stretchOf(0, 340, 34, 1000), { from: 0, to: 22 });
  assert.deepEqual(stretchOf(3400, 340, 34, 1000), { from: 88, to: 122 });
  assert.deepEqual(stretchOf(-200, 340, 34, 3), { from: 0, to: 3 });
  assert.deepEqual(stretchOf(99_999, 340, 34, 5), { from: 5, to: 5 });
});

test('all rows of a short list are drawn, because it reports no number of rows', () => {
  const screen = { from: 2, to: 40 };
  assert.deepEqual(drawnOf(listOf([200]), screen), { from: 0, to: 200, isWhole: true });
  assert.deepEqual(drawnOf(listOf([201]), screen), { ...screen, isWhole: false });
  assert.deepEqual(drawnOf({ ...listOf([60]), next: 'c' }, screen), { ...screen, isWhole: false });
});

test('keys move within the list', () => {
  const moves: [key: string, to: number | undefined][] = [
    ['ArrowDown', 6],
    ['ArrowUp', 4],
    ['PageDown', 9],
    ['PageUp', 0],
    ['Home', 0],
    ['End', 9],
    ['x', undefined],
  ];
  for (const [key, to] of moves) assert.equal(movedBy(key, 5, 10, 8), to, key);
  assert.equal(movedBy('End', 0, 0, 8), undefined);
});
