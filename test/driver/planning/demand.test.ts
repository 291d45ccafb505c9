import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { costing, startRounds } from '../../../lib/driver/cost/limits.ts';
import type { StepDefinition } from '../../../lib/driver/model/scenario.ts';
import {
  peakRequestsPerSec,
  peakUsersPerSec,
  requestsPerUser,
  usersAtOnce,
} from '../../../lib/driver/planning/demand.ts';
import { planning } from '../../../lib/driver/planning/limits.ts';
import { requestSteps } from '../../../lib/driver/scenario/demand/requests.ts';
import { listPrices } from '../../../lib/facts/prices.ts';
import { benchmark, firstPhase, phase, planned, requestStep, steady } from './benchmarks.ts';

/** The load of a phase on the driver, and its price in the plan. */

let steps = 0;
function request(): StepDefinition {
  steps += 1;
  return requestStep({ step: steps, slas: [{ errorRatio: steps }] });
}
const loop = (repeats: number, ...inner: readonly StepDefinition[]): StepDefinition => ({
  step: 'loop',
  body: { counterVar: 'i', repeats, steps: inner },
});
const noop: StepDefinition = { step: 'noop', body: {} };

const scenarioOf = (...sequences: readonly (readonly StepDefinition[])[]) => ({
  initial: ['s0'],
  maxRequests: 1,
  sequences: sequences.map((each, at) => ({ name: `s${at}`, concurrency: 0, steps: each })),
});

suite('requests of one user', () => {
  const table: readonly [sentence: string, scenario: ReturnType<typeof scenarioOf>, expected: number][] = [
    ['none without steps', scenarioOf([]), 0],
    ['none in steps that send nothing', scenarioOf([noop, noop]), 0],
    ['one for each request step of each sequence', scenarioOf([request(), noop, request()], [request()]), 3],
    ['as many in a loop as it repeats', scenarioOf([loop(7, request(), request())]), 14],
    ['loops in loops multiply', scenarioOf([loop(3, request(), loop(4, request()))]), 15],
    ['a loop next to requests', scenarioOf([request(), loop(5, request())]), 6],
  ];
  for (const [sentence, scenario, expected] of table) {
    test(sentence, () => {
      assert.equal(requestsPerUser(phase('a', steady(1), { scenario })), expected);
    });
  }

  test('none in a phase without a scenario', () => {
    assert.equal(requestsPerUser({ ...phase('a', { kind: 'noop' }), scenario: undefined as never }), 0);
  });

  test('a loop decides how many shards a rate needs, and the price', () => {
    const load = (repeats: number) =>
      benchmark([phase('a', steady(500), { scenario: scenarioOf([loop(repeats, request())]) })]);
    assert.equal(firstPhase(load(8)).shards, 1);
    assert.equal(firstPhase(load(80)).shards, 10);
    assert.equal(planned(load(80)).estimate.requestsPerUser, 80);
    assert.ok(planned(load(80)).estimate.dollars > planned(load(8)).estimate.dollars);
  });

  test('pauses, the session limit and maxDuration bound the requests of a loop without an end', () => {
    const second = {
      step: 'thinkTime',
      body: { delay: { from: 'now', random: 'CONSTANT', durationNs: 1e9 } },
    };
    const mayEnd: StepDefinition = { step: 'breakIfFinished', body: {} };
    for (const round of [
      [request(), second],
      [mayEnd, request(), second],
    ]) {
      const scenario = scenarioOf([loop(1_000_000, ...round)]);
      const users = phase('a', steady(5), { scenario, maxSessions: 10, maxDurationMs: 60_000 });
      assert.equal(peakRequestsPerSec(users), 10);
      assert.equal(requestsPerUser(users), 60);
      assert.equal(firstPhase(benchmark([users])).shards, 1);
      assert.equal(requestsPerUser({ ...users, maxDurationMs: undefined }), 1_000_000);
    }
    assert.equal(
      peakRequestsPerSec(phase('a', steady(5), { scenario: scenarioOf([loop(8, request())]) })),
      40,
    );
    const short = scenarioOf([request(), request(), second]);
    assert.equal(peakRequestsPerSec(phase('a', steady(5), { scenario: short, maxSessions: 9 })), 10);
  });

  test('every request step is judged once, with its limits, also inside loops', () => {
    const one = request();
    const two = request();
    const found = requestSteps(scenarioOf([loop(3, noop, loop(2, one))], [two]));
    assert.deepEqual(
      found.map(({ step, slas }) => ({ step, slas })),
      [limitsOf(one), limitsOf(two)],
    );
  });
  const limitsOf = ({ body }: StepDefinition) => {
    const { step, slas } = body as { step: number; slas: unknown[] };
    return { step, slas };
  };
});

