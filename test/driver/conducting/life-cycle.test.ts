import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { PhaseState } from '../../../lib/driver/conducting/state.ts';
import { assignmentOf } from '../../../lib/driver/planning/sharding/assignment.ts';
import { settlePhase } from '../../../lib/driver/run/settle-phase.ts';
import { openShardRun } from '../../../lib/driver/session/shard-run.ts';
import { responseAfter, ScriptedTarget } from '../http/scripted-target.ts';
import { completed } from '../statistics/partials.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { planOf, Simulation } from './simulation.ts';

/**
 * Phases of every form pass through their states in one burst. The failure of a phase decides about the next
 * phase.
 */

const look = 'scenario: [look: [{httpRequest: {GET: /}}]]';
const head = "http: {host: 'http://127.0.0.1', sharedConnections: 20}\n";

/** Simulates a burst in which all users of a phase have ended 700 ms after the last user could start. */
function playedOf(text: string, failures: ReadonlyMap<string, string> = new Map()) {
  const { state, plan } = new Simulation(planOf(text), { failures }).run();
  const phases = new Map(plan.phases.map(({ name }, index) => [name, state.phases[index]]));
  const originAt = state.origin ?? assert.fail('nothing began');
  const since = (at: number | undefined): number => (at ?? Number.NaN) - originAt;
  return {
    phase: (name: string): PhaseState => phases.get(name) ?? assert.fail(name),
    /** The instants `[T0, finished, terminated]` of a phase, in milliseconds since the origin. */
    instants: (name: string): readonly number[] => {
      const { status, t0, finishedAt, endedAt } = phases.get(name) ?? assert.fail(name);
      assert.equal(status, 'TERMINATED', name);
      return [since(t0), since(finishedAt), since(endedAt)];
    },
  };
}

test('A phase of each form starts, finishes and terminates by its rules', () => {
  const { instants } = playedOf(`name: forms
${head}phases:
- open: {constantRate: {usersPerSec: 2, duration: 20s, ${look}}}
- along: {atOnce: {users: 2, startWith: open, ${look}}}
- later: {always: {users: 2, duration: 3s, startWith: {phase: open, delay: 5s}, ${look}}}
- timed: {always: {users: 2, startTime: 12s, ${look}}}
- pause: {noop: {duration: 10s, startAfter: open}}
- climb: {increasingRate: {initialUsersPerSec: 1, targetUsersPerSec: 2, duration: 15s, maxDuration: 4s, startAfter: open, ${look}}}
- fall: {decreasingRate: {initialUsersPerSec: 2, targetUsersPerSec: 1, duration: 5s, startAfter: [pause, later], ${look}}}
- strict: {atOnce: {users: 1, startAfterStrict: climb, ${look}}}
- many: {constantRate: {usersPerSec: 2, duration: 2s, maxIterations: 2, forks: {a: {${look}}, b: {${look}}}, startAfter: fall}}
- bare: {noop: {startAfterStrict: [many, strict]}}`);
  const known: readonly (readonly [string, readonly number[]])[] = [
    ['open', [0, 20_000, 20_700]],
    // Users of atOnce take 200 ms to start in this simulation.
    ['along', [0, 200, 900]],
    ['later', [5000, 8000, 8700]],
    ['timed', [12_000, 12_000, 12_700]],
    ['pause', [20_000, 30_000, 30_000]],
    ['climb', [20_000, 35_000, 35_700]],
    ['fall', [30_000, 35_000, 35_700]],
  ];
  for (const [name, expected] of known) assert.deepEqual(instants(name), expected, name);
  const [strict = 0] = instants('strict');
  assert.ok(strict >= 35_700, 'strictly after the last user of climb');
  const [first = 0, firstFinished, firstEnded = 0] = instants('many/000/a');
  assert.deepEqual([first, firstFinished, firstEnded], [35_000, 37_000, 37_700]);
  assert.deepEqual(instants('many/000/b'), [first, firstFinished, firstEnded]);
  assert.deepEqual(instants('many/000').slice(1), [firstFinished, firstEnded], 'a noop covers its forks');
  const [second = 0] = instants('many/001/a');
  assert.ok(second >= firstEnded, 'an iteration starts strictly after the one before');
  const [, manyFinished = 0, manyEnded = 0] = instants('many');
  assert.deepEqual([manyFinished, manyEnded], [second + 2000, second + 2700]);
  const [bare = 0, bareFinished, bareEnded] = instants('bare');
  assert.ok(bare >= Math.max(manyEnded, instants('strict')[2] ?? Infinity));
  assert.deepEqual([bareFinished, bareEnded], [bare, bare], 'a noop without a duration is over at once');
});

/** Runs the only drive of the first phase in virtual time. Returns the reason why the phase has failed. */
async function failureOf(text: string): Promise<string | undefined> {
  const plan = planOf(text);
  const time = new VirtualClock();
  const { clock } = time;
  const target = new ScriptedTarget(clock, { answer: () => responseAfter(400) });
  const environment = { clock, connect: target.connect };
  const shardRun = await time.until(openShardRun(assignmentOf(plan, 0, 0, 0), environment));
  const outcome = completed(await time.until(shardRun.run(clock.nowNs())));
  await time.until(shardRun.close());
  const { recorder } = shardRun;
  const partial = recorder.partial({ phase: 'limited', shard: 0, segment: 0, lease: 'l', outcome });
  const partials = async function* () {
    yield partial;
  };
  const defaults = { failedRatio: 1, blockedRatio: 1 };
  const { failed } = await settlePhase(plan, 0, partials(), new Map([['0/0', 'l']]), defaults);
  return failed;
}

suite('a phase whose users found no session', () => {
  const limited = (sessionLimitPolicy: string, failurePolicy: string): string => `name: limit
failurePolicy: ${failurePolicy}
${head}phases:
- limited: {constantRate: {usersPerSec: 4, variance: false, duration: 20s, maxSessions: 1, sessionLimitPolicy: ${sessionLimitPolicy}, ${look}}}
- beside: {constantRate: {usersPerSec: 1, duration: 25s, ${look}}}
- next: {atOnce: {users: 1, startAfterStrict: limited, ${look}}}`;

  for (const [sessionLimitPolicy, failurePolicy, next] of [
    ['FAIL', 'CANCEL', 'CANCELLED'],
    ['FAIL', 'CONTINUE', 'TERMINATED'],
    ['CONTINUE', 'CANCEL', 'TERMINATED'],
    ['CONTINUE', 'CONTINUE', 'TERMINATED'],
  ] as const)
    test(`${sessionLimitPolicy} with the failure policy ${failurePolicy}: the next phase is ${next}`, async () => {
      const text = limited(sessionLimitPolicy, failurePolicy);
      const failed = await failureOf(text);
      const { phase } = playedOf(text, new Map(failed === undefined ? [] : [['limited', failed]]));
      if (sessionLimitPolicy === 'FAIL') assert.match(failed ?? '', /^Exceeded session limit: 79 users/);
      else assert.equal(failed, undefined);
      assert.deepEqual(
        ['limited', 'beside', 'next'].map((name) => phase(name).status),
        ['TERMINATED', 'TERMINATED', next],
      );
      assert.equal(phase('limited').failed, failed);
      const { t0 = Number.NaN, finishedAt } = phase('beside');
      assert.equal(finishedAt, t0 + 25_000, 'a phase that runs goes on');
    });
});
