import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { PhaseSeconds, PhaseStatus } from '../../lib/api.generated.ts';
import { pauseMs, pauses } from '../../lib/web/data/burst/pauses.ts';
import { Curve, columnsMax } from '../../lib/web/screens/burst/curve.ts';
import { nowOf, percentAt, spanOf } from '../../lib/web/screens/burst/facts.ts';
import { PhaseStarts } from '../../lib/web/screens/burst/phase-starts.ts';
import { returning } from '../../lib/web/screens/login/returning.ts';

/** The code of the burst's page and of the sign-in that needs no browser. */

const displayed = { isHidden: false, hiddenMs: 0 };

suite('polling', () => {
  test('waits as long as the server wishes, and longer after each error', () => {
    assert.equal(pauseMs(1_000, 0, displayed), 1_000);
    assert.equal(pauseMs(0, 0, displayed), 0);
    assert.deepEqual(
      [1, 2, 3, 4, 5, 9].map((errors) => pauseMs(undefined, errors, displayed)),
      [1_000, 2_000, 4_000, 8_000, 8_000, 8_000],
    );
  });

  test('is seldom while the page is hidden, and ends after a while', () => {
    assert.equal(pauseMs(1_000, 0, { isHidden: true, hiddenMs: 1 }), pauses.hiddenMs);
    assert.equal(pauseMs(9_000, 0, { isHidden: true, hiddenMs: 1 }), 9_000);
    assert.equal(pauseMs(1_000, 0, { isHidden: true, hiddenMs: pauses.hiddenMaxMs + 1 }), undefined);
  });
});

function secondsOf(phase: number, startsAt: number, from: number, to: number, sent = 10): PhaseSeconds {
  const second = Array.from({ length: to - from + 1 }, (_, n) => from + n);
  const all = (value: number): number[] => second.map(() => value);
  return {
    ...{ phase, name: `phase-${phase}`, startsAt, gaps: [] },
    seconds: {
      ...{ second, requestsPerSec: all(sent), responsesPerSec: all(sent), failedPerSec: all(0) },
      ...{ errorsPerSec: all(0), inFlight: all(2), sessions: all(1), usersDuePerSec: all(1) },
      ...{ usersStartedPerSec: all(1), latencyP50Ns: all(sent), latencyP99Ns: all(sent * 2) },
      latenessP99Ns: all(1),
    },
  };
}

suite('the curve', () => {
  test('adds the phases of a second, and a second without a measurement is a gap', () => {
    const curve = new Curve(1_000);
    curve.add(secondsOf(0, 1_000, 0, 2));
    curve.add(secondsOf(1, 3_000, 0, 0, 30));
    curve.add(secondsOf(1, 3_000, 3, 3, 30));
    assert.deepEqual(
      curve.columns.map((column) => column?.sent),
      [10, 10, 40, undefined, undefined, 30],
    );
    // The median of two phases together is that of the phase with more responses. The 99th percentile is the
    // higher of both.
    assert.deepEqual([curve.columns[2]?.p50, curve.columns[2]?.p99], [30, 60]);
  });

  test('adds the phases of a burst that is opened late', () => {
    const curve = new Curve(0);
    curve.add(secondsOf(0, 0, 0, 999), secondsOf(1, 0, 0, 999, 30));
    assert.deepEqual(
      [0, 500, 999].map((at) => curve.columns[at]?.sent),
      [40, 40, 40],
    );
  });

  test('takes a better value of a second in place of the last one', () => {
    const curve = new Curve(0);
    curve.add(secondsOf(0, 0, 0, 5));
    curve.add(secondsOf(0, 0, 4, 5, 7));
    assert.deepEqual(
      curve.columns.map((column) => column?.sent),
      [10, 10, 10, 10, 7, 7],
    );
  });

  test('has a bounded number of columns, however long a burst is', () => {
    const curve = new Curve(0);
    for (let from = 0; from < 20_000; from += 60) curve.add(secondsOf(0, 0, from, from + 59));
    assert.ok(curve.columns.length <= columnsMax, `${curve.columns.length}`);
    assert.equal(curve.stepS, 8);
    assert.ok(curve.columns.every((column) => column?.sent === 10 && column.p99 === 20));
  });
});

const phase = (more: Partial<PhaseStatus>): PhaseStatus => ({
  ...{ name: 'a', status: 'RUNNING', isWarmup: false, failed: false, expectedArrivals: 1 },
  totals: { requests: 1, responses: 1, failed: 0, errors: 0, invalid: 0 },
  ...more,
});

suite('the facts of a burst', () => {
  test('have the planned end of phases that wait for others', () => {
    const phases = [
      phase({ startsAt: 1_000, durationMs: 3_000, status: 'TERMINATED' }),
      phase({ durationMs: 10_000, status: 'NOT_STARTED' }),
      phase({ durationMs: 99_000, status: 'CANCELLED' }),
    ];
    const span = spanOf({ phases, startedAt: 1_000 });
    assert.deepEqual(span, { from: 1_000, to: 14_000 });
    assert.equal(percentAt({ from: 1_000, to: 14_000 }, 7_500), 50);
    assert.equal(spanOf({ phases: [phase({ startsAt: 5 })] })?.to, undefined);
    assert.equal(spanOf({ phases: [phase({})] }), undefined);
  });

  test('have the last second of all phases at work', () => {
    const second = {
      ...{ second: 4, requestsPerSec: 10, responsesPerSec: 9, failedPerSec: 0, errorsPerSec: 0, inFlight: 1 },
      ...{ sessions: 1, usersDuePerSec: 5, usersStartedPerSec: 5, latencyP50Ns: 3, latencyP99Ns: 4 },
    };
    const other = { ...second, responsesPerSec: 1, latencyP50Ns: 100, latencyP99Ns: 200 };
    const now = nowOf([phase({ live: second }), phase({ live: other }), phase({})]);
    assert.deepEqual([now?.requestsPerSec, now?.p50, now?.p99], [20, 3, 200]);
    assert.equal(nowOf([phase({})]), undefined);
  });
});

test('each start of a phase is announced once, at most once in five seconds', () => {
  const starts = new PhaseStarts();
  const take = (now: number, ...names: string[]) =>
    starts.take(
      [...names.map((name) => phase({ name })), phase({ name: 'later', status: 'NOT_STARTED' })],
      now,
    );
  assert.deepEqual(take(1_000, 'a', 'b'), ['a', 'b']);
  assert.deepEqual(take(2_000, 'a', 'c'), []);
  assert.deepEqual(take(5_900, 'd'), []);
  assert.deepEqual(take(6_000, 'd'), ['c', 'd']);
  assert.deepEqual(take(20_000, 'a', 'd'), []);
});

suite('the address of the sign-in', () => {
  const origin = 'https://downpour.example.com';
  const next = (text: string): string => returning(new URLSearchParams({ next: text }), '', origin).next;

  test('leads to paths of its own origin only', () => {
    assert.equal(next('/run/12?t=1#x'), '/run/12?t=1#x');
    for (const other of [
      '//evil.example.com/',
      'https://evil.example.com/',
      '/\\evil.example.com',
      '/..//evil.example.com/',
      '/.//evil.example.com/',
      'javascript:alert(1)',
      '/login?next=/login',
      'http://[',
    ])
      assert.equal(next(other), '/', other);
  });

  test('has a code, or the answer of an issuer', () => {
    assert.equal(returning(new URLSearchParams(), '#once=abc', origin).code, 'abc');
    assert.equal(returning(new URLSearchParams('code=1'), '', origin).answer, undefined);
    assert.ok(returning(new URLSearchParams('code=1&state=2'), '', origin).answer);
  });
});
