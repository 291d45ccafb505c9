import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Change, TrendSeries } from '../../../lib/api.generated.ts';
import {
  largestFirst,
  levelOf,
  seriesKind,
  seriesName,
  sizeOf,
} from '../../../lib/web/components/change-list/change-facts.ts';
import {
  atX,
  labelled,
  labelledChanges,
  linesOf,
  scaleOf,
  sidesAround,
  xOf,
  yOf,
} from '../../../lib/web/components/trend/geometry.ts';
import { labelRows } from '../../../lib/web/json/label-row.ts';
import { inUnit, labelKind } from '../../../lib/web/json/label-unit.ts';
import { isMeasured, labelsOf, numericLabels } from '../../../lib/web/screens/test/label-columns.ts';
import { failedShares, hasOutcomes, marksOf, seriesAt } from '../../../lib/web/screens/test/series.ts';
import { amount, difference } from '../../../lib/web/words/changes.ts';

/** The trend of a test is drawn from the rows of its runs. A run without a value leaves a gap. */

const scale = { max: 2, ticks: [] };
const area = { left: 10, top: 0, width: 100, height: 50 };

describe('a scale begins at zero and ends at a round number', () => {
  for (const [values, ticks] of [
    [[null, 0], [0]],
    [[1], [0, 0.5, 1]],
    [
      [412e6, null, 203e6],
      [0, 2e8, 4e8, 6e8],
    ],
    [[0.031], [0, 0.01, 0.02, 0.03, 0.04]],
    [[77], [0, 20, 40, 60, 80]],
  ] as const)
    test(String(values), () => {
      const scale = scaleOf(values);
      assert.deepEqual(scale.ticks, ticks);
      assert.ok(values.every((value) => (value ?? 0) <= scale.max));
    });
});

test('runs are at equal distances, and the pointer finds them', () => {
  for (let at = 0; at < 7; at += 1) assert.equal(atX(xOf(at, 7, area), 7, area), at);
  assert.deepEqual([atX(9, 7, area), atX(111, 7, area)], [undefined, undefined]);
  assert.deepEqual([yOf(0, scale, area), yOf(2, scale, area)], [50, 0]);
});

test('labels of the axis are at equal distances, do not touch each other, and end at the newest run', () => {
  for (const [count, width, indices] of [
    [0, 800, []],
    [1, 800, [0]],
    [8, 1_000, [0, 1, 2, 3, 4, 5, 6, 7]],
    [8, 420, [1, 3, 5, 7]],
    [200, 840, [19, 39, 59, 79, 99, 119, 139, 159, 179, 199]],
  ] as const)
    assert.deepEqual(labelled(count, { ...area, width }), indices, `${count} runs in ${width} px`);
});

test('the labels of neighbouring changes do not touch each other, and the newest label stays', () => {
  const wide = { ...area, left: 64, width: 1_000 };
  const every = Array.from({ length: 50 }, (_, at) => ({ at, label: '+18 %' }));
  const kept = [...labelledChanges(every, 50, wide)];
  assert.equal(kept[0], 49);
  assert.ok(kept.length > 5);
  for (const [n, at] of kept.entries()) {
    const later = kept[n - 1];
    const isAcross = later !== undefined && later > 25 && at <= 25;
    const least = isAcross ? 2 * 56 : 56;
    if (later !== undefined)
      assert.ok(xOf(later, 50, wide) - xOf(at, 50, wide) >= least, `${at} and ${later}`);
  }
  assert.deepEqual([...labelledChanges([{ at: 3, label: 'x' }], 50, wide)], [3]);
});

test('a value that was not measured is a gap in the line', () => {
  const lines = linesOf([1, 1, null, 2, null, 0, 1], scale, { ...area, left: 0, width: 70 });
  assert.deepEqual(lines, ['5,25 15,25', '55,50 65,25']);
});

test('a test of other tools has no charts, and one run of Downpour is enough for them', () => {
  assert.equal(hasOutcomes({ state: [null, null] }), false);
  assert.equal(hasOutcomes({ state: [null, 'failed', null] }), true);
});

test('selected runs are compared with as many before them', () => {
  const ids = [11, 12, 13, 14, 15, 16];
  assert.deepEqual(sidesAround(ids, { from: 4, to: 5 }), { base: [13, 14], fresh: [15, 16] });
  assert.deepEqual(sidesAround(ids, { from: 1, to: 5 }), { base: [11], fresh: [12, 13, 14, 15, 16] });
  assert.equal(sidesAround(ids, { from: 0, to: 2 }), undefined);
});

test('the share of failed requests is unknown where no request was sent or counted', () => {
  assert.deepEqual(failedShares({ requests: [100, 0, null, 50], failed: [1, 0, 3, null] }), [
    0.01,
    null,
    null,
    null,
  ]);
});

const change = (id: number, runId: number, more: object = {}, name = 'p99'): Change =>
  ({
    id,
    testName: 'shop',
    dataset: { id, runId, ordinal: 0, testId: 1 },
    fingerprint: { metric: 'products', phase: 'browse' },
    variable: { name, labels: [name] },
    before: { count: 5, mean: 100, deviation: 1 },
    after: { count: 1, mean: 118, deviation: 0 },
    ...more,
  }) as unknown as Change;

