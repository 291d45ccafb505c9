import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { drive } from '../../../lib/driver/driving/drive.ts';
import { judging } from '../../../lib/driver/judging/limits.ts';
import { type RunDocument, runDocument } from '../../../lib/driver/run/document.ts';
import { settlePhase } from '../../../lib/driver/run/settle-phase.ts';
import { responseAfter } from '../http/scripted-target.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { aheadMs, meterOf, Stage, task } from './stage.ts';

/**
 * A generator that should send ten times more than it can ends on time and reports its sent requests. It
 * names itself as the cause.
 */

const seconds = 5;
/** The milliseconds of CPU that each request takes on the generator's only core. */
const costMs = 2;
const canDo = 1_000 / costMs;

/** Runs one drive whose requests cost `costMs` of its only core each, and returns the result. */
async function saturate(maxSessions: string, script: { readonly costMs: number; readonly targetMs: number }) {
  const time = new VirtualClock();
  const stage = new Stage(
    `constantRate:\n      usersPerSec: ${canDo * 10}\n      duration: ${seconds}s${maxSessions}`,
    {},
    {
      answer: () => {
        time.stall(script.costMs);
        return responseAfter(script.targetMs);
      },
    },
    time,
  );
  const t0 = time.clock.epochMs() + aheadMs;
  const busy = script.costMs > 0 ? 1 : 0.3;
  const loop = [{ fromMs: t0, toMs: t0 + seconds * 1_000, cpu: busy * 0.99, active: busy, gc: 0 }];
  const environment = { ...stage.environment, meter: () => meterOf({ loop }) };
  assert.equal(await time.until(drive(task, stage.backend, environment)), 'completed');
  return {
    outcome: stage.outcome,
    lateMs: stage.outcome.terminatedAt - t0 - seconds * 1_000,
    document: await settled(stage, t0),
  };
}

async function settled({ plan, partials }: Stage, t0: number): Promise<RunDocument> {
  const given = async function* () {
    yield* partials;
  };
  const defaults = { failedRatio: judging.failedRatioMax, blockedRatio: judging.blockedRatioMax };
  const leases = new Map([['0/0', 'lease-1']]);
  const { merged, verdicts, failed } = await settlePhase(plan, 0, given(), leases, defaults);
  const endedAt = t0 + seconds * 1_000 + 100;
  const run = { status: 'TERMINATED', t0, endedAt, merged, verdicts, ...(failed ? { failed } : {}) } as const;
  return runDocument({ plan, phases: [run], startedAt: t0, endedAt, version: '0', place: 'one machine' });
}

suite('a saturated generator', () => {
  for (const [what, maxSessions] of [
    ['with a session limit', '\n      maxSessions: 50'],
    ['without one', ''],
  ] as const) {
    test(`${what} ends on time, reports what it sent, and is inconclusive because its core is used up`, async () => {
      const { outcome, lateMs, document } = await saturate(maxSessions, { costMs, targetMs: 1 });
      // The most sessions that must still end after the phase. Without a limit of sessions, these are the
      // users of one second.
      const draining = maxSessions === '' ? canDo * 10 : 50;
      assert.ok(lateMs >= 0 && lateMs <= draining * costMs + 100, `${lateMs} ms after its end`);
      const [{ delivery, machine, users } = assert.fail()] = document.phases;
      const sent = document.total?.summary.requestCount ?? 0;
      assert.equal(sent, outcome.started);
      assert.ok(sent >= canDo * seconds * 0.9 && sent <= canDo * seconds + draining + 50, `${sent} sent`);
      assert.ok(Math.abs(outcome.planned - canDo * 10 * seconds) < canDo);
      assert.equal(delivery.started, sent);
      assert.ok(outcome.throttled > 0 && users.some(({ waited }) => waited > 0));

      assert.equal(document.state, 'inconclusive');
      assert.equal(document.health.diagnosis?.cause, 'cpu');
      assert.match(
        document.reason ?? '',
        /^a shard used its whole CPU core: users waited \d\.\d s for a session/,
      );
      assert.deepEqual(document.health.suspicions.map(({ reason }) => reason).includes('cpu'), true);
      assert.equal(machine[1]?.unhealthy, 'cpu');
      const limit = document.verdicts.find(({ criterion }) => criterion === 'sessionLimit');
      assert.equal(limit?.unclear, true);
      assert.doesNotMatch(limit?.advice ?? '', /raise maxSessions/);
    });
  }

  test('is another thing than a target that is too slow for the session limit', async () => {
    const { document } = await saturate('\n      maxSessions: 50', { costMs: 0, targetMs: 50 });
    assert.equal(document.state, 'failed');
    const limit = document.verdicts.find(({ criterion }) => criterion === 'sessionLimit');
    assert.deepEqual([limit?.passed, limit?.unclear], [false, undefined]);
    assert.match(limit?.advice ?? '', /^raise maxSessions/);
    assert.equal(document.health.unhealthy.requests, 0);
  });
});
