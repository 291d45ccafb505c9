import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { normalFrom, randomFrom } from '../../bench/detection/series.ts';
import { scatterOf } from '../../lib/detection/change-points/autocorrelation.ts';
import { changePoints, defaultOptions } from '../../lib/detection/change-points/change-points.ts';
import { chanceOf } from '../../lib/detection/change-points/critical-values.ts';
import { scoresOf, varianceOfDistinct } from '../../lib/detection/change-points/rank-scores.ts';
import { segmentsOf } from '../../lib/detection/change-points/search-segments.ts';
import { withoutSpikes } from '../../lib/detection/change-points/spikes.ts';
import { bestSplit } from '../../lib/detection/change-points/split.ts';

/**
 * Change points are found where the level changes, after a few values, and always at the same value. In
 * stable series of any distribution, changes are found only in the share of series that the setting allows.
 */

const random = randomFrom(20_261);
const normal = () => normalFrom(random);
type Part = readonly [count: number, level: number];
const steps = (...parts: Part[]) =>
  Float64Array.from(parts.flatMap(([count, level]) => Array.from({ length: count }, () => level + normal())));
const locations = (values: Float64Array, options = defaultOptions) =>
  changePoints(values, options).map(({ at }) => at);
const any = { ...defaultOptions, leastChange: 0 };
/** The share of some random series in which a change is reported. */
const report = (times: number, series: () => Float64Array) =>
  Array.from({ length: times }, () => locations(series(), any).length > 0).filter(Boolean).length / times;

test('the variance of distinct values is that of their scores', () => {
  for (const n of [2, 5, 40]) {
    const scores = scoresOf(Float64Array.from({ length: n }, (_, index) => index));
    const squares = scores.reduce((sum, score) => sum + score ** 2, 0);
    assert.ok(Math.abs(varianceOfDistinct(n) - squares / (n - 1)) < 1e-9, `${n} values`);
  }
});

suite('changes are found', () => {
  const near = (values: Float64Array, ...expected: number[]) => {
    const found = locations(values);
    const isNear =
      found.length === expected.length && found.every((at, n) => Math.abs(at - (expected[n] ?? 0)) <= 2);
    assert.ok(isNear, `${found.join(', ')} instead of ${expected.join(', ')}`);
  };
  test('a single change', () => near(steps([50, 100], [50, 104]), 50));
  test('most of them three runs after they happened', () => {
    const found = Array.from({ length: 100 }, () => locations(steps([40, 100], [3, 106])));
    assert.ok(found.filter(([at]) => at === 40).length >= 70);
  });
  test('two changes that cancel each other', () => near(steps([40, 100], [20, 104], [40, 100]), 40, 60));
  test('a short one in a long series', () => near(steps([200, 100], [8, 107], [300, 100]), 200, 208));
  test('four', () => near(steps([40, 50], [20, 55], [40, 60], [9, 50], [70, 56]), 40, 60, 100, 109));
  test('several high steps in a series whose neighbours are alike', () => {
    const levels = steps([17, 220], [5, 390], [10, 292], [10, 245], [11, 440]);
    let drift = 0;
    const found = locations(
      levels.map((level) => {
        drift = 0.6 * drift + 4 * normal();
        return level + drift;
      }),
    );
    assert.ok(found.length >= 2 && Math.abs((found[0] ?? 0) - 17) <= 1, found.join(', '));
  });
  test('without any scatter', () => {
    assert.deepEqual(locations(Float64Array.from({ length: 30 }, (_, n) => (n < 20 ? 1 : 1.2))), [20]);
    assert.deepEqual(locations(Float64Array.from({ length: 100 }, (_, n) => (n < 50 ? 0 : 1))), [50]);
  });

  test('after single values far above the earlier level, also the first one', () => {
    for (const outliers of [[0], [7], [3, 12]]) {
      const values = steps([20, 100], [15, 130]);
      for (const at of outliers) values[at] = 400;
      near(values, 20);
      // The mean before a change includes the outliers.
      assert.ok((changePoints(values)[0]?.before.mean ?? 0) > 110, outliers.join(', '));
    }
  });

  test('each change differs from the levels before and after it', () => {
    const series = () => {
      let level = 100;
      return Float64Array.from({ length: 60 + Math.floor(random() * 80) }, () => {
        if (random() < 0.06) level += (random() - 0.5) * 12;
        return level + 3 * normal();
      });
    };
    const points = Array.from({ length: 300 }, () => changePoints(series())).flat();
    assert.ok(points.length > 200);
    assert.deepEqual(
      points.filter(({ chance }) => chance > defaultOptions.chance),
      [],
    );
  });

  test('with the levels and the odds, also with the smallest chance that a user can set', () => {
    const values = Float64Array.from({ length: 60 }, (_, n) => (n < 30 ? 10 : 20) + (n % 3));
    const [point] = changePoints(values, { ...defaultOptions, chance: 0.0001 });
    assert.deepEqual([point?.at, point?.before.median, point?.after.median], [30, 11, 21]);
    assert.deepEqual([point?.before.count, point?.after.mean, point?.chance], [30, 21, 0.0001]);
  });

  test('in ten thousand runs, in time that grows little faster than they do', () => {
    const values = steps([5000, 100], [5000, 103]);
    const segments = [...segmentsOf(10_000, 8)];
    const visited = segments.reduce((sum, { from, to }) => sum + to - from, 0);
    assert.ok(visited < 5 * 10_000 * Math.log2(10_000), `${visited} values are visited`);
    near(values, 5000);
  });
});