describe('changes in the chart', () => {
  const browse = { phase: 'browse', metric: 'products' };
  const total = { phase: null, metric: null };
  const after = (mean: number) => ({ after: { count: 1, mean, deviation: 0 } });
  test('are those of the series, at their runs', () => {
    const other = change(2, 12, { fingerprint: { metric: 'cart', phase: 'browse' } });
    const changes = [change(1, 12), other, change(3, 99)];
    assert.deepEqual(marksOf(changes, [11, 12], browse, 'p99'), [{ at: 1, label: '+18 %' }]);
    assert.deepEqual(marksOf([other], [11, 12], browse, 'p99'), []);
    assert.deepEqual(marksOf([other], [11, 12], total, 'p99'), [{ at: 1, label: 'cart +18 %' }]);
    const long = change(4, 12, { fingerprint: { metric: 'm'.repeat(99), phase: 'browse' } }, 'p50');
    const [mark] = marksOf([long], [12], total, 'p99');
    assert.equal(mark?.label, `${'m'.repeat(24)}… p50 +18 %`);
  });
  test('of the shown measure are first, then the largest ones, and other measures have their names', () => {
    const [small, large] = [change(1, 12, after(110), 'p50'), change(2, 12, after(60), 'p50')];
    assert.deepEqual(marksOf([small, large], [12], browse, 'p99'), [{ at: 0, label: 'p50 −40 %' }]);
    assert.deepEqual(marksOf([small, large, change(3, 12)], [12], browse, 'p99'), [
      { at: 0, label: '+18 %' },
    ]);
  });
});

describe('a change in a list', () => {
  test('has the name of its series, the phase first', () => {
    assert.equal(seriesName(change(1, 1)), 'browse / products');
    assert.equal(seriesName(change(1, 1, { fingerprint: { branch: 'main', n: 2 } })), 'main / 2');
    assert.equal(seriesName(change(1, 1, { fingerprint: {} })), '');
  });
  test('has a unit where Downpour made its series', () => {
    assert.equal(seriesKind(change(1, 1)), 'time');
    const share = change(1, 1, { variable: { name: 'failed share', labels: ['failedShare'] } });
    assert.equal(seriesKind(share), 'share');
    assert.equal(seriesKind(change(1, 1, { fingerprint: { branch: 'main' } })), 'other');
    assert.deepEqual(
      [amount(203e6, 'time'), amount(0.031, 'share'), amount(203.12345, 'other'), amount(12345, 'other')],
      ['203\u00a0ms', '3.1 %', '203.1', '12,345'],
    );
  });
  test('comes by its size, a change from nothing first', () => {
    const list = [change(1, 1), change(2, 1, { before: undefined }), change(3, 1, { after: { mean: 10 } })];
    assert.deepEqual(
      largestFirst(list).map(({ id }) => id),
      [2, 3, 1],
    );
    const level = { count: 3, mean: 2, deviation: 1 };
    // One slow run raises the mean before the change, but not the median that the model of the change
    // compared.
    const slowOnce = { before: { ...level, mean: 9, median: 4 }, after: { ...level, median: 5 } };
    assert.equal(sizeOf(slowOnce), 0.25);
    assert.deepEqual(
      [level, { ...level, median: 4 }, { ...level, min: 1 }, { ...level, max: 3 }].map(levelOf),
      [2, 4, 1, 3],
    );
    assert.deepEqual(
      [difference(203, 241), difference(100, 50), difference(0, 1)],
      ['+18.7 %', '−50 %', 'from 0'],
    );
  });
});

test('a series is found by its name in the address', () => {
  const series = [
    { phase: null, metric: null },
    { phase: 'browse', metric: 'a/b' },
  ] as TrendSeries[];
  assert.equal(seriesAt({ series }, null), series[0]);
  assert.equal(seriesAt({ series }, 'browse/a/b'), series[1]);
  assert.equal(seriesAt({ series }, 'gone'), undefined);
});

test('labels are columns in the order of their appearance, and numbers by their first value', () => {
  const rows = labelRows(
    '[{"values":{"a":"x","b":null},"runId":3,"datasetId":4},{"values":{"b":12345678901234567890.50,"c":2},"runId":5,"datasetId":6}]',
  );
  assert.deepEqual(labelsOf(rows), ['a', 'b', 'c']);
  assert.deepEqual([...numericLabels(rows)], ['b', 'c']);
  assert.deepEqual([rows[1]?.runId, rows[1]?.datasetId], [5, 6]);
  assert.equal(rows[1]?.values.get('b')?.text, '12345678901234567890.50');
});

test('label values of runs that Downpour made have units', () => {
  const [own, other] = labelRows(
    '[{"runId":1,"datasetId":1,"values":{"phase":"main","metric":"cart","p99":1}},{"runId":2,"datasetId":2,"values":{"p99":1}}]',
  );
  assert.deepEqual(
    [own, other].map((row) => row && isMeasured(row.values)),
    [true, false],
  );
  const shown = {
    requests: 1400,
    rate: 39.6039603,
    failedShare: 0.0004,
    mean: 40.9e6,
    p50: 999,
    'p99.9': 2e9,
    lateness: 0,
    branch: 7,
  };
  assert.deepEqual(
    Object.entries(shown).map(([name, value]) => inUnit(labelKind(name), value)?.replace('\u00a0', ' ')),
    ['1,400', '39.6/s', '0.04 %', '40.9 ms', '999 ns', '2.00 s', '0', undefined],
  );
});
