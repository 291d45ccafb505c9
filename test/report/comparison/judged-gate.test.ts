import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type GatedPair, judgeGates } from '../../../lib/report/comparison/judged-gate.ts';
import { measureNamed } from '../../../lib/report/comparison/measures.ts';

function pair(
  name: string,
  limit: number,
  baseline: readonly number[],
  candidate: readonly number[],
  isOpen = false,
): GatedPair {
  const measure = measureNamed(name, isOpen);
  assert.ok(measure);
  return { subject: {}, measure, limit, baseline, candidate };
}

function judge(given: GatedPair) {
  const [judged] = judgeGates([given]);
  assert.ok(judged);
  return judged;
}

const close = (found: number | undefined, expected: number): void =>
  assert.ok(Math.abs((found ?? Number.NaN) - expected) < 1e-9, `${found} is not ${expected}`);

test('The whole interval decides: beyond the limit, within it, or cannot tell', () => {
  const base = [100, 101, 102, 103];
  const times = (factor: number) => base.map((value) => value * factor);
  const rows: [candidate: readonly number[], limit: number, outcome: string, reason: RegExp][] = [
    [times(1.2), 0.1, 'worse', /^p99 changed by \+20 % \(\+16\.5 to \+23\.6 %\), the limit is 10 %$/],
    [times(1.2), 0.16, 'worse', /the limit is 16 %/],
    [times(1.2), 0.17, 'cannot tell', /a part of this interval is below the limit of 17 %/],
    [times(1.2), 0.25, 'not worse', /within the limit of 25 %/],
    [times(1), 0.03, 'not worse', /^p99 changed by 0 % \(-2\.9 to \+3 %\), within/],
    [times(1), 0, 'cannot tell', /a part of this interval is below the limit of 0 %/],
    [times(0.5), 0, 'not worse', /^p99 changed by -50 % \(-51\.5 to -48\.5 %\), within the limit of 0 %/],
    [times(1.04), 0, 'worse', /the limit is 0 %/],
  ];
  for (const [candidate, limit, outcome, reason] of rows) {
    const judged = judge(pair('p99', limit, base, candidate));
    assert.equal(judged.outcome, outcome, `${limit}`);
    assert.match(judged.reason, reason);
    assert.equal(judged.recommendation === undefined, outcome !== 'cannot tell');
  }
});

test('A fall breaks the limit if a lower value is worse', () => {
  const base = [100, 101, 102, 103];
  const fallen = base.map((value) => value * 0.8);
  const judged = judge(pair('throughput', 0.1, base, fallen));
  assert.equal(judged.outcome, 'worse');
  close(judged.estimate, -0.2);
  close(judged.interval?.low, 80 / 103 - 1);
  close(judged.interval?.high, 82.4 / 100 - 1);
  assert.equal(judge(pair('throughput', 0.25, base, fallen)).outcome, 'not worse');
  assert.equal(judge(pair('throughput', 0.01, fallen, base)).outcome, 'not worse');
  const sent = judge(pair('throughput', 0.01, [1, 1, 1, 1], [0.9, 0.91, 0.92, 0.93], true));
  assert.equal(sent.outcome, 'worse');
  assert.match(sent.reason, /changed by -8\.5 points \(-10 to -7 points\), the limit is 1 point/);
});

test('Shares are judged by their difference, so that none before is no obstacle', () => {
  const none = [0, 0, 0, 0];
  assert.equal(judge(pair('errors', 0.01, none, [0.02, 0.03, 0.02, 0.03])).outcome, 'worse');
  assert.equal(judge(pair('errors', 0.01, none, [0.001, 0, 0, 0.002])).outcome, 'not worse');
  assert.equal(judge(pair('errors', 0.01, none, [0.02, 0, 0, 0])).outcome, 'cannot tell');
  // A value equal to the limit passes.
  assert.equal(judge(pair('errors', 0.01, none, [0.01, 0.01, 0.01, 0.01])).outcome, 'not worse');
});