suite('no changes are', () => {
  test('an outlier, the first one, the last one or two, or one in the middle', () => {
    for (const outliers of [[99], [98, 99], [50], [0]]) {
      const share = report(300, () =>
        steps([100, 100]).map((value, at) => (outliers.includes(at) ? 1_000 : value)),
      );
      assert.ok(share <= 0.06, `${outliers.join(', ')}: ${share}`);
    }
  });
  test('values with several peaks and values far away, more often than the setting allows', () => {
    const kinds: readonly (() => number)[] = [
      () => (random() < 0.2 ? 150 : 100) + 3 * normal(),
      () => (random() < 0.1 ? 150 : 100) + 3 * normal(),
      () => (random() < 0.04 ? 300 : 100) + 5 * normal(),
      () => 100 * Math.exp(0.8 * normal()),
    ];
    for (const length of [30, 100])
      for (const draw of kinds) {
        const share = report(1_000, () => Float64Array.from({ length }, draw));
        assert.ok(share <= 0.014, `${length} values: ${share}`);
      }
  });
  test('rare values among many zeros, more often than the setting allows', () => {
    for (const often of [0.05, 0.1]) {
      const share = report(300, () =>
        Float64Array.from({ length: 200 }, () => Number(random() < often) * random()),
      );
      assert.ok(share <= 0.027, `${often}: ${share}`);
    }
  });
  test('a single value above zeros, because both levels have the median 0', () => {
    const values = new Float64Array(60);
    values[0] = 1;
    assert.deepEqual([locations(values), locations(values, any)], [[], []]);
  });
  test('less than the least change, however clear', () => {
    const values = Float64Array.from({ length: 100 }, (_, n) => (n < 50 ? 1 : 1.009));
    assert.deepEqual([locations(values), locations(values, any)], [[], [50]]);
  });
  test('fewer runs than asked for', () => {
    const values = Float64Array.from({ length: 44 }, (_, n) => (n < 40 ? 100 : 110) + ((n * 5 + 3) % 7));
    assert.deepEqual([locations(values), locations(values, { ...any, persistence: 9 })], [[40], []]);
  });
  test('equal values, and too few', () => {
    assert.deepEqual(locations(new Float64Array(100).fill(3)), []);
    assert.deepEqual(locations(Float64Array.of(1, 1, 1, 1, 9, 9, 9, 9)), []);
  });

  // The limit is the expected share plus three standard errors: 2.5 % for 1 % in 400 series.
  const stable: Readonly<Record<string, () => number>> = {
    normal,
    lognormal: () => Math.exp(normal()),
    'heavy-tailed': () => normal() / Math.abs(normal() || 1),
    'of few values': () => Math.round(normal()),
  };
  for (const [kind, next] of Object.entries(stable))
    test(`chance, in series that are ${kind}`, () => {
      for (const n of [15, 60]) {
        const part = report(400, () => Float64Array.from({ length: n }, next));
        assert.ok(part <= 0.025, `${100 * part} % of ${n} runs`);
      }
    });
  test('chance, in series whose neighbours are alike', () => {
    const alike = (correlation: number) => () => {
      let value = normal();
      return Float64Array.from({ length: 80 }, () => {
        value = correlation * value + Math.sqrt(1 - correlation ** 2) * normal();
        return value;
      });
    };
    assert.ok(report(200, alike(0.3)) <= 0.08);
    assert.ok(report(200, alike(0.6)) <= 0.12);
  });
});

