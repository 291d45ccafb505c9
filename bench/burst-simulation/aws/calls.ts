import { sdk } from '../constants.ts';
import { current } from '../time/invocation.ts';
import type { Random } from '../time/random.ts';
import type { World } from '../time/world.ts';
import type { Meters } from './meters.ts';

/**
 * The probability that any call to a service is lost, repeated or delayed. A test may change it during the
 * simulation.
 */
export type Mood = { chaos: number };

/** The latencies and failures of calls to one service. */
export type Service = {
  readonly name: string;
  readonly attemptsMax: number;
  readonly retryBaseMs: number;
  /** The share of lost requests: half are lost before the service performs them, and half after it. */
  readonly lost: number;
  readonly mood: Mood;
  readonly latencyMs: (operation: string) => number;
};

/** An error of the kind that the SDK throws. */
export class ServiceError extends Error {
  readonly isThrottle: boolean;
  readonly isTransient: boolean;

  constructor(name: string, message: string, kind: 'throttle' | 'transient' | 'other' = 'other') {
    super(message);
    this.name = name;
    this.isThrottle = kind === 'throttle';
    this.isTransient = kind === 'transient';
  }
}

/**
 * Calls a service as the SDK does: the request travels, is performed, and its answer travels back. The SDK
 * repeats a throttled or lost call, so the service may perform it twice.
 */
export class Calls {
  readonly #world: World;
  readonly #random: Random;
  readonly #meters: Meters;

  constructor(world: World, random: Random, meters: Meters) {
    this.#world = world;
    this.#random = random;
    this.#meters = meters;
  }

  async call<Reply>(service: Service, operation: string, effect: () => Reply): Promise<Reply> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#once(service, operation, effect);
      } catch (error) {
        const mayRepeat = error instanceof ServiceError && (error.isThrottle || error.isTransient);
        if (error instanceof ServiceError && error.isThrottle)
          this.#meters.count(`throttled ${service.name} ${current()?.name ?? ''}`);
        if (!mayRepeat || attempt + 1 >= service.attemptsMax) throw error;
        const base = error.isThrottle ? sdk.throttleBaseMs : service.retryBaseMs;
        await this.#world.sleep(this.#random.next() * Math.min(base * 2 ** attempt, sdk.backoffMsMax));
      }
    }
  }

  async #once<Reply>(service: Service, operation: string, effect: () => Reply): Promise<Reply> {
    const { lost, mood, latencyMs } = service;
    const { chaos } = mood;
    const half = latencyMs(operation) / 2;
    const delay = this.#random.chance(chaos) ? this.#random.next() * delayMsMax : 0;
    const [isLostBefore, isLostAfter] = [this.#isLost(lost, chaos), this.#isLost(lost, chaos)];
    await this.#world.sleep(half + delay);
    if (isLostBefore) return this.#broken(service, operation, 'before');
    const reply = effect();
    if (isLostAfter) return this.#broken(service, operation, 'after');
    await this.#world.sleep(half);
    return reply;
  }

  #isLost(lost: number, chaos: number): boolean {
    return this.#random.chance(lost / 2 + chaos / 2);
  }

  async #broken(service: Service, operation: string, when: string): Promise<never> {
    this.#meters.count(`lost ${service.name}`);
    await this.#world.sleep(this.#random.next() * 2 * sdk.brokenMs);
    throw new ServiceError(
      'TimeoutError',
      `${service.name} ${operation}: the connection broke ${when} it was done`,
      'transient',
    );
  }
}

/** The most milliseconds by which the simulation delays a call. */
const delayMsMax = 5_000;
