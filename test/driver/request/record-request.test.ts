import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  type Ending,
  type RequestRecord,
  recordEnded,
  recordSent,
  recordUnsent,
  secondOf,
} from '../../../lib/driver/request/record-request.ts';
import { toLibrary } from '../../../lib/driver/statistics/histograms/to-hdr-histogram.ts';
import type { Counters } from '../../../lib/driver/statistics/partial.ts';
import { Recorder } from '../../../lib/driver/statistics/recording/recorder.ts';
import { type HistogramName, Tally } from '../../../lib/driver/statistics/tally.ts';
import { listRows } from '../../../lib/driver/statistics/wire/row-cursor.ts';
import { wholeOf } from '../statistics/partials.ts';

/**
 * A request is counted once, in the second of its planned start. Each of its times begins at the instant that
 * its name states.
 */

/** Every instant of this request is in a different second. */
const request: RequestRecord = {
  ending: 'response',
  status: 200,
  valid: true,
  completionFailed: false,
  stale: false,
  unsent: false,
  bytesSent: 11,
  bytesReceived: 70,
  intendedNs: 1.5e9,
  dueNs: 2.5e9,
  readyNs: 3.5e9,
  sentNs: 4.75e9,
  endedNs: 8e9,
};

/**
 * Records one request. Returns the counters of the second in which the request should have started, and the
 * lateness in the second in which it was sent.
 */
function recorded(changed: Partial<RequestRecord>): { second: Tally; counters: Partial<Counters> } {
  const recorder = new Recorder();
  const metric = recorder.metric('m', 0);
  const record = { ...request, ...changed };
  recordSent(metric, record);
  recordEnded(metric, record);
  const all = listRows(recorder.rows());
  assert.deepEqual(
    all.map(({ second, counters, lateness }) => [second, counters.requests, lateness !== undefined]),
    [
      [1, 1, false],
      [4, 0, true],
    ],
    'all of it but its lateness in the second of the intended start',
  );
  const second = new Tally();
  for (const row of all) second.addEncoded(row);
  const counters = Object.fromEntries(Object.entries(second.counters).filter(([, count]) => count !== 0));
  return { second, counters };
}

const sent = { requests: 1, bytesSent: 11, blockedNs: 1.25e9 };
const answered = { ...sent, responses: 1, bytesReceived: 70 };
const failed = { ...sent, bytesReceived: 70, invalid: 1, failed: 1 };

const rows: readonly (readonly [
  ending: Ending,
  status: number,
  valid: boolean,
  counters: Partial<Counters>,
  completionFailed?: boolean,
])[] = [
  ['response', 101, true, { ...answered, statusOther: 1 }],
  ['response', 200, true, { ...answered, status2xx: 1 }],
  ['response', 299, true, { ...answered, status2xx: 1 }],
  ['response', 300, true, { ...answered, status3xx: 1 }],
  ['response', 399, true, { ...answered, status3xx: 1 }],
  ['response', 400, true, { ...answered, status4xx: 1 }],
  ['response', 499, false, { ...answered, status4xx: 1, invalid: 1, failed: 1 }],
  ['response', 500, false, { ...answered, status5xx: 1, invalid: 1, failed: 1 }],
  ['response', 599, true, { ...answered, status5xx: 1 }],
  ['response', 600, true, { ...answered, statusOther: 1 }],
  ['response', 200, false, { ...answered, status2xx: 1, invalid: 1, failed: 1 }],
  ['timeout', 0, true, { ...failed, timeouts: 1 }],
  ['timeout', 200, true, { ...failed, timeouts: 1, status2xx: 1 }],
  ['timeout', 0, false, { ...failed, timeouts: 1 }],
  ['connection', 0, true, { ...failed, connectionErrors: 1 }],
  ['connection', 503, true, { ...failed, connectionErrors: 1, status5xx: 1 }],
  ['internal', 200, true, { ...failed, internalErrors: 1, status2xx: 1 }],
  ['internal', 0, false, { ...failed, internalErrors: 1 }],
  ['response', 200, true, { ...answered, status2xx: 1, invalid: 1, failed: 1, internalErrors: 1 }, true],
  ['response', 404, false, { ...answered, status4xx: 1, invalid: 1, failed: 1, internalErrors: 1 }, true],
  ['timeout', 0, false, { ...failed, timeouts: 1, internalErrors: 1 }, true],
  ['connection', 0, false, { ...failed, connectionErrors: 1, internalErrors: 1 }, true],
  ['cancelled', 0, true, { ...sent, bytesReceived: 70 }],
  ['cancelled', 200, false, { ...sent, bytesReceived: 70 }],
];

