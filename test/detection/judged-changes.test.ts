import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Finding, Summary } from '../../lib/detection/change.ts';
import { type Judged, judgedAmong } from '../../lib/detection/judged-changes.ts';

/**
 * A person judges one change. The judgement covers a later computed change point only when it is near, in the
 * same direction and of about the same size.
 */

const level = (median: number, count = 20, mean = median): Summary => ({ count, mean, median, deviation: 1 });
const point = (at: number, from: number, to: number): Finding => ({
  at,
  before: level(from),
  after: level(to),
  explanation: '',
});
const report = (at: number, from: number, to: number, other: Partial<Judged> = {}): Judged => ({
  at,
  before: level(from),
  after: level(to),
  model: 'eDivisive',
  isDismissed: false,
  lasts: false,
  ...other,
});
const value = (at: number, from: number, to: number, other: Partial<Judged> = {}) =>
  report(at, from, to, { model: 'relativeDifference', after: level(to, 1), ...other });
const bound = (at: number, to: number, other: Partial<Judged> = {}): Judged => ({
  at,
  after: { count: 1, mean: to, deviation: 0 },
  model: 'fixedThreshold',
  isDismissed: false,
  lasts: false,
  ...other,
});
const dismissed = { isDismissed: true };

const cases: readonly [what: string, judged: Judged, point: Finding, isJudged: boolean][] = [
  ['the same change', report(40, 100, 120), point(40, 100, 120), true],
  ['a change that moved by two values', report(40, 100, 120), point(42, 100, 118), true],
  ['three values away', report(40, 100, 120), point(43, 100, 120), false],
  ['that turned out smaller', report(40, 100, 120), point(40, 100, 107), true],
  ['much smaller', report(40, 100, 120), point(40, 100, 106), false],
  ['up to twice as large', report(40, 100, 120), point(40, 100, 140), true],
  ['larger', report(40, 100, 105), point(41, 100, 150), false],
  ['the other way', report(40, 100, 120), point(41, 120, 100), false],
  ['a dismissed change', report(40, 100, 120, dismissed), point(41, 100, 120), true],
  ['a last value, and its level', value(40, 100, 125), point(41, 100, 115), true],
  ['a last value beside a level of less than half', value(40, 100, 200), point(40, 100, 120), false],
  ['a value that was dismissed', value(40, 100, 120, dismissed), point(40, 100, 120), false],
  [
    'the same when it had lasted',
    value(40, 100, 120, { ...dismissed, lasts: true }),
    point(40, 100, 120),
    true,
  ],
  [
    'a mean that saw one value of five',
    value(40, 100, 110, { after: level(100, 5, 110) }),
    point(40, 100, 150),
    true,
  ],
  ['a value beyond a bound, and its level', bound(40, 125), point(40, 100, 120), true],
  ['an outlier beyond a bound', bound(40, 200), point(41, 100, 120), false],
  ['a value beyond a bound that was dismissed', bound(40, 120, dismissed), point(40, 100, 120), false],
  ['from zero', report(40, 0, 5), point(40, 0, 5), true],
];

suite('a change point is judged', () => {
  for (const [what, judged, found, isJudged] of cases)
    test(`${isJudged ? 'by' : 'not by'} ${what}`, () => {
      assert.equal(judgedAmong([found], [judged], 3).has(found), isJudged);
      const mirrored = mirror(found);
      const word = { ...judged, ...mirror({ explanation: '', ...judged }) };
      assert.equal(judgedAmong([mirrored], [word], 3).has(mirrored), isJudged, 'downwards');
    });

  test('once: of two, the nearer one is meant', () => {
    const [far, near] = [point(38, 100, 110), point(41, 110, 120)];
    assert.deepEqual([...judgedAmong([far, near], [report(40, 100, 112)], 3)], [near]);
  });
});

const mirror = ({ before, after, ...one }: Finding): Finding => ({
  ...one,
  ...(before && { before: mirrored(before) }),
  after: mirrored(after),
});
const mirrored = ({ mean, median, ...rest }: Summary): Summary => ({
  ...rest,
  mean: -mean,
  ...(median !== undefined && { median: -median }),
});
