import { createHash } from 'node:crypto';
import { reduce } from '../../../lib/driver/conducting/conductor.ts';
import { startFor } from '../../../lib/driver/conducting/replies.ts';
import { signalsOf } from '../../../lib/driver/conducting/signals.ts';
import {
  type Command,
  type ConductorEvent,
  type ConductorState,
  startConducting,
} from '../../../lib/driver/conducting/state.ts';
import { startRounds } from '../../../lib/driver/cost/limits.ts';
import type { Plan } from '../../../lib/driver/model/plan.ts';
import { graphOf } from '../../../lib/driver/planning/graph.ts';
import { type Chain, chainsOf } from '../../../lib/driver/planning/iteration-chains.ts';
import { pacing } from '../../../lib/driver/planning/pacing/limits.ts';
import { packed } from '../../../lib/store/item-operations.ts';
import { planned } from '../planning/planned.ts';

/**
 * Simulates a burst of a document in virtual time: the state machine's children, the drives and the
 * conductor.
 */

/** The plan of a document without errors. */
export const planOf = (text: string, more: { readonly shards?: number } = {}): Plan =>
  planned(text, { burst: 'b', segmentMsMax: 720_000, ...more });

export type Pace = {
  /** The milliseconds from the waking of a drive until it is ready. */
  readonly readyMs: number;
  /** The milliseconds from the end of a phase's duration until its last user has ended. */
  readonly tailMs: number;
  /** The reasons why phases fail when their users have ended, by full name. */
  readonly failures: ReadonlyMap<string, string>;
};

export type Simulated = {
  readonly plan: Plan;
  readonly state: ConductorState;
  /** The time in epoch milliseconds at which the last child ended. */
  readonly endedAt: number;
  /** The largest size of the conductor's state in bytes. */
  readonly bytesMax: number;
  /** The largest number of children that waited for a start at the same time. */
  readonly waitingMax: number;
};

/** Runs a plan to its end. Every event comes at its virtual instant, without a real clock. */
export class Simulation {
  readonly #plan: Plan;
  readonly #pace: Pace;
  readonly #queue: { readonly at: number; readonly order: number; readonly call: () => void }[] = [];
  readonly #chains = new Map<number, Chain>();
  readonly #waiting = new Set<number>();
  #state: ConductorState;
  #orders = 0;
  #now = 0;
  #bytesMax = 0;
  #waitingMax = 0;

  constructor(plan: Plan, pace: Partial<Pace> = {}) {
    this.#plan = plan;
    this.#pace = { readyMs: 300, tailMs: 700, failures: new Map(), ...pace };
    const { failurePolicy } = plan.benchmark;
    const { leadMs } = pacing;
    this.#state = startConducting({ graph: graphOf(plan), failurePolicy, leadMs, startedAt: 0 });
  }

  run(): Simulated {
    for (const chain of chainsOf(this.#plan.benchmark.phases))
      this.#at(10, () => this.#await(chain, chain.first));
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      this.#now = next.at;
      next.call();
    }
    this.#apply({ type: 'Tick', at: this.#now });
    return {
      plan: this.#plan,
      state: this.#state,
      endedAt: this.#now,
      bytesMax: this.#bytesMax,
      waitingMax: this.#waitingMax,
    };
  }

  #at(at: number, call: () => void): void {
    this.#orders += 1;
    this.#queue.push({ at: Math.max(at, this.#now), order: this.#orders, call });
  }

  #next() {
    const [first, ...others] = this.#queue;
    if (first === undefined) return undefined;
    const next = others.reduce(
      (one, other) => (other.at < one.at || (other.at === one.at && other.order < one.order) ? other : one),
      first,
    );
    this.#queue.splice(this.#queue.indexOf(next), 1);
    return next;
  }

  #apply(event: ConductorEvent): void {
    const { state, commands } = reduce(this.#state, event);
    this.#state = state;
    this.#bytesMax = Math.max(this.#bytesMax, packed(state).length);
    if (commands.length === 0 && state.due === undefined) return;
    for (const command of commands) this.#hear(command);
    const tokens = commands.map(({ token }) => token);
    this.#apply({ type: 'RepliesSent', tokens, notified: signalsOf(state), at: this.#now });
  }

  /**
   * Simulates a child of the state machine that waits for the start of a phase. It repeats its request until
   * it is answered.
   */
  #await(chain: Chain, phase: number): void {
    this.#chains.set(phase, chain);
    this.#waiting.add(phase);
    this.#waitingMax = Math.max(this.#waitingMax, this.#waiting.size);
    const token = createHash('sha256').update(`${phase}@${this.#now}`).digest('base64url').slice(0, 12);
    this.#apply({ type: 'PhaseWaiting', phase, token, at: this.#now });
    this.#at(this.#now + startRounds.tickMs, () => {
      if (this.#waiting.has(phase)) this.#await(chain, phase);
    });
  }

  #hear(command: Command): void {
    const { phase } = command;
    if (!this.#waiting.delete(phase)) return;
    if (command.type === 'cancel' || command.type === 'over') return;
    if (command.type === 'release-noop') this.#at(command.finishAt, () => this.#over(phase));
    else this.#at(command.wakeAt, () => this.#at(this.#now + this.#pace.readyMs, () => this.#drive(phase)));
  }

  /** Simulates all drives of a phase, which are alike. */
  #drive(phase: number): void {
    this.#apply({ type: 'PhaseReady', phase, at: this.#now });
    this.#look(phase);
  }

  #look(phase: number): void {
    const answer = startFor(this.#state, phase);
    if (answer.kind === 'wait') {
      const ticks = this.#now >= answer.tickAt;
      this.#at(this.#now + answer.ms, () => {
        if (ticks) this.#apply({ type: 'Tick', at: this.#now });
        this.#look(phase);
      });
      return;
    }
    if (answer.kind === 'stop') {
      this.#over(phase);
      return;
    }
    const { durationMs = 200 } = this.#state.graph[phase] ?? {};
    this.#at(answer.t0 + durationMs, () => this.#apply({ type: 'PhaseFinished', phase, at: this.#now }));
    this.#at(answer.t0 + durationMs + this.#pace.tailMs, () => this.#over(phase));
  }

  /** Ends a phase when its results are merged and judged. The next iteration then waits for its start. */
  #over(phase: number): void {
    const failed = this.#pace.failures.get(this.#state.graph[phase]?.name ?? '');
    const why = failed === undefined ? {} : { failed };
    this.#apply({ type: 'PhaseTerminated', phase, at: this.#now, ...why });
    const chain = this.#chains.get(phase);
    if (chain === undefined || phase + chain.step > chain.last) return;
    this.#at(this.#now + 60, () => this.#await(chain, phase + chain.step));
  }
}