test('Too few runs give no answer, however much they differ, and the recommendation is the fewest runs that do', () => {
  const rows: [baseline: number, candidate: number, reason: RegExp, recommendation: string][] = [
    [
      1,
      1,
      /^a comparison of one run with one run cannot show a change/,
      '3 more runs of each side; fewer runs cannot show a change',
    ],
    [
      3,
      3,
      /^3 runs compared with 3 runs: these are too few runs to show a change$/,
      '1 more run of each side; fewer runs cannot show a change',
    ],
    [
      10,
      1,
      /^1 run compared with 10 runs: these are too few/,
      '1 more run of the candidate; fewer runs cannot show a change',
    ],
    [
      2,
      5,
      /^5 runs compared with 2 runs: these are too few/,
      '1 more run of the baseline; fewer runs cannot show a change',
    ],
  ];
  for (const [first, second, reason, recommendation] of rows) {
    const baseline = Array.from({ length: first }, (_, at) => 100 + at);
    const candidate = Array.from({ length: second }, (_, at) => 1000 + at);
    const judged = judge(pair('p99', 0.1, baseline, candidate));
    assert.deepEqual(
      [judged.outcome, judged.interval, judged.visible],
      ['cannot tell', undefined, undefined],
    );
    assert.match(judged.reason, reason);
    assert.equal(judged.recommendation?.text, recommendation);
  }
  // One run against one run cannot be judged, even when their numbers are equal.
  assert.equal(judge(pair('p99', 0.1, [5], [5])).outcome, 'cannot tell');
});

test('Gates share the level by Holm, and a gate with the same number in all runs takes no part of it', () => {
  const base = [100, 101, 102, 103];
  const slow = base.map((value) => value * 1.5);
  const four = (...pairs: GatedPair[]) => judgeGates(pairs).map(({ outcome, level }) => [outcome, level]);
  const p99 = pair('p99', 0.1, base, slow);
  assert.deepEqual(four(p99), [['worse', 0.05]]);
  // With 4 runs against 4, the smallest probability is 2 in 70. That is more than half of 5 %, the bound with
  // two gates.
  assert.deepEqual(four(p99, pair('mean', 0.1, base, base)), [
    ['cannot tell', 0.025],
    ['cannot tell', 0.025],
  ]);
  const none = [0, 0, 0, 0];
  assert.deepEqual(four(p99, pair('errors', 0.01, none, none)), [
    ['worse', 0.05],
    ['not worse', 0.05],
  ]);
  const six = [...base, 104, 105];
  const slower = six.map((value) => value * 1.5);
  const steps = judgeGates([
    pair(
      'p50',
      0.5,
      six,
      six.map((value) => value * 1.49),
    ),
    pair('p99', 0.1, six, slower),
    pair('mean', 0.1, six, slower),
  ]);
  assert.deepEqual(
    steps.map(({ outcome, level }) => [outcome, level]),
    [
      ['cannot tell', 0.05],
      ['worse', 0.05 / 3],
      ['worse', 0.025],
    ],
  );
  assert.deepEqual(
    steps.map(({ outcome, adjusted }) => (outcome === 'worse') === adjusted <= 0.05),
    [true, true, true],
  );
});

test('The recommendation counts the runs that distinguish the change from the limit', () => {
  const noisy = judge(pair('p99', 0.1, [95, 100, 105, 101, 99], [97, 104, 109, 106, 111]));
  assert.equal(noisy.outcome, 'cannot tell');
  assert.match(
    noisy.recommendation?.text ?? '',
    /^\d+ more runs of each side could show a change of \d(\.\d)? %$/,
  );
  const { baseline = 0, candidate = 0 } = noisy.recommendation?.runs ?? {};
  assert.ok(baseline === candidate && baseline > 0 && baseline < 50);
  const closer = judge(pair('p99', 0.06, [95, 100, 105, 101, 99], [97, 104, 109, 106, 111]));
  assert.match(
    closer.recommendation?.text ?? '',
    /even 50 more runs of each side could not show a change of 0\.\d+ %$/,
  );
});

test('The visible change shrinks with less noise and grows with fewer runs', () => {
  const visible = (noise: number, runs: number) => {
    const base = Array.from({ length: runs }, (_, at) => 100 * (1 + noise * (at % 2 === 0 ? 1 : -1)));
    return judge(pair('p99', 0.1, base, base)).visible ?? Number.POSITIVE_INFINITY;
  };
  assert.ok(visible(0.01, 6) < visible(0.02, 6));
  assert.ok(visible(0.02, 10) < visible(0.02, 6));
  // With 6 runs against 6, a change of about 1.8 standard deviations of one run is visible.
  assert.ok(visible(0.02, 6) > 0.03 && visible(0.02, 6) < 0.06, `${visible(0.02, 6)}`);
});
