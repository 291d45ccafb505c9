import { arrivalsOf, drawnFor } from '../arrivals/drawn-arrivals.ts';
import { modelOf } from '../arrivals/registry.ts';
import type { Cancel, Clock } from '../clock.ts';
import { HotRodCaches } from '../hotrod/caches.ts';
import { connectInfinispan } from '../hotrod/infinispan-transport.ts';
import type { ConnectHotRod } from '../hotrod/transport.ts';
import { connectTarget } from '../http/connect.ts';
import { addressGuard, type Resolve } from '../http/guard/lookup.ts';
import { Pools } from '../http/pools.ts';
import { type TlsContext, tlsContexts } from '../http/tls/context.ts';
import type { Connect } from '../http/transport.ts';
import type { Files } from '../model/files.ts';
import type { Assignment } from '../model/plan.ts';
import type { PublishedData } from '../model/shared-state.ts';
import type { Random } from '../random.ts';
import { compileScenario } from '../scenario/compile.ts';
import { sharing } from '../sharing/limits.ts';
import { SharedStore } from '../sharing/shared-store.ts';
import type { Outcome } from '../statistics/partial.ts';
import { Recorder } from '../statistics/recording/recorder.ts';
import { type ArrivalProcess, ClosedModel, OpenModel } from './arrivals.ts';
import { KeptErrors, messageOf, moreErrors, shortened } from './kept-errors.ts';
import { sessions } from './limits.ts';
import { SessionPool } from './session-pool.ts';

export type Environment = {
  readonly clock: Clock;
  /** Opens connections to the targets. Absent: over sockets. */
  readonly connect?: Connect;
  /** Resolves host names to addresses. Absent: the name service of the machine. */
  readonly resolve?: Resolve;
  /** The files that the phase needs, by path. Absent when it needs none. */
  readonly files?: Files;
  /** Opens connections to Hot Rod servers. Absent: over sockets. */
  readonly connectHotRod?: ConnectHotRod;
  /** Receives the lines of `log` steps. Absent: they are dropped. */
  readonly log?: (message: string) => void;
  /** The name of this host, which the header `User-Agent` shows to the target. */
  readonly hostname?: string;
  readonly runId?: string;
  /** Receives data that a user publishes, for all users of the drive. */
  readonly published?: (data: PublishedData) => void;
  /**
   * Frees memory at a moment when no request waits. Called once, when all connections are open. Absent: the
   * runtime decides when to free memory.
   */
  readonly collectGarbage?: () => void;
};

/** The outcome of a shard run. The drive adds instants and what it measured of its machine. */
export type ShardOutcome = Pick<
  Outcome,
  'reason' | 'planned' | 'started' | 'throttled' | 'sessionLimitExceeded' | 'errors' | 'notices'
> & {
  readonly result: Exclude<Outcome['result'], 'lost'>;
  /** Present when a target asked Downpour to stop the load. The load of all phases then stops. */
  readonly refused?: true;
};

/**
 * Compiles the scenario of an assignment and opens its connections. Sends no request. Rejects when a target
 * cannot be reached, or with the reason of the signal when the signal aborts.
 */
export async function openShardRun(
  assignment: Assignment,
  environment: Environment,
  signal: AbortSignal = new AbortController().signal,
): Promise<ShardRun> {
  const contexts = await tlsOf(assignment, environment);
  const run = new ShardRun(assignment, environment, contexts);
  try {
    await run.open(signal);
    environment.collectGarbage?.();
  } catch (error) {
    await run.close();
    throw error;
  }
  return run;
}

/**
 * Reads the stores of keys and certificates for the targets. Downpour has already read them before the burst.
 * So an error here fails the drive, like a target that cannot be reached.
 */
async function tlsOf(
  { targets }: Assignment,
  { files = new Map(), clock }: Environment,
): Promise<ReadonlyMap<string, TlsContext>> {
  const { contexts, faults } = await tlsContexts(targets, files, clock);
  if (faults.length > 0) throw new Error(faults.map(({ problem }) => problem.message).join('; '));
  return contexts;
}

/**
 * Runs the users of one shard of one phase in one segment. In a drive with several threads, it runs the users
 * of one thread.
 */
export class ShardRun {
  /** The data that the users of this run share. */
  readonly shared: SharedStore;
  readonly recorder: Recorder;
  readonly #assignment: Assignment;
  readonly #environment: Environment;
  /** The clock of the run. Its instants count from T0 of the phase. */
  readonly #clock: Clock;
  readonly #pools: Pools;
  readonly #caches: HotRodCaches;
  readonly #sessions: SessionPool;
  readonly #arrivals: ArrivalProcess;
  readonly #errors = new KeptErrors();
  readonly #notices = new Set<string>();
  readonly #timers: Cancel[] = [];
  readonly #loads: Promise<void>[] = [];
  #t0Ns = 0;
  #t0 = 0;
  #result: ShardOutcome['result'] = 'completed';
  #reason: string | undefined;
  #finished = false;
  #refused = false;
  #onFinished: () => void = () => {};
  #settle: () => void = () => {};