test('Users at once are those of a closed phase, else its sessions, and none in a noop', () => {
  const limit = { maxSessions: 30 };
  assert.equal(usersAtOnce(phase('a', { kind: 'always', users: 8 }, limit)), 8);
  assert.equal(usersAtOnce(phase('a', { kind: 'atOnce', users: 9 }, limit)), 9);
  assert.equal(usersAtOnce(phase('a', steady(5), limit)), 30);
  assert.equal(usersAtOnce(phase('a', { kind: 'noop' }, limit)), 0);
  assert.equal(peakUsersPerSec(phase('a', steady(5), limit)), 5);
  assert.equal(peakUsersPerSec(phase('a', { kind: 'always', users: 8 }, limit)), 0);
});

suite('the estimate', () => {
  test('adds memory over time, invocations and transitions at list prices', () => {
    const { estimate } = planned(
      benchmark([
        phase('a', steady(10), { durationMs: 100_000 }),
        phase('b', { kind: 'atOnce', users: 4 }, { durationMs: undefined, maxDurationMs: 7_000 }),
        phase('c', { kind: 'always', users: 4 }, { durationMs: undefined }),
        phase('pause', { kind: 'noop' }),
      ]),
      { shards: 2, segmentMsMax: 60_000 },
    );
    // The working times of two shards with two segments each, then of the shards with one segment. Each
    // segment adds its overhead.
    const workMs =
      2 * (100_000 + 2 * planning.segmentOverheadMs) +
      2 * (7_000 + planning.segmentOverheadMs) +
      2 * (planning.unknownDurationMs + planning.segmentOverheadMs);
    const drives = 4 + 2 + 2;
    const transitions =
      costing.transitionsBurst + 4 * costing.transitionsPhase + 4 + drives * costing.transitionsDrive;
    const gbSeconds = (workMs / 1e3) * costing.driveGb;
    assert.ok(Math.abs(estimate.gbSeconds - gbSeconds) < 1e-9);
    const { parts } = estimate;
    assert.ok(parts !== undefined);
    assert.equal(parts.drives, estimate.gbSeconds * listPrices.gbSecondDollars);
    assert.equal(parts.stateMachine, transitions * listPrices.transitionDollars);
    const dollars = Object.values(parts).reduce((sum, part) => sum + part, 0);
    assert.ok(Math.abs(estimate.dollars - dollars) < 1e-12, `${estimate.dollars} is not ${dollars}`);
  });

  test('counts each time that a phase asks whether it may start', () => {
    const early = planned(benchmark([phase('a', steady(1)), phase('b', steady(1))])).estimate;
    const late = planned(
      benchmark([phase('a', steady(1)), phase('b', steady(1), { startTimeMs: 10 * startRounds.tickMs })]),
    ).estimate;
    const rounds =
      ((late.parts?.stateMachine ?? 0) - (early.parts?.stateMachine ?? 0)) / listPrices.transitionDollars;
    assert.equal(Math.round(rounds), 10);
  });

  test('counts requests per user by how many users each phase expects', () => {
    const two = scenarioOf([request(), request()]);
    const { estimate } = planned(
      benchmark([
        phase('a', steady(30), { durationMs: 1_000 }),
        phase('b', { kind: 'atOnce', users: 10 }, { scenario: two }),
      ]),
    );
    assert.equal(estimate.requestsPerUser, (30 * 1 + 10 * 2) / 40);
    assert.equal(planned(benchmark([phase('pause', { kind: 'noop' })])).estimate.requestsPerUser, 0);
  });
});
