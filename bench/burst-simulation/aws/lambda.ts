import { StatesError } from '../../../lib/local/state-machine/interpreter/errors.ts';
import type { Json } from '../../../lib/local/state-machine/interpreter/json.ts';
import { lambda } from '../constants.ts';
import { type Invocation, within } from '../time/invocation.ts';
import type { Random } from '../time/random.ts';
import type { World } from '../time/world.ts';
import { Bucket } from './bucket.ts';
import type { Mood } from './calls.ts';
import type { Meters } from './meters.ts';

export type Context = { readonly awsRequestId: string; readonly getRemainingTimeInMillis: () => number };
export type Handler = (event: unknown, context: Context) => Promise<unknown>;
export type Deployed = {
  readonly name: string;
  readonly memoryMb: number;
  readonly timeoutS: number;
  /** The reserved concurrency, which other functions cannot use. Absent: none is reserved. */
  readonly reserved?: number | undefined;
  readonly handler: Handler;
};

type Settings = {
  readonly concurrency: number;
  readonly latency: number;
  readonly failures: number;
  readonly quota: number;
  /** The factor by which all CPU work takes longer. */
  readonly slowness: number;
  readonly mood: Mood;
};
type Fleet = { idle: number; atWork: number; readonly scale: Bucket };

/**
 * Simulates Lambda. Environments start cold and are used again. Their number is limited by the account and by
 * each function. Calls above these limits are throttled and never run.
 */
export class Lambda {
  readonly #world: World;
  readonly #random: Random;
  readonly #meters: Meters;
  readonly #settings: Settings;
  readonly #functions: ReadonlyMap<string, Deployed>;
  readonly #fleets = new Map<string, Fleet>();
  readonly #requests: Bucket;
  #unreservedAtWork = 0;
  /** While this is true, other functions of the account use all free concurrency. */
  isCrowded = false;

  constructor(
    world: World,
    random: Random,
    meters: Meters,
    settings: Settings,
    functions: readonly Deployed[],
  ) {
    this.#world = world;
    this.#random = random;
    this.#meters = meters;
    this.#settings = settings;
    this.#functions = new Map(functions.map((each) => [each.name, each]));
    const rate = settings.concurrency * lambda.requestsPerConcurrency;
    this.#requests = new Bucket(world, rate, rate);
  }

