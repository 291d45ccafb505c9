import assert from 'node:assert/strict';
import { test } from 'node:test';
import { containmentFilter } from '../../../../lib/repository/records/labels/containment.ts';

/** A filter selects datasets whose label values contain it, as `@>` of PostgreSQL's `jsonb` defines it. */

const values = new Map([
  ['n', '1.0'],
  ['big', '9007199254740993'],
  ['text', '"3"'],
  ['list', '[1,[2,3],{"a":1,"b":2}]'],
  ['map', '{"a":{"b":[1,2],"c":null}}'],
]);
const rows: readonly (readonly [filter: string, isWanted: boolean])[] = [
  ['{"n":1}', true],
  ['{"n":1,"text":"3"}', true],
  ['{"n":1,"text":3}', false],
  ['{"gone":null}', false],
  ['{"big":9007199254740993}', true],
  ['{"big":9007199254740992}', false],
  ['{"list":[]}', true],
  ['{"list":[{"b":2},1,1]}', true],
  ['{"list":[[3]]}', true],
  ['{"list":[2]}', false],
  ['{"list":1}', false],
  ['{"n":[1]}', false],
  ['{"map":{"a":{"b":[2]}}}', true],
  ['{"map":{"a":{"b":{}}}}', false],
  ['{"map":{"a":{"c":null}}}', true],
  ['{"map":{"b":1}}', false],
  ['{"map":{}}', true],
  ['{"map":[]}', false],
  ['{"text":{}}', false],
  ['{"map":"a"}', false],
];
for (const [filter, isWanted] of rows)
  test(`${filter} is ${isWanted ? '' : 'not '}contained`, () =>
    assert.equal(containmentFilter(filter)?.(values), isWanted));

test('nothing leaves nothing out, and anything but an object is refused', () => {
  for (const text of ['', ' ', '{}']) assert.equal(containmentFilter(text), undefined);
  for (const text of ['[1]', '3', '{"a":', '$.a'])
    assert.throws(() => containmentFilter(text), { code: 'FILTER_INVALID', message: /write the filter as/ });
});
