import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  aimsOf,
  type Gate,
  parseGate,
  subjectsOf,
  unknownMetricsOf,
} from '../../../lib/report/comparison/gate.ts';
import { MeasuredRun } from '../../../lib/report/comparison/runs/measured-run.ts';
import { around, closed, comparedRun } from './runs.ts';

test('A gate names a measure, a limit and perhaps a metric', () => {
  const rows: [text: string, gate: Gate][] = [
    ['p99:10%', { measure: 'p99', limit: 0.1 }],
    ['p99.9: 2.5 %', { measure: 'p99.9', limit: 0.025 }],
    ['mean:0%', { measure: 'mean', limit: 0 }],
    ['errors:1%', { measure: 'errors', limit: 0.01 }],
    ['throughput:5%', { measure: 'throughput', limit: 0.05 }],
    ['browse:p75:150%', { subject: 'browse', measure: 'p75', limit: 1.5 }],
    ['browse (GET /a:b):p99:10%', { subject: 'browse (GET /a:b)', measure: 'p99', limit: 0.1 }],
    ['main/a:b:errors:1%', { subject: 'main/a:b', measure: 'errors', limit: 0.01 }],
  ];
  for (const [text, gate] of rows) assert.deepEqual(parseGate(text), gate);
});

test('A text that is no gate is rejected with the expected form', () => {
  const rows: [text: string, error: RegExp][] = [
    ['p99', /expected MEASURE:LIMIT or METRIC:MEASURE:LIMIT, such as p99:10%/],
    ['', /expected MEASURE:LIMIT/],
    ['10%', /expected MEASURE:LIMIT/],
    ['median:10%', /'median' is not a measure: expected p50, p99, p99.9 and so on, mean, errors, throughput/],
    ['p0:10%', /'p0' is not a measure/],
    ['p100:10%', /'p100' is not a measure/],
    ['p99:10', /'10' is not a limit: expected a percentage such as 10%/],
    ['p99:-1%', /'-1%' is not a limit/],
    [
      'p75:10%',
      /only the percentiles p50, p90, p95, p99, p99.9, p99.99 can be judged: for p75, name a metric, as in products:p75:10%/,
    ],
    ['throughput:100%', /the limit of throughput must be below 100 %/],
  ];
  for (const [text, error] of rows) {
    const parsed = parseGate(text);
    assert.ok('error' in parsed, text);
    assert.match(parsed.error, error);
  }
});

test('A metric is found by its name or with its phase, and a name that no run has is reported', () => {
  const named = comparedRun({ name: 'a', second: around(10, 1), metrics: ['browse', 'buy'] });
  const run = new MeasuredRun('a', named.document);
  const subjects = (subject?: string) =>
    aimsOf([{ ...(subject === undefined ? {} : { subject }), measure: 'p99', limit: 0 }], [run]).map(
      (aim) => aim.subject,
    );
  assert.deepEqual(subjects(), [{}]);
  assert.deepEqual(subjects('buy'), [{ phase: 'main', metric: 'buy' }]);
  assert.deepEqual(subjects('main/browse'), [{ phase: 'main', metric: 'browse' }]);
  assert.deepEqual(subjects('brows'), []);
  const gates = ['brows', 'buy', 'x', 'x'].map((subject) => ({ subject, measure: 'p99', limit: 0 }));
  assert.equal(
    unknownMetricsOf(gates, [named]),
    "the compared runs do not have the metric 'brows', 'x'; their metrics are 'main/browse', 'main/buy'",
  );
  assert.equal(unknownMetricsOf(gates.slice(1, 2), [named]), undefined);
});

test('Requests with one metric are subjects of their own, and a gate names one of them or all', () => {
  const made = { name: 'a', second: around(10, 1), metrics: ['browse', 'browse'] };
  const run = new MeasuredRun('a', comparedRun(made).document);
  const [first, second] = ['GET /', 'GET / #2'].map((request) => ({
    phase: 'main',
    metric: 'browse',
    request,
  }));
  const subjects = (subject: string) =>
    aimsOf([{ subject, measure: 'p99', limit: 0 }], [run, run]).map((aim) => aim.subject);
  assert.deepEqual(subjects('browse'), [first, second]);
  assert.deepEqual(subjects('main/browse'), [first, second]);
  assert.deepEqual(subjects('browse (GET / #2)'), [second]);
  assert.deepEqual(subjects('main/browse (GET /)'), [first]);
  assert.deepEqual(
    [first, second, { phase: 'main', metric: 'browse' }].map((subject) => run.requests(subject ?? {})),
    [200, 200, 400],
  );
  const problem = unknownMetricsOf([{ subject: 'x', measure: 'p99', limit: 0 }], [comparedRun(made)]);
  assert.match(problem ?? '', /their metrics are 'main\/browse \(GET \/\)', 'main\/browse \(GET \/ #2\)'$/);
});

test('Requests with one metric are compared together with a run that does not name them', () => {
  const made = { name: 'a', second: around(10, 1), metrics: ['browse', 'browse'] };
  const [run, old] = [comparedRun(made).document, comparedRun(made).document];
  for (const entry of old.stats) delete entry.request;
  const runs = [new MeasuredRun('new', run), new MeasuredRun('old', old)];
  assert.deepEqual(subjectsOf(runs), [{ phase: 'main', metric: 'browse' }]);
});

test('Throughput is what was sent of the plan where users arrive at a rate, and a rate where they come again', () => {
  const gates: Gate[] = [{ measure: 'throughput', limit: 0.05 }];
  const made = { name: 'a', second: around(10, 1), sent: 0.75 };
  const open = new MeasuredRun('open', comparedRun(made).document);
  const closedRun = new MeasuredRun('closed', comparedRun({ ...made, arrivals: closed }).document);
  const valueIn = (run: MeasuredRun) => {
    const [aim] = aimsOf(gates, [run]);
    assert.ok(aim);
    return { unit: aim.measure.unit, kind: aim.measure.kind, value: run.value(aim.subject, aim.measure) };
  };
  assert.deepEqual(valueIn(open), { unit: 'share', kind: 'difference', value: 0.75 });
  assert.deepEqual(valueIn(closedRun), { unit: 'perSec', kind: 'ratio', value: 20 });
});
