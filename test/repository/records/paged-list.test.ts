import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SortKey, walked } from '../../../lib/repository/records/paged-list.ts';

/** Consecutive pages together are the list, for any size of page and any changes of the list meanwhile. */

type Record = { readonly order: number; readonly id: number };
const placeOf = ({ order, id }: Record): SortKey => [order, id];
/** Twelve records in three groups, in the order of the list. */
const list: readonly Record[] = Array.from({ length: 12 }, (_, n) => ({ order: Math.floor(n / 4), id: n }));

function pages(size: number, of: (page: number) => readonly Record[]): readonly (readonly Record[])[] {
  const found: (readonly Record[])[] = [];
  let cursor: string | undefined = '';
  while (cursor !== undefined) {
    assert.ok(found.length < 20, 'the walk ends');
    const { items, next }: ReturnType<typeof walked<Record>> = walked(of(found.length), placeOf, {
      limit: size,
      cursor,
    });
    found.push(items);
    cursor = next;
  }
  return found;
}

test('a list without a limit and a cursor is whole, in its own order', () => {
  const reversed = list.toReversed();
  assert.deepEqual(walked(reversed, placeOf, {}), { items: reversed });
});

for (let size = 1; size <= 13; size += 1)
  test(`pages of ${size} follow one another, and none is empty`, () => {
    const found = pages(size, () => list);
    assert.deepEqual(found.flat(), list);
    assert.equal(found.length, Math.ceil(list.length / size));
  });

test('items that come or go between two pages move no others', () => {
  const later = list.filter(({ id }) => id !== 2).concat({ order: 0, id: 1.5 });
  const found = pages(3, (page) => (page === 0 ? list : later)).flat();
  assert.deepEqual(
    found.map(({ id }) => id),
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  );
});

test('names are in the order of their characters', () => {
  const names = ['b', 'B', 'ä', '', 'a'];
  const first = walked(names, (name) => [name], { limit: 2 });
  assert.deepEqual(first.items, ['', 'B']);
  assert.deepEqual(
    walked(names, (name) => [name], { cursor: first.next }),
    { items: ['a', 'b', 'ä'] },
  );
});

test('a cursor without a limit shows a thousand items', () => {
  const many = Array.from({ length: 1001 }, (_, id) => id);
  const { items, next } = walked(many, (id) => [id], { cursor: '' });
  assert.equal(items.length, 1000);
  assert.deepEqual(walked(many, (id) => [id], { cursor: next }).items, [1000]);
});

const cursorOf = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
for (const [what, cursor] of [
  ['a text that is not JSON', 'hello'],
  ['an object', cursorOf({ id: 1 })],
  ['a place of another length', cursorOf([1])],
  ['a place of other types', cursorOf(['1', 1])],
  ['a place with something else than texts and numbers', cursorOf([null, 1])],
] as const)
  test(`${what} is refused as a cursor`, () => {
    assert.throws(() => walked(list, placeOf, { cursor }), { code: 'REQUEST_INVALID', status: 400 });
  });
