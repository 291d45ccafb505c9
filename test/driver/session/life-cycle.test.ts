import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { assignmentOf } from '../../../lib/driver/planning/sharding/assignment.ts';
import { runDocument } from '../../../lib/driver/run/document.ts';
import { settlePhase } from '../../../lib/driver/run/settle-phase.ts';
import { openShardRun } from '../../../lib/driver/session/shard-run.ts';
import { planOf } from '../conducting/simulation.ts';
import { responseAfter, ScriptedTarget } from '../http/scripted-target.ts';
import { completed } from '../statistics/partials.ts';
import { VirtualClock } from '../virtual-clock.ts';

/**
 * The instants at which a phase of each form finishes (no new user starts) and terminates (no user is left),
 * on one drive.
 */

type Ended = {
  /** The instant at which the phase finishes, in milliseconds since T0. */
  readonly finishedMs: number;
  readonly terminatedMs: number;
  /** The numbers of users who were planned, who started, and who had to wait for a session. */
  readonly users: readonly [planned: number, started: number, throttled: number];
  /** The number of requests that the end of the phase cut off. Absent: none. */
  readonly cut?: number;
};

type Form = readonly [name: string, phase: string, responseMs: number, Ended];

const forms: readonly Form[] = [
  [
    'atOnce finishes when its users have started, and waits for them',
    'atOnce: {users: 3}',
    700,
    { finishedMs: 0, terminatedMs: 700, users: [3, 3, 0] },
  ],
  [
    'atOnce ignores a duration',
    'atOnce: {users: 3, duration: 5s}',
    700,
    { finishedMs: 0, terminatedMs: 700, users: [3, 3, 0] },
  ],
  [
    'atOnce is cut off at its maxDuration',
    'atOnce: {users: 3, maxDuration: 500ms}',
    700,
    { finishedMs: 0, terminatedMs: 500, users: [3, 3, 0], cut: 3 },
  ],
  [
    'always repeats its users until the duration is over, and waits for the last ones',
    'always: {users: 2, duration: 2s}',
    700,
    { finishedMs: 2000, terminatedMs: 2100, users: [2, 6, 0] },
  ],
  [
    'always without a duration runs each user once',
    'always: {users: 2}',
    700,
    { finishedMs: 0, terminatedMs: 700, users: [2, 2, 0] },
  ],
  [
    'always is cut off at a maxDuration behind its duration',
    'always: {users: 2, duration: 1s, maxDuration: 1200ms}',
    700,
    { finishedMs: 1000, terminatedMs: 1200, users: [2, 4, 0], cut: 2 },
  ],
  [
    'constantRate waits for its users without a limit',
    'constantRate: {usersPerSec: 2, variance: false, duration: 1s}',
    9000,
    { finishedMs: 1000, terminatedMs: 10_000, users: [2, 2, 0] },
  ],
  [
    'constantRate is cut off at a maxDuration as long as its duration',
    'constantRate: {usersPerSec: 2, variance: false, duration: 2s, maxDuration: 2s, maxSessions: 9}',
    800,
    { finishedMs: 2000, terminatedMs: 2000, users: [4, 4, 0], cut: 2 },
  ],
  [
    'a maxDuration shorter than the duration counts as the duration',
    'constantRate: {usersPerSec: 2, variance: false, duration: 2s, maxDuration: 1s, maxSessions: 9}',
    800,
    { finishedMs: 2000, terminatedMs: 2000, users: [4, 4, 0], cut: 2 },
  ],
  [
    'constantRate whose users are gone before its end terminates with its duration',
    'constantRate: {usersPerSec: 2, variance: false, duration: 1200ms, maxDuration: 9s}',
    10,
    { finishedMs: 1200, terminatedMs: 1200, users: [2, 2, 0] },
  ],
  [
    'increasingRate starts its last user at its end',
    'increasingRate: {initialUsersPerSec: 1, targetUsersPerSec: 3, variance: false, duration: 2s}',
    10,
    { finishedMs: 2000, terminatedMs: 2010, users: [4, 4, 0] },
  ],
  [
    'decreasingRate starts its last user at its end',
    'decreasingRate: {initialUsersPerSec: 3, targetUsersPerSec: 1, variance: false, duration: 2s}',
    10,
    { finishedMs: 2000, terminatedMs: 2010, users: [4, 4, 0] },
  ],
  [
    'users beyond maxSessions start when a session is free, and not at all behind the end',
    'constantRate: {usersPerSec: 4, variance: false, duration: 2s, maxSessions: 2}',
    900,
    // Two users start at 0.25 and 0.5 s. The next two were delayed and start at 1.15 and 1.4 s. From 2 s on
    // no user starts.
    { finishedMs: 2000, terminatedMs: 2300, users: [8, 4, 6] },
  ],
];

