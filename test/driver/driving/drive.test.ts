import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseBenchmark } from '../../../lib/driver/benchmark/benchmark.ts';
import { pause } from '../../../lib/driver/clock.ts';
import type { Start } from '../../../lib/driver/conducting/answers.ts';
import type { DriveBackend, DriveEnvironment } from '../../../lib/driver/driving/backend.ts';
import { drive } from '../../../lib/driver/driving/drive.ts';
import type { Live } from '../../../lib/driver/driving/live.ts';
import { defaultCeilings, driving } from '../../../lib/driver/limits.ts';
import type { Plan } from '../../../lib/driver/model/plan.ts';
import { planBurst } from '../../../lib/driver/planning/plan.ts';
import type { Partial } from '../../../lib/driver/statistics/partial.ts';
import { responseAfter, type Script, ScriptedTarget } from '../http/scripted-target.ts';
import { VirtualClock } from '../virtual-clock.ts';

/** A drive sends only what it was leased and released to send, stops when it must, and reports whatever happened. */

function planFor(kind: string, steps = 'httpRequest: { GET: / }'): Plan {
  const text = `
name: test
http: { host: 'http://127.0.0.1:80', sharedConnections: 4 }
phases:
- only:
    ${kind}
      scenario:
      - fetch:
        - ${steps}
`;
  const { benchmark, problems } = parseBenchmark(text);
  assert.ok(benchmark, JSON.stringify(problems));
  const order = {
    benchmark,
    burst: 'b',
    seed: 1,
    shards: 1,
    segmentMsMax: 60_000,
    plannedAt: 0,
    limits: defaultCeilings,
  };
  const { plan } = planBurst(order);
  assert.ok(plan);
  return plan;
}

const atOnce = 'atOnce:\n      users: 3';
const forever = 'always:\n      users: 3\n      duration: 60s';

const task = { phase: 0, shard: 0, segment: 0 };

/** From the answer of `start` to T0. */
const aheadMs = 100;

/** A drive in virtual time, what it is told, and what it reports. */
class Stage {
  readonly time: VirtualClock;
  readonly plan: Plan;
  readonly target: ScriptedTarget;
  readonly lives: Live[] = [];
  readonly reports: string[] = [];
  readonly warnings: string[] = [];
  readonly partials: Partial[] = [];
  readonly backend: DriveBackend;
  readonly environment: DriveEnvironment;
  remainingMs = 900_000;

  constructor(
    kind: string,
    backend: Partially<DriveBackend> = {},
    script: Partially<Script> = {},
    time = new VirtualClock(),
  ) {
    this.time = time;
    this.plan = planFor(kind);
    this.target = new ScriptedTarget(this.time.clock, { answer: () => responseAfter(5), ...script });
    this.backend = {
      lease: async () => true,
      plan: async () => this.plan,
      files: async () => assert.fail('this phase needs no files'),
      stopReason: async () => undefined,
      ready: async () => void this.reports.push('ready'),
      start: async () => this.startIn(aheadMs),
      failed: async (reason) => void this.reports.push(`failed: ${reason}`),
      shared: async () => assert.fail('nothing is shared'),
      share: async () => assert.fail('nothing is shared'),
      live: async (live) => void this.lives.push(live),
      finished: async () => void this.reports.push('finished'),
      deliver: async (partial) => {
        this.partials.push(partial);
        this.reports.push('delivered');
      },
      terminated: async () => void this.reports.push('terminated'),
      ...backend,
    };
    this.environment = {
      clock: this.time.clock,
      connect: this.target.connect,
      lease: 'lease-1',
      remainingMs: () => this.remainingMs,
      meter: () => () => ({ cpuUs: 1, stalls: [], idle: [] }),
      warn: (message) => this.warnings.push(message),
    };
  }

  startIn(ms: number): Start {
    const t0 = this.time.clock.epochMs() + ms;
    return { kind: 'start', t0, lookAt: t0 - 50 };
  }

  /** Runs the drive to its end; whatever it was, it leaves no connection and waits for nothing. */
  async run(which = task): ReturnType<typeof drive> {
    const result = await this.time.until(drive(which, this.backend, this.environment));
    await this.time.pass(3_000);
    assert.deepEqual([this.target.open, this.target.wrongs, this.time.waiting], [0, [], 0]);
    return result;
  }

  get outcome(): Partial['outcome'] {
    const [partial] = this.partials;
    assert.ok(partial);
    return partial.outcome;
  }
}

type Partially<Whole> = { readonly [Key in keyof Whole]?: Whole[Key] };

