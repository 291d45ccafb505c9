import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ComparedRun, compareRuns } from '../../../lib/report/comparison/comparison.ts';
import { defaultGates } from '../../../lib/report/comparison/gate.ts';
import { whatOf } from '../../../lib/report/comparison/words.ts';
import { around, closed, comparedRun, type Made, sides } from './runs.ts';

const gates = defaultGates;
const compared = (baseline: readonly number[], candidate: readonly number[], made: Partial<Made> = {}) =>
  compareRuns({ ...sides(baseline, candidate, made), gates });

const steady = [1, 1.02, 0.99, 1.01, 1];
const slower = steady.map((factor) => 1.2 * factor);

test('Five runs against five tell 20 % from nothing', () => {
  const worse = compared(steady, slower);
  assert.deepEqual(
    [worse.outcome, worse.gates.map(({ outcome }) => outcome)],
    ['worse', ['worse', 'not worse']],
  );
  assert.match(worse.reason, /^p99 changed by \+1[89]\.\d % \(.*\), the limit is 10 %$/);
  const same = compared(steady, [1.01, 1, 0.98, 1.01, 1]);
  assert.deepEqual([same.outcome, same.recommendation], ['not worse', undefined]);
  const better = compared(slower, steady);
  assert.equal(better.outcome, 'not worse');
});

test('A gate that cannot be judged counts more than a gate that holds, and less than a broken gate', () => {
  const noisy = compared([1, 1.3, 0.8, 1.2], [1.1, 0.9, 1.4, 1]);
  assert.equal(noisy.outcome, 'cannot tell');
  assert.match(noisy.recommendation ?? '', /^\d+ more runs of each side could show|^use longer runs/);
  const { baseline, candidate } = sides(steady, slower, { metrics: ['browse', 'buy'] });
  const several = compareRuns({
    baseline,
    candidate,
    gates: [
      { measure: 'mean', limit: 0.2 },
      { measure: 'mean', limit: 0.1, subject: 'buy' },
    ],
  });
  assert.deepEqual(
    several.gates.map(({ subject, outcome }) => [subject, outcome]),
    [
      [{}, 'cannot tell'],
      [{ phase: 'main', metric: 'buy' }, 'worse'],
    ],
  );
  assert.equal(several.outcome, 'worse');
  assert.match(several.reason, /^mean of buy in main changed/);
});

test('A run against a run shows the spread within each and judges nothing', () => {
  const {
    outcome,
    reason,
    recommendation,
    within,
    explored,
    gates: judged,
  } = compared([1], [1.5], { seconds: 60 });
  assert.deepEqual([outcome, explored], ['cannot tell', []]);
  assert.match(reason, /^a comparison of one run with one run cannot show a change/);
  assert.equal(recommendation, '3 more runs of each side; fewer runs cannot show a change');
  assert.deepEqual(
    judged.map(({ interval }) => interval),
    [undefined, undefined],
  );
  assert.deepEqual(
    within.map(({ measure }) => measure.name),
    ['p50', 'p90', 'p99', 'mean'],
  );
  const [p50] = within;
  assert.ok(p50?.baseline.high && p50.candidate.low && p50.baseline.high < p50.candidate.low);
  assert.deepEqual(compared([1], [1.5], { seconds: 60 }).within, within);
});