suite('a request', () => {
  for (const [ending, status, valid, counters, completionFailed = false] of rows) {
    const completion = completionFailed ? ', completion throws' : '';
    test(`that ends as ${ending}, status ${status}, ${valid ? 'valid' : 'invalid'}${completion}`, () => {
      const { second, counters: counted } = recorded({ ending, status, valid, completionFailed });
      assert.deepEqual(counted, counters);
      const times = ending === 'response' ? 1 : 0;
      assert.deepEqual(
        [second.latency.count, second.service.count, second.lateness.count, second.unanswered.count],
        [times, times, 1, ending === 'cancelled' ? 1 : 0],
      );
    });
  }

  const ns = (tally: Tally, name: HistogramName): number => toLibrary(tally[name]).maxValue;
  /** Compares two numbers, within the rounding of a histogram. */
  const near = (actual: number, expected: number): void =>
    assert.ok(Math.abs(actual - expected) <= expected * 1e-2, `${actual}, expected ${expected}`);

  test('has its latency from the intended instant, its service time from the sending, its lateness from due to ready', () => {
    const { second } = recorded({});
    near(ns(second, 'latency'), 6.5e9);
    near(ns(second, 'service'), 3.25e9);
    near(ns(second, 'lateness'), 1e9);
  });

  test('without an answer has waited from where its latency would begin', () => {
    near(ns(recorded({ ending: 'cancelled' }).second, 'unanswered'), 6.5e9);
    const recorder = new Recorder(undefined, true);
    recordEnded(recorder.metric('m', 0), { ...request, ending: 'cancelled' });
    near(ns(recorder.metric('m', 0).at(secondOf(request)), 'unanswered'), request.endedNs - request.readyNs);
  });

  test('is answered in the second in which its response came, and only then', () => {
    const endings: readonly (readonly [Ending, boolean, readonly unknown[]])[] = [
      ['response', false, [[8, 1]]],
      ['response', true, []],
      ['timeout', false, []],
      ['connection', false, []],
      ['cancelled', false, []],
    ];
    for (const [ending, unsent, expected] of endings) {
      const recorder = new Recorder();
      recordEnded(recorder.metric('m', 0), { ...request, ending, unsent, endedNs: 8.5e9 });
      const { answers } = wholeOf(recorder);
      assert.deepEqual(answers, expected, `${ending} ${unsent}`);
    }
  });

  test('that is sent but not over counts as sent, late and blocked, and as nothing else', () => {
    const recorder = new Recorder();
    recordSent(recorder.metric('m', 0), request);
    const { counters, latency, lateness } = recorder.live();
    assert.deepEqual(Object.fromEntries(Object.entries(counters).filter(([, count]) => count !== 0)), sent);
    assert.equal(latency, undefined);
    assert.ok(lateness !== undefined);
  });

  test('that should start between two seconds belongs to the first, and a nanosecond later to the next', () => {
    const recorder = new Recorder();
    const metric = recorder.metric('m', 0);
    for (const intendedNs of [5e9, 5e9 + 1])
      recordEnded(metric, { ...request, intendedNs, sentNs: 9e9, endedNs: 9e9 });
    assert.deepEqual(
      listRows(recorder.rows()).map(({ second, counters }) => [second, counters.responses]),
      [
        [4, 1],
        [5, 1],
      ],
    );
  });

  test('that a cache answers is sent when it is ready, whatever its record had before', () => {
    const recorder = new Recorder();
    const metric = recorder.metric('m', 0);
    const record = { ...request };
    recordUnsent(metric, record);
    assert.deepEqual([record.unsent, record.sentNs], [true, request.readyNs]);
    const all = listRows(recorder.rows());
    assert.deepEqual(
      all.map(({ second, counters: { requests, cacheHits } }) => [second, requests, cacheHits]),
      [
        [1, 1, 1],
        [3, 0, 0],
      ],
    );
  });

  test('at T0 belongs to the first second', () => {
    const recorder = new Recorder();
    recordEnded(recorder.metric('m', 0), { ...request, intendedNs: 0 });
    assert.deepEqual(
      listRows(recorder.rows()).map(({ second }) => second),
      [0],
    );
  });

  test('that is sent long after its second was sealed is counted in it', () => {
    const recorder = new Recorder();
    const metric = recorder.metric('m', 0);
    recordSent(metric, { ...request, intendedNs: 1.2e9, dueNs: 1.2e9, readyNs: 1.3e9, sentNs: 1.3e9 });
    for (let second = 0; second < 60; second += 1) recorder.seal(second);
    recordSent(metric, { ...request, sentNs: 58.5e9 });
    recorder.seal(60);
    recordEnded(metric, { ...request, sentNs: 58.5e9, endedNs: 61e9 });
    const { rows, sentUntil } = wholeOf(recorder);
    assert.deepEqual(
      listRows(rows).map(({ second, counters: { requests, responses } }) => [second, requests, responses]),
      [
        [1, 2, 1],
        [58, 0, 0],
      ],
    );
    assert.deepEqual(sentUntil, [[1, 58]]);
  });
});
