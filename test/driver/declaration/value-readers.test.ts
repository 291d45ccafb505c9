import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  bodyOf,
  fieldsOf,
  integerOf,
  pairsOf,
  textOf,
} from '../../../lib/driver/declaration/value-readers.ts';
import type { Path } from '../../../lib/driver/document/problem.ts';

/** Bodies of steps in the forms that a document may have: mappings, lists of mappings, scalars. */

type Read = (raw: unknown, at: Path) => unknown;

const tables: readonly (readonly [
  read: Read,
  rows: readonly (readonly [raw: unknown, expected: unknown])[],
])[] = [
  [
    fieldsOf,
    [
      [{ a: 1 }, { a: 1 }],
      [null, undefined],
      [undefined, undefined],
      ['a', undefined],
      [1, undefined],
      [[{ a: 1 }], undefined],
    ],
  ],
  [
    bodyOf,
    [
      [null, {}],
      [undefined, {}],
      [{ a: 1 }, { a: 1 }],
      [[{ a: 1 }], undefined],
      ['a', undefined],
      [0, undefined],
    ],
  ],
  [
    textOf,
    [
      ['a', 'a'],
      [1.5, '1.5'],
      [false, 'false'],
      [null, undefined],
      [undefined, undefined],
      [{}, undefined],
    ],
  ],
  [
    integerOf,
    [
      [7, 7],
      ['-7', -7],
      [' +7 ', 7],
      [2147483647, 2147483647],
      [2147483648, undefined],
      [-2147483648, -2147483648],
      [-2147483649, undefined],
      ['1.0', undefined],
      ['', undefined],
      ['7a', undefined],
      [null, undefined],
    ],
  ],
  [
    pairsOf,
    [
      [
        { a: 1, b: 2 },
        [
          ['a', 1, ['at', 'a']],
          ['b', 2, ['at', 'b']],
        ],
      ],
      [
        [{ a: 1 }, { a: 2 }, 'x'],
        [
          ['a', 1, ['at', 0, 'a']],
          ['a', 2, ['at', 1, 'a']],
        ],
      ],
      ['a', []],
      [undefined, []],
    ],
  ],
];

for (const [read, rows] of tables) {
  suite(read.name, () => {
    for (const [raw, expected] of rows) {
      test(`${JSON.stringify(raw)} is ${JSON.stringify(expected)}`, () =>
        assert.deepEqual(read(raw, ['at']), expected));
    }
  });
}
