import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Histogram } from '../../../lib/driver/statistics/histograms/histogram.ts';
import { spectrumLines } from '../../../lib/report/wrk/spectrum.ts';

test('the percentiles of four times, in milliseconds, as plotters of HdrHistogram read them', () => {
  const histogram = new Histogram();
  for (const ms of [1, 2, 3, 4]) histogram.record(ms * 1e6);
  assert.deepEqual(spectrumLines(histogram), [
    '       Value   Percentile   TotalCount 1/(1-Percentile)',
    '',
    '       1.004     0.000000            1         1.00',
    '       1.004     0.100000            1         1.11',
    '       1.004     0.200000            1         1.25',
    '       2.007     0.300000            2         1.43',
    '       2.007     0.400000            2         1.67',
    '       2.007     0.500000            2         2.00',
    '       3.015     0.550000            3         2.22',
    '       3.015     0.600000            3         2.50',
    '       3.015     0.650000            3         2.86',
    '       3.015     0.700000            3         3.33',
    '       3.015     0.750000            3         4.00',
    '       4.014     0.775000            4         4.44',
    '       4.014     1.000000            4          inf',
    '#[Mean    =        2.504, StdDeviation   =        1.120]',
    '#[Max     =        4.014, Total count    =            4]',
    '#[Buckets =           29, SubBuckets     =          256]',
  ]);
});

test('shares rise to one, and so do counts to that of all', () => {
  const histogram = new Histogram();
  for (let at = 1; at <= 5000; at += 1) histogram.record(at ** 3);
  const rows = spectrumLines(histogram)
    .flatMap((line) => [
      ...(/^ *([\d.]+) +([\d.]+) +(\d+) +([\d.]+|inf)$/.exec(line)?.slice(1) ? [line] : []),
    ])
    .map((line) => line.trim().split(/ +/).map(Number));
  for (const [at, [value = 0, share = 0, count = 0]] of rows.entries()) {
    const [valueBefore = 0, shareBefore = -1, countBefore = 0] = rows[at - 1] ?? [];
    assert.ok(value >= valueBefore && share > shareBefore && count >= countBefore);
    assert.ok(count >= share * 5000 - 0.01, 'at least this share lies up to there');
  }
  assert.deepEqual(rows.at(-1)?.slice(1, 3), [1, 5000]);
});

test('without times there is a head and a foot', () => {
  assert.equal(spectrumLines(new Histogram()).length, 5);
});
