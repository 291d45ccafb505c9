import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeSessionLimit } from '../../../lib/driver/judging/session-limit.ts';
import type { Verdict } from '../../../lib/driver/judging/sla.ts';
import { judge } from '../../../lib/driver/judging/sla.ts';
import type { Sla } from '../../../lib/driver/model/sla.ts';
import { type MergedPhase, Merger } from '../../../lib/driver/statistics/merge.ts';
import type { Counters, Outcome } from '../../../lib/driver/statistics/partial.ts';
import { Recorder } from '../../../lib/driver/statistics/recording/recorder.ts';
import { main } from '../run/records.ts';
import { completed } from '../statistics/partials.ts';

const ms = 1e6;

type Second = {
  readonly second?: number;
  readonly latenciesNs?: readonly number[];
  readonly counters?: Partial<Counters>;
};

/** A phase with one metric. Each entry has the counts of one second. */
function phaseOf(seconds: readonly Second[], outcome: Partial<Outcome> = {}, step = 0): MergedPhase {
  const recorder = new Recorder();
  for (const { second = 0, latenciesNs = [], counters = {} } of seconds) {
    const sample = recorder.metric('browse', step).at(second);
    sample.counters.requests += counters.requests ?? latenciesNs.length;
    sample.counters.responses += counters.responses ?? latenciesNs.length;
    const { requests: _, responses: __, ...rest } = counters;
    Object.assign(sample.counters, rest);
    for (const ns of latenciesNs) {
      sample.recordLatency(ns);
      sample.recordService(ns);
    }
  }
  const merger = new Merger('main');
  merger.accept(
    recorder.partial({ phase: 'main', shard: 0, segment: 0, lease: 'a', outcome: completed(outcome) }),
  );
  return merger.result();
}

/** The strictest limit: no request may wait at all. */
const neverBlocked: Sla = { blockedRatio: 0 };

function only(sla: Sla, phase: MergedPhase): Verdict {
  const verdicts = judge([{ step: 0, slas: [sla] }], phase);
  assert.equal(verdicts.length, 1);
  return verdicts[0] as Verdict;
}

const hundred = (ns: number): number[] => Array.from({ length: 100 }, () => ns);

test('Each limit fails where its rule says, and one step below it passes', () => {
  const of100 = (counters: Partial<Counters>): MergedPhase =>
    phaseOf([{ latenciesNs: hundred(ms), counters }]);
  const table: readonly [name: string, sla: Sla, phase: MergedPhase, passed: boolean, measured: number][] = [
    [
      'errors at the limit',
      { errorRatio: 0.03 },
      of100({ connectionErrors: 1, timeouts: 1, internalErrors: 1 }),
      false,
      0.03,
    ],
    ['errors below the limit', { errorRatio: 0.03 }, of100({ timeouts: 2 }), true, 0.02],
    ['a limit of 0 without errors', { errorRatio: 0 }, of100({}), true, 0],
    ['a limit of 0 and one error', { errorRatio: 0 }, of100({ timeouts: 1 }), false, 0.01],
    ['invalid at the limit', { invalidRatio: 0.1 }, of100({ invalid: 10 }), false, 0.1],
    ['invalid below the limit', { invalidRatio: 0.1 }, of100({ invalid: 9 }), true, 0.09],
    [
      'invalid without a response',
      { invalidRatio: 0.1 },
      phaseOf([{ counters: { requests: 5, invalid: 5 } }]),
      true,
      0,
    ],
    ['mean at the limit', { meanResponseTimeNs: 100 }, phaseOf([{ latenciesNs: [50, 150] }]), false, 100],
    ['mean below the limit', { meanResponseTimeNs: 101 }, phaseOf([{ latenciesNs: [50, 150] }]), true, 100],
    [
      'blocked at the limit',
      { blockedRatio: 0.5 },
      phaseOf([{ latenciesNs: [100, 100], counters: { blockedNs: 200 } }]),
      true,
      0.5,
    ],
    [
      'blocked above the limit',
      { blockedRatio: 0.4 },
      phaseOf([{ latenciesNs: [100, 100], counters: { blockedNs: 200 } }]),
      false,
      0.5,
    ],
    ['never blocked', neverBlocked, of100({}), true, 0],
    ['any wait at all', neverBlocked, of100({ blockedNs: 1 }), false, 1 / (1 + 1.001e8)],
    [
      'median, not the 0.5th percentile',
      { limits: [[0.5, 200]] },
      phaseOf([{ latenciesNs: [1, 2, 201, 202] }]),
      true,
      2,
    ],
    [
      'quantile at the limit',
      { limits: [[0.99, 200]] },
      phaseOf([{ latenciesNs: [1, 2, 3, 200] }]),
      false,
      200,
    ],
    [
      'quantile below the limit',
      { limits: [[0.99, 201]] },
      phaseOf([{ latenciesNs: [1, 2, 3, 200] }]),
      true,
      200,
    ],
    [
      'quantile 1 is the maximum',
      { limits: [[1, 200]] },
      phaseOf([{ latenciesNs: [...hundred(1), 250] }]),
      false,
      250,
    ],
  ];
  for (const [name, sla, phase, passed, measured] of table) {
    const verdict = only(sla, phase);
    assert.equal(verdict.passed, passed, name);
    assert.ok(Math.abs(verdict.measured - measured) <= measured * 0.01, `${name}: ${verdict.measured}`);
  }
});

