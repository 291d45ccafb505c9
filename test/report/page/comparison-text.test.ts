import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareRuns } from '../../../lib/report/comparison/comparison.ts';
import { defaultGates } from '../../../lib/report/comparison/gate.ts';
import { comparedOnPage } from '../../../lib/report/page/comparison-text.ts';
import { curveOfOthers } from '../../../lib/report/page/sections/percentile-curve.ts';
import { closed, type Made, sides } from '../comparison/runs.ts';

const steady = [1, 1.02, 0.99, 1.01, 1];
const slower = steady.map((factor) => 1.2 * factor);
const curve = { total: 100, steps: [100, 1e6, 10, 2e6], maxNs: 3e6 };

const compared = (baseline: readonly number[], candidate: readonly number[], made: Partial<Made> = {}) =>
  comparedOnPage(compareRuns({ ...sides(baseline, candidate, made), gates: defaultGates }), curve);

const interval = /^[+-]\d[\d.]* % \([+-]\d[\d.]* to [+-]\d[\d.]* %\)$/;

describe('a comparison on a page', () => {
  it('worse and not worse: the reason, and each change with its interval', () => {
    const worse = compared(steady, slower);
    assert.match(worse.headline, /^worse: p99 changed by \+\d.* % \(.* to .* %\), the limit is 10 %\.$/);
    assert.equal(worse.against, '5 runs of shop, a1 to a5');
    assert.match(worse.changes.p99 ?? '', interval);
    assert.match(worse.changes.p50 ?? '', interval);
    assert.equal(worse.changes.failed, '0 points (0 to 0 points)');
    assert.equal(worse.changes.rate, 'of the plan: 0 points (0 to 0 points)');
    assert.deepEqual(worse.curve, curve);
    const [p99, errors, first] = worse.lines;
    assert.equal(p99?.name, 'all requests, p99');
    assert.match(`${p99?.before} ${p99?.after}`, /^\d\d\.\d\u00a0ms \d\d\.\d\u00a0ms$/);
    assert.match(p99?.change ?? '', interval);
    assert.match(p99?.outcome ?? '', /^worse; limit 10 %, sees from \d[\d.]* %$/);
    assert.match(errors?.outcome ?? '', /^not worse; limit 1 point/);
    assert.deepEqual(
      [first?.name.split(', ')[0], first?.outcome],
      ['main/browse', 'not judged; significant'],
    );
    assert.match(worse.notes.at(-2) ?? '', /^each run gives one number, 5 runs against 5: /);
    assert.match(
      compared(steady, [1.01, 1, 0.98, 1.01, 1]).headline,
      /^not worse: .* within the limit of 10 %/,
    );
  });

  it('cannot tell: what would, and that a change without an interval may be none', () => {
    const noisy = compared([1, 1.3, 0.8, 1.2], [1.1, 0.9, 1.4, 1]);
    assert.match(
      noisy.headline,
      /^cannot tell: .* is below the limit of 10 %, and a part is above it\. Try: .+\.$/,
    );
    assert.match(noisy.changes.p99 ?? '', interval);
    const few = compared([1, 1], [1.5]);
    assert.equal(few.against, 'a1 and a2');
    assert.match(
      few.headline,
      /^cannot tell: 1 run compared with 2 runs: these are too few runs to show a change/,
    );
    for (const change of [...Object.values(few.changes), ...few.lines.map((line) => line.change)])
      assert.match(change, / \(no interval\)$/);
    assert.ok(
      few.notes.some((note) => /^1 run against 2 runs: these are too few runs for an interval/.test(note)),
    );
    assert.ok(!noisy.notes.some((note) => /no interval/.test(note)));
  });

  it('a run against a run: the spread within each, and a note that it does not cover differences between runs', () => {
    const apart = compared([1], [1.5], { seconds: 60 });
    assert.equal(apart.against, 'a1');
    assert.match(
      apart.headline,
      /^cannot tell: a comparison of one run with one run cannot show a change, because the usual difference between runs is not known\. Try: 3 more runs of each/,
    );
    const mean = apart.lines.find(({ name }) => name === 'main/browse, mean');
    const spread = /^\d\d\.\d\u00a0ms \(\d\d\.\d\u00a0ms to \d\d\.\d\u00a0ms\)$/;
    assert.match(mean?.before ?? '', spread);
    assert.match(mean?.after ?? '', spread);
    assert.match(mean?.change ?? '', /^\+\d\d.* % \(no interval\)$/);
    assert.equal(mean?.outcome, 'cannot tell; repeat both runs');
    assert.ok(apart.notes.some((note) => /not the differences between runs$/.test(note)));
    assert.ok(!apart.notes.some((note) => /^the runs are shorter than 40 s/.test(note)));
    const alike = compared([1], [1]);
    assert.equal(alike.lines.find(({ name }) => name === 'main/browse, mean')?.outcome, 'cannot tell');
    assert.ok(alike.notes.some((note) => /^the runs are shorter than 40 s/.test(note)));
  });

  it('invalid: the reason, and no numbers next to each other', () => {
    const { baseline } = sides(steady, []);
    const { candidate } = sides([], [1], { parameters: { RATE: '12' } });
    const invalid = comparedOnPage(compareRuns({ baseline, candidate, gates: defaultGates }), curve);
    assert.match(
      invalid.headline,
      /^invalid: the runs have different loads: main: load differs\. Try: run the same/,
    );
    assert.deepEqual([invalid.changes, invalid.curve, invalid.lines], [{}, undefined, []]);
    assert.match(invalid.notes[0] ?? '', /^main: load differs: .* in a1, a2, a3, a4, a5; .* in b1$/);
    const other = sides([], [1], { parameters: { PATH: '/slow' } }).candidate;
    assert.equal(
      comparedOnPage(compareRuns({ baseline, candidate: other, gates: defaultGates }), curve).notes[0],
      'main: scenario or times differs: version 1 in a1, a2, a3, a4, a5; version 2 in b1',
    );
    const stopped = sides([1], [1], { stopped: 'somebody stopped it' });
    const twice = comparedOnPage(compareRuns({ ...stopped, gates: defaultGates }), curve);
    assert.match(twice.headline, /^invalid: a1 is /);
    assert.match(twice.notes[0] ?? '', /^b1 is /);
  });

  it('a run differs significantly from 39 others, and not from 38', () => {
    const others = Array.from({ length: 39 }, (_, at) => 1 + 0.0005 * at);
    assert.match(compared(others, [1.5]).headline, /^worse: /);
    assert.match(compared(others.slice(1), [1.5]).headline, /^cannot tell: /);
  });

  it('the numbers of a page are of all requests, whatever single metrics did', () => {
    const before: Record<string, number> = { browse: 10, buy: 20, look: 30 };
    const after: Record<string, number> = { browse: 11, buy: 24, look: 39 };
    const timed =
      (times: Record<string, number>): Made['second'] =>
      (_, metric) =>
        Array.from({ length: 20 }, () => times[metric] ?? 0);
    const side = (times: Record<string, number>) =>
      sides([1, 1, 1, 1], [1, 1, 1, 1], { metrics: Object.keys(before), second: timed(times) });
    const { baseline } = side(before);
    const comparison = compareRuns({ baseline, candidate: side(after).candidate, gates: defaultGates });
    const { changes, lines } = comparedOnPage(comparison, curve);
    assert.deepEqual(Object.keys(changes), ['rate', 'failed', 'p50', 'p99']);
    assert.match(changes.p50 ?? '', /^\+(19|20|21)(\.\d)? % \(/);
    assert.match(changes.p99 ?? '', /^\+(29|30|31)(\.\d)? % \(/);
    const browse = lines.find(({ name }) => name === 'main/browse, p50');
    assert.match(browse?.change ?? '', /^\+(9\.\d|10|10\.\d) % \(/);
  });

  it('a closed load has a rate that can change', () => {
    const { changes } = compared(steady, slower, { arrivals: closed });
    assert.match(changes.rate ?? '', /^0 % \(|^[+-]\d[\d.]* % \(/);
  });
});

describe('the curve of the baseline', () => {
  it('takes the requests of its runs together, of what the page shows', () => {
    const { baseline, candidate } = sides([1, 1], [1.2]);
    const [run] = candidate.map(({ document }) => document);
    assert.ok(run);
    const others = baseline.map(({ document }) => document);
    const points = curveOfOthers(run, others);
    assert.equal(points?.total, 2 * 200);
    const bare = others.map((other) => {
      const { total, ...rest } = other;
      return { ...rest, stats: [] };
    });
    assert.equal(curveOfOthers(run, [...others, ...bare]), undefined);
  });
});
