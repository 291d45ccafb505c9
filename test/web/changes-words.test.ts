import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sidesAround } from '../../lib/web/data/runs/runs-around-change.ts';
import { amount, decided, difference, inUnits, keys } from '../../lib/web/words/changes.ts';

test('an answer says whether it was sent', () => {
  assert.deepEqual(
    ['waiting', 'sending', 'failed', 'sent'].map((step) => decided('dismiss', step)),
    [
      'No change. The page sends your answer in 10 seconds.',
      'No change. Sending …',
      'No change. The page could not send your answer.',
      'No change.',
    ],
  );
});

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
});

test('numbers in an explanation have the format of the line above it', () => {
  const explanation =
    'the last value is 9000000, -77.8 % compared with 0.0312, the mean of the 1 value before (standard deviation 547723000000000000); +10 % is allowed';
  assert.equal(
    inUnits(explanation, 'other'),
    'the last value is 9,000,000, −77.8 % compared with 0.0312, the mean of the 1 value before (standard deviation 5.477e17); +10 % is allowed',
  );
  assert.match(
    inUnits('0.0312 is above the upper bound 0.01', 'share'),
    /^3.1 % is above the upper bound 1 %$/,
  );
  assert.match(inUnits('-5 is below the lower bound 2e+307', 'other'), /^−5 is below the lower bound 2e307$/);
});

test('numbers of any size are short, and a fall to almost nothing has one sign', () => {
  assert.deepEqual(
    [1e308, 200_000_000_024_691_360, -5, 1e-12, 12_345.678, -0.25].map((value) => amount(value, 'other')),
    ['1e308', '2e17', '−5', '1e-12', '12,346', '−0.25'],
  );
  assert.deepEqual(
    [difference(6e14, 1), difference(1, 1e-5), difference(1000, 1000.01)],
    ['−100 %', '−100 %', '+0.001 %'],
  );
  assert.deepEqual(
    [difference(1, 500), difference(-1, -500), difference(2e17, 1e308)],
    ['+49,900 %', '−49,900 %', '+5e292 %'],
  );
});

test('an explanation of many numbers is formatted in linear time', () => {
  for (const part of ['1', '1.', '-', '1e', '1 ', '+1'])
    assert.equal(typeof inUnits(part.repeat(50_000), 'time'), 'string');
});

test('the hint names the keys of decisions only to people who may decide', () => {
  assert.match(keys(true), / y confirms .* n dismisses .* u undoes /);
  assert.doesNotMatch(keys(false), /confirms|dismisses|undoes/);
});

test('a run that is not in the list of runs has another reason than the first run of a test', () => {
  const listOf = (id: readonly number[]) => ({ id: [...id], state: id.map(() => 'passed' as const) });
  assert.equal(sidesAround(7, listOf([7, 8])), 'no run before');
  assert.equal(sidesAround(6, listOf([7, 8])), 'not listed');
  assert.deepEqual(sidesAround(8, listOf([7, 8])), { before: [7], after: [8] });
  assert.equal(sidesAround(7, listOf(Array.from({ length: 500 }, (_, at) => at + 7))), 'not listed');
});
