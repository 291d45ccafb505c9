import { Pools } from '../http/pools.ts';
import type { Assignment } from '../model/plan.ts';
import { type Random, randomFor } from '../random.ts';
import { compileScenario } from '../scenario/compile.ts';
import { scheduleOf } from '../schedule/schedule.ts';
import type { Outcome } from '../statistics/partial.ts';
import { Recorder } from '../statistics/recorder.ts';
import { type Arriving, ClosedModel, OpenModel } from './arrivals.ts';
import { Crowd } from './crowd.ts';

/** Time and place of a pour. */
export type Edge = {
  readonly clock: {
    /** Monotonic nanoseconds from any origin. */
    nowNs(): number;
    epochMs(): number;
  };
  /** Lines of `log` steps; dropped when absent. */
  readonly log?: (message: string) => void;
  /** Shown to the target in the user agent. */
  readonly hostname?: string;
  readonly runId?: string;
};

/** What a pour knows of its outcome; the drive adds instants and the machine's figures. */
export type PourOutcome = Pick<
  Outcome,
  'result' | 'reason' | 'planned' | 'started' | 'throttled' | 'sessionLimitExceeded' | 'errors' | 'notices'
>;

/** One shard of one phase in one segment, ready to run. */
export type Pour = {
  /**
   * Starts so that T0 of the phase is at `t0Ns` of the edge's clock (the segment begins at its own offset from there).
   * `onFinished` is called once, when no new users start. Resolves when every user is gone.
   */
  run(t0Ns: number, onFinished?: () => void): Promise<PourOutcome>;
  /** No new users, requests in flight aborted, connections closed: at once. */
  stop(reason: string): void;
  readonly recorder: Recorder;
  readonly active: { readonly sessions: number; readonly inFlight: number };
  /** What whoever reads the results should know, each sentence once. */
  readonly notices: readonly string[];
  close(): Promise<void>;
};

/**
 * Compiles the assignment and opens its connections; rejects when a target cannot be reached, or with the signal's
 * reason when that aborts. Nothing is sent yet.
 */
export async function openPour(
  assignment: Assignment,
  edge: Edge,
  signal: AbortSignal = new AbortController().signal,
): Promise<Pour> {
  const pour = new ShardPour(assignment, edge);
  try {
    await pour.open(signal);
  } catch (error) {
    await pour.close();
    throw error;
  }
  return pour;
}

/** The first hundred kinds of error are kept (reference section 11). */
const errorsMax = 100;

class ShardPour implements Pour {
  readonly recorder = new Recorder();
  readonly #assignment: Assignment;
  readonly #edge: Edge;
  readonly #pools: Pools;
  readonly #crowd: Crowd;
  readonly #arriving: Arriving;
  readonly #errors = new Set<string>();
  readonly #said = new Set<string>();
  readonly #timers: NodeJS.Timeout[] = [];
  #t0Ns = 0;
  #result: Outcome['result'] = 'completed';
  #reason: string | undefined;
  #finished = false;
  #onFinished: () => void = () => {};
  #settle: () => void = () => {};