test('A window judges every stretch of its length by itself and tells the worst one', () => {
  const seconds = [10, 10, 10, 90, 90, 10, 10].map((at, second) => ({
    second,
    latenciesNs: hundred(at * ms),
  }));
  const phase = phaseOf(seconds);
  const table: readonly [windowMs: number | undefined, passed: boolean, startMs: number, endMs: number][] = [
    [undefined, true, 0, 7000],
    [1000, false, 3000, 4000],
    [1500, false, 3000, 5000],
    [2000, false, 3000, 5000],
    [4000, true, 1000, 5000],
    [60_000, true, 0, 7000],
  ];
  for (const [windowMs, passed, startMs, endMs] of table) {
    const verdict = only({ meanResponseTimeNs: 60 * ms, windowMs }, phase);
    assert.deepEqual([verdict.passed, verdict.window], [passed, { startMs, endMs }], `window ${windowMs}`);
    assert.equal(verdict.requests, ((endMs - startMs) / 1000) * 100);
  }
});

test('Quiet seconds are part of a window', () => {
  const phase = phaseOf([
    { second: 0, latenciesNs: [ms], counters: { timeouts: 1 } },
    { second: 9, latenciesNs: hundred(ms) },
  ]);
  assert.equal(only({ errorRatio: 0.5, windowMs: 3000 }, phase).window.endMs, 3000);
  assert.equal(only({ errorRatio: 0.5, windowMs: 10_000 }, phase).passed, true);
});

test('A verdict names what to do, and its evidence', () => {
  const blocked = only(
    neverBlocked,
    phaseOf([{ latenciesNs: hundred(ms), counters: { blockedNs: 5 * ms } }]),
  );
  assert.match(blocked.message, /^requests waited 5 ms .* 4\.\d+ % of the time, the limit is 0 %$/);
  assert.match(blocked.advice ?? '', /raise sharedConnections/);
  assert.deepEqual(Object.keys(blocked.percentiles), ['50.0', '90.0', '99.0', '99.9', '99.99']);
  const errors = only(
    { errorRatio: 0.01 },
    phaseOf([{ latenciesNs: hundred(ms), counters: { timeouts: 4, connectionErrors: 3 } }]),
  );
  assert.match(errors.message, /7 % of 100 requests.*limit is 1 %.*3 connection errors, 4 timeouts/);
  const late = only({ limits: [[0.999, 100 * ms]] }, phaseOf([{ latenciesNs: hundred(2e9) }]));
  assert.match(late.message, /99.9 % of responses came within 2.\d+ s, the limit is 100 ms/);
  assert.deepEqual([late.quantile, late.limit, late.responses], [0.999, 100 * ms, 100]);
});