  constructor(assignment: Assignment, environment: Environment, contexts: ReadonlyMap<string, TlsContext>) {
    this.#assignment = assignment;
    this.#environment = environment;
    const { nowNs } = environment.clock;
    const clock = { ...environment.clock, nowNs: () => nowNs() - this.#t0Ns };
    this.#clock = clock;
    const keepsUncompensated = assignment.ergonomics.compensateInternalLatency === false;
    this.recorder = new Recorder((message) => this.notice(message), keepsUncompensated);
    const { phaseIndex, shard, segment, thread = onlyThread } = assignment;
    this.shared = new SharedStore(
      { phase: phaseIndex, shard, segment: segment.index, thread: thread.index },
      environment.published,
      sharing.bytesMax / thread.count,
    );
    const guard = addressGuard(assignment.guards?.addresses, environment.resolve);
    this.#pools = new Pools(assignment.targets, {
      clock,
      connect:
        environment.connect ??
        ((target, ...there) => connectTarget(target, ...there, { tls: contexts.get(target.key), guard })),
      gauges: this.recorder.connections,
      random: drawnFor(assignment, 'addresses').next,
      repeatCookies: assignment.ergonomics.repeatCookies,
      notice: (message) => this.notice(message),
      ...(assignment.guards?.stopOnRetryAfter === true
        ? { refused: (message) => this.#refusedBy(message) }
        : {}),
    });
    const { connectHotRod = connectInfinispan(guard) } = environment;
    this.#caches = new HotRodCaches(assignment.hotRod ?? [], clock, connectHotRod);
    // A later segment continues the same random sequence of arrivals, but its users draw new random numbers.
    const scenario = this.#compile(drawnFor(assignment, `users-${assignment.segment.index}`));
    this.#sessions = new SessionPool(scenario, assignment.maxSessions, {
      clock,
      thread,
      recorder: this.recorder,
      failed: (error) => this.#fail(error),
      finished: () => this.#finished,
      empty: () => this.#settleWhenDone(),
    });
    this.#arrivals = this.#model();
  }

  get active(): { readonly sessions: number; readonly inFlight: number } {
    return { sessions: this.#sessions.active, inFlight: this.#pools.inFlight + this.#caches.inFlight };
  }

  /** Notices for people who read the results. Each appears once. */
  get notices(): readonly string[] {
    return [...this.#notices];
  }

  notice(message: string): void {
    this.#notices.add(shortened(message));
  }

  async open(signal: AbortSignal): Promise<void> {
    await Promise.all([this.#pools.open(signal), this.#caches.open(signal), ...this.#loads]);
  }

  /**
   * Starts the run. T0 of the phase is at `t0Ns` by the environment's clock. `t0` is the same instant in
   * epoch milliseconds, as the conductor decided it for all shards. The segment begins at its own offset from
   * T0. `onFinished` is called once, when no more users start. Resolves when every user has ended.
   */
  run(t0Ns: number, onFinished: () => void = () => {}, t0?: number): Promise<ShardOutcome> {
    this.#t0Ns = t0Ns;
    this.#t0 = t0 ?? Math.round(this.#clock.epochMs() - this.#clock.nowNs() / 1e6);
    this.#onFinished = onFinished;
    const { segment, phase } = this.#assignment;
    return new Promise((resolve) => {
      this.#settle = () => resolve(this.#outcome());
      this.#at(segment.startMs, () => this.#begin());
      if (phase.maxDurationMs !== undefined) this.#at(phase.maxDurationMs, () => this.#terminate());
    });
  }

  /** Stops at once: no new users start, active users end, and their requests are cancelled. */
  stop(reason: string): void {
    if (this.#result !== 'failed') this.#result = 'stopped';
    this.#reason ??= reason;
    this.#terminate();
  }

  async close(): Promise<void> {
    for (const cancel of this.#timers) cancel();
    this.#arrivals.close();
    this.#caches.close();
    this.#pools.close();
  }

  #begin(): void {
    if (this.#finished) return;
    this.recorder.connections.begin(Math.floor(this.#assignment.segment.startMs / 1000));
    this.#arrivals.begin();
    this.#at(this.#assignment.segment.endMs, () => this.#finish());
  }

  /** Starts no new users after this call. */
  #finish(): void {
    if (this.#finished) return;
    this.#finished = true;
    this.#arrivals.finish();
    this.#onFinished();
    this.#settleWhenDone();
    if (this.#assignment.phase.maxDurationMs === undefined) this.#endStuck();
  }

  /**
   * Ends the phase when all its users wait for something that cannot happen. Without `maxDuration`, they
   * would otherwise wait until the drive ends.
   */
  #endStuck(): void {
    if (this.#sessions.active === 0) return;
    if (this.#sessions.areStuck) this.#terminate();
    else this.#timers.push(this.#clock.after(sessions.stuckCheckMs, () => this.#endStuck()));
  }

  /** Ends the phase by force: active users stop, and their requests are cancelled. */
  #terminate(): void {
    this.#finish();
    for (const place of this.#sessions.stuckAt)
      this.notice(
        `${place}: users waited here until they were stopped, although they had no request and no pause left; check that a step sets what they wait for`,
      );
    // Without this call, a connection that a cancelled request frees would go to the next request in the
    // queue, whose user also stops.
    this.#pools.halt();
    this.#sessions.stop();
    this.#settleWhenDone();
  }

  #fail(error: unknown): void {
    this.#recordError(error);
    this.#result = 'failed';
    this.#reason ??= shortened(messageOf(error));
    // The users are stopped later, and not inside the step that threw the error. The session of that step has
    // not returned yet.
    this.#clock.soon(() => this.#terminate());
  }

  /** Stops the load of all phases, and not only of this phase, because a target asked for it. */
  #refusedBy(message: string): void {
    this.#refused = true;
    this.#fail(new Error(message));
  }

  #settleWhenDone(): void {
    if (this.#finished && this.#sessions.active === 0) this.#settle();
  }

  #recordError(error: unknown): void {
    if (!this.#errors.add(error)) this.notice(moreErrors);
  }

  #outcome(): ShardOutcome {
    const arrivals = this.#arrivals;
    return {
      result: this.#result,
      ...(this.#reason === undefined ? {} : { reason: this.#reason }),
      ...(this.#refused ? { refused: true } : {}),
      planned: arrivals.planned,
      started: this.#sessions.started,
      throttled: arrivals.throttled,
      sessionLimitExceeded: arrivals.throttled > 0,
      errors: this.#errors.messages,
      notices: this.notices,
    };
  }

  /** Calls `callback` at an instant of the phase, in milliseconds from T0. Never calls it earlier. */
  #at(offsetMs: number, callback: () => void): void {
    const arm = (): void => {
      const waitNs = offsetMs * 1e6 - this.#clock.nowNs();
      if (waitNs <= 0) callback();
      else if (waitNs < spinLastNs) this.#clock.soon(arm);
      else this.#timers.push(this.#clock.after(Math.floor(waitNs / 1e6), arm));
    };
    arm();
  }

  #model(): ArrivalProcess {
    const { phase, users } = this.#assignment;
    const model = modelOf(phase.arrivals);
    const schedule = arrivalsOf(this.#assignment);
    return schedule === undefined
      ? new ClosedModel(this.#sessions, users, model.repeats, this.recorder.users, this.#clock)
      : new OpenModel(this.#sessions, schedule, this.recorder.users, this.#clock);
  }

  #compile(random: Random) {
    const { phase, ergonomics, shard, shards, thread = onlyThread } = this.#assignment;
    const { partitions = { shard, shards }, loops = { before: shard, all: shards } } = this.#assignment;
    if (phase.scenario === undefined)
      throw new Error(`a bug in Downpour: phase '${phase.name}' has no scenario, so it has no load to send`);
    return compileScenario(phase.scenario, {
      ergonomics,
      pools: this.#pools,
      caches: this.#caches,
      recorder: this.recorder,
      random,
      hostname: this.#environment.hostname ?? 'downpour',
      users: modelOf(phase.arrivals).users ?? 0,
      shared: this.shared,
      loop: { index: loops.before + thread.index, count: loops.all },
      files: this.#environment.files ?? new Map(),
      log: this.#environment.log ?? (() => {}),
      load: (loading) => this.#loads.push(loading),
      recordError: (error) => this.#recordError(error),
      loadTest: this.#assignment.guards?.loadTest,
      builtIns: {
        'hyperfoil.agent.id': shard,
        'hyperfoil.agents': shards,
        'hyperfoil.agent.thread.id': thread.index,
        'hyperfoil.agent.threads': thread.count,
        'hyperfoil.global.thread.id': partitions.shard,
        'hyperfoil.global.threads': partitions.shards,
        'hyperfoil.phase.name': phase.name,
        'hyperfoil.phase.id': this.#assignment.phaseIndex,
        'hyperfoil.phase.iteration': Number(phase.iteration),
        'hyperfoil.phase.start.time.as.string': () => String(this.#t0),
        'hyperfoil.run.id': this.#environment.runId ?? '',
      },
    });
  }
}

const onlyThread = { index: 0, count: 1 } as const;

/**
 * A timer may fire a millisecond late. So the last millisecond before an instant is waited for by reading the
 * clock again and again. Nanoseconds.
 */
const spinLastNs = 1e6;
