import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { counted, dollars, exactly, latency, percent, rate, roughly, span } from '../../lib/report/units.ts';

test('latencies have three digits and the unit that keeps them short', () => {
  const rows: [number | undefined, string][] = [
    [undefined, '-'],
    [Number.NaN, '-'],
    [0, '0'],
    [850, '850ns'],
    [999, '999ns'],
    [1_000, '1.00µs'],
    [12_345, '12.3µs'],
    [999_499, '999µs'],
    [999_999, '1.00ms'],
    [4_560_000, '4.56ms'],
    [123_456_789, '123ms'],
    [1_200_000_000, '1.20s'],
    [75_000_000_000, '75.0s'],
  ];
  for (const [ns, text] of rows) assert.equal(latency(ns), text);
});

test('counts are exact in reports and short in progress', () => {
  assert.equal(exactly(1_234_567), '1,234,567');
  assert.equal(exactly(undefined), '-');
  assert.deepEqual([0, 950, 9_999, 12_345, 999_499, 999_999, 4_560_000].map(roughly), [
    '0',
    '950',
    '9999',
    '12.3k',
    '999k',
    '1.00M',
    '4.56M',
  ]);
});

test('rates say per second', () => {
  assert.deepEqual([0, 0.5, 1, 119.98, 120, 12_300].map(rate), [
    '0/s',
    '0.50/s',
    '1/s',
    '120/s',
    '120/s',
    '12.3k/s',
  ]);
});

test('spans read like a clock', () => {
  assert.deepEqual([0, 850, 1_000, 9_500, 10_040, 42_000, 65_000, 7_380_000].map(span), [
    '0ms',
    '850ms',
    '1s',
    '9.5s',
    '10s',
    '42s',
    '1m05s',
    '2h03m',
  ]);
});

test('a share is never rounded to all or nothing', () => {
  assert.deepEqual([0, 0.000_001, 0.000_36, 0.5, 0.998, 0.99999, 1].map(percent), [
    '0 %',
    '<0.001 %',
    '0.036 %',
    '50 %',
    '99.8 %',
    '>99.9 %',
    '100 %',
  ]);
});

test('nouns follow their number', () => {
  assert.deepEqual(
    [0, 1, 2_000].map((count) => counted(count, 'run')),
    ['0 runs', '1 run', '2,000 runs'],
  );
});

test('a latency is at most seven characters up to an hour, so that columns stay narrow', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3_600_000_000_000 }), (ns) => {
      assert.ok(latency(ns).length <= 7, latency(ns));
    }),
  );
});

test('dollars have cents, and amounts below a cent are marked', () => {
  assert.deepEqual([0, 0.0099, 0.01, 14.266, 73_512.8, undefined].map(dollars), [
    'less than $0.01',
    'less than $0.01',
    '$0.01',
    '$14.27',
    '$73,512.80',
    '-',
  ]);
});
