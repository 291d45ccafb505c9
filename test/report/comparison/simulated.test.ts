import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Random, randomFor } from '../../../lib/driver/random.ts';
import { compareRuns } from '../../../lib/report/comparison/comparison.ts';
import { judgeGates } from '../../../lib/report/comparison/judged-gate.ts';
import { measureNamed } from '../../../lib/report/comparison/measures.ts';
import { rankTest } from '../../../lib/report/comparison/statistics/mann-whitney.ts';
import { normal } from '../../../lib/report/comparison/statistics/power.ts';
import { cases } from '../../runner/cases.ts';
import { around, comparedRun, correlated, withTimes } from './runs.ts';

/**
 * Simulated runs of 300 seconds without a real change. Columns: correlation of neighbouring seconds, standard
 * deviation between runs (in standard deviations of one second), and in how many of 100 pairs a rank test
 * over the seconds would report a difference at 5 %.
 */
const rows = [
  { correlation: 0, between: 0, overSeconds: 4 },
  { correlation: 0, between: 0.3, overSeconds: 72 },
  { correlation: 0.5, between: 0, overSeconds: 27 },
  { correlation: 0.8, between: 0, overSeconds: 52 },
  { correlation: 0.5, between: 0.3, overSeconds: 71 },
  { correlation: 0.5, between: 1, overSeconds: 92 },
] as const;

const length = 300;
const title = ({ correlation, between }: (typeof rows)[number]): string =>
  `correlation ${correlation}, ${between} between runs`;

const secondsOf = ({ correlation, between }: (typeof rows)[number], random: Random): number[] =>
  correlated(length, correlation, between * normal(random), random);

test('The simulated runs are as misleading as they should be: a test over their seconds sees changes', () => {
  for (const row of rows) {
    const random = randomFor(1, 'seconds', row.correlation, row.between);
    const pairs = 300;
    let different = 0;
    for (let pair = 0; pair < pairs; pair += 1)
      if (differByRanks(secondsOf(row, random), secondsOf(row, random))) different += 1;
    const share = (100 * different) / pairs;
    assert.ok(Math.abs(share - row.overSeconds) <= 7, `${title(row)}: ${share} %`);
  }
});

test('Runs against runs raise a false alarm in at most 5 % of comparisons, in every row and for every size', () => {
  const measure = measureNamed('p99');
  assert.ok(measure);
  const comparisons = cases(200, 400);
  // The expected share of 5 %, plus two standard deviations of an observed share.
  const most = 0.05 + 2 * Math.sqrt((0.05 * 0.95) / comparisons);
  for (const row of rows) {
    for (const runs of [4, 5, 10]) {
      const random = randomFor(2, 'runs', row.correlation, row.between, runs);
      // The number of a simulated run: a mean of milliseconds near 100, where a second has a standard
      // deviation of 5.
      const number = (): number => 100 + 5 * meanOf(secondsOf(row, random));
      const side = (): number[] => Array.from({ length: runs }, number);
      let [worse, better] = [0, 0];
      for (let at = 0; at < comparisons; at += 1) {
        const [baseline, candidate] = [side(), side()];
        const [there] = judgeGates([{ subject: {}, measure, limit: 0, baseline, candidate }]);
        const [back] = judgeGates([
          { subject: {}, measure, limit: 0, baseline: candidate, candidate: baseline },
        ]);
        if (there?.outcome === 'worse') worse += 1;
        if (back?.outcome === 'worse') better += 1;
      }
      const share = (worse + better) / comparisons;
      assert.ok(share <= most, `${title(row)}, ${runs} runs: ${share}`);
      assert.ok(share > 0.01, `${title(row)}, ${runs} runs never differ: ${share}`);
    }
  }
});

