import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { pause } from '../../../lib/driver/clock.ts';
import type { DriveBackend } from '../../../lib/driver/driving/backend.ts';
import { drive } from '../../../lib/driver/driving/drive.ts';
import { driving } from '../../../lib/driver/driving/limits.ts';
import type { Live } from '../../../lib/driver/progress/live.ts';
import type { Partial } from '../../../lib/driver/statistics/partial.ts';
import { responseAfter, type Script } from '../http/scripted-target.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { aheadMs, atOnce, forever, Stage, stops, task } from './stage.ts';

/** A drive reports its progress once a second. It asks more often whether it must stop. */

suite('a drive', () => {
  test('reports each second of the phase once, and its end', async () => {
    const stage = new Stage('constantRate:\n      usersPerSec: 10\n      duration: 3500ms');
    assert.equal(await stage.run(), 'completed');
    assert.deepEqual(
      stage.lives.map(({ second, ended }) => [second, ended]),
      [
        [-1, true],
        [0, false],
        [1, false],
        [2, false],
        [3, true],
      ],
    );
    assert.equal(stage.lives.at(-1)?.totals.requests, stage.target.seen.length);
  });

  test('explains how much time a report covers: the first one begins with the phase and ends a part of a second later', async () => {
    const stage: Stage = new Stage(
      'constantRate:\n      usersPerSec: 300\n      variance: false\n      duration: 3500ms',
      {
        plan: async () => ({
          ...stage.plan,
          shards: 3,
          phases: stage.plan.phases.map((phase) => ({ ...phase, shards: 3 })),
        }),
      },
    );
    assert.equal(await stage.run({ ...task, shard: 1 }), 'completed');
    const reports = stage.lives.filter(({ ended }) => !ended);
    const covered = reports.map(({ coversMs }) => Math.round(coversMs));
    assert.deepEqual(covered, [1618, 1000]);
    for (const { slice, coversMs } of reports)
      assert.ok(Math.abs(slice.users.due - coversMs / 10) <= 2, `${slice.users.due} users in ${coversMs} ms`);
  });

  test('that reports slowly leaves seconds out, and its end has all of them', async () => {
    const reported: (readonly [second: number, atMs: number])[] = [];
    const stage: Stage = new Stage('constantRate:\n      usersPerSec: 10\n      duration: 5s', {
      live: async (live) => {
        stage.lives.push(live);
        const { clock } = stage.time;
        await new Promise<void>((resolve) => clock.after(live.second < 0 ? 1 : 2_200, resolve));
        reported.push([live.second, clock.epochMs()]);
      },
    });
    assert.equal(await stage.run(), 'completed');
    assert.deepEqual(
      stage.lives.map(({ second, ended }) => [second, ended]),
      [
        [-1, true],
        [0, false],
        [3, false],
        [5, true],
      ],
    );
    const requests = stage.lives.map(({ slice }) => slice.counters.requests);
    assert.equal(
      requests.reduce((sum, count) => sum + count, 0),
      stage.target.seen.length,
    );
    assert.equal(stage.lives.at(-1)?.totals.requests, stage.target.seen.length);
    assert.equal(reported.length, 4, 'the last report is waited for');
  });

  test('stores its last seconds before its last report', async () => {
    const order: string[] = [];
    const stage: Stage = new Stage(atOnce, {
      recent: async () => {
        await pause(stage.time.clock, 100);
        order.push('seconds');
      },
      live: async ({ second, ended }) => void order.push(`report ${second} ${ended ? 'last' : ''}`),
    });
    assert.equal(await stage.run(), 'completed');
    assert.deepEqual(order.slice(-2), ['seconds', 'report 0 last']);
  });

  test('reports what its responses showed', async () => {
    const answer: Script['answer'] = () => ({
      kind: 'response',
      afterMs: 5,
      headers: { 'set-cookie': 'id=1; Domain=example.com' },
    });
    const stage = new Stage(atOnce, {}, { answer });
    assert.equal(await stage.run(), 'completed');
    const [first, last] = [stage.lives[0], stage.lives.at(-1)];
    assert.deepEqual(first?.notices, []);
    assert.match(last?.notices?.join('|') ?? '', /^http:\/\/127[^|]*set the cookie 'id'[^|]*$/);
    assert.deepEqual(stage.outcome.notices, last?.notices);
  });

  test('reports before its start that it has sent nothing, and no more users finished than are gone', async () => {
    const stage = new Stage(
      'constantRate:\n      usersPerSec: 10\n      duration: 1s',
      {},
      {
        answer: () => responseAfter(500),
      },
    );
    assert.equal(await stage.run(), 'completed');
    const [{ slice, ...first }] = stage.lives as [Live];
    const totals = { requests: 0, responses: 0, failed: 0, errors: 0, invalid: 0 };
    assert.deepEqual(first, {
      second: -1,
      ended: true,
      sessions: 0,
      inFlight: 0,
      totals,
      coversMs: 0,
      notices: [],
    });
    assert.equal(slice.counters.requests, 0);
    const { startedAt, finishedAt, terminatedAt } = stage.outcome;
    // New users arrive for one second, and the last user ends half a second later.
    assert.ok(
      finishedAt - startedAt >= 999 && finishedAt - startedAt <= 1_002,
      `${finishedAt - startedAt} ms`,
    );
    assert.ok(terminatedAt - finishedAt > 100, `${terminatedAt - finishedAt} ms`);
  });

  test('stops as soon as it runs after an earlier stop', async () => {
    const stage = new Stage(forever, stops(undefined, undefined, 'enough'));
    assert.equal(await stage.run(), 'stopped');
    const { reason, startedAt, terminatedAt } = stage.outcome;
    assert.equal(reason, 'enough');
    // The first shard of the first phase reads the stop flag as soon as it runs.
    assert.ok(terminatedAt - startedAt < 10, `${terminatedAt - startedAt} ms`);
  });

  test('stops within half a second of the flag, at any instant of its looks', async () => {
    for (const shard of [0, 1, 2]) {
      let toldMs: number | undefined;
      const stage: Stage = new Stage(forever, {
        plan: async () => ({
          ...stage.plan,
          shards: 3,
          phases: stage.plan.phases.map((phase) => ({ ...phase, shards: 3 })),
        }),
        stopReason: async () => (toldMs === undefined ? undefined : 'enough'),
        live: async ({ second }) => {
          if (second === 1) toldMs ??= stage.time.clock.epochMs();
        },
      });
      assert.equal(await stage.run({ ...task, shard }), 'stopped');
      const lateMs = stage.outcome.terminatedAt - (toldMs ?? 0);
      assert.ok(lateMs <= driving.stopLookMs, `shard ${shard} after ${lateMs} ms`);
    }
  });

  test('that cannot read the stop flag for too long stops itself', async () => {
    const stage = new Stage(forever, stops(undefined, undefined, new Error('no network')));
    assert.equal(await stage.run(), 'stopped');
    const { reason, startedAt, terminatedAt } = stage.outcome;
    assert.match(reason ?? '', /could not read its stop flag for 10 s/);
    const ranMs = terminatedAt - startedAt;
    assert.ok(
      ranMs >= driving.blindMsMax && ranMs <= driving.blindMsMax + 2 * driving.heartbeatMs,
      `${ranMs} ms`,
    );
    assert.ok(stage.warnings.includes('this load generator could not find out whether its burst must stop'));
  });

  test('that was paused for too long stops itself, and names the pause', async () => {
    const stage: Stage = new Stage(forever, {
      live: async ({ second }) => {
        if (second === 3) stage.time.stall(driving.blindMsMax + 2_000);
      },
    });
    assert.equal(await stage.run(), 'stopped');
    assert.match(
      stage.outcome.reason ?? '',
      /did not run for 1[23] s, because its process or its machine was/,
    );
  });

  test('reads the stop flag once at a time, however slowly it is read', async () => {
    let [requested, atOnce, most] = [0, 0, 0];
    const stage: Stage = new Stage('constantRate:\n      usersPerSec: 1\n      duration: 12s', {
      stopReason: async () => {
        requested += 1;
        atOnce += 1;
        most = Math.max(most, atOnce);
        await pause(stage.time.clock, requested < 3 ? 1 : 2_600);
        atOnce -= 1;
        return undefined;
      },
    });
    assert.equal(await stage.run(), 'completed');
    // A drive reports twice before its start, then every third second.
    assert.deepEqual([most, requested], [1, 6]);
  });

  test('asks again after the time in the reply', async () => {
    const askedNs: number[] = [];
    const stage: Stage = new Stage(atOnce, {
      start: async () => {
        askedNs.push(stage.time.clock.nowNs());
        return askedNs.length < 3 ? { kind: 'wait', ms: 700, tickAt: 0 } : stage.startIn(aheadMs);
      },
    });
    assert.equal(await stage.run(), 'completed');
    const [first = 0, second = 0, third = 0] = askedNs.map((ns) => ns / 1e6);
    assert.deepEqual([Math.round(second - first), Math.round(third - second)], [700, 700]);
  });

  test('reports each second once although timers come early, and counts users who stay for seconds', async () => {
    const early = new VirtualClock({ timerMs: () => -0.4 });
    const slow: Script = { answer: () => responseAfter(2_600) };
    const stage = new Stage('atOnce:\n      users: 3', {}, slow, early);
    let requested = 0;
    const backend: DriveBackend = {
      ...stage.backend,
      stopReason: async () => {
        requested += 1;
        return undefined;
      },
    };
    assert.equal(await early.until(drive(task, backend, stage.environment)), 'completed');
    assert.deepEqual(
      stage.lives.map(({ second, sessions }) => [second, sessions]),
      [
        [-1, 0],
        [0, 3],
        [1, 3],
        [2, 0],
      ],
    );
    assert.equal(requested, 8, 'before the start twice, and twice in each of three seconds');
    const [{ sessions }] = stage.partials as [Partial];
    assert.deepEqual(sessions, [
      [0, 0, 3],
      [1, 3, 3],
      [2, 0, 3],
    ]);
  });

  test('reports at its own instants of the second, so that drives that share a machine do not all report at once', async () => {
    const offsets: number[] = [];
    for (const shard of [0, 1, 2]) {
      const reported: number[] = [];
      const stage: Stage = new Stage('constantRate:\n      usersPerSec: 10\n      duration: 3500ms', {
        plan: async () => ({
          ...stage.plan,
          phases: stage.plan.phases.map((phase) => ({ ...phase, shards: 3 })),
        }),
        live: async ({ ended }) => {
          if (!ended) reported.push(stage.time.clock.epochMs());
        },
      });
      const running = stage.run({ ...task, shard });
      assert.equal(await running, 'completed');
      const { startedAt } = stage.outcome;
      const parts = new Set(reported.map((atMs) => Math.round(atMs - startedAt) % 1_000));
      assert.equal(parts.size, 1, `${[...parts]}`);
      offsets.push(...parts);
    }
    assert.deepEqual(offsets, [0, 618, 236]);
  });

  test('continues when the stop flag is read again in time', async () => {
    let requested = 0;
    const stage = new Stage('constantRate:\n      usersPerSec: 1\n      duration: 60s', {
      stopReason: async () => {
        requested += 1;
        if (requested > 2 && requested % 9 !== 0) throw new Error('no network');
        return undefined;
      },
    });
    assert.equal(await stage.run(), 'completed');
  });

  test('continues although its reports get lost', async () => {
    const lost = async (): Promise<void> => {
      throw new Error('no network');
    };
    const stage = new Stage(atOnce, { finished: lost, live: lost, terminated: lost });
    assert.equal(await stage.run(), 'completed');
    assert.deepEqual([stage.target.seen.length, stage.partials.length], [3, 1]);
    assert.deepEqual(
      new Set(stage.warnings),
      new Set(
        ['live', 'finished', 'terminated'].map(
          (what) => `a load generator could not report '${what}' to the burst`,
        ),
      ),
    );
  });
});