test('Runs of another load are invalid, and differences are reported in words before a hash', () => {
  const baseline = sides(steady, []).baseline;
  const rows: [made: Partial<Made>, definition: string[], reason: RegExp, values: RegExp][] = [
    [
      { parameters: { RATE: '12' } },
      ['main: load'],
      /^the runs have different loads: main: load differs$/,
      /12 users\/s/,
    ],
    [
      { parameters: { HOST: 'http://localhost:8081' } },
      ['target'],
      /: target differs$/,
      /http:\/\/localhost:8081, 20 conn/,
    ],
    [
      { parameters: { PATH: '/slow' } },
      ['main: scenario or times'],
      /main: scenario or times differs/,
      /^[0-9a-f]{16}$/,
    ],
    [{ arrivals: closed }, ['main: load'], /main: load differs/, /10 users/],
  ];
  for (const [made, definition, reason, value] of rows) {
    const candidate = sides([], slower, made).candidate;
    const comparison = compareRuns({ baseline, candidate, gates });
    assert.deepEqual([comparison.outcome, comparison.gates, comparison.explored], ['invalid', [], []]);
    assert.match(comparison.reason, reason);
    assert.match(comparison.recommendation ?? '', /run the same document with the same parameters/);
    const reported = comparison.differences.filter(({ ofDefinition }) => ofDefinition);
    assert.deepEqual(
      reported.map(({ what }) => what),
      definition,
    );
    assert.match(reported[0]?.values[1]?.value ?? '', value);
    assert.deepEqual(
      reported[0]?.values.map(({ runs }) => runs),
      [
        ['a1', 'a2', 'a3', 'a4', 'a5'],
        ['b1', 'b2', 'b3', 'b4', 'b5'],
      ],
    );
    if (made.parameters === undefined) continue;
    const [name] = Object.keys(made.parameters);
    assert.ok(comparison.differences.some(({ what }) => what === `parameter ${name}`));
    const allowed = compareRuns({ baseline, candidate, gates, allowsDifferences: true });
    assert.equal(allowed.outcome, 'worse');
    assert.deepEqual(allowed.differences, comparison.differences);
  }
});

test('The size of the generator is reported and does not prevent a comparison; parameters without effect are not reported', () => {
  const { baseline } = sides(steady, []);
  const { candidate } = sides([], slower, { shards: 2, parameters: { RATE: '10' } });
  const { outcome, differences } = compareRuns({ baseline, candidate, gates });
  assert.equal(outcome, 'worse');
  assert.deepEqual(
    differences.map(({ what, ofDefinition }) => [what, ofDefinition]),
    [['shards', false]],
  );
});

test('Runs that were not judged, and a run on both sides, make a comparison invalid', () => {
  const { baseline, candidate } = sides(steady, slower);
  const [first, ...others] = candidate;
  assert.ok(first);
  const stopped = comparedRun({ name: 'b0', second: around(20, 1), stopped: 'stopped by you' });
  const late = {
    ...first,
    document: { ...first.document, state: 'inconclusive', reason: 'too busy' },
  } as ComparedRun;
  const [leave, once] = [/^leave these runs out/, /^name each run only once$/];
  const rows: [candidate: readonly ComparedRun[], reason: RegExp, recommendation: RegExp][] = [
    [[stopped, ...others], /^b0 is stopped: stopped by you$/, leave],
    [[late, ...others], /^b1 is inconclusive: too busy$/, leave],
    [[...candidate, ...baseline.slice(0, 1)], /^a1 is in the comparison more than once$/, once],
    [[{ ...first, name: 'copy.json' }, ...candidate], /^copy.json and b1 are the same run$/, once],
    [
      [{ ...first, name: 'copy.json' }, { ...first, name: 'c.json' }, ...candidate],
      /^copy.json, c.json and b1 are the same run$/,
      once,
    ],
  ];
  for (const [runs, reason, advice] of rows) {
    const {
      outcome,
      reason: found,
      recommendation,
    } = compareRuns({ baseline, candidate: runs, gates, allowsDifferences: true });
    assert.equal(outcome, 'invalid');
    assert.match(found, reason);
    assert.match(recommendation ?? '', advice);
  }
  const failed = { ...first, document: { ...first.document, state: 'failed' } } as ComparedRun;
  assert.equal(compareRuns({ baseline, candidate: [failed, ...others], gates }).outcome, 'worse');
});

test('A run on both sides is named once in each sentence', () => {
  const run = comparedRun({ name: 'a0', second: around(20, 1), stopped: 'stopped by you' });
  const suspect = { ...run.document.health, suspect: true };
  const both = [{ ...run, document: { ...run.document, health: suspect } } as ComparedRun];
  const { problems, warnings } = compareRuns({ baseline: both, candidate: both, gates });
  assert.deepEqual(problems, ['a0 is in the comparison more than once', 'a0 is stopped: stopped by you']);
  assert.equal(
    warnings[0],
    'the load generator may have distorted the numbers of a0: read the reports of these runs',
  );
});

