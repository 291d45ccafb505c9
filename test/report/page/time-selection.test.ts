import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSelection, selectionText } from '../../../lib/report/page/scales/time-selection.ts';

const evening = Date.parse('2026-11-22T23:59:50Z');

test('a stretch is read as it is written, also after midnight and between seconds', () => {
  for (const [from, to, text] of [
    [0, 5000, '23:59:50..23:59:55'],
    [12_000, 3_612_000, '24:00:02..25:00:02'],
    [1500, 2250, '23:59:51.500..23:59:52.250'],
  ] as const) {
    const stretch = { from: evening + from, to: evening + to };
    assert.equal(selectionText(stretch, evening), text);
    assert.deepEqual(parseSelection(text, evening, 7_200_000), stretch);
  }
});

test('ends outside of the run move to its ends, and any other text is no stretch', () => {
  const whole = { from: evening, to: evening + 10_000 };
  assert.deepEqual(parseSelection('23:00:00..27:00:00', evening, 10_000), whole);
  for (const text of [
    '',
    '..',
    '23:59:50',
    '23:59:55..23:59:51',
    '24:10:00..24:11:00',
    '1:2:3..4:5:6',
    'a..b',
  ])
    assert.equal(parseSelection(text, evening, 10_000), undefined, text);
});
