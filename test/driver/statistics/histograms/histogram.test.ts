import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  build,
  decodeFromCompressedBase64,
  encodeIntoCompressedBase64,
  Float64Histogram,
} from 'hdr-histogram-js';
import { Histogram } from '../../../../lib/driver/statistics/histograms/histogram.ts';
import {
  highestOf,
  layout,
  lowestOf,
  middleOf,
  slotCount,
  slotOf,
} from '../../../../lib/driver/statistics/histograms/layout.ts';
import { DownpourError } from '../../../../lib/errors.ts';
import { countsOf, histogramOf, times } from './values.ts';

const blank = (): Float64Histogram =>
  new Float64Histogram(layout.lowestNs, layout.highestNs, layout.significantDigits);

test('The layout is that of hdr-histogram-js for 1 ns, 60 s and two digits', () => {
  const library = blank();
  assert.equal(library.countsArrayLength, slotCount);
  for (let slot = 0; slot < slotCount; slot += 1) {
    const value = library.valueFromIndex(slot);
    assert.equal(lowestOf(slot), value);
    assert.equal(highestOf(slot), library.highestEquivalentValue(value));
    assert.equal(middleOf(slot), library.medianEquivalentValue(value));
    if (highestOf(slot) > layout.highestNs) continue;
    assert.deepEqual([slotOf(lowestOf(slot)), slotOf(highestOf(slot))], [slot, slot]);
  }
});

test('Recording is bit-identical to the library: the same counts and the same encoded text', () => {
  fc.assert(
    fc.property(fc.array(times, { minLength: 1, maxLength: 200 }), (values) => {
      const library = blank();
      for (const value of values) library.recordValue(Math.min(value, layout.highestNs));
      const ours = histogramOf(values);
      const counts = Array.from(
        { length: slotCount },
        (_, slot) => [slot, library.getCountAtIndex(slot)] as const,
      );
      assert.deepEqual(
        countsOf(ours),
        counts.filter(([, count]) => count > 0),
      );
      assert.equal(ours.encode(), encodeIntoCompressedBase64(library));
    }),
    { numRuns: 500 },
  );
});

test('A value outside of the range is counted at its edge', () => {
  const table: readonly [ns: number, slot: number][] = [
    [60e9, slotOf(60e9)],
    [60e9 + 1, slotOf(60e9)],
    [1e15, slotOf(60e9)],
    [Infinity, slotOf(60e9)],
    [-1, 0],
    [-Infinity, 0],
    [Number.NaN, 0],
    [0.9, 0],
    [255.9, 255],
  ];
  for (const [ns, slot] of table) assert.equal(slotOf(ns), slot, String(ns));
  assert.ok(slotOf(60e9) < slotCount);
});

test('The encoded form holds every count, however large, and the library reads the same', () => {
  const counted = fc.tuple(
    times,
    fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constantFrom(2 ** 31, 2 ** 32 + 1, 1e12)),
  );
  fc.assert(
    fc.property(fc.array(counted, { minLength: 1, maxLength: 50 }), (entries) => {
      const library = blank();
      for (const [ns, count] of entries) library.recordValueWithCount(Math.min(ns, layout.highestNs), count);
      const text = encodeIntoCompressedBase64(library);
      const ours = Histogram.decode(text);
      assert.equal(ours.count, library.totalCount);
      assert.equal(ours.encode(), text);
      ours.add(ours);
      assert.equal(decodeFromCompressedBase64(ours.encode() ?? '', 64).totalCount, 2 * library.totalCount);
    }),
  );
  assert.equal(new Histogram().encode(), undefined);
});

test('Adding and taking away again are exact, and a cleared histogram starts again', () => {
  fc.assert(
    fc.property(fc.array(times), fc.array(times), (some, more) => {
      const histogram = histogramOf(some);
      histogram.add(histogramOf(more));
      assert.deepEqual(countsOf(histogram), countsOf(histogramOf([...some, ...more])));
      histogram.subtract(histogramOf(more));
      assert.deepEqual(countsOf(histogram), countsOf(histogramOf(some)));
      histogram.clear();
      assert.equal(histogram.count, 0);
      for (const ns of more) histogram.record(ns);
      assert.equal(histogram.encode(), histogramOf(more).encode());
    }),
  );
});

test('A histogram of another layout is refused', () => {
  const other = build({
    bitBucketSize: 64,
    highestTrackableValue: 120_000_000,
    numberOfSignificantValueDigits: 3,
  });
  other.recordValue(5);
  const refused = (error: unknown): boolean =>
    error instanceof DownpourError && error.code === 'HISTOGRAM_LAYOUT';
  assert.throws(() => Histogram.decode(encodeIntoCompressedBase64(other)), refused);
});

test('A text that is no histogram is refused, wherever it is broken', () => {
  const histogram = histogramOf([1, 1000, 5_000_000]);
  const bytes = Buffer.from(histogram.encode() ?? '', 'base64');
  assert.equal(Histogram.decode(bytes.toString('base64')).count, 3);
  assert.throws(() => Histogram.decode(''), /not an HdrHistogram/);
  assert.throws(() => Histogram.decode(Buffer.alloc(40).toString('base64')), /not an HdrHistogram/);
  for (let length = 0; length < bytes.length; length += 1)
    assert.throws(
      () => Histogram.decode(bytes.subarray(0, length).toString('base64')),
      Error,
      `${length} bytes`,
    );
  const changed = Buffer.from(bytes);
  changed[3] = 0x03;
  assert.throws(() => Histogram.decode(changed.toString('base64')), /not an HdrHistogram/);
});