test('A gate without a number in some run is invalid and names where', () => {
  const { baseline, candidate } = sides(steady, slower);
  const silent = comparedRun({ name: 'b0', second: () => [], failed: 40, refused: true });
  const { outcome, reason } = compareRuns({ baseline, candidate: [silent, ...candidate], gates });
  assert.deepEqual([outcome, reason], ['invalid', 'p99 was not measured in b0']);
});

test('Runs without a response are worse by their errors, and missing measures are reported', () => {
  const { baseline } = sides(steady, []);
  const dead = steady.map((_, n) =>
    comparedRun({ name: `b${n}`, second: () => [], failed: 40, refused: true, at: 10 + n }),
  );
  const { outcome, reason, warnings, gates: judged } = compareRuns({ baseline, candidate: dead, gates });
  assert.equal(outcome, 'worse');
  assert.match(reason, /^errors changed by \+100/);
  assert.deepEqual(
    judged.map(({ measure }) => measure.name),
    ['errors'],
  );
  assert.ok(
    warnings.includes(
      'p99 was not measured in b0, b1, b2, b3, b4, so Downpour does not judge the gate of this measure',
    ),
    warnings.join(),
  );
  const one = compareRuns({ baseline: baseline.slice(1), candidate: dead.slice(4), gates });
  assert.deepEqual([one.outcome, one.reason], ['invalid', 'p99 was not measured in b4']);
});

test('A phase that did not start everywhere is invalid', () => {
  const { baseline, candidate } = sides(steady, slower);
  const [first, ...others] = candidate;
  assert.ok(first);
  const phases = first.document.phases.map((phase) => ({ ...phase, start: null }));
  const cancelled = { ...first, document: { ...first.document, phases } } as ComparedRun;
  const { reason } = compareRuns({ baseline, candidate: [cancelled, ...others], gates });
  assert.equal(reason, 'phase main did not start in b1');
  const nowhere = [...baseline, ...candidate].map(
    (run) => ({ ...run, document: { ...run.document, phases } }) as ComparedRun,
  );
  const all = compareRuns({ baseline: nowhere.slice(0, 5), candidate: nowhere.slice(5), gates });
  assert.deepEqual(all.problems, []);
});

test('Runs of an older release are compared by what they say in words, with a warning', () => {
  const { baseline, candidate } = sides(steady, slower);
  const older = ({ name, document }: ComparedRun): ComparedRun => {
    const { definition: _, ...plan } = document.plan;
    return { name, document: { ...document, plan } as ComparedRun['document'] };
  };
  const { outcome, warnings } = compareRuns({ baseline: baseline.map(older), candidate, gates });
  assert.equal(outcome, 'worse');
  assert.ok(
    warnings.some((warning) => /^an older release of Downpour made a1, a2, .*, not scenarios/.test(warning)),
  );
  const other = sides([], slower, { parameters: { RATE: '12' } }).candidate;
  assert.equal(compareRuns({ baseline: baseline.map(older), candidate: other, gates }).outcome, 'invalid');
});

test('The order of the runs is reported, with a warning if one side ran before the other', () => {
  const turns = compared(steady, slower);
  assert.deepEqual(
    [turns.order.interleaved, turns.order.runs.map(({ name }) => name).slice(0, 4)],
    [true, ['a1', 'b1', 'a2', 'b2']],
  );
  assert.ok(!turns.warnings.some((warning) => /alternate the runs of both sides/.test(warning)));
  const { baseline, candidate } = sides(steady, slower);
  const later = candidate.map((run) => ({
    ...run,
    document: {
      ...run.document,
      info: { ...run.document.info, startTime: run.document.info.startTime + 1e9 },
    },
  }));
  const blocks = compareRuns({ baseline, candidate: later, gates });
  assert.equal(blocks.order.interleaved, false);
  assert.ok(blocks.warnings.some((warning) => /alternate the runs of both sides/.test(warning)));
});

