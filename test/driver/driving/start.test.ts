import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Start } from '../../../lib/driver/conducting/replies.ts';
import type { DriveBackend, DriveEnvironment } from '../../../lib/driver/driving/backend.ts';
import { drive } from '../../../lib/driver/driving/drive.ts';
import { driving } from '../../../lib/driver/driving/limits.ts';
import { aheadMs, atOnce, forever, planFor, Stage, stops, task } from './stage.ts';

/** A drive reads the start instant (T0) of its phase. It begins at that instant, or not at all. */

suite('a drive', () => {
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
    // The wall clock is set back by an hour after the drive has read it. No user starts earlier or later.
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

  test('starts with the others although its clock is off, and reports the true time', async () => {
    for (const offsetMs of [300, -300]) {
      // The virtual time is the true time. The clock of this machine is ahead or behind.
      const stage: Stage = new Stage(atOnce);
      const { clock } = stage.time;
      let t0 = 0;
      const looks: number[] = [];
      const environment: DriveEnvironment = {
        ...stage.environment,
        clock: { ...clock, epochMs: () => clock.epochMs() - offsetMs },
        clockOffset: async () => ({ offsetMs, boundMs: 2 }),
      };
      const backend: DriveBackend = {
        ...stage.backend,
        start: async () => {
          t0 = Math.round(clock.epochMs()) + 1_000;
          return { kind: 'start', t0, lookAt: t0 - 50 };
        },
        stopReason: async () => {
          looks.push(clock.epochMs() - t0);
          return undefined;
        },
      };
      await stage.time.until(drive(task, backend, environment));
      const epochMs = clock.epochMs() - clock.nowNs() / 1e6;
      assert.deepEqual(
        stage.target.seen.map(({ atNs }) => Math.round(epochMs + atNs / 1e6 - t0)),
        [0, 0, 0],
      );
      assert.ok(
        looks.some((ms) => Math.abs(ms + 50) < 1),
        `looked at ${looks} ms`,
      );
      const { outcome } = stage;
      assert.deepEqual(outcome.clock, { offsetMs, boundMs: 2 });
      assert.deepEqual([outcome.startedAt, outcome.skewMs < 1], [t0, true]);
      assert.ok(
        outcome.terminatedAt >= outcome.finishedAt && outcome.finishedAt >= t0,
        JSON.stringify(outcome),
      );
      assert.ok(outcome.terminatedAt < t0 + 100);
    }
  });

  test('starts by its clock when it cannot be compared', async () => {
    const stage = new Stage(atOnce);
    const clockOffset = () => Promise.reject(new Error('no route'));
    await stage.time.until(drive(task, stage.backend, { ...stage.environment, clockOffset }));
    assert.equal(stage.outcome.clock, undefined);
    assert.deepEqual(stage.warnings, [
      'the clock of this load generator could not be compared with a time server',
    ]);
    assert.equal(stage.target.seen.length, 3);
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

  test('opens no connection for a cancelled phase', async () => {
    const stage = new Stage(atOnce, stops('phase a failed'));
    assert.equal(await stage.run(), 'stopped');
    assert.deepEqual([stage.target.sockets, stage.outcome.reason], [0, 'phase a failed']);
  });

  test('sends nothing for a phase that is cancelled while it warms up', async () => {
    const stage = new Stage(atOnce, stops(undefined, 'phase a failed'));
    assert.equal(await stage.run(), 'stopped');
    assert.equal(stage.target.seen.length, 0);
    assert.deepEqual(stage.reports, ['ready', 'delivered', 'finished', 'terminated']);
  });

  test('that cannot ask whether it may send does not', async () => {
    const stage = new Stage(atOnce, stops(new Error('no network')));
    assert.equal(await stage.run(), 'missed');
    assert.equal(stage.target.sockets, 0);
    assert.match(stage.outcome.reason ?? '', /no network$/);
  });

  test('reports a target that it cannot reach before its start', async () => {
    const refusal = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    const stage = new Stage(atOnce, {}, { open: () => refusal });
    assert.equal(await stage.run(), 'failed');
    const reason = 'cannot reach http://127.0.0.1:80: nothing listens on port 80 of 127.0.0.1';
    assert.ok(stage.outcome.reason?.startsWith(reason), stage.outcome.reason);
    assert.ok(stage.reports[0]?.startsWith(`failed: ${reason}`), 'the phase hears of it before its start');
  });

  test('without a file descriptor for its connections is gone, and its target has no fault', async () => {
    const stage = new Stage(atOnce, {}, { open: () => Object.assign(new Error(), { code: 'EMFILE' }) });
    assert.equal(await stage.run(), 'missed');
    assert.match(stage.reports[0] ?? '', /^gone: cannot reach .* no file descriptors or ports left/);
  });

  test('waits, connected, until it reads its start', async () => {
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

  test('sends nothing when it reads a stop', async () => {
    const stage = new Stage(atOnce, { start: async () => ({ kind: 'stop', reason: 'phase a failed' }) });
    assert.equal(await stage.run(), 'stopped');
    assert.deepEqual([stage.target.seen.length, stage.outcome.reason], [0, 'phase a failed']);
  });

  test('gives up before its machine does when it reads no start', async () => {
    const stage: Stage = new Stage(atOnce, {
      start: async () => {
        stage.remainingMs -= 100_000;
        return { kind: 'wait', ms: 100_000, tickAt: 0 };
      },
    });
    assert.equal(await stage.run(), 'stopped');
    assert.match(
      stage.outcome.reason ?? '',
      /reached the time limit of its function before its phase could start/,
    );
    assert.equal(stage.target.seen.length, 0);
  });

  test('reports no readiness for a later segment, and starts at its own offset', async () => {
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
    // The drive asks again for a reason to stop while it opens connections. It does not report its phase as
    // failed.
    assert.equal(Math.round(stage.outcome.terminatedAt - beganMs), 2 * driving.stopLookMs);
    assert.deepEqual(stage.reports, ['delivered', 'finished', 'terminated']);
    assert.deepEqual(stage.warnings, ['the load generator failed']);
  });

  test('does not look again at a stop flag that it looked at just before its start', async () => {
    let requests = 0;
    const stage: Stage = new Stage(atOnce, {
      start: async () => ({ ...stage.startIn(20), lookAt: stage.time.clock.epochMs() }) as Start,
      stopReason: async () => {
        requests += 1;
        return undefined;
      },
    });
    assert.equal(await stage.run(), 'completed');
    // A drive reads the stop flag when its function starts, and again when the load begins.
    assert.equal(requests, 2);
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