test('Every limit of every step gives a verdict; steps keep to their own', () => {
  const phase = phaseOf([{ latenciesNs: hundred(ms) }], {}, 3);
  const sla: Sla = {
    errorRatio: 1,
    blockedRatio: 0,
    limits: [
      [0.5, ms],
      [0.9, 2 * ms],
    ],
  };
  const verdicts = judge(
    [
      { step: 3, slas: [sla, { invalidRatio: 1 }] },
      { step: 4, slas: [neverBlocked] },
    ],
    phase,
  );
  assert.deepEqual(
    verdicts.map(({ criterion, passed }) => [criterion, passed]),
    [
      ['errorRatio', true],
      ['blockedRatio', true],
      ['limit', false],
      ['limit', true],
      ['invalidRatio', true],
    ],
  );
  assert.deepEqual(judge([{ step: 0, slas: [neverBlocked] }], phase), []);
});

test('An exceeded session limit fails the phase unless it may continue', () => {
  const exceeded = phaseOf([], { sessionLimitExceeded: true, throttled: 7 });
  const phase = { ...main, maxSessions: 50 };
  const failed = judgeSessionLimit(phase, exceeded);
  assert.deepEqual(
    [failed?.passed, failed?.measured, failed?.limit, failed?.metric],
    [false, 7, 50, undefined],
  );
  assert.match(
    failed?.message ?? '',
    /^Exceeded session limit: 7 users found all 50 sessions \(by default the users of one second\)/,
  );
  assert.match(failed?.advice ?? '', /^lower the rate/);
  const written = judgeSessionLimit({ ...phase, maxSessionsGiven: true }, exceeded);
  assert.match(written?.message ?? '', /found all 50 sessions in use/);
  assert.match(written?.advice ?? '', /^raise maxSessions/);
  assert.equal(judgeSessionLimit({ ...phase, sessionLimitPolicy: 'CONTINUE' }, exceeded)?.passed, true);
  assert.equal(judgeSessionLimit(phase, phaseOf([])), undefined);
});

test('An exceeded session limit names the requests without a response, which held their sessions', () => {
  const message = (requests: number): string | undefined => {
    const seconds = [{ latenciesNs: [4 * ms, 4 * ms], counters: { requests } }];
    return judgeSessionLimit(main, phaseOf(seconds, { sessionLimitExceeded: true, throttled: 1 }))?.message;
  };
  assert.match(message(2) ?? '', /; the target took 4.006 ms on average$/);
  assert.match(
    message(5) ?? '',
    /; 3 requests of 5 got no response, and the target took 4.006 ms on average for the others$/,
  );
});

