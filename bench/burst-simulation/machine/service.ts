import { StatesError } from '../../../lib/local/state-machine/errors.ts';
import type { Json } from '../../../lib/local/state-machine/json.ts';
import type { CallService } from '../../../lib/local/state-machine/service-calls.ts';
import { Bucket } from '../aws/bucket.ts';
import { type Mood, ServiceError } from '../aws/calls.ts';
import type { Meters } from '../aws/meters.ts';
import { steps } from '../constants.ts';
import type { Random } from '../time/random.ts';
import type { World } from '../time/world.ts';

export type Settings = {
  readonly latency: number;
  readonly failures: number;
  readonly quota: number;
  readonly mood: Mood;
  readonly transitions: { readonly burst: number; readonly perSecond: number };
};

/** One execution: of the machine itself, or of an item of one of its distributed maps. */
export type Execution = {
  readonly id: string;
  readonly input: Json;
  readonly startedAt: number;
  readonly parent?: Execution;
  /** Events of its history so far. */
  events: number;
  isHalted: boolean;
};

export type Invoke = (functionName: string, payload: Json) => Promise<Json>;

/**
 * What the walk through a definition needs of Step Functions: time, quotas, tokens, and a way to functions.
 */
export class StepService {
  readonly world: World;
  readonly random: Random;
  readonly settings: Settings;
  readonly invoke: Invoke;
  /** Services that a definition calls without a function. Absent: none. */
  call: CallService | undefined;
  readonly #meters: Meters;
  readonly #transitions: Bucket;
  readonly #answers: Bucket;
  readonly #tokens = new Map<string, PromiseWithResolvers<Json>>();
  #ids = 0;

  constructor(world: World, random: Random, meters: Meters, settings: Settings, invoke: Invoke) {
    this.world = world;
    this.random = random;
    this.settings = settings;
    this.invoke = invoke;
    this.#meters = meters;
    this.#transitions = new Bucket(world, settings.transitions.burst, settings.transitions.perSecond);
    const { quota } = settings;
    this.#answers = new Bucket(world, quota * steps.answerBurst, quota * steps.answersPerSecond);
  }

  /** SendTaskSuccess has a quota of its own. */
  mayAnswer(): boolean {
    return this.#answers.take();
  }

  throttled(operation: string): ServiceError {
    return new ServiceError('ThrottlingException', `${operation}: Rate exceeded`, 'throttle');
  }

  /** A child of a map has the name of its map's execution and a number. */
  open(input: Json, name: string, parent?: Execution): Execution {
    this.#ids += 1;
    const id = parent === undefined ? name : `${name}:${this.#ids}`;
    const execution = { id, input, startedAt: this.world.now, events: 0, isHalted: false };
    this.note(execution, 1);
    return parent === undefined ? execution : { ...execution, parent };
  }

  /** One transition: it waits for its turn, takes its time and is paid for. */
  async transition(execution: Execution): Promise<void> {
    this.#meters.count('transitions');
    const waitMs = this.#transitions.waitMs();
    if (waitMs > 0) this.#meters.count('transitions that waited');
    await this.world.sleep(waitMs + this.latencyMs(steps.transitionMedianMs, steps.transitionP99Ms));
    await unlessHalted(execution);
  }

  /** Events of a history; too many end the execution. */
  note(execution: Execution, events: number): void {
    execution.events += events;
    this.#meters.longest('history', execution.events);
    if (execution.events > steps.historyMax) throw new StatesError('States.Runtime', 'the history is full');
  }

  latencyMs(median: number, p99: number): number {
    return this.settings.latency * this.random.logNormal(median, p99);
  }

  issue(): { readonly token: string; readonly answer: Promise<Json>; readonly close: () => void } {
    const token = Array.from({ length: 12 }, () => this.random.next().toString(36).slice(2))
      .join('')
      .padEnd(700, 'x');
    const answer = Promise.withResolvers<Json>();
    answer.promise.catch(() => undefined);
    this.#tokens.set(token, answer);
    return { token, answer: answer.promise, close: () => void this.#tokens.delete(token) };
  }

  /** False when nobody waits with this token any more. */
  succeed(token: string, output: string): boolean {
    this.#tokens.get(token)?.resolve(JSON.parse(output) as Json);
    return this.#tokens.delete(token);
  }

  fail(token: string, error: string, cause: string): boolean {
    this.#tokens.get(token)?.reject(new StatesError(error, cause));
    return this.#tokens.delete(token);
  }
}

/** Whoever was stopped, or whose map has failed, does not go on. */
export function unlessHalted(execution: Execution): Promise<void> | undefined {
  for (let each: Execution | undefined = execution; each !== undefined; each = each.parent)
    if (each.isHalted) return new Promise(() => {});
  return undefined;
}
