import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { pause } from '../../../lib/driver/clock.ts';
import type { Start } from '../../../lib/driver/conducting/replies.ts';
import type { DriveEnvironment } from '../../../lib/driver/driving/backend.ts';
import { drive } from '../../../lib/driver/driving/drive.ts';
import { driving } from '../../../lib/driver/driving/limits.ts';
import { ownMachine } from '../../../lib/driver/model/guards.ts';
import { defaultCeilings } from '../../../lib/driver/planning/limits.ts';
import { pacing } from '../../../lib/driver/planning/pacing/limits.ts';
import { leaseTurnMs, turnMs } from '../../../lib/driver/planning/pacing/write-jitter.ts';
import { planBurst } from '../../../lib/driver/planning/plan.ts';
import type { Live } from '../../../lib/driver/progress/live.ts';
import type { Partial } from '../../../lib/driver/statistics/partial.ts';
import { countIn } from '../../../lib/driver/statistics/wire/row-cursor.ts';
import { aheadMs, atOnce, forever, meterOf, planFor, Stage, stops, task } from './stage.ts';

/** A drive sends only load for which it has a lease, stops when it must, and reports every outcome. */

suite('a drive', () => {
  test('runs its users, and reports finished, delivered, terminated in this order', async () => {
    const stage = new Stage(atOnce);
    assert.equal(await stage.run(), 'completed');
    assert.equal(stage.target.seen.length, 3);
    assert.deepEqual(stage.reports, ['ready', 'finished', 'delivered', 'terminated']);
    const [{ outcome, lease, rows }] = stage.partials as [Partial];
    assert.deepEqual([outcome.planned, outcome.started, lease], [3, 3, 'lease-1']);
    assert.equal(countIn(rows, 'requests'), 3);
    const last = stage.lives.at(-1);
    assert.deepEqual([last?.ended, last?.totals.requests], [true, 3]);
  });

  test('ends when its target requests that, and reports that no phase may continue', async () => {
    const requested = {
      kind: 'response',
      afterMs: 5,
      status: 503,
      headers: { 'retry-after': '60' },
    } as const;
    const reported: unknown[] = [];
    const guards = { addresses: ownMachine, stopOnRetryAfter: true };
    const stage: Stage = new Stage(
      forever,
      {
        plan: async () => ({ ...stage.plan, guards }),
        failed: async (reason, stopsAll) =>
          void reported.push([reason.split(':').slice(0, 3).join(':'), stopsAll]),
      },
      { answer: () => requested },
    );
    assert.equal(await stage.run(), 'failed');
    assert.deepEqual(reported, [['http://127.0.0.1:80 asks for the load to stop', true]]);
    assert.ok(stage.target.seen.length < 20, `${stage.target.seen.length} requests`);
    assert.ok(!('refused' in stage.outcome));
  });

  test('sends nothing for the plan of another release', async () => {
    const stage: Stage = new Stage(atOnce, { plan: async () => ({ ...stage.plan, release: 'old' }) });
    const environment = { ...stage.environment, release: 'new' };
    await assert.rejects(stage.time.until(drive(task, stage.backend, environment)), {
      code: 'OTHER_RELEASE',
    });
    assert.deepEqual([stage.target.seen.length, stage.reports], [0, []]);
  });

  suite('with files', () => {
    const steps = "randomItem: { toVar: v, file: a.txt }\n        - httpRequest: { GET: '/${v}' }";

    test('has them, and no others, before it states that it is ready', async () => {
      const requested: (readonly string[])[] = [];
      const stage = new Stage(atOnce, {
        files: async (paths) => {
          requested.push(paths);
          assert.deepEqual([stage.reports, stage.target.open], [[], 0]);
          return new Map([['a.txt', Buffer.from('one\n')]]);
        },
        plan: async () => planFor(atOnce, steps),
      });
      assert.equal(await stage.run(), 'completed');
      assert.deepEqual(requested, [['a.txt']]);
      assert.deepEqual(
        stage.target.seen.map(({ path }) => path),
        ['/one', '/one', '/one'],
      );
    });

    test('fails the phase when they cannot be had', async () => {
      const files = () => Promise.reject(new Error('the store is away'));
      const stage = new Stage(atOnce, { files, plan: async () => planFor(atOnce, steps) });
      assert.equal(await stage.run(), 'failed');
      assert.deepEqual(stage.reports.slice(0, 2), ['failed: the store is away', 'delivered']);
      assert.equal(stage.target.seen.length, 0);
    });
  });

  test('reports what its machine did in each second since T0, and its longest stall since its own start', async () => {
    const cut = (index: number) => ({
      index,
      startMs: index * 2_000,
      endMs: (index + 1) * 2_000,
      last: index === 1,
    });
    const stage: Stage = new Stage(
      'constantRate:\n      usersPerSec: 10\n      variance: false\n      duration: 4s',
      {
        plan: async () => ({
          ...stage.plan,
          phases: stage.plan.phases.map((phase) => ({ ...phase, segments: [cut(0), cut(1)] })),
        }),
      },
    );
    const t0 = Math.ceil(stage.time.clock.epochMs()) + aheadMs;
    const start = async (): Promise<Start> => ({ kind: 'start', t0, lookAt: t0 - 50 });
    const environment: DriveEnvironment = {
      ...stage.environment,
      meter: () =>
        meterOf({
          cpuUs: 77,
          stalls: [
            { fromMs: t0 + 1_050, toMs: t0 + 1_950 },
            { fromMs: t0 + 2_100, toMs: t0 + 2_150 },
          ],
          idle: [{ fromMs: t0 + 3_010, toMs: t0 + 3_990, share: 0.25 }],
          loop: [{ fromMs: t0 + 2_000, toMs: t0 + 4_000, cpu: 0.5, active: 0.6, gc: 0.01 }],
          descriptors: [{ fromMs: t0 + 2_500, toMs: t0 + 3_500, open: 40 }],
          descriptorsMax: 100,
        }),
    };
    const running = drive({ ...task, segment: 1 }, { ...stage.backend, start }, environment);
    assert.equal(await stage.time.until(running), 'completed');
    const [{ machine, outcome }] = stage.partials as [Partial];
    assert.deepEqual(machine, [
      { second: 1, stallNs: 900e6 },
      {
        second: 2,
        stallNs: 50e6,
        cpuPermille: 500,
        activePermille: 600,
        gcNs: 1e7,
        descriptors: 40,
        descriptorsPermille: 400,
        sockets: 4,
      },
      {
        second: 3,
        idlePermille: 250,
        cpuPermille: 500,
        activePermille: 600,
        gcNs: 1e7,
        descriptors: 40,
        descriptorsPermille: 400,
        sockets: 4,
      },
      { second: 4, sockets: 4 },
    ]);
    assert.deepEqual(
      [outcome.stallNsMax, outcome.cpuUs],
      [50e6, 77],
      'a stall before the start is not its own',
    );
    const { startedAt, finishedAt, terminatedAt, skewMs } = outcome;
    assert.deepEqual([startedAt - t0, skewMs], [2_000, 0]);
    assert.ok(finishedAt - t0 >= 3_999 && terminatedAt >= finishedAt && terminatedAt - t0 < 4_100);
    // The drive has half of the phase's forty users.
    assert.equal(outcome.planned, 20);
  });

  test('that sent nothing was to start its part: one of its shards, one of its segments', async () => {
    const whole = 'constantRate:\n      usersPerSec: 40\n      variance: false\n      duration: 2s';
    const stage: Stage = new Stage(whole, {
      ...stops('phase a failed'),
      plan: async () => ({
        ...stage.plan,
        phases: stage.plan.phases.map((phase) => ({
          ...phase,
          shards: 2,
          segments: [0, 1, 2, 3, 4].map((index) => ({
            index,
            startMs: index * 400,
            endMs: (index + 1) * 400,
            last: index === 4,
          })),
        })),
      }),
    });
    assert.equal(await stage.run(), 'stopped');
    assert.deepEqual(
      { ...stage.outcome, startedAt: 0, finishedAt: 0, terminatedAt: 0 },
      {
        result: 'stopped',
        reason: 'phase a failed',
        planned: 8,
        started: 0,
        throttled: 0,
        sessionLimitExceeded: false,
        errors: [],
        notices: [],
        skewMs: 0,
        cpuUs: 1,
        stallNsMax: 0,
        billedMs: 0,
        startedAt: 0,
        finishedAt: 0,
        terminatedAt: 0,
      },
    );
  });

  test('ends when its last user leaves, although its last report waits for a slow store', async () => {
    const live = async ({ second, ended }: Live): Promise<void> => {
      if (ended && second >= 0) await pause(stage.time.clock, 20_000);
    };
    const stage: Stage = new Stage(atOnce, { live });
    assert.equal(await stage.run(), 'completed');
    const { startedAt, terminatedAt } = stage.outcome;
    assert.ok(terminatedAt - startedAt < 1_000, `${terminatedAt - startedAt} ms`);
  });

  test('is charged from its invocation to its end, and the first one of a machine for its start', async () => {
    const load = 'constantRate:\n      usersPerSec: 10\n      variance: false\n      duration: 2s';
    const billed = async (initMs?: number): Promise<{ readonly billed: number; readonly tookMs: number }> => {
      const stage = new Stage(load);
      const environment = { ...stage.environment, ...(initMs === undefined ? {} : { initMs }) };
      const invokedAt = stage.time.clock.epochMs();
      await stage.time.until(drive(task, stage.backend, environment));
      const { billedMs = 0, terminatedAt } = stage.outcome;
      return { billed: billedMs, tookMs: terminatedAt - invokedAt };
    };
    const warm = await billed();
    assert.ok(warm.tookMs >= 2_000 && Math.abs(warm.billed - warm.tookMs) <= 50, JSON.stringify(warm));
    const cold = await billed(300);
    assert.equal(cold.billed, warm.billed + 300);
  });

  test('that sent nothing was to start as many as it would have started', async () => {
    const random = 'constantRate:\n      usersPerSec: 40\n      duration: 2s';
    const [sends, stopped] = [new Stage(random), new Stage(random, stops('phase a failed'))];
    assert.deepEqual([await sends.run(), await stopped.run()], ['completed', 'stopped']);
    assert.equal(stopped.outcome.planned, sends.outcome.planned);
  });

  test('that sent nothing has no skew, and began when it should have', async () => {
    const start = async (): Promise<Start> => stage.startIn(-driving.graceMs - 10);
    const stage: Stage = new Stage(atOnce, { start });
    const dueMs = stage.time.clock.epochMs() - driving.graceMs - 10;
    assert.equal(await stage.run(), 'missed');
    assert.ok(Math.abs(stage.outcome.startedAt - dueMs) < 2, `${stage.outcome.startedAt - dueMs} ms`);
    assert.deepEqual([stage.outcome.skewMs, stage.outcome.throttled], [0, 0]);
    assert.ok(stage.outcome.finishedAt > stage.outcome.startedAt + driving.graceMs);
    assert.deepEqual(stage.reports, ['ready', 'delivered', 'finished', 'terminated']);
  });

  test('without the lease sends nothing and reports nothing', async () => {
    const stage = new Stage(atOnce, { lease: async () => false });
    assert.equal(await stage.run(), 'duplicate');
    assert.deepEqual([stage.target.sockets, stage.reports], [0, []]);
  });

  for (const [lateMs, result] of [
    [driving.graceMs - 1, 'completed'],
    [driving.graceMs + 1, 'missed'],
  ] as const) {
    test(`that comes ${lateMs} ms after its start is ${result}`, async () => {
      const stage: Stage = new Stage(atOnce, { start: async () => stage.startIn(-lateMs) });
      assert.equal(await stage.run(), result);
      assert.equal(stage.target.seen.length, result === 'missed' ? 0 : 3);
      assert.deepEqual([stage.outcome.planned, stage.outcome.started], [3, stage.target.seen.length]);
    });

    test(`that became ${lateMs} ms late while it read the stop flag for the last time is ${result}`, async () => {
      let requested = 0;
      const stage: Stage = new Stage(atOnce, {
        stopReason: async () => {
          requested += 1;
          // The drive asks several times whether it must stop. Its second request is 50 ms before the start
          // of the phase.
          if (requested === 2) stage.time.stall(50 + lateMs);
          return undefined;
        },
      });
      assert.equal(await stage.run(), result);
      assert.equal(stage.target.seen.length, result === 'missed' ? 0 : 3);
      if (result === 'missed')
        assert.match(stage.outcome.reason ?? '', /ready 5\.0 s after the start of its phase.*too busy/);
    });
  }

  test('owns its users of a closed phase with several shards', async () => {
    const planned: number[] = [];
    for (const shard of [0, 1, 2, 3]) {
      const stage: Stage = new Stage('atOnce:\n      users: 5', {
        ...stops('phase a failed'),
        plan: async () => ({
          ...stage.plan,
          phases: stage.plan.phases.map((phase) => ({ ...phase, shards: 4 })),
        }),
      });
      assert.equal(await stage.run({ ...task, shard }), 'stopped');
      planned.push(stage.outcome.planned);
    }
    assert.deepEqual(planned.toSorted(), [1, 1, 1, 2]);
  });

  test('fails although its failure cannot be reported, and states that too', async () => {
    const refusal = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    const lost = async (): Promise<void> => {
      throw new Error('no network');
    };
    const stage = new Stage(atOnce, { failed: lost, terminated: lost }, { open: () => refusal });
    assert.equal(await stage.run(), 'failed');
    assert.deepEqual(stage.warnings, [
      'the load generator failed',
      "a load generator could not report 'failed' to the burst",
      "a load generator could not report 'terminated' to the burst",
    ]);
  });

  test('waits for its turn to get ready and to report its end among a thousand, and starts on time', async () => {
    const notes: (readonly [what: string, ms: number])[] = [];
    const stage: Stage = new Stage(forever);
    const { clock } = stage.time;
    const beganAt = clock.epochMs();
    const note = (what: string) => void notes.push([what, clock.epochMs() - beganAt]);
    const at = (what: string) => notes.filter(([noted]) => noted === what).map(([, ms]) => ms);
    const { plan, backend } = stage;
    const [cut] = plan.phases;
    assert.ok(cut);
    const began = leaseTurnMs(377);
    assert.ok(began > 0 && began < pacing.leaseJitterMs, `${began} ms`);
    const wide = { ...plan, phases: [{ ...cut, shards: 1_000 }] };
    const which = { ...task, shard: 377 };
    const turn = turnMs({ phaseIndex: 0, ...which, shards: 1_000 }, wide);
    assert.ok(turn > 1_000 && turn < 1_500, `${turn} ms`);
    Object.assign(backend, {
      lease: async () => {
        note('lease');
        return true;
      },
      plan: async () => wide,
      ready: async () => note('ready'),
      live: async (live: Live) => note(live.second < 0 ? 'first' : live.ended ? 'last' : 'live'),
      start: async () => ({ kind: 'start', t0: beganAt + 5_000, lookAt: beganAt + 4_400 }),
      finished: async () => note('finished'),
      deliver: async () => note('delivered'),
      terminated: async (_: string, finished: boolean) => note(finished ? 'both' : 'terminated'),
    });
    await stage.time.until(drive(which, backend, stage.environment));
    const whole = (name: string) => at(name).map((ms) => Math.round(ms / 10) * 10);
    const rounded = (ms: number) => [Math.round(ms / 10) * 10];
    // An empty first report shows watchers that a drive has not begun. Watchers of many drives do not see
    // single drives, so then it is not stored.
    const [ready = 0, ...again] = at('ready');
    assert.ok(Math.abs(ready - (began + turn)) <= 20, `${ready} ms`);
    assert.deepEqual([at('first'), again], [[], []]);
    assert.deepEqual(whole('lease'), rounded(began));
    // The phase ends after 60 s. Its last report comes within the second in which the next one would have.
    const [last = 0] = at('last');
    assert.ok(last > 65_000 && last <= 66_010, `${last} ms`);
    assert.ok((at('delivered')[0] ?? Infinity) < 66_020);
    assert.deepEqual([at('finished'), whole('both')], [[], rounded(65_000 + turn)]);
  });

  /** Rejects calls until this many milliseconds of virtual time have passed. */
  const busyUntil = (stage: Stage, ms: number) => {
    const { clock } = stage.time;
    const untilNs = clock.nowNs() + ms * 1e6;
    return <Answer>(answer: () => Answer) =>
      async () => {
        if (clock.nowNs() < untilNs) throw new Error('throttled');
        return answer();
      };
  };

  test('asks busy stores again for as long as others wait for it, from its lease to its start', async () => {
    for (const requested of ['lease', 'plan', 'stopReason', 'ready', 'start'] as const) {
      const stage: Stage = new Stage(atOnce);
      const late = busyUntil(stage, driving.storeRetryMsMax - 2 * driving.storeRetryPauseMsMax);
      const answers = {
        lease: () => true,
        plan: () => stage.plan,
        stopReason: () => undefined,
        ready: () => undefined,
        start: () => stage.startIn(aheadMs),
      };
      Object.assign(stage.backend, { [requested]: late<unknown>(answers[requested]) });
      assert.equal(await stage.run(), 'completed', requested);
      assert.equal(stage.target.seen.length, 3, requested);
      assert.ok(stage.warnings.length > 20 && stage.warnings.length < 50, `${stage.warnings.length} times`);
    }
  });

  test('that the stores refuse for too long is gone for those who wait, and no fault of its phase', async () => {
    for (const requested of ['stopReason', 'ready', 'start'] as const) {
      const stage = new Stage(atOnce);
      const never = busyUntil(stage, 2 * driving.storeRetryMsMax);
      Object.assign(stage.backend, { [requested]: never(() => assert.fail('no caller asks any more')) });
      assert.equal(await stage.run(), 'missed', requested);
      const { reason } = stage.outcome;
      assert.match(
        reason ?? '',
        /^the tables or the bucket of this run refused the load generator before its start.*: throttled$/,
      );
      assert.deepEqual(
        stage.reports.filter((each) => each !== 'ready'),
        [`gone: ${reason}`, 'delivered', 'finished', 'terminated'],
        requested,
      );
      assert.equal(stage.target.seen.length, 0);
    }
  });

  test('without a lease sends nothing and leaves it to the machine to report it', async () => {
    for (const requested of ['lease', 'plan'] as const) {
      const stage = new Stage(atOnce);
      const never = busyUntil(stage, 2 * driving.storeRetryMsMax);
      Object.assign(stage.backend, { [requested]: never(() => assert.fail('no caller asks any more')) });
      await assert.rejects(stage.run(), /refused the load generator before its start.*: throttled$/);
      assert.deepEqual([stage.reports, stage.target.sockets], [[], 0]);
    }
  });

  test('that may no longer run does not ask again', async () => {
    const stage: Stage = new Stage(atOnce, {
      start: async () => {
        stage.remainingMs = driving.reserveMs - 1;
        throw new Error('throttled');
      },
    });
    assert.equal(await stage.run(), 'missed');
    assert.deepEqual(stage.warnings, ['the load generator failed']);
  });

  test('that cannot look for a stop before its start asks until it is too late, and is missed', async () => {
    for (const [ms, result] of [
      [1_000, 'completed'],
      [60_000, 'missed'],
    ] as const) {
      let requested = 0;
      const stage: Stage = new Stage(atOnce);
      const late = busyUntil(stage, ms);
      const again = late(() => undefined);
      Object.assign(stage.backend, {
        stopReason: async () => {
          requested += 1;
          return requested === 1 ? undefined : again();
        },
      });
      assert.equal(await stage.run(), result);
      assert.ok(!stage.reports.some((each) => each.startsWith('gone') || each.startsWith('failed')));
      assert.equal(stage.target.seen.length, result === 'missed' ? 0 : 3);
    }
  });

  test('stops before the machine does it, and delivers', async () => {
    const stage = new Stage(forever);
    stage.time.clock.after(5_000, () => {
      stage.remainingMs = driving.reserveMs - 1;
    });
    assert.equal(await stage.run(), 'stopped');
    assert.match(stage.outcome.reason ?? '', /reached the time limit of its function/);
    assert.deepEqual(stage.reports, ['ready', 'finished', 'delivered', 'terminated']);
  });
});

test('A drive of a wider shard plans its part of the arrivals', async () => {
  const kind = 'constantRate:\n      usersPerSec: 40\n      variance: false\n      duration: 1s';
  const { benchmark, ...rest } = planFor(kind);
  const agents = [3, 1].map((threads, n) => ({ name: `agent-${n}`, threads }));
  const order = {
    benchmark: { ...benchmark, agents },
    burst: 'b',
    seed: 1,
    segmentMsMax: 60_000,
    plannedAt: 0,
  };
  const { plan = { ...rest, benchmark } } = planBurst({ ...order, limits: defaultCeilings });
  const planned = [0, 1].map(async (shard) => {
    const start = async (): Promise<Start> => stage.startIn(-driving.graceMs - 10);
    const stage: Stage = new Stage(kind, { plan: async () => plan, start });
    assert.equal(await stage.run({ ...task, shard }), 'missed');
    return stage.outcome.planned;
  });
  assert.deepEqual(await Promise.all(planned), [30, 10]);
});
