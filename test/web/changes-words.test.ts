import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inUnits, keys } from '../../lib/web/words/changes.ts';

test('a chance in an explanation gets no unit', () => {
  const explanation =
    'the median of the 30 values before; 0.0887 in 100 stable series show such a change by chance';
  assert.equal(inUnits(explanation, 'time'), explanation);
});

test('times in an explanation get a unit, and counts of values do not', () => {
  const explanation =
    'the median of the last 1200 values is 7370000.5, +33.4 % compared with 5520000, the mean of the 1500 values before (standard deviation 195000)';
  assert.equal(
    inUnits(explanation, 'time').replaceAll('\u00a0', ' '),
    'the median of the last 1200 values is 7.37 ms, +33.4 % compared with 5.52 ms, the mean of the 1500 values before (standard deviation 195 µs)',
  );
  assert.equal(inUnits(explanation, 'other'), explanation);
});

test('the hint names the keys of decisions only to people who may decide', () => {
  assert.match(keys(true), / y confirms .* n dismisses .* u undoes /);
  assert.doesNotMatch(keys(false), /confirms|dismisses|undoes/);
});
