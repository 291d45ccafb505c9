import { realClock } from '../../functions/driver/clock/real-clock.ts';
import { collectGarbage } from '../../functions/driver/process/collect-garbage.ts';
import { startMeter } from '../../functions/driver/process/meter.ts';
import { startThread } from '../../functions/driver/threads/start-thread.ts';
import type { Clock } from '../../lib/driver/clock.ts';
import type { DriveBackend } from '../../lib/driver/driving/backend.ts';
import { drive } from '../../lib/driver/driving/drive.ts';
import type { Plan } from '../../lib/driver/model/plan.ts';
import { defaultCeilings, planning } from '../../lib/driver/planning/limits.ts';
import { preparePlan } from '../../lib/driver/planning/prepare-plan.ts';
import type { Partial } from '../../lib/driver/statistics/partial.ts';

/**
 * A whole drive of the first phase of a document: it plans the phase, measures the load, and seals and
 * reports each second. The backend costs nothing. `t0Ns` is its start by the given clock.
 */
export async function measuredDrive(
  text: string,
  clock: Clock = realClock,
): Promise<{ readonly plan: Plan; readonly partial: Partial; readonly t0Ns: number }> {
  const { plan, problems } = preparePlan({
    burst: 'bench',
    text,
    file: 'bench.json',
    parameters: {},
    shards: 1,
    seed: 1,
    segmentMsMax: planning.segmentMsMax,
    plannedAt: Date.now(),
    limits: defaultCeilings,
    allowList: { allowed: ['*'], onLambda: false },
  });
  if (plan === undefined) throw new Error(JSON.stringify(problems));
  // The wall clock moves with the other clock, so that the start is exact to a microsecond instead of a
  // millisecond.
  const originMs = clock.epochMs() - clock.nowNs() / 1e6;
  const inStep = { ...clock, epochMs: () => originMs + clock.nowNs() / 1e6 };
  let t0 = 0;
  let partial: Partial | undefined;
  async function nothing(): Promise<void> {}
  const backend: DriveBackend = {
    lease: async () => true,
    plan: async () => plan,
    shared: async () => undefined,
    share: nothing,
    files: async () => new Map(),
    stopReason: async () => undefined,
    ready: nothing,
    start: async () => {
      t0 = inStep.epochMs() + startMs;
      return { kind: 'start', t0, lookAt: 0 };
    },
    failed: async (reason) => console.error(reason),
    gone: async (reason) => console.error(reason),
    live: nothing,
    recent: async () => {},
    lives: async () => [],
    finished: nothing,
    flush: nothing,
    deliver: async (delivered) => {
      partial = delivered;
    },
    terminated: nothing,
  };
  await drive({ phase: 0, shard: 0, segment: 0 }, backend, {
    clock: inStep,
    lease: 'bench',
    remainingMs: () => 900_000,
    startThread,
    meter: startMeter,
    collectGarbage,
    clockOffset: async () => undefined,
    warn: (message, error) => console.error(message, error),
  });
  if (partial === undefined) throw new Error('the drive reported no measurements');
  return { plan, partial, t0Ns: (t0 - originMs) * 1e6 };
}

/** Users are due from T0 on. In the cloud, a drive knows T0 this long before. */
const startMs = 100;
