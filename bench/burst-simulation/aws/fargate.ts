import { taskBeatS } from '../../../lib/facts/fargate.ts';
import { burstS } from '../../../lib/facts/timeouts.ts';
import { variablesOf } from '../../../lib/local/state-machine/fargate-tasks.ts';
import { StatesError } from '../../../lib/local/state-machine/interpreter/errors.ts';
import type { Json } from '../../../lib/local/state-machine/interpreter/json.ts';
import type { TaskTokens } from '../../../lib/local/state-machine/interpreter/tokens.ts';
import { taskEnvironment } from '../../../lib/names/environment.ts';
import { fargate } from '../constants.ts';
import { type Invocation, within } from '../time/invocation.ts';
import type { Random } from '../time/random.ts';
import type { World } from '../time/world.ts';
import { Bucket } from './bucket.ts';
import type { Handler } from './lambda.ts';
import type { Meters } from './meters.ts';

type Settings = {
  readonly latency: number;
  readonly failures: number;
  readonly quota: number;
  /** The first task dies this many milliseconds after its start. Absent: no task is killed. */
  readonly killsTaskAfterMs?: number | undefined;
};

/**
 * Simulates ECS Fargate. RunTask has a quota. A task needs time to start, reports that it is alive, and runs
 * the same loop as `functions/driver/container/task.ts`.
 */
export class Fargate {
  atWork = 0;
  readonly #world: World;
  readonly #random: Random;
  readonly #meters: Meters;
  readonly #settings: Settings;
  readonly #tokens: TaskTokens;
  readonly #handler: Handler;
  readonly #calls: Bucket;
  #started = 0;

  constructor(
    world: World,
    random: Random,
    meters: Meters,
    settings: Settings,
    tokens: TaskTokens,
    handler: Handler,
  ) {
    this.#world = world;
    this.#random = random;
    this.#meters = meters;
    this.#settings = settings;
    this.#tokens = tokens;
    this.#handler = handler;
    const rate = settings.quota * fargate.runTaskPerSecond;
    this.#calls = new Bucket(world, rate, rate);
  }

  /** RunTask returns when Fargate accepts the task, long before the task sends load. */
  async run(parameters: Json): Promise<Json> {
    const { latency } = this.#settings;
    await this.#world.sleep(latency * this.#random.logNormal(fargate.callMedianMs, fargate.callP99Ms));
    if (!this.#calls.take()) {
      this.#meters.count('throttled ecs RunTask');
      throw new StatesError('ECS.AmazonECSException', 'Rate exceeded');
    }
    this.#started += 1;
    // The task continues after the call that starts it.
    void within(undefined, () => this.#task(variablesOf(parameters), this.#started));
    return {};
  }

  async #task(variables: Readonly<Record<string, string>>, number: number): Promise<void> {
    const { latency, failures, killsTaskAfterMs } = this.#settings;
    const taken = this.#world.now;
    await this.#world.sleep(latency * this.#random.logNormal(fargate.startMedianMs, fargate.startP99Ms));
    const token = variables[taskEnvironment.token] ?? '';
    const invocation: Invocation = {
      name: 'driver/drive',
      clockErrorMs: this.#random.normal() * fargate.clockErrorMs,
      endsAt: this.#world.now + burstS * 1e3,
      busyUntil: this.#world.now,
      isOver: false,
    };
    const context = {
      awsRequestId: `task-${number}`,
      getRemainingTimeInMillis: () => invocation.endsAt - this.#world.now,
    };
    const killed = Promise.withResolvers<never>();
    killed.promise.catch(() => undefined);
    const kill = (why: string) => (): void => killed.reject(new Killed(why));
    const dies = this.#random.chance(fargate.lost * failures);
    const diesMs =
      number === 1 && killsTaskAfterMs !== undefined
        ? killsTaskAfterMs
        : dies
          ? this.#random.exponential(60_000)
          : undefined;
    if (diesMs !== undefined) this.#world.after(diesMs, kill('the host died'));
    this.atWork += 1;
    const beat = (): void => {
      if (invocation.isOver) return;
      this.#meters.count('heartbeats');
      if (!this.#tokens.beat(token)) kill('no state waits for it')();
      this.#world.after(taskBeatS * 1e3, beat);
    };
    beat();
    try {
      const event = JSON.parse(variables[taskEnvironment.drive] ?? '') as Json;
      await Promise.race([within(invocation, () => this.#handler(event, context)), killed.promise]);
      this.#tokens.succeed(token, {});
    } catch (error) {
      // A killed task cannot report anything.
      if (error instanceof Error && !(error instanceof Killed))
        this.#tokens.fail(token, error.name, error.message);
    } finally {
      invocation.isOver = true;
      this.atWork -= 1;
      this.#meters.count('task core-seconds', (this.#world.now - taken) / 1e3);
    }
  }
}

class Killed extends Error {}