test('Metrics that only one side has are named in a warning', () => {
  const { baseline } = sides(steady, slower, { metrics: ['browse', 'cart'] });
  const { candidate } = sides(steady, slower, { metrics: ['browse', 'basket'] });
  const { warnings, explored } = compareRuns({ baseline, candidate, gates, allowsDifferences: true });
  assert.ok(
    warnings.includes(
      'some runs have no request of main/cart, main/basket, so Downpour compares this only in the numbers of all requests',
    ),
    warnings.join(),
  );
  const metrics = new Set(explored.flatMap(({ subject }) => subject.metric ?? []));
  assert.deepEqual([...metrics], ['browse']);
});

test('A percentile with few responses beyond it is warned about and not explored', () => {
  const { warnings, explored } = compared(steady, slower);
  // A metric has 200 responses, and two of them are above the 99th percentile.
  assert.ok(
    warnings.some((warning) =>
      /^p99 has only 2 responses above this percentile in at least one run: use longer runs$/.test(warning),
    ),
  );
  const short = compared(steady, slower, { seconds: 1 });
  assert.ok(short.warnings.some((warning) => /^p99 has no response above this percentile/.test(warning)));
  const measures = (of: typeof explored): string[] => of.map(({ measure }) => measure.name);
  assert.deepEqual(measures(explored), ['p50', 'p90', 'mean', 'throughput']);
  const longer = compared(steady, slower, { seconds: 60 });
  assert.deepEqual(longer.warnings, []);
  const { baseline, candidate } = sides(steady, slower, { seconds: 60 });
  const free = compareRuns({ baseline, candidate, gates: [{ measure: 'errors', limit: 0.01 }] });
  assert.deepEqual(measures(free.explored), ['p50', 'p90', 'p99', 'mean', 'throughput']);
});

test('The table does not repeat a measure that a gate judges', () => {
  const mean = { measure: 'mean', limit: 0.1 };
  const sent = { measure: 'throughput', limit: 0.1 };
  const meansOf = (metrics: readonly string[], subject?: string) => {
    const gated = [mean, sent].map((gate) => (subject === undefined ? gate : { ...gate, subject }));
    const { explored } = compareRuns({ ...sides(steady, slower, { metrics }), gates: gated });
    return explored
      .filter(({ measure }) => measure.name === 'mean' || measure.name === 'throughput')
      .map((change) => whatOf(change));
  };
  assert.deepEqual(meansOf(['browse']), []);
  assert.deepEqual(meansOf(['browse'], 'browse'), []);
  assert.deepEqual(meansOf(['browse', 'buy'], 'buy'), ['mean', 'mean of browse in main', 'throughput']);
  assert.deepEqual(meansOf(['browse', 'buy']), [
    'mean of browse in main',
    'mean of buy in main',
    'throughput of main',
  ]);
});

test('The table of all metrics is corrected over the measures that differ at all', () => {
  const { explored } = compared(steady, slower, { metrics: ['browse', 'buy'] });
  const significant = explored.filter((change) => change.significant);
  // Nine differences: p50, p90 and the mean, each for both metrics and for all requests together.
  assert.equal(significant.length, 9);
  for (const { adjusted, p, measure } of significant) {
    assert.ok(p <= adjusted && adjusted <= 0.05);
    assert.equal(measure.unit, 'ns');
  }
  for (const { estimate, adjusted } of explored.filter((change) => !change.significant))
    assert.deepEqual([estimate, adjusted], [0, 1]);
  const three = compared(steady.slice(0, 3), slower.slice(0, 3));
  assert.ok(three.explored.every((change) => !change.significant));
});

test('A closed load is compared by its rate', () => {
  const fewer: Made['second'] = (second, metric) => around(20, 7)(second, metric).slice(0, 16);
  const side = (letter: string, second: Made['second']): ComparedRun[] =>
    [0, 1, 2, 3].map((at) =>
      comparedRun({
        name: `${letter}${at}`,
        arrivals: closed,
        second,
        failed: at,
        at: 2 * at + (letter === 'a' ? 0 : 1),
      }),
    );
  const { gates: judged, outcome } = compareRuns({
    baseline: side('a', around(20, 7)),
    candidate: side('b', fewer),
    gates: [{ measure: 'throughput', limit: 0.1 }],
  });
  assert.deepEqual([outcome, judged[0]?.measure.unit], ['worse', 'perSec']);
  assert.ok(Math.abs((judged[0]?.estimate ?? 0) + 0.2) < 0.01);
});
