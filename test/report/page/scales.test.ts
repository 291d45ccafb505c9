import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { html } from '../../../lib/report/page/html.ts';
import { durationText, percentileText } from '../../../lib/report/page/number-text.ts';
import { rangesOf } from '../../../lib/report/page/scales/consecutive-ranges.ts';
import { slotOfTime, timeOfSlot } from '../../../lib/report/page/scales/histogram-slots.ts';
import { levelCount, levelOf, levelRanges } from '../../../lib/report/page/scales/levels.ts';
import {
  clockTicks,
  linearTicks,
  logTicks,
  nines,
  wholeTicks,
} from '../../../lib/report/page/scales/ticks.ts';

describe('marks of axes', () => {
  it('are round and begin at 0', () => {
    assert.deepEqual(linearTicks(430, 5), [0, 100, 200, 300, 400]);
    assert.deepEqual(linearTicks(0.9, 4), [0, 0.5]);
    assert.deepEqual(linearTicks(0, 4), [0]);
  });

  it('of counts are whole', () => {
    assert.deepEqual(wholeTicks(1.05, 3), [0, 1]);
    assert.deepEqual(wholeTicks(430, 5), linearTicks(430, 5));
  });

  it('are 1, 2 and 5 or only the powers of ten on a logarithmic axis', () => {
    assert.deepEqual(logTicks(3, 60), [5, 10, 20, 50]);
    assert.deepEqual(logTicks(3, 6e6), [10, 100, 1000, 10_000, 100_000, 1_000_000]);
  });

  it('are clock times on an axis of time', () => {
    const from = Date.UTC(2026, 0, 1, 12, 0, 7);
    assert.deepEqual(
      clockTicks(from, from + 60_000, 6).map((ms) => (ms - from) / 1000),
      [3, 13, 23, 33, 43, 53].map((s) => s),
    );
  });

  it('end where the axis of percentiles ends', () => {
    assert.deepEqual(nines(1), [0, 0.5, 0.9]);
    assert.deepEqual(nines(3.2), [0, 0.5, 0.9, 0.99, 0.999]);
  });
});

describe('colours of a heat map', () => {
  it('rise with the count, from the first for one request to the last for the most', () => {
    for (const most of [1, 2, 3, 10, 97, 12_345]) {
      const levels = Array.from({ length: Math.min(most, 500) }, (_, at) => levelOf(at + 1, most));
      assert.deepEqual(
        levels,
        levels.toSorted((one, other) => one - other),
        `${most}`,
      );
      assert.equal(levelOf(most, most), levelCount, `${most}`);
      if (most > 20) assert.equal(levels[0], 1);
    }
  });

  it('have a legend in which every count has its place, once', () => {
    for (const most of [1, 2, 5, 40, 1234]) {
      const ranges = levelRanges(most);
      assert.deepEqual([ranges[0]?.from, ranges.at(-1)?.to], [1, most]);
      for (const [at, { level, from, to }] of ranges.entries()) {
        assert.deepEqual(
          [levelOf(from, most), levelOf(to, most)],
          [level, level],
          `${most}: ${from} to ${to}`,
        );
        if (at > 0) assert.equal(from, ranges[at - 1]!.to + 1);
      }
    }
  });
});

it('a drawn range ends before a gap and begins after it', () => {
  const cases = [
    [
      [1, 2, null, 3, null],
      [
        [0, 2],
        [3, 4],
      ],
    ],
    [
      [null, 0, undefined, 5],
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [[null], []],
  ] as const;
  for (const [values, found] of cases) {
    assert.deepEqual(
      rangesOf(values).map(({ from, to }) => [from, to]),
      found,
    );
  }
});

it('slots and times turn into each other', () => {
  const edges = { first: 10, ns: [100, 110, 130, 170] };
  assert.deepEqual(
    [100, 110, 120, 170].map((ns) => slotOfTime(edges, ns)),
    [10, 11, 11.5, 13],
  );
  assert.deepEqual(
    [10, 11, 11.5, 13].map((slot) => timeOfSlot(edges, slot)),
    [100, 110, 120, 170],
  );
  assert.deepEqual(
    [50, 900].map((ns) => slotOfTime(edges, ns)),
    [10, 13],
  );
});

it('a percentile is shown from as many requests on as it has parts', () => {
  const cases = [
    [50, 2],
    [90, 10],
    [99, 100],
    [99.9, 1000],
  ] as const;
  for (const [percentile, least] of cases) {
    assert.equal(percentileText(5e6, percentile, least), '5.00\u00a0ms');
    assert.equal(percentileText(5e6, percentile, least - 1), undefined);
  }
});

it('durations have the units of a clock', () => {
  const cases = [
    [900, '0.9 s'],
    [10_000, '10 s'],
    [65_000, '1 min 5 s'],
    [3_600_000, '1 h'],
    [5_400_000, '1 h 30 min'],
  ] as const;
  for (const [ms, text] of cases) assert.equal(durationText(ms).replaceAll('\u00a0', ' '), text);
});

it('values of a template are escaped, its own markup and that of others is not, and nothing is left of what is not there', () => {
  const inner = html`<b>${'a<b'}</b>`;
  assert.equal(
    html`<p title="${'"&\''}">${inner}${[1, '<']}${undefined}${false}${null}${0}</p>`.text,
    '<p title="&quot;&amp;&#39;"><b>a&lt;b</b>1&lt;0</p>',
  );
});
