import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseZone } from '../../lib/timetable/zone.ts';

test('A text that is no time zone is rejected with the nearest zone, or with an example', () => {
  for (const [text, example] of [
    ['America/NewYork', 'America/New_York'],
    ['Eurpe/Pragu', 'Europe/Prague'],
    ['a city of no country', 'Europe/Prague'],
    ['+01:00', 'Europe/Prague'],
  ] as const)
    assert.deepEqual(parseZone(text), {
      message: `'${text}' is not the name of a time zone`,
      hint: `such as UTC or ${example}`,
    });
});
