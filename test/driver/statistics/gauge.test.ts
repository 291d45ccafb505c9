import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Gauge } from '../../../lib/driver/statistics/gauge.ts';

/** A gauge has the smallest and the largest value of each second, including seconds without a change. */

function rowsOf(...notes: readonly (readonly [second: number, active: number])[]) {
  const gauge = new Gauge();
  for (const [second, value] of notes) {
    gauge.seal(second);
    gauge.set(value);
  }
  return gauge.rows();
}

const table: readonly [
  what: string,
  notes: readonly (readonly [number, number])[],
  rows: readonly (readonly number[])[],
][] = [
  ['nothing', [], []],
  [
    'nobody came',
    [
      [0, 0],
      [3, 0],
    ],
    [],
  ],
  [
    'one second',
    [
      [0, 1],
      [0, 3],
      [0, 2],
    ],
    [[0, 0, 3]],
  ],
  [
    'quiet seconds keep their sessions',
    [
      [0, 2],
      [3, 1],
    ],
    [
      [0, 0, 2],
      [1, 2, 2],
      [2, 2, 2],
      [3, 1, 2],
    ],
  ],
  [
    'from the first second with a session',
    [
      [0, 0],
      [2, 1],
    ],
    [[2, 0, 1]],
  ],
  [
    'to the last one',
    [
      [0, 1],
      [1, 0],
      [2, 0],
      [3, 0],
    ],
    [
      [0, 0, 1],
      [1, 0, 1],
    ],
  ],
  [
    'a pause in between',
    [
      [0, 1],
      [0, 0],
      [2, 4],
    ],
    [
      [0, 0, 1],
      [1, 0, 0],
      [2, 0, 4],
    ],
  ],
];
for (const [what, notes, rows] of table) test(what, () => assert.deepEqual(rowsOf(...notes), rows));
