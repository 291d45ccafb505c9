import type { Counts } from '../../examples/shop/shop.ts';
import { realClock } from '../../functions/driver/clock/real-clock.ts';
import { startThread } from '../../functions/driver/threads/start-thread.ts';
import type { Start } from '../../lib/driver/conducting/replies.ts';
import type { DriveBackend, DriveEnvironment } from '../../lib/driver/driving/backend.ts';
import { type DriveTask, drive } from '../../lib/driver/driving/drive.ts';
import type { ConnectHotRod } from '../../lib/driver/hotrod/transport.ts';
import type { Phase } from '../../lib/driver/model/benchmark.ts';
import type { Files } from '../../lib/driver/model/files.ts';
import type { Plan } from '../../lib/driver/model/plan.ts';
import type { SharedSnapshot } from '../../lib/driver/model/shared-state.ts';
import { plannedPhases } from '../../lib/driver/planning/planned-phase.ts';
import type { Partial, Row } from '../../lib/driver/statistics/partial.ts';
import { listRows } from '../../lib/driver/statistics/wire/row-cursor.ts';
import { meterOf } from '../driver/driving/stage.ts';

/**
 * Runs all drives of a plan in this process, with real sockets and in real time: a burst without its state
 * machine.
 */

export type RanPlan = {
  readonly log: readonly string[];
  readonly partials: readonly Partial[];
  /** Warnings of drives, and errors of users. */
  readonly errors: readonly string[];
  /** Rows of all drives. */
  readonly rows: readonly Row[];
};

/** A run, together with the counts of the shop during that run. */
export type Ran = RanPlan & { readonly counts: Counts };

/** Runs every phase of a plan, each when the phases for which it waits are over. */
export async function runPlan(plan: Plan, files: Files): Promise<RanPlan> {
  const burst = new Burst(plan, files);
  await Promise.all(plan.benchmark.phases.map((phase, index) => burst.run(phase, index)));
  const { log, partials, warnings } = burst;
  const errors = partials.flatMap(({ phase, outcome }) =>
    [...outcome.errors, ...(outcome.reason === undefined ? [] : [outcome.reason])].map(
      (error) => `${phase}: ${error}`,
    ),
  );
  return {
    log,
    partials,
    errors: [...warnings, ...errors],
    rows: partials.flatMap(({ rows }) => listRows(rows)),
  };
}

/**
 * Promises for the instants at which a phase starts, finishes (no new users) and terminates (no users left).
 * Other phases may wait for each of them.
 */
class Course {
  readonly started = Promise.withResolvers<number>();
  readonly finished = Promise.withResolvers<void>();
  readonly terminated = Promise.withResolvers<void>();
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

class Burst {
  readonly log: string[] = [];
  readonly partials: Partial[] = [];
  readonly warnings: string[] = [];
  readonly #plan: Plan;
  readonly #files: Files;
  readonly #courses: ReadonlyMap<string, Course>;
  readonly #left = new Map<string, SharedSnapshot>();
  readonly #startedAt = Date.now();

  constructor(plan: Plan, files: Files) {
    this.#plan = plan;
    this.#files = files;
    this.#courses = new Map(plan.benchmark.phases.map(({ name }) => [name, new Course()]));
  }

  async run(phase: Phase, index: number): Promise<void> {
    const course = this.#course(phase.name);
    await Promise.all(phase.startAfter.map((name) => this.#course(name).finished.promise));
    await Promise.all(phase.startAfterStrict.map((name) => this.#course(name).terminated.promise));
    const { phases = [], delayMs = 0 } = phase.startWith ?? {};
    const others = await Promise.all(phases.map((name) => this.#course(name).started.promise));
    const from = Math.max(this.#startedAt + phase.startTimeMs, ...others.map((instant) => instant + delayMs));
    if (from > Date.now()) await pause(from - Date.now());
    if (phase.scenario === undefined) await this.#rest(phase, course);
    else await this.#drives(index, course);
    course.finished.resolve();
    course.terminated.resolve();
  }

  /** Runs a noop phase: it ends after its duration, or when the phases that it covers have ended. */
  async #rest({ covers = [], durationMs = 0 }: Phase, course: Course): Promise<void> {
    course.started.resolve(Date.now());
    await pause(durationMs);
    await Promise.all(covers.map((name) => this.#course(name).finished.promise));
    course.finished.resolve();
    await Promise.all(covers.map((name) => this.#course(name).terminated.promise));
  }

  async #drives(index: number, course: Course): Promise<void> {
    const { shards = 0, segments = [] } = plannedPhases(this.#plan)[index] ?? {};
    let [waiting, sending] = [shards, shards];
    const start = Promise.withResolvers<Start>();
    const ready = async (): Promise<void> => {
      waiting -= 1;
      if (waiting > 0) return;
      const t0 = Date.now() + 50;
      course.started.resolve(t0);
      start.resolve({ kind: 'start', t0, lookAt: t0 - 10 });
    };
    const finished = async (): Promise<void> => {
      sending -= 1;
      if (sending === 0) course.finished.resolve();
    };
    const tasks = segments.flatMap((segment) =>
      Array.from({ length: shards }, (_, shard) => ({ phase: index, shard, segment: segment.index })),
    );
    const failed = async (reason: string): Promise<void> => {
      this.warnings.push(reason);
      start.resolve({ kind: 'stop', reason });
    };
    const share = { ready, failed, finished, start: () => start.promise };
    await Promise.all(tasks.map((task) => drive(task, this.#backend(task, share), this.#environment(task))));
  }

  #backend(
    task: DriveTask,
    course: Pick<DriveBackend, 'ready' | 'failed' | 'finished' | 'start'>,
  ): DriveBackend {
    return {
      ...course,
      lease: async () => true,
      lives: async () => [],
      flush: async () => {},
      plan: async () => this.#plan,
      files: async () => this.#files,
      gone: async (reason) => Promise.reject(new Error(reason)),
      shared: async (source) => this.#left.get(keyOf(source)),
      share: async (snapshot) => void this.#left.set(keyOf(task), JSON.parse(JSON.stringify(snapshot))),
      stopReason: async () => undefined,
      live: async () => {},
      recent: async () => {},
      deliver: async (partial) => void this.partials.push(partial),
      terminated: async () => {},
    };
  }

  #environment(task: DriveTask): DriveEnvironment {
    return {
      clock: realClock,
      lease: keyOf(task),
      remainingMs: () => 900_000,
      startThread,
      meter: () => meterOf({}),
      connectHotRod: anyCache,
      log: (line) => this.log.push(line),
      clockOffset: async () => undefined,
      warn: (message, error) => this.warnings.push(`${message}: ${error}`),
    };
  }

  #course(name: string): Course {
    const course = this.#courses.get(name);
    if (course === undefined) throw new Error(`there is no phase ${name}`);
    return course;
  }
}

/** A cache that has a value for every key. */
const anyCache: ConnectHotRod = () => ({
  load: async () => {},
  open: async () => {},
  send: (_operation, key, _value, { answered }) => void setImmediate(() => answered(key)),
  probe: () => {},
  isLost: () => false,
  close: () => {},
});

const keyOf = ({ phase, shard, segment }: DriveTask): string => `${phase}/${shard}/${segment}`;