test('row 77: two phases at once have statistics of their own', async () => {
  const look = (path: string): string =>
    `scenario: [look: [{httpRequest: {GET: ${path}, metric: look, sla: {meanResponseTime: 50ms}}}]]`;
  const plan = planOf(`name: two
http: {host: 'http://127.0.0.1', sharedConnections: 20}
phases:
- one: {constantRate: {usersPerSec: 10, variance: false, duration: 2s, ${look('/one')}}}
- two: {constantRate: {usersPerSec: 4, variance: false, duration: 3s, ${look('/two')}}}`);
  const time = new VirtualClock();
  const { clock } = time;
  const target = new ScriptedTarget(clock, {
    answer: ({ path }) => (path === '/one' ? responseAfter(10) : responseAfter(90, 500)),
  });
  const t0Ns = clock.nowNs() + 1e9;
  const phases = await Promise.all(
    plan.phases.map(async ({ index, name }) => {
      const assignment = assignmentOf(plan, index, 0, 0);
      const shardRun = await time.until(openShardRun(assignment, { clock, connect: target.connect }));
      return { index, name, shardRun, ending: shardRun.run(t0Ns) };
    }),
  );
  const outcomes = await time.until(Promise.all(phases.map(({ ending }) => ending)));
  const settled = phases.map(async ({ index, name, shardRun }, at) => {
    const outcome = completed(outcomes[at]);
    const partial = shardRun.recorder.partial({ phase: name, shard: 0, segment: 0, lease: 'l', outcome });
    await shardRun.close();
    const partials = async function* () {
      yield partial;
    };
    const leases = new Map([['0/0', 'l']]);
    return settlePhase(plan, index, partials(), leases, { failedRatio: 1, blockedRatio: 1 });
  });
  const results = await time.until(Promise.all(settled));
  const document = runDocument({
    plan,
    startedAt: 0,
    endedAt: 5000,
    version: '1',
    phases: results.map(({ merged, verdicts }) => ({
      ...({ status: 'TERMINATED', t0: 0, endedAt: 5000 } as const),
      merged,
      verdicts,
    })),
  });
  assert.deepEqual(
    document.stats.map(({ name, metric, total: { summary } }) => [
      ...[name, metric, summary.requestCount, summary.responseCount],
      ...[summary.extensions.http.status_2xx, summary.extensions.http.status_5xx, summary.invalid],
      Math.round(summary.meanResponseTime / 1e7),
    ]),
    [
      ['one', 'look', 20, 20, 20, 0, 0, 1],
      ['two', 'look', 12, 12, 0, 12, 12, 9],
    ],
  );
  assert.deepEqual(
    document.phases.map(({ users }) => users.map(({ due, started }) => [due, started])),
    [
      [
        [10, 10],
        [10, 10],
      ],
      [
        [4, 4],
        [4, 4],
        [4, 4],
      ],
    ],
  );
  assert.deepEqual(
    document.verdicts.filter(({ isDefault }) => !isDefault).map(({ phase, passed }) => [phase, passed]),
    [
      ['one', true],
      ['two', false],
    ],
  );
});

async function play(phase: string, responseMs: number): Promise<Ended> {
  const document = `name: forms\nhttp: {host: 'http://127.0.0.1', sharedConnections: 20}\nphases:\n- p:\n    ${phase.replace(
    /\}$/,
    ', scenario: [look: [{httpRequest: {GET: /, timeout: 1 m}}]]}',
  )}\n`;
  const time = new VirtualClock();
  const { clock } = time;
  const target = new ScriptedTarget(clock, { answer: () => responseAfter(responseMs) });
  const assignment = assignmentOf(planOf(document), 0, 0, 0);
  const shardRun = await time.until(openShardRun(assignment, { clock, connect: target.connect }));
  const t0Ns = clock.nowNs();
  const nowMs = (): number => Math.round((clock.nowNs() - t0Ns) / 1e6);
  let finishedMs = Number.NaN;
  const outcome = await time.until(
    shardRun.run(t0Ns, () => {
      finishedMs = nowMs();
    }),
  );
  const terminatedMs = nowMs();
  assert.equal(outcome.result, 'completed');
  assert.deepEqual(shardRun.active, { sessions: 0, inFlight: 0 });
  assert.equal(outcome.sessionLimitExceeded, outcome.throttled > 0);
  const { requests, responses } = shardRun.recorder.live().counters;
  await time.until(shardRun.close());
  const users = [outcome.planned, outcome.started, outcome.throttled] as const;
  return {
    finishedMs,
    terminatedMs,
    users,
    ...(requests === responses ? {} : { cut: requests - responses }),
  };
}

suite('a phase', () => {
  for (const [name, phase, responseMs, expected] of forms)
    test(name, async () => {
      assert.deepEqual(await play(phase, responseMs), expected);
    });
});