  /** Functions that run now. */
  get atWork(): number {
    return [...this.#fleets.values()].reduce((sum, { atWork }) => sum + atWork, 0);
  }

  async invoke(name: string, event: Json): Promise<Json> {
    const spec = this.#functions.get(name);
    if (spec === undefined) throw new StatesError('Lambda.ResourceNotFoundException', name);
    const { latency, mood } = this.#settings;
    const { chaos } = mood;
    await this.#world.sleep(
      (latency * this.#random.logNormal(lambda.invokeMedianMs, lambda.invokeP99Ms)) / 2,
    );
    if (this.#random.chance(chaos / 2))
      throw new StatesError('Lambda.SdkClientException', 'lost before it was invoked');
    // The network repeated this invocation, so no caller waits for its answer.
    if (this.#random.chance(chaos)) this.#run(spec, event).catch(() => undefined);
    const answer = await this.#patiently(this.#run(spec, event), chaos);
    if (this.#random.chance(chaos / 2))
      throw new StatesError('Lambda.SdkClientException', 'its answer was lost');
    await this.#world.sleep(
      (latency * this.#random.logNormal(lambda.invokeMedianMs, lambda.invokeP99Ms)) / 2,
    );
    return answer;
  }

  /** Waits for an invocation. The call may fail for its caller although the invocation continues. */
  async #patiently(running: Promise<Json>, chaos: number): Promise<Json> {
    if (!this.#random.chance(chaos / 4)) return running;
    running.catch(() => undefined);
    const lost = this.#world.sleep(this.#random.exponential(dyingMs)).then(() => {
      throw new StatesError('Lambda.SdkClientException', 'the connection broke while it ran');
    });
    return Promise.race([running, lost]);
  }

  async #run(spec: Deployed, event: Json): Promise<Json> {
    const fleet = this.#admit(spec);
    const arrived = this.#world.now;
    try {
      if (fleet.idle > 0) fleet.idle -= 1;
      else await this.#world.sleep(this.#coldStartMs(spec.name));
      const answer = await this.#perform(spec, event);
      fleet.idle += 1;
      return answer;
    } finally {
      fleet.atWork -= 1;
      if (spec.reserved === undefined) this.#unreservedAtWork -= 1;
      const seconds = (this.#world.now - arrived) / 1e3;
      this.#meters.count('lambda gb-seconds', (spec.memoryMb / 1024) * seconds);
      this.#meters.count(`seconds ${spec.name}`, seconds);
      this.#meters.longest(`longest ${spec.name}`, seconds * 1e3);
    }
  }

  #admit(spec: Deployed): Fleet {
    const { name, reserved } = spec;
    const { concurrency, quota } = this.#settings;
    const scale = (): Bucket =>
      new Bucket(this.#world, quota * lambda.scaleBurst, quota * lambda.scalePerSecond);
    const fleet = this.#fleets.get(name) ?? { idle: 0, atWork: 0, scale: scale() };
    this.#fleets.set(name, fleet);
    const reservedAll = [...this.#functions.values()].reduce((sum, each) => sum + (each.reserved ?? 0), 0);
    const isFull =
      reserved === undefined
        ? this.isCrowded || this.#unreservedAtWork >= concurrency - reservedAll
        : fleet.atWork >= reserved;
    const why = isFull
      ? 'concurrency'
      : this.#requests.take()
        ? fleet.idle > 0 || fleet.scale.take()
          ? undefined
          : 'scaling'
        : 'requests';
    if (why !== undefined) {
      this.#meters.count(`throttled lambda ${name}`);
      throw new StatesError('Lambda.TooManyRequestsException', `Rate Exceeded (${why})`);
    }
    fleet.atWork += 1;
    if (reserved === undefined) this.#unreservedAtWork += 1;
    this.#meters.count('lambda requests');
    this.#meters.count(`invoked ${name}`);
    return fleet;
  }

  #coldStartMs(name: string): number {
    const random = this.#random;
    const init = name === 'driver/drive' ? lambda.initDriveMs : lambda.initOtherMs;
    const straggling = random.chance(lambda.straggler) ? lambda.stragglerMs * (0.5 + random.next()) : 0;
    const { latency, slowness } = this.#settings;
    return (
      latency * (random.logNormal(lambda.placeMedianMs, lambda.placeP99Ms) + straggling) + init * slowness
    );
  }

  async #perform({ name, timeoutS, handler }: Deployed, event: Json): Promise<Json> {
    const { failures, mood } = this.#settings;
    const { chaos } = mood;
    const invocation: Invocation = {
      name,
      clockErrorMs: this.#random.normal() * lambda.clockErrorMs,
      endsAt: this.#world.now + timeoutS * 1e3,
      busyUntil: this.#world.now,
      isOver: false,
    };
    const context = {
      awsRequestId: `request-${this.#meters.of('lambda requests')}`,
      getRemainingTimeInMillis: () => invocation.endsAt - this.#world.now,
    };
    const killed = Promise.withResolvers<never>();
    const kill = (error: string, message: string) => (): void =>
      killed.reject(new StatesError(error, message));
    const cancels = [
      this.#world.after(timeoutS * 1e3, kill('Sandbox.Timedout', `Task timed out after ${timeoutS} seconds`)),
    ];
    // All environments share one process here. A function of the API that dies would leave its data to the
    // next one, so only drives die.
    const mayDie = name.startsWith('driver/');
    if (mayDie && this.#random.chance(lambda.lost * failures + chaos / 4))
      cancels.push(
        this.#world.after(this.#random.exponential(dyingMs), kill('Lambda.Unknown', 'The environment died')),
      );
    try {
      const answered = within(invocation, () => handler(JSON.parse(JSON.stringify(event)), context));
      const answer = await Promise.race([answered, killed.promise]);
      return JSON.parse(JSON.stringify(answer ?? null)) as Json;
    } catch (error) {
      if (error instanceof StatesError) throw error;
      this.#meters.count(`failed ${name}`);
      const { name: errorType, message: errorMessage } = error as Error;
      throw new StatesError(errorType, JSON.stringify({ errorType, errorMessage }));
    } finally {
      invocation.isOver = true;
      for (const cancel of cancels) cancel();
    }
  }
}

/** The average time in milliseconds from a call to the death of its environment, if the environment dies. */
const dyingMs = 10_000;