  constructor(assignment: Assignment, edge: Edge) {
    this.#assignment = assignment;
    this.#edge = edge;
    const { phase, shard, seed } = assignment;
    const random = (stream: string): Random => randomFor(seed, phase.name, shard, stream);
    this.#pools = new Pools(assignment.targets, {
      nowNs: this.#nowNs,
      random: random('addresses').next,
      pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      repeatCookies: assignment.ergonomics.repeatCookies,
      notice: (sentence) => this.#said.add(sentence),
    });
    // A later segment goes on with the arrivals of the same stream, but its users draw afresh.
    this.#crowd = new Crowd(this.#compile(random(`users-${assignment.segment.index}`)), this.#sessionsMax(), {
      nowNs: this.#nowNs,
      recorder: this.recorder,
      failed: (error) => this.#fail(error),
      empty: () => this.#settleWhenDone(),
    });
    this.#arriving = this.#model(random('arrivals'));
  }

  get active(): { readonly sessions: number; readonly inFlight: number } {
    return { sessions: this.#crowd.active, inFlight: this.#pools.inFlight };
  }

  get notices(): readonly string[] {
    return [...this.#said];
  }

  open(signal: AbortSignal): Promise<void> {
    return this.#pools.open(signal);
  }

  run(t0Ns: number, onFinished: () => void = () => {}): Promise<PourOutcome> {
    this.#t0Ns = t0Ns;
    this.#onFinished = onFinished;
    const { segment, phase } = this.#assignment;
    return new Promise((resolve) => {
      this.#settle = () => resolve(this.#outcome());
      this.#at(segment.startMs, () => this.#begin());
      if (phase.maxDurationMs !== undefined) this.#at(phase.maxDurationMs, () => this.#terminate());
    });
  }

  stop(reason: string): void {
    if (this.#result !== 'failed') this.#result = 'stopped';
    this.#reason ??= reason;
    this.#terminate();
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#arriving.close();
    await this.#pools.close();
  }

  readonly #nowNs = (): number => this.#edge.clock.nowNs() - this.#t0Ns;

  #begin(): void {
    if (this.#finished) return;
    this.#arriving.begin();
    if (this.#assignment.phase.arrivals.kind === 'atOnce') this.#finish();
    else this.#at(this.#assignment.segment.endMs, () => this.#finish());
  }

  /** No new users. */
  #finish(): void {
    if (this.#finished) return;
    this.#finished = true;
    this.#arriving.finish();
    this.#onFinished();
    this.#settleWhenDone();
  }

  /** The hard end: users still at work stop, their requests are cancelled. */
  #terminate(): void {
    this.#finish();
    this.#crowd.stop();
    this.#settleWhenDone();
  }

  #fail(error: unknown): void {
    this.#recordError(error);
    this.#result = 'failed';
    this.#reason ??= messageOf(error);
    // Not from within the step that threw: its session is still being unwound.
    setImmediate(() => this.#terminate());
  }

  #settleWhenDone(): void {
    if (this.#finished && this.#crowd.active === 0) this.#settle();
  }

  #recordError(error: unknown): void {
    if (this.#errors.size < errorsMax) this.#errors.add(messageOf(error));
  }

  #outcome(): PourOutcome {
    const arriving = this.#arriving;
    const crowd = this.#crowd;
    return {
      result: this.#result,
      ...(this.#reason === undefined ? {} : { reason: this.#reason }),
      planned: arriving.planned,
      started: crowd.started,
      throttled: arriving.throttled,
      sessionLimitExceeded: arriving.throttled > 0,
      errors: [...this.#errors],
      notices: this.notices,
    };
  }

  /** Calls back at an instant of the phase, not before it. */
  #at(offsetMs: number, callback: () => void): void {
    const arm = (): void => {
      const waitNs = offsetMs * 1e6 - this.#nowNs();
      if (waitNs <= 0) callback();
      else if (waitNs < spinLastNs) setImmediate(arm);
      else this.#timers.push(setTimeout(arm, Math.floor(waitNs / 1e6)));
    };
    arm();
  }

  #sessionsMax(): number {
    const { arrivals } = this.#assignment.phase;
    return 'users' in arrivals ? Math.max(1, this.#assignment.users) : this.#assignment.maxSessions;
  }

  #model(random: Random): Arriving {
    const { phase, users, shard, shards, segment } = this.#assignment;
    const { arrivals, durationMs = 0 } = phase;
    switch (arrivals.kind) {
      case 'noop':
        return new ClosedModel(this.#crowd, 0, false, this.#nowNs);
      case 'atOnce':
        return new ClosedModel(this.#crowd, users, false, this.#nowNs);
      case 'always':
        return new ClosedModel(this.#crowd, users, true, this.#nowNs);
      default:
        return new OpenModel(
          this.#crowd,
          scheduleOf(arrivals, durationMs, shard, shards, segment, random),
          this.#nowNs,
        );
    }
  }

  #compile(random: Random) {
    const { phase, ergonomics, shard, shards } = this.#assignment;
    if (phase.scenario === undefined) throw new Error(`phase '${phase.name}' has no scenario to drive`);
    return compileScenario(phase.scenario, {
      ergonomics,
      pools: this.#pools,
      recorder: this.recorder,
      random,
      hostname: this.#edge.hostname ?? 'downpour',
      log: this.#edge.log ?? (() => {}),
      recordError: (error) => this.#recordError(error),
      builtIns: {
        'hyperfoil.agent.id': shard,
        'hyperfoil.agents': shards,
        'hyperfoil.agent.thread.id': 0,
        'hyperfoil.agent.threads': 1,
        'hyperfoil.global.thread.id': shard,
        'hyperfoil.global.threads': shards,
        'hyperfoil.phase.name': phase.name,
        'hyperfoil.phase.id': this.#assignment.phaseIndex,
        'hyperfoil.phase.iteration': 0,
        'hyperfoil.phase.start.time.as.string': String(Math.round(this.#edge.clock.epochMs())),
        'hyperfoil.run.id': this.#edge.runId ?? '',
      },
    });
  }
}

/** A timer may fire a millisecond late; the last of it is waited for with the clock. */
const spinLastNs = 1e6;

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = (error as NodeJS.ErrnoException).code;
  return error.message === '' ? (code ?? error.name) : error.message;
}