/** Answers of `stopReason`, the last one for ever after. */
function stops(...answers: (string | undefined | Error)[]): Partially<DriveBackend> {
  let asked = 0;
  return {
    stopReason: async () => {
      const answer = answers[Math.min(asked++, answers.length - 1)];
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
}

suite('a drive', () => {
  test('runs its users, and reports finished, delivered, terminated in this order', async () => {
    const stage = new Stage(atOnce);
    assert.equal(await stage.run(), 'completed');
    assert.equal(stage.target.seen.length, 3);
    assert.deepEqual(stage.reports, ['ready', 'finished', 'delivered', 'terminated']);
    const [{ outcome, lease, rows }] = stage.partials as [Partial];
    assert.deepEqual([outcome.planned, outcome.started, lease], [3, 3, 'lease-1']);
    const requests = rows.reduce((sum, { counters }) => sum + counters.requests, 0);
    assert.equal(requests, 3);
    const last = stage.lives.at(-1);
    assert.deepEqual([last?.ended, last?.totals.requests], [true, 3]);
  });

  suite('of a phase with files', () => {
    const steps = "randomItem: { toVar: v, file: a.txt }\n        - httpRequest: { GET: '/${v}' }";

    test('has them, and no others, before it says that it is ready', async () => {
      const asked: (readonly string[])[] = [];
      const stage = new Stage(atOnce, {
        files: async (paths) => {
          asked.push(paths);
          assert.deepEqual([stage.reports, stage.target.open], [[], 0]);
          return new Map([['a.txt', Buffer.from('one\n')]]);
        },
        plan: async () => planFor(atOnce, steps),
      });
      assert.equal(await stage.run(), 'completed');
      assert.deepEqual(asked, [['a.txt']]);
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

  test('starts at T0 by the wall clock, and by the monotonic clock from there', async () => {
    const stage = new Stage(atOnce);
    const { clock } = stage.time;
    let t0 = 0;
    let stepMs = 0;
    const environment: DriveEnvironment = {
      ...stage.environment,
      clock: { ...clock, epochMs: () => clock.epochMs() + stepMs },
    };
    const backend: DriveBackend = {
      ...stage.backend,
      start: async () => {
        t0 = clock.epochMs() + 100;
        return { kind: 'start', t0, lookAt: t0 - 50 };
      },
    };
    // Once the drive has looked at the wall clock, that is put back by an hour: nobody starts earlier or later for it.
    const running = drive(task, backend, environment);
    await stage.time.pass(80);
    stepMs = -3_600_000;
    await stage.time.until(running);
    const epochMs = clock.epochMs() - clock.nowNs() / 1e6;
    assert.deepEqual(
      stage.target.seen.map(({ atNs }) => Math.round(epochMs + atNs / 1e6 - t0)),
      [0, 0, 0],
    );
  });

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

  test('reports what its responses showed', async () => {
    const answer: Script['answer'] = () => ({
      ...{ kind: 'response', afterMs: 5, headers: { 'set-cookie': 'id=1; Domain=example.com' } },
    });
    const stage = new Stage(atOnce, {}, { answer });
    assert.equal(await stage.run(), 'completed');
    const [first, last] = [stage.lives[0], stage.lives.at(-1)];
    assert.deepEqual(first?.notices, []);
    assert.match(last?.notices?.join('|') ?? '', /^http:\/\/127[^|]*set the cookie 'id'[^|]*$/);
    assert.deepEqual(stage.outcome.notices, last?.notices);
  });

  test('says what its machine did in each second since T0, and its longest stall since its own start', async () => {
    const cut = (index: number) => ({
      ...{ index, startMs: index * 2_000, endMs: (index + 1) * 2_000, last: index === 1 },
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
      meter: () => () => ({
        cpuUs: 77,
        stalls: [
          { fromMs: t0 + 1_050, toMs: t0 + 1_950 },
          { fromMs: t0 + 2_100, toMs: t0 + 2_150 },
        ],
        idle: [{ fromMs: t0 + 3_010, toMs: t0 + 3_990, share: 0.25 }],
      }),
    };
    const running = drive({ ...task, segment: 1 }, { ...stage.backend, start }, environment);
    assert.equal(await stage.time.until(running), 'completed');
    const [{ machine, outcome }] = stage.partials as [Partial];
    assert.deepEqual(machine, [
      [1, 900e6, 1000],
      [2, 50e6, 1000],
      [3, 0, 250],
    ]);
    assert.deepEqual(
      [outcome.stallNsMax, outcome.cpuUs],
      [50e6, 77],
      'a stall before the start is not its own',
    );
    const { startedAt, finishedAt, terminatedAt, skewMs } = outcome;
    assert.deepEqual([startedAt - t0, skewMs], [2_000, 0]);
    assert.ok(finishedAt - t0 >= 3_999 && terminatedAt >= finishedAt && terminatedAt - t0 < 4_100);
    // Half of the phase's forty users.
    assert.equal(outcome.planned, 20);
  });

  test('that sent nothing was to start its part of the mean: one of its shards, one of its segments', async () => {
    const whole = 'constantRate:\n      usersPerSec: 40\n      duration: 2s';
    const stage: Stage = new Stage(whole, {
      ...stops('phase a failed'),
      plan: async () => ({
        ...stage.plan,
        phases: stage.plan.phases.map((phase) => ({
          ...phase,
          shards: 2,
          segments: [0, 1, 2, 3, 4].map((index) => ({
            ...{ index, startMs: index * 400, endMs: (index + 1) * 400, last: index === 4 },
          })),
        })),
      }),
    });
    assert.equal(await stage.run(), 'stopped');
    assert.deepEqual(
      { ...stage.outcome, startedAt: 0, finishedAt: 0, terminatedAt: 0 },
      {
        ...{ result: 'stopped', reason: 'phase a failed', planned: 8, started: 0, throttled: 0 },
        ...{ sessionLimitExceeded: false, errors: [], notices: [], skewMs: 0, cpuUs: 1, stallNsMax: 0 },
        ...{ startedAt: 0, finishedAt: 0, terminatedAt: 0 },
      },
    );
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

  test('that starts late says by how much', async () => {
    const stage: Stage = new Stage(atOnce, { start: async () => stage.startIn(-700) });
    assert.equal(await stage.run(), 'completed');
    assert.ok(Math.abs(stage.outcome.skewMs - 700) < 2, `${stage.outcome.skewMs} ms`);
  });

  test('stopped before anybody knew its start has the instant at which it gave up', async () => {
    const stage = new Stage(atOnce, stops('phase a failed'));
    const { clock } = stage.time;
    const before = clock.epochMs();
    assert.equal(await stage.run(), 'stopped');
    const { startedAt, finishedAt, terminatedAt, stallNsMax } = stage.outcome;
    assert.deepEqual([startedAt, finishedAt, terminatedAt, stallNsMax], [before, before, before, 0]);
    assert.deepEqual(stage.reports, ['delivered', 'finished', 'terminated']);
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
      let asked = 0;
      const stage: Stage = new Stage(atOnce, {
        stopReason: async () => {
          asked += 1;
          // The second time is just before the start, which is 50 ms ahead then.
          if (asked === 2) stage.time.stall(50 + lateMs);
          return undefined;
        },
      });
      assert.equal(await stage.run(), result);
      assert.equal(stage.target.seen.length, result === 'missed' ? 0 : 3);
      if (result === 'missed')
        assert.match(stage.outcome.reason ?? '', /ready 5\.0 s after its start.*too busy/);
    });
  }

  test('of a cancelled phase opens no connection', async () => {
    const stage = new Stage(atOnce, stops('phase a failed'));
    assert.equal(await stage.run(), 'stopped');
    assert.deepEqual([stage.target.sockets, stage.outcome.reason], [0, 'phase a failed']);
  });

  test('of a phase that is cancelled while it warms up sends nothing', async () => {
    const stage = new Stage(atOnce, stops(undefined, 'phase a failed'));
    assert.equal(await stage.run(), 'stopped');
    assert.equal(stage.target.seen.length, 0);
    assert.deepEqual(stage.reports, ['ready', 'delivered', 'finished', 'terminated']);
  });

  test('that cannot ask whether it may send does not', async () => {
    const stage = new Stage(atOnce, stops(new Error('no network')));
    assert.equal(await stage.run(), 'failed');
    assert.deepEqual([stage.target.sockets, stage.outcome.reason], [0, 'no network']);
  });

  test('whose target cannot be reached says so before its start', async () => {
    const refusal = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    const stage = new Stage(atOnce, {}, { open: () => refusal });
    assert.equal(await stage.run(), 'failed');
    const reason = 'cannot reach http://127.0.0.1:80: nothing listens on port 80 of 127.0.0.1';
    assert.ok(stage.outcome.reason?.startsWith(reason), stage.outcome.reason);
    assert.ok(stage.reports[0]?.startsWith(`failed: ${reason}`), 'the phase hears of it before its start');
  });

  test('waits, connected, until it is told when to start', async () => {
    const answers: Start[] = [
      { kind: 'wait', ms: 5, tickAt: 0 },
      { kind: 'wait', ms: 5, tickAt: 0 },
    ];
    const seenThen: number[] = [];
    const stage: Stage = new Stage(atOnce, {
      start: async () => {
        seenThen.push(stage.target.seen.length, stage.target.sockets);
        return answers.shift() ?? stage.startIn(aheadMs);
      },
    });
    assert.equal(await stage.run(), 'completed');
    assert.deepEqual([seenThen, stage.target.seen.length], [[0, 4, 0, 4, 0, 4], 3]);
  });

  test('that is told not to start sends nothing', async () => {
    const stage = new Stage(atOnce, { start: async () => ({ kind: 'stop', reason: 'phase a failed' }) });
    assert.equal(await stage.run(), 'stopped');
    assert.deepEqual([stage.target.seen.length, stage.outcome.reason], [0, 'phase a failed']);
  });

  test('that is never told to start gives up before its machine does', async () => {
    const stage: Stage = new Stage(atOnce, {
      start: async () => {
        stage.remainingMs -= 100_000;
        return { kind: 'wait', ms: 100_000, tickAt: 0 };
      },
    });
    assert.equal(await stage.run(), 'stopped');
    assert.match(stage.outcome.reason ?? '', /ran out of time before its phase could start/);
    assert.equal(stage.target.seen.length, 0);
  });

  test('of a later segment reports no readiness and starts at its own offset', async () => {
    const cut = (index: number) => ({
      index,
      startMs: index * 200,
      endMs: (index + 1) * 200,
      last: index === 1,
    });
    const stage: Stage = new Stage(forever, {
      plan: async () => ({
        ...stage.plan,
        phases: stage.plan.phases.map((phase) => ({ ...phase, segments: [cut(0), cut(1)] })),
      }),
    });
    const startedNs = stage.time.clock.nowNs();
    assert.equal(await stage.run({ ...task, segment: 1 }), 'completed');
    const [first] = stage.target.seen;
    assert.equal(Math.round(((first?.atNs ?? 0) - startedNs) / 1e6), aheadMs + 200);
    assert.ok(!stage.reports.includes('ready'), String(stage.reports));
  });

  test('stops while its connections are being opened', async () => {
    const stage = new Stage(atOnce, stops(undefined, undefined, 'enough'), { open: () => 2_400 });
    const beganMs = stage.time.clock.epochMs();
    assert.equal(await stage.run(), 'stopped');
    assert.equal(stage.outcome.reason, 'enough');
    // It asks each second while it opens, and tells nobody that its phase has failed.
    assert.equal(Math.round(stage.outcome.terminatedAt - beganMs), 2 * driving.heartbeatMs);
    assert.deepEqual(stage.reports, ['delivered', 'finished', 'terminated']);
    assert.deepEqual(stage.warnings, ['the drive failed']);
  });

  test('of several shards owns its users of a closed phase', async () => {
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

  test('does not look again at a stop flag that it looked at just before its start', async () => {
    let asked = 0;
    const stage: Stage = new Stage(atOnce, {
      start: async () => ({ ...stage.startIn(20), lookAt: stage.time.clock.epochMs() }) as Start,
      stopReason: async () => {
        asked += 1;
        return undefined;
      },
    });
    assert.equal(await stage.run(), 'completed');
    // When it wakes, and as soon as it runs.
    assert.equal(asked, 2);
  });

  test('whose failure cannot be reported fails all the same, and says that too', async () => {
    const refusal = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    const lost = async (): Promise<void> => {
      throw new Error('no network');
    };
    const stage = new Stage(atOnce, { failed: lost, finished: lost }, { open: () => refusal });
    assert.equal(await stage.run(), 'failed');
    assert.deepEqual(stage.warnings, [
      'the drive failed',
      'a report was lost: failed',
      'a report was lost: finished',
    ]);
  });

  test('that fails after it was told to start does not fail its phase', async () => {
    let asked = 0;
    const stage = new Stage(atOnce, {
      stopReason: async () => {
        asked += 1;
        if (asked === 2) throw new Error('no network');
        return undefined;
      },
    });
    assert.equal(await stage.run(), 'failed');
    assert.deepEqual(stage.reports, ['ready', 'delivered', 'finished', 'terminated']);
    assert.equal(stage.target.seen.length, 0);
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
    assert.deepEqual(first, { second: -1, ended: true, sessions: 0, inFlight: 0, totals, notices: [] });
    assert.equal(slice.counters.requests, 0);
    const { startedAt, finishedAt, terminatedAt } = stage.outcome;
    // New users come for a second; the last one stays half a second longer.
    assert.ok(
      finishedAt - startedAt >= 999 && finishedAt - startedAt <= 1_002,
      `${finishedAt - startedAt} ms`,
    );
    assert.ok(terminatedAt - finishedAt > 100, `${terminatedAt - finishedAt} ms`);
  });

  test('stops within a second of being told', async () => {
    const stage = new Stage(forever, stops(undefined, undefined, 'enough'));
    assert.equal(await stage.run(), 'stopped');
    const { reason, startedAt, terminatedAt } = stage.outcome;
    assert.equal(reason, 'enough');
    assert.ok(terminatedAt - startedAt <= driving.heartbeatMs, `${terminatedAt - startedAt} ms`);
    // The first shard of the first phase reads the flag as soon as it runs.
    assert.ok(terminatedAt - startedAt < 10, `${terminatedAt - startedAt} ms`);
  });

  test('that cannot read the stop flag for too long stops itself', async () => {
    const stage = new Stage(forever, stops(undefined, undefined, new Error('no network')));
    assert.equal(await stage.run(), 'stopped');
    const { reason, startedAt, terminatedAt } = stage.outcome;
    assert.match(reason ?? '', /could not be read for 10 s/);
    const ranMs = terminatedAt - startedAt;
    assert.ok(
      ranMs >= driving.blindMsMax && ranMs <= driving.blindMsMax + 2 * driving.heartbeatMs,
      `${ranMs} ms`,
    );
    assert.ok(stage.warnings.includes('the stop flag could not be read'));
  });

  test('reads the stop flag once at a time, however slowly it is read', async () => {
    let [asked, atOnce, most] = [0, 0, 0];
    const stage: Stage = new Stage('constantRate:\n      usersPerSec: 1\n      duration: 12s', {
      stopReason: async () => {
        asked += 1;
        atOnce += 1;
        most = Math.max(most, atOnce);
        await pause(stage.time.clock, asked < 3 ? 1 : 2_500);
        atOnce -= 1;
        return undefined;
      },
    });
    assert.equal(await stage.run(), 'completed');
    // Before its start twice; then each third second.
    assert.deepEqual([most, asked], [1, 6]);
  });

  test('asks again after the time that it was told to wait', async () => {
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
    let asked = 0;
    const backend: DriveBackend = {
      ...stage.backend,
      stopReason: async () => {
        asked += 1;
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
    assert.equal(asked, 5, 'before the start twice, and in each of three seconds once');
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

  test('goes on when the stop flag is read again in time', async () => {
    let asked = 0;
    const stage = new Stage('constantRate:\n      usersPerSec: 1\n      duration: 60s', {
      stopReason: async () => {
        asked += 1;
        if (asked > 2 && asked % 9 !== 0) throw new Error('no network');
        return undefined;
      },
    });
    assert.equal(await stage.run(), 'completed');
  });

  test('stops before the machine does it, and delivers', async () => {
    const stage = new Stage(forever);
    stage.time.clock.after(5_000, () => {
      stage.remainingMs = driving.reserveMs - 1;
    });
    assert.equal(await stage.run(), 'stopped');
    assert.match(stage.outcome.reason ?? '', /ran out of time/);
    assert.deepEqual(stage.reports, ['ready', 'finished', 'delivered', 'terminated']);
  });

  test('goes on although its reports get lost', async () => {
    const lost = async (): Promise<void> => {
      throw new Error('no network');
    };
    const stage = new Stage(atOnce, { finished: lost, live: lost, terminated: lost });
    assert.equal(await stage.run(), 'completed');
    assert.deepEqual([stage.target.seen.length, stage.partials.length], [3, 1]);
    assert.deepEqual(
      new Set(stage.warnings),
      new Set(['live', 'finished', 'terminated'].map((what) => `a report was lost: ${what}`)),
    );
  });
});

test('A drive tells its users the T0 that the conductor decided, whatever its own clock says since', async () => {
  const plan = planFor(atOnce, "httpRequest: { GET: '/${hyperfoil.phase.start.time.as.string}' }");
  const t0s: number[] = [];
  const stage: Stage = new Stage(atOnce, {
    plan: async () => plan,
    start: async () => {
      const start = stage.startIn(aheadMs);
      if (start.kind === 'start') t0s.push(start.t0);
      return start;
    },
  });
  let looks = 0;
  const { clock } = stage.environment;
  const running = drive(task, stage.backend, {
    ...stage.environment,
    clock: {
      ...clock,
      epochMs: () => {
        looks += 1;
        return clock.epochMs() + looks;
      },
    },
  });
  assert.equal(await stage.time.until(running), 'completed');
  assert.deepEqual(new Set(stage.target.seen.map(({ path }) => path)), new Set([`/${t0s[0]}`]));
});

test('What a drive of a wider shard plans is its part of the arrivals', async () => {
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