test('An exceeded session limit is certain when users waited while the target was silent and the loops were awake', () => {
  const stalledBusily = { requests: 900, seconds: 3, lateNs: 9e8, stallNs: 3e8 };
  const base: MergedPhase = {
    ...phaseOf([{ latenciesNs: [4 * ms] }], { sessionLimitExceeded: true, throttled: 7 }),
    connections: { target: { 'in-flight requests': [0, 1, 2, 3, 4].map((second) => [second, 1, 5]) } },
    answers: [0, 1, 4].map((second) => [second, 9]),
    machine: [0, 1, 2, 3, 4].map((second) => ({ second, stallNs: 3e8, idlePermille: 0 })),
    users: [[3, 9, 2, 7, 2e9]],
    unhealthyCauses: { busy: stalledBusily },
  };
  const [drive] = base.drives;
  assert.ok(drive);
  const drives = [{ ...drive, health: { ...drive.health, unhealthyRequests: 900 } }];
  const judged = (changed: Partial<MergedPhase> = {}) => {
    const { certain, unclear, message } = judgeSessionLimit(main, { ...base, drives, ...changed }) ?? {};
    return { certain, unclear, silence: /sent no response for \d seconds/.exec(message ?? '')?.[0] };
  };
  const silent = { certain: true, unclear: undefined, silence: 'sent no response for 2 seconds' };
  const doubtful = { certain: undefined, unclear: true, silence: undefined };
  assert.deepEqual(judged(), silent);
  assert.deepEqual(judged({ answers: [0, 1, 3, 4].map((second) => [second, 9]) }), doubtful, 'one second');
  assert.deepEqual(
    judged({ machine: base.machine.map((row) => ({ ...row, stallNs: 6e8 })) }),
    doubtful,
    'stalled',
  );
  assert.deepEqual(judged({ machine: [] }), doubtful, 'not measured');
  assert.deepEqual(judged({ users: [[4, 9, 2, 7, 2e9]] }), doubtful, 'waited later');
  const idle = { target: { 'in-flight requests': [2, 3].map((second) => [second, 0, 5] as const) } };
  assert.deepEqual(judged({ connections: idle }), doubtful, 'nothing in flight');
  const late = (unhealthyRequests: number) =>
    judged({ connections: idle, drives: [{ ...drive, health: { ...drive.health, unhealthyRequests } }] });
  assert.deepEqual([late(7).unclear, late(6).unclear], [true, undefined], 'as many late users as waited');
});

test('Times that break a limit by more than a generator adds have a verdict, also without a healthy second', () => {
  const phase = phaseOf([
    { second: 0, latenciesNs: hundred(5e9) },
    { second: 1, latenciesNs: hundred(5e9) },
  ]);
  const verdictOf = (sla: Sla, stallNs: number, cause: 'busy' | 'loaded' | 'descriptors' = 'busy') => {
    const effect = { requests: 200, seconds: 2, lateNs: 0, stallNs };
    const { certain, unclear } = only(sla, {
      ...phase,
      unhealthyRows: [{ cause, rows: phase.rows }],
      unhealthyCauses: { [cause]: effect },
    });
    return certain === true ? 'broken' : unclear === true ? 'unclear' : 'else';
  };
  const fast: Sla = { limits: [[0.5, 500 * ms]] };
  assert.equal(verdictOf(fast, 3e8), 'broken', 'at least 2 s');
  assert.equal(verdictOf(fast, 3e8, 'loaded'), 'broken');
  assert.equal(verdictOf({ ...fast, windowMs: 1000 }, 3e8), 'broken');
  assert.equal(verdictOf({ meanResponseTimeNs: 500 * ms }, 3e8), 'broken');
  assert.equal(verdictOf(fast, 4.8e8), 'unclear', 'at least 0.2 s');
  assert.equal(verdictOf({ limits: [[0.5, 3e9]] }, 3e8), 'unclear');
  assert.equal(verdictOf(fast, 3e8, 'descriptors'), 'unclear');
});

test('A limit of the phase judges its metric where no request step records it, as a limit of a step would', () => {
  const slow = phaseOf([{ latenciesNs: hundred(9 * ms) }], {}, 7);
  const custom = [
    { metric: 'browse', slas: [{ meanResponseTimeNs: 5 * ms }, { errorRatio: 0.5 }] },
    { metric: 'nobody', slas: [{ meanResponseTimeNs: 1 }] },
  ];
  const verdicts = judge([{ step: 0, slas: [] }], slow, { failedRatio: 0 }, custom);
  assert.deepEqual(
    verdicts.map(({ metric, step, criterion, passed, isDefault }) => [
      metric,
      step,
      criterion,
      passed,
      isDefault,
    ]),
    [
      ['browse', 7, 'meanResponseTime', false, undefined],
      ['browse', 7, 'errorRatio', true, undefined],
    ],
  );
  const own = judge([{ step: 7, slas: [{ invalidRatio: 0.5 }] }], slow, {}, custom);
  assert.deepEqual(
    own.map(({ criterion }) => criterion),
    ['invalidRatio'],
  );
});
