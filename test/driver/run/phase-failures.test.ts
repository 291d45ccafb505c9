import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge, type Verdict } from '../../../lib/driver/judging/sla.ts';
import { runDocument } from '../../../lib/driver/run/document.ts';
import { suspecting } from '../../../lib/driver/run/limits.ts';
import {
  errorsOf,
  failuresOf,
  unlistedErrorsNotice,
  unlistedFailureNotices,
} from '../../../lib/driver/run/phase-failures.ts';
import { type PhaseView, type RunPhase, viewOf } from '../../../lib/driver/run/run-record.ts';
import { Histogram } from '../../../lib/driver/statistics/histograms/histogram.ts';
import { percentilesOf } from '../../../lib/driver/statistics/histograms/percentiles.ts';
import { toLibrary } from '../../../lib/driver/statistics/histograms/to-hdr-histogram.ts';
import { Merger } from '../../../lib/driver/statistics/merge.ts';
import type { Outcome } from '../../../lib/driver/statistics/partial.ts';
import { Recorder } from '../../../lib/driver/statistics/recording/recorder.ts';
import { wholeOf } from '../statistics/partials.ts';
import { mergedOf, recordOf, t0 } from './records.ts';

/**
 * The failures of a phase are broken limits and failed drives. A limit that could not be judged is not a
 * failure.
 */

const zeros = percentilesOf(new Histogram());
const broken: Verdict = {
  phase: 'main',
  metric: 'browse',
  step: 0,
  criterion: 'errorRatio',
  passed: false,
  limit: 0.1,
  measured: 0.2,
  window: { startMs: 1_000, endMs: 3_000 },
  requests: 10,
  responses: 10,
  percentiles: { ...zeros, '50.0': 5 },
  message: 'too many errors',
};

function view(
  verdicts: readonly Verdict[],
  outcomes: readonly Partial<Outcome>[] = [{}, {}],
  failed?: string,
): PhaseView {
  const phase: RunPhase = { status: 'TERMINATED', t0, verdicts, failed, merged: mergedOf('main', outcomes) };
  const record = recordOf({ phases: [phase] });
  return viewOf(record, record.plan.phases[0]!, 0);
}

test('A broken limit comes with its place in time and its evidence', () => {
  assert.deepEqual(failuresOf(view([broken, { ...broken, passed: true }, { ...broken, unclear: true }])), [
    {
      phase: 'main',
      metric: 'browse',
      message: 'too many errors',
      start: t0 + 1_000,
      end: t0 + 3_000,
      percentileResponseTime: broken.percentiles,
    },
  ]);
  const { metric: _, ...session } = broken;
  const [failure] = failuresOf(view([{ ...session, advice: 'raise it' }]));
  assert.deepEqual([failure?.metric, failure?.advice], [null, 'raise it']);
});

test("row 137: a failure has its percentiles in order, with the values of HdrHistogram's own reading", () => {
  const recorder = new Recorder();
  const tally = recorder.metric('browse', 0).at(0);
  const library = new Histogram();
  for (let request = 1; request <= 10_000; request += 1) {
    const ns = request ** 2 * 10;
    tally.counters.requests += 1;
    tally.counters.responses += 1;
    tally.recordLatency(ns);
    library.record(ns);
  }
  const merger = new Merger('main');
  merger.accept(wholeOf(recorder));
  const merged = merger.result();
  const verdicts = judge([{ step: 0, slas: [{ limits: [[0.5, 1]] }] }], merged);
  const record = recordOf({ phases: [{ status: 'TERMINATED', t0, verdicts, merged }] });
  const [failure] = JSON.parse(JSON.stringify(runDocument(record))).failures;
  const read = toLibrary(library);
  assert.deepEqual(
    Object.entries(failure.percentileResponseTime),
    ['50.0', '90.0', '99.0', '99.9', '99.99'].map((name) => [name, read.getValueAtPercentile(Number(name))]),
  );
});

test('Drives that failed give their reasons, each once, over the whole phase', () => {
  const refused = { result: 'failed', reason: 'ECONNREFUSED' } as const;
  const failures = failuresOf(
    view([], [refused, refused, { result: 'failed' }, { result: 'stopped', reason: 'x' }]),
  );
  assert.deepEqual(
    failures.map(({ message }) => message),
    ['ECONNREFUSED', 'a shard failed'],
  );
  assert.deepEqual(failures[0], {
    phase: 'main',
    metric: null,
    message: 'ECONNREFUSED',
    start: t0,
    end: t0 + 20_000,
    percentileResponseTime: zeros,
  });
});

test("The conductor's reason is there only where no limit says more", () => {
  const messages = (verdicts: readonly Verdict[]) =>
    failuresOf(view(verdicts, [{}], 'phase failed')).map(({ message }) => message);
  assert.deepEqual(messages([]), ['phase failed']);
  assert.deepEqual(messages([broken]), ['too many errors']);
});

test('Errors of the run come before those of its shards, up to a bound', () => {
  const record = recordOf({ errors: [{ agent: 'settle', msg: 'timed out' }] });
  const errors = errorsOf(record, [view([], [{ errors: ['a', 'b'] }, { errors: ['c'] }])]);
  assert.deepEqual(errors, [
    { agent: 'settle', msg: 'timed out' },
    { agent: 'shard-0', msg: 'a' },
    { agent: 'shard-0', msg: 'b' },
    { agent: 'shard-1', msg: 'c' },
  ]);
  const most = Array.from({ length: suspecting.failuresMax }, (_, index) => `${index}`);
  const [full, more, none] = [[{ errors: most }], [{ errors: ['x'] }], [{}]].map((each) => view([], each));
  assert.equal(errorsOf(recordOf(), [full!, more!]).length, suspecting.failuresMax);
  const notice =
    'the load generators reported more than 100 errors: the first ones are listed, and all are counted';
  const notices = (run: typeof record) =>
    [full!, more!, none!].map((each, _, views) => unlistedErrorsNotice(run, each, views));
  assert.deepEqual(notices(recordOf()), [undefined, notice, undefined]);
  assert.deepEqual(notices(record), [notice, notice, undefined], 'an error of the run is listed first');
});

test('A run document lists the first failures, and a notice has the number of the failures that it leaves out', () => {
  const withFailures = (count: number) => view(Array.from({ length: count }, () => broken));
  const almost = withFailures(suspecting.failuresMax - 1);
  const left = (count: string) =>
    `the run lists its first 100 failures, and leaves out ${count} of this phase; its verdicts have every broken limit`;
  assert.deepEqual(unlistedFailureNotices([almost, withFailures(1), withFailures(0)]), []);
  assert.deepEqual(
    unlistedFailureNotices([almost, withFailures(2), withFailures(3)]).map(({ message }) => message),
    [left('1 failure'), left('3 failures')],
  );
  const { phases } = recordOf();
  const verdicts = Array.from({ length: suspecting.failuresMax + 2 }, () => broken);
  const run = runDocument(recordOf({ phases: phases.map((phase) => ({ ...phase, verdicts })) }));
  assert.deepEqual(run.notices, [{ phase: 'main', message: left('2 failures') }]);
});