test('A practical limit and several gates leave hardly any', () => {
  const measures = ['p50', 'p99', 'mean'].map((name) => measureNamed(name));
  const random = randomFor(3, 'gates');
  let alarms = 0;
  for (let at = 0; at < 1000; at += 1) {
    const side = (): number[] => Array.from({ length: 6 }, () => 100 * Math.exp(0.03 * normal(random)));
    const pairs = measures.flatMap((measure) =>
      measure === undefined ? [] : [{ subject: {}, measure, limit: 0, baseline: side(), candidate: side() }],
    );
    if (judgeGates(pairs).some(({ outcome }) => outcome === 'worse')) alarms += 1;
  }
  // Only alarms about a worse candidate count, which is half of 5 %.
  assert.ok(alarms / 1000 <= 0.025 + 2 * Math.sqrt((0.025 * 0.975) / 1000), `${alarms}`);
  assert.ok(alarms > 0);
});

test('Changes are found as often as the table of powers says', () => {
  const table: [noise: number, change: number, found: readonly [number, number, number]][] = [
    [0.02, 0.05, [68, 86, 100]],
    [0.05, 0.1, [52, 67, 99]],
    [0.1, 0.1, [16, 20, 53]],
  ];
  const measure = measureNamed('p99');
  assert.ok(measure);
  const comparisons = 1000;
  for (const [noise, change, found] of table) {
    for (const [column, runs] of [4, 5, 10].entries()) {
      const random = randomFor(4, 'power', noise, runs);
      const side = (mean: number): number[] =>
        Array.from({ length: runs }, () => mean + 100 * noise * normal(random));
      let worse = 0;
      for (let at = 0; at < comparisons; at += 1) {
        const pair = { baseline: side(100), candidate: side(100 * (1 + change)) };
        if (judgeGates([{ subject: {}, measure, limit: 0, ...pair }])[0]?.outcome === 'worse') worse += 1;
      }
      const share = (100 * worse) / comparisons;
      assert.ok(Math.abs(share - found[column]!) <= 5, `noise ${noise}, ${runs} runs: ${share} %`);
    }
  }
});

test('A run against a run is never worse, in no row, and never unchanged', () => {
  const settled = comparedRun({ name: 'settled', second: around(100, 1), seconds: 1 });
  for (const row of rows) {
    const random = randomFor(5, 'pairs', row.correlation, row.between);
    for (let pair = 0; pair < cases(4, 10); pair += 1) {
      const run = (name: string) =>
        withTimes(
          settled,
          name,
          secondsOf(row, random).map((mean) => timesIn(100 + 5 * mean, random)),
        );
      const gates = [
        { measure: 'p99', limit: 0 },
        { measure: 'mean', limit: 0 },
        { measure: 'errors', limit: 0 },
      ];
      const { outcome, within, explored, recommendation } = compareRuns({
        baseline: [run('a')],
        candidate: [run('b')],
        gates,
      });
      assert.equal(outcome, 'cannot tell', title(row));
      assert.match(recommendation ?? '', /more runs of each side; fewer runs cannot show a change/);
      assert.deepEqual([within.length, explored.length], [4, 0]);
      for (const { baseline } of within) assert.ok((baseline.low ?? 0) <= baseline.value && baseline.widened);
    }
  }
});

/** The times of the four requests of one second. */
const timesIn = (ms: number, random: Random): number[] =>
  Array.from({ length: 4 }, () => Math.max(1, ms + 2 * normal(random)));

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The rank test with its approximation by the normal distribution, which is usual for many values. */
function differByRanks(first: readonly number[], second: readonly number[]): boolean {
  const all = [...first.map((value) => ({ value, late: 0 })), ...second.map((value) => ({ value, late: 1 }))];
  all.sort((one, other) => one.value - other.value);
  const sum = all.reduce((total, { late }, at) => total + late * (at + 1), 0);
  const [n, m] = [first.length, second.length];
  const pairs = sum - (m * (m + 1)) / 2;
  return Math.abs(pairs - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12) > 1.96;
}

test('The approximation above agrees with the exact test where both can be had', () => {
  const random = randomFor(6, 'approximation');
  let agreed = 0;
  for (let round = 0; round < 100; round += 1) {
    const first = Array.from({ length: 25 }, () => normal(random));
    const second = Array.from({ length: 25 }, () => normal(random) + 0.6);
    if (differByRanks(first, second) === rankTest(first, second).p <= 0.05) agreed += 1;
  }
  assert.ok(agreed >= 97, `${agreed}`);
});
