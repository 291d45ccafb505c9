/** Slices select the elements of RFC 9535. Missing elements are errors of strict mode. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bounds, isWithin } from '../../../../../lib/results/query/planner/shape/path-shape.ts';

/**
 * Slices of an array with five elements: the first selected element, the end of the selection, and whether
 * all elements of the slice exist.
 */
const slices: readonly (readonly [start: number, end: number | undefined, number, number, boolean])[] = [
  [0, undefined, 0, 5, true],
  [4, undefined, 4, 5, true],
  [5, undefined, 5, 5, false],
  [0, 5, 0, 5, true],
  [0, 6, 0, 5, false],
  [2, 2, 2, 2, false],
  [3, 2, 3, 2, false],
  [-1, undefined, 4, 5, true],
  [-5, -4, 0, 1, true],
  [-6, -4, 0, 1, false],
  [1, -1, 1, 4, true],
];
for (const [start, end, from, to, isThere] of slices)
  test(`the slice from ${start} to ${end}`, () => {
    const slice = { kind: 'slice', start, ...(end !== undefined && { end }) } as const;
    assert.deepEqual(bounds(slice, 5), { start: from, end: to });
    assert.equal(isWithin(slice, 5), isThere);
  });
