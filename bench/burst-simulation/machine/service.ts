import { type Clock, pause } from '../../../lib/local/state-machine/interpreter/clock.ts';
import { StatesError } from '../../../lib/local/state-machine/interpreter/errors.ts';
import type {
  Scope,
  Services,
  StateEvent,
} from '../../../lib/local/state-machine/interpreter/execution-scope.ts';
import type { Json } from '../../../lib/local/state-machine/interpreter/json.ts';
import type { CallService } from '../../../lib/local/state-machine/interpreter/service-calls.ts';
import { createTaskTokens, type TaskTokens } from '../../../lib/local/state-machine/interpreter/tokens.ts';
import { Bucket } from '../aws/bucket.ts';
import { type Mood, ServiceError } from '../aws/calls.ts';
import type { Meters } from '../aws/meters.ts';
import { steps } from '../constants.ts';
import { machineArn } from '../deployment.ts';
import type { Random } from '../time/random.ts';
import type { World } from '../time/world.ts';

export type Settings = {
  readonly latency: number;
  readonly failures: number;
  readonly quota: number;
  readonly mood: Mood;
  readonly transitions: { readonly burst: number; readonly perSecond: number };
  /** Children that a map run starts. Absent: no map runs. */
  readonly children?: { readonly burst: number; readonly perSecond: number };
};

/**
 * Simulates Step Functions in virtual time, around the interpreter of one machine. Each transition waits for
 * its quota, takes time, adds to the history and has a price.
 */
export class StepService {
  readonly tokens: TaskTokens;
  /**
   * Calls services that the definition of a state machine uses directly, without a function. Absent: the
   * definition uses none.
   */
  call: CallService | undefined;
  readonly #world: World;
  readonly #random: Random;
  readonly #settings: Settings;
  readonly #invoke: Services['invoke'];
  readonly #meters: Meters;
  readonly #clock: Clock;
  readonly #transitions: Bucket;
  readonly #answers: Bucket;
  #children = 0;

  constructor(world: World, random: Random, meters: Meters, settings: Settings, invoke: Services['invoke']) {
    const { latency, quota, transitions } = settings;
    this.#world = world;
    this.#random = random;
    this.#settings = settings;
    this.#invoke = invoke;
    this.#meters = meters;
    this.#clock = {
      now: () => world.now,
      after: (ms, call) => world.after(ms, call),
      random: () => random.next(),
      lateMs: () => random.next() * steps.waitLateMs * latency,
    };
    this.#transitions = new Bucket(world, transitions.burst, transitions.perSecond);
    this.#answers = new Bucket(world, quota * steps.answerBurst, quota * steps.answersPerSecond);
    const part = (): string => random.next().toString(36).slice(2);
    this.tokens = createTaskTokens(() => Array.from({ length: 12 }, part).join('').padEnd(700, 'x'));
  }

  /** SendTaskSuccess has a quota of its own. */
  mayAnswer(): boolean {
    return this.#answers.take();
  }

  throttled(operation: string): ServiceError {
    return new ServiceError('ThrottlingException', `${operation}: Rate exceeded`, 'throttle');
  }

  /** Makes the environment of an execution that starts now. Its history begins with this number of events. */
  open(name: string, input: Json, signal: AbortSignal, events = 1): Scope {
    const { failures, children } = this.#settings;
    const sleep = (ms: number): Promise<void> => pause(this.#clock, ms, signal);
    const note = this.#history();
    note(events);
    const mayFail = (): void => {
      note(3);
      if (this.#random.chance(steps.lost * failures))
        throw new StatesError('Lambda.SdkClientException', 'the outcome is unknown');
    };
    const issue = (): ReturnType<TaskTokens['issue']> => {
      note(1);
      return this.tokens.issue();
    };
    const { call } = this;
    /** The quota for starts of children in this map run. */
    let starts = new Bucket(this.#world, 0, 0);
    const record = async ({ type }: StateEvent): Promise<void> => {
      if (type === 'entered' || type === 'retried') await this.#transition(sleep);
      if (type === 'entered') note(2);
      if (type === 'map-ended') await sleep(this.#latencyMs(steps.mapEndMedianMs, steps.mapEndP99Ms));
      if (type !== 'map-started') return;
      note(4);
      await sleep(this.#latencyMs(steps.mapStartMedianMs, steps.mapStartP99Ms));
      if (children !== undefined) starts = new Bucket(this.#world, children.burst, children.perSecond);
    };
    return {
      context: {
        Execution: { Id: name, Name: name, Input: input, StartTime: new Date(this.#world.now).toISOString() },
        StateMachine: { Id: machineArn },
      },
      signal,
      clock: this.#clock,
      services: {
        invoke: async (functionName, payload) => {
          mayFail();
          return this.#invoke(functionName, payload);
        },
        ...(call !== undefined && {
          call: async (resource, parameters) => {
            mayFail();
            return call(resource, parameters);
          },
        }),
        tokens: { ...this.tokens, issue },
        record,
      },
      openChild: async (_map, item, ending) => {
        await pause(this.#clock, starts.waitMs(), ending);
        this.#children += 1;
        // The end of a child execution also adds an event to the history of its parent.
        const child = this.open(`${name}:${this.#children}`, item, ending, 2);
        await this.#transition((ms) => pause(this.#clock, ms, ending));
        return child;
      },
    };
  }

  /** A transition waits for its quota, takes time and has a price. */
  async #transition(sleep: (ms: number) => Promise<void>): Promise<void> {
    this.#meters.count('transitions');
    const waitMs = this.#transitions.waitMs();
    if (waitMs > 0) this.#meters.count('transitions that waited');
    await sleep(waitMs + this.#latencyMs(steps.transitionMedianMs, steps.transitionP99Ms));
  }

  /** Counts the events of an execution. The execution fails when its history has too many. */
  #history(): (events: number) => void {
    let all = 0;
    return (events) => {
      all += events;
      this.#meters.longest('history', all);
      if (all > steps.historyMax) throw new StatesError('States.Runtime', 'the history is full');
    };
  }

  #latencyMs(median: number, p99: number): number {
    return this.#settings.latency * this.#random.logNormal(median, p99);
  }
}