suite('the parts of the method', () => {
  test('scores depend on the order alone, share ranks and sum to 0', () => {
    const scores = scoresOf(Float64Array.of(5, 1, 5, 1000));
    assert.deepEqual([...scores], [...scoresOf(Float64Array.of(2, -7, 2, 3))]);
    assert.equal(scores[0], scores[2]);
    assert.ok(Math.abs(scores.reduce((sum, score) => sum + score)) < 1e-12);
  });
  test('a split is where the energy statistic is largest', () => {
    const scores = scoresOf(steps([9, 0], [5, 2]));
    const mean = (part: Float64Array) => part.reduce((sum, score) => sum + score) / part.length;
    const energies = Array.from({ length: 9 }, (_, n) => {
      const [left, right] = [scores.subarray(0, n + 3), scores.subarray(n + 3)];
      return ((2 * left.length * right.length) / 14) * (mean(left) - mean(right)) ** 2;
    });
    const best = bestSplit(scores, 3);
    assert.equal(best?.at, energies.indexOf(Math.max(...energies)) + 3);
    const variance = scores.reduce((sum, score) => sum + score ** 2, 0) / 13;
    assert.ok(Math.abs((best?.strength ?? 0) - Math.sqrt(Math.max(...energies) / 2 / variance)) < 1e-9);
  });
  test('segments stay where they are when values are added', () => {
    const text = (n: number) => [...segmentsOf(n, 8)].map(({ from, to }) => `${from}-${to}`);
    const [old, now] = [text(100).filter((segment) => !segment.endsWith('-100')), text(140)];
    assert.deepEqual(
      old.filter((segment) => !now.includes(segment)),
      [],
    );
    assert.ok(text(140).includes('132-140') && text(140).includes('0-140'));
    assert.deepEqual(text(20).slice(0, 4), ['0-8', '4-12', '8-16', '12-20']);
  });
  test('a spike is far from the values before and after it, and the last value is not a spike', () => {
    const rows: readonly (readonly [values: readonly number[], spike?: number])[] = [
      [[1, 2, 1, 90, 2, 1, 2, 1, 2, 1], 3],
      [[90, 1, 2, 1, 2, 1, 2, 1, 2, 1], 0],
      [[1, 2, 1, 2, 1, 2, 1, 2, -90, 1], 8],
      [[1, 2, 1, 2, 1, 2, 1, 2, 1, 90]],
      [[1, 2, 1, 90, 91, 2, 1, 2, 1, 2]],
      [[1, 2, 1, 2, 1, 2, 90, 91, 90, 91]],
      [[1, 2, 1, 4, 2, 1, 2, 1, 2, 1]],
      [[1, 1, 1, 90, 1, 1, 1, 1, 1, 1]],
      [[1, 2, 1, 90, 2, 1, 2, 1, -80, 1, 2, 1]],
      [[1, 2, 1, Number.NaN, 2, 1, 2, 1, 2, 1]],
      [[1, 90, 2]],
    ];
    for (const [values, spike] of rows)
      assert.deepEqual(
        [...withoutSpikes(Float64Array.from(values))],
        values.map((value, at) => (at === spike ? 1.5 : value)),
        values.join(' '),
      );
    const many = (...spikes: readonly number[]) =>
      Float64Array.from({ length: 50 }, (_, n) => (spikes.includes(n) ? 90 : 1 + (n % 2)));
    assert.equal(Math.max(...withoutSpikes(many(10, 11, 30))), 2);
    for (const level of [many(10, 11, 12), many(5, 15, 25, 35)])
      assert.deepEqual(withoutSpikes(level), level);
  });
  test('the odds fall with the strength and rise with the length', () => {
    for (const n of [10, 12, 14, 17, 20, 25, 30, 33, 40, 50, 100, 200, 450, 500, 5000])
      for (let strength = 1; strength < 7; strength += 0.05) {
        assert.ok(chanceOf(strength + 0.05, n) <= chanceOf(strength, n), `${strength} of ${n}`);
        // The shortest series have few different orders, so their chances have few different values.
        if (n >= 17) assert.ok(chanceOf(strength, n * 1.5) >= chanceOf(strength, n), `${strength} of ${n}`);
      }
    assert.equal(chanceOf(1, 50), 1);
    assert.ok(Math.abs(chanceOf(3.445, 50) - 0.01) < 1e-6);
    // The smallest chance of ten values is 0.001, because no order of them is rarer.
    assert.equal(chanceOf(7, 10), 0.001);
  });
  test('neighbours that are alike widen sums of them, and a step is no likeness', () => {
    let value = 0;
    const alike = Float64Array.from({ length: 3_000 }, () => (value = 0.5 * value + normal()));
    // Neighbouring values have the correlation φ = 0.5. Sums of such values scatter √((1 + φ)/(1 - φ)) = 1.73
    // times as widely.
    assert.ok(Math.abs(scatterOf(alike, []) - 1.73) < 0.15, String(scatterOf(alike, [])));
    const step = Float64Array.from({ length: 40 }, (_, n) => (n < 20 ? 0 : 1));
    assert.deepEqual([scatterOf(step, []) > 2, scatterOf(step, [20])], [true, 1]);
    // A drift of fewer than twelve values does not show that neighbours are alike.
    const drift = (length: number) =>
      scatterOf(
        Float64Array.from({ length }, (_, n) => n),
        [],
      );
    assert.deepEqual([drift(11), Math.round(drift(12))], [1, 3]);
  });
});
