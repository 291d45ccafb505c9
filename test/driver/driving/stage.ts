import assert from 'node:assert/strict';
import type { Start } from '../../../lib/driver/conducting/replies.ts';
import type { DriveBackend, DriveEnvironment } from '../../../lib/driver/driving/backend.ts';
import { drive } from '../../../lib/driver/driving/drive.ts';
import type { Meter } from '../../../lib/driver/driving/meter.ts';
import type { Plan } from '../../../lib/driver/model/plan.ts';
import type { Flush } from '../../../lib/driver/progress/flush.ts';
import type { Live } from '../../../lib/driver/progress/live.ts';
import type { Recent } from '../../../lib/driver/progress/recent.ts';
import type { Partial } from '../../../lib/driver/statistics/partial.ts';
import { responseAfter, type Script, ScriptedTarget } from '../http/scripted-target.ts';
import { planned } from '../planning/planned.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { VirtualThreads } from './threads/virtual-threads.ts';

export function planFor(kind: string, steps = 'httpRequest: { GET: / }'): Plan {
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
  return planned(text, { burst: 'b', shards: 1 });
}

export const atOnce = 'atOnce:\n      users: 3';
export const forever = 'always:\n      users: 3\n      duration: 60s';

export const task = { phase: 0, shard: 0, segment: 0 };

/** The milliseconds between the answer to the call `start` and the instant at which the load begins (T0). */
export const aheadMs = 100;

/** A drive in virtual time, with its inputs and its recorded reports. */
export class Stage {
  readonly time: VirtualClock;
  readonly plan: Plan;
  readonly target: ScriptedTarget;
  readonly threads: VirtualThreads;
  readonly recents: Recent[] = [];
  readonly lives: Live[] = [];
  readonly reports: string[] = [];
  readonly warnings: string[] = [];
  readonly flushes: Flush[] = [];
  readonly partials: Partial[] = [];
  readonly backend: DriveBackend;
  readonly environment: DriveEnvironment;
  remainingMs = 900_000;
  /** Makes the meters of the other threads. */
  threadMeter = (): Meter => meterOf({});

  constructor(
    kind: string,
    backend: Partially<DriveBackend> = {},
    script: Partially<Script> = {},
    time = new VirtualClock(),
  ) {
    this.time = time;
    this.plan = planFor(kind);
    this.target = new ScriptedTarget(this.time.clock, { answer: () => responseAfter(5), ...script });
    const { clock } = this.time;
    this.threads = new VirtualThreads(clock, () => ({
      clock,
      connect: this.target.connect,
      meter: () => this.threadMeter(),
      collectGarbage: () => {},
    }));
    this.backend = {
      lease: async () => true,
      plan: async () => this.plan,
      files: async () => assert.fail('this phase needs no files'),
      stopReason: async () => undefined,
      ready: async () => void this.reports.push('ready'),
      start: async () => this.startIn(aheadMs),
      failed: async (reason) => void this.reports.push(`failed: ${reason}`),
      gone: async (reason) => void this.reports.push(`gone: ${reason}`),
      shared: async () => assert.fail('nothing is shared'),
      share: async () => assert.fail('nothing is shared'),
      live: async (live) => void this.lives.push(live),
      recent: async (recent) => void this.recents.push(recent),
      lives: async () => assert.fail('this drive is alone'),
      finished: async () => void this.reports.push('finished'),
      flush: async (number, flush) => {
        this.flushes[number] = flush;
      },
      deliver: async (partial) => {
        this.partials.push(partial);
        this.reports.push('delivered');
      },
      terminated: async (_, finished) => {
        this.reports.push(...(finished ? ['finished'] : []), 'terminated');
      },
      ...backend,
    };
    this.environment = {
      clock: this.time.clock,
      connect: this.target.connect,
      lease: 'lease-1',
      remainingMs: () => this.remainingMs,
      meter: () => meterOf({}),
      clockOffset: async () => undefined,
      warn: (message) => this.warnings.push(message),
      startThread: this.threads.start,
    };
  }

  startIn(ms: number): Start {
    const t0 = this.time.clock.epochMs() + ms;
    return { kind: 'start', t0, lookAt: t0 - 50 };
  }

  /** Runs the drive to its end. For any outcome, no connection remains and no timer is left. */
  async run(which = task): ReturnType<typeof drive> {
    const result = await this.time.until(this.leased(which));
    await this.time.pass(3_000);
    assert.deepEqual([this.target.open, this.target.wrongs, this.time.waiting], [0, [], 0]);
    return result;
  }

  /** Starts the drive without waiting. The test lets the virtual time pass itself. */
  leased(which = task): ReturnType<typeof drive> {
    return drive(which, this.backend, this.environment);
  }

  get outcome(): Partial['outcome'] {
    const [partial] = this.partials;
    assert.ok(partial);
    return partial.outcome;
  }
}

/** A meter that returns only these values. */
export function meterOf(seen: Partially<ReturnType<Meter['stop']>>): Meter {
  const readings = { stalls: [], idle: [], loop: [], descriptors: [], ...seen };
  return { read: () => readings, stop: () => ({ cpuUs: 1, ...readings }) };
}

export type Partially<Whole> = { readonly [Key in keyof Whole]?: Whole[Key] };

/** Answers of `stopReason` in order. The last answer is repeated. */
export function stops(...answers: (string | undefined | Error)[]): Partially<DriveBackend> {
  let requests = 0;
  return {
    stopReason: async () => {
      const answer = answers[Math.min(requests++, answers.length - 1)];
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
}
