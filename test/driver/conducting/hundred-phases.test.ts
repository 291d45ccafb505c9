import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { Calls } from '../../../bench/burst-simulation/aws/calls.ts';
import { Dynamo } from '../../../bench/burst-simulation/aws/dynamo.ts';
import { Meters } from '../../../bench/burst-simulation/aws/meters.ts';
import { Random } from '../../../bench/burst-simulation/time/random.ts';
import { World } from '../../../bench/burst-simulation/time/world.ts';
import { type ConductorState, startConducting } from '../../../lib/driver/conducting/state.ts';
import { flagCopies } from '../../../lib/driver/conducting/stop-flag.ts';
import { applyEvent, type NewEvent } from '../../../lib/driver/conducting/transaction.ts';
import type { GraphPhase } from '../../../lib/driver/model/plan.ts';
import { dynamoQuotas } from '../../../lib/quotas.ts';
import { openBursts } from '../../../lib/store/bursts.ts';
import { node } from './graphs.ts';

/**
 * A hundred phases wait, start and end at the same moment. The product's stores conduct them in virtual time,
 * with a table whose partitions take 1,000 writes a second.
 */

class Burst {
  readonly #world = new World(1_700_000_000_000);
  readonly #meters = new Meters();
  readonly #bursts;
  readonly #random: Random;
  /** For each phase, the time at which the state machine's waiting state got its answer. */
  readonly answered = new Map<number, number>();
  /** The errors that applied events have thrown. */
  readonly failures: unknown[] = [];

  constructor(seed: number, latency = 1) {
    this.#random = new Random(seed);
    const calls = new Calls(this.#world, this.#random, this.#meters);
    const settings = { latency, failures: 0, quota: 1, mood: { chaos: 0 } };
    const dynamo = new Dynamo(this.#world, this.#random, calls, this.#meters, settings);
    const send = (command: { readonly constructor: { readonly name: string }; readonly input: unknown }) =>
      dynamo.send(command.constructor.name.replace(/Command$/, ''), command.input);
    const client = { send } as unknown as DynamoDBDocumentClient;
    this.#bursts = openBursts(client, 'bursts', () => this.#world.now);
  }

  get now(): number {
    return this.#world.now;
  }

  async begin(graph: readonly GraphPhase[]): Promise<void> {
    const first = { graph, failurePolicy: 'CANCEL', leadMs: 5_000, startedAt: this.now } as const;
    await this.until(this.#bursts.begin('b', startConducting(first), {}, flagCopies(graph)));
  }

  until<T>(promise: Promise<T>): Promise<T> {
    return this.#world.until(promise);
  }

  /** Invokes a function for every phase at a random time within `withinMs`, and waits for all of them. */
  async all(phases: readonly number[], withinMs: number, invoke: (phase: number) => Promise<unknown>) {
    const one = async (phase: number): Promise<void> => {
      await this.#world.sleep(this.#random.next() * withinMs);
      await invoke(phase).catch((error: unknown) => this.failures.push(error));
    };
    await this.until(Promise.all(phases.map(one)));
  }

  /** Waits for a phase's start as the state AwaitStart does. */
  async wait(phase: number, attempt = 0): Promise<void> {
    const mark = `m${phase}.${attempt}`.padEnd(12, '-');
    await this.#bursts.putToken('b', phase, { token: mark.repeat(60), mark });
    await this.apply({ type: 'PhaseWaiting', phase, token: mark });
  }

  async apply(event: NewEvent): Promise<void> {
    const respond = async ({ phase }: { readonly phase: number }): Promise<boolean> => {
      await this.#world.sleep(10);
      if (!this.answered.has(phase)) this.answered.set(phase, this.now);
      return true;
    };
    const outside = { now: () => this.now, pause: (ms: number) => this.#world.sleep(ms) };
    const random = () => this.#random.next();
    await applyEvent({ store: this.#bursts, respond, random, ...outside }, 'b', event);
  }

  async state(): Promise<ConductorState> {
    const stored = await this.until(this.#bursts.conductor('b'));
    return stored?.state ?? assert.fail('no conductor');
  }

  start(phase: number) {
    return this.until(this.#bursts.start('b', phase, 0, true));
  }

  /** The use of the busiest partition key in its busiest second, as a share of the limit. */
  get fullest(): number {
    const { writeUnitsPerSec, readUnitsPerSec } = dynamoQuotas.partition;
    return Math.max(
      ...[...this.#meters.peaks].map(([name, used]) => {
        if (!name.includes(' of key ')) return 0;
        return used / (name.startsWith('writes') ? writeUnitsPerSec : readUnitsPerSec);
      }),
    );
  }
}

const count = 100;
const phases = Array.from({ length: count }, (_, index) => index);
const seeds = [1, 2];

suite('a hundred phases that wait together', () => {
  for (const seed of seeds)
    test(`and start together are released, decided and ended within seconds (${seed})`, async () => {
      const burst = new Burst(seed);
      await burst.begin(phases.map((n) => node(`phase-${n}`, { durationMs: 10_000, shards: 10 })));
      const startedAt = burst.now;
      await burst.all(phases, 200, (phase) => burst.wait(phase));
      assert.equal(burst.answered.size, count);
      assert.ok(Math.max(...burst.answered.values()) - startedAt < 3_000, 'released');
      const readyAt = burst.now;
      await burst.all(phases, 500, (phase) => burst.apply({ type: 'PhaseReady', phase }));
      assert.ok(burst.now - readyAt < 10_000, `decided in ${burst.now - readyAt} ms`);
      const { phases: ready } = await burst.state();
      assert.equal(new Set(ready.map(({ t0 }) => t0)).size, 1, 'one T0');
      assert.equal((await burst.start(99))?.kind, 'start');
      await burst.all(phases, 50, (phase) => burst.apply({ type: 'PhaseFinished', phase }));
      const endedAt = burst.now;
      await burst.all(phases, 50, (phase) => burst.apply({ type: 'PhaseTerminated', phase }));
      assert.ok(burst.now - endedAt < 10_000, `ended in ${burst.now - endedAt} ms`);
      assert.ok((await burst.state()).phases.every(({ status }) => status === 'TERMINATED'));
      assert.deepEqual(burst.failures, []);
      assert.ok(burst.fullest < 0.7, `${burst.fullest} of a partition`);
    });

  for (const seed of seeds)
    test(`for one phase ask again and again without a write, and start when it ends (${seed})`, async () => {
      const burst = new Burst(seed);
      const after = phases.map((n) => node(`phase-${n}`, n === 0 ? {} : { startAfterStrict: [0] }));
      await burst.begin(after);
      await burst.all(phases, 200, (phase) => burst.wait(phase));
      await burst.until(burst.apply({ type: 'PhaseReady', phase: 0 }));
      const { at } = await burst.state();
      for (const attempt of [1, 2, 3])
        await burst.all(phases.slice(1), 10, (phase) => burst.wait(phase, attempt));
      assert.equal((await burst.state()).at, at, 'nothing was written');
      assert.equal(burst.answered.size, 1);
      const endedAt = burst.now;
      await burst.until(burst.apply({ type: 'PhaseTerminated', phase: 0 }));
      assert.equal(burst.answered.size, count);
      assert.ok(burst.now - endedAt < 1_000, `released in ${burst.now - endedAt} ms`);
      assert.deepEqual(burst.failures, []);
      assert.ok(burst.fullest < 0.7, `${burst.fullest} of a partition`);
    });

  test('and a stop are over at once, with any phases that wait', async () => {
    const burst = new Burst(4);
    await burst.begin(phases.map((n) => node(`phase-${n}`, n === 0 ? {} : { startAfterStrict: [0] })));
    await burst.all(phases, 200, (phase) => burst.wait(phase));
    const stoppedAt = burst.now;
    await burst.until(burst.apply({ type: 'StopRequested', reason: 'enough' }));
    assert.equal(burst.answered.size, count);
    assert.ok(burst.now - stoppedAt < 1_000, `answered in ${burst.now - stoppedAt} ms`);
    assert.equal((await burst.start(0))?.kind, 'stop');
  });

  test('are conducted where everything takes twice as long', async () => {
    const burst = new Burst(5, 2);
    await burst.begin(phases.map((n) => node(`phase-${n}`, { shards: 10 })));
    await burst.all(phases, 200, (phase) => burst.wait(phase));
    await burst.all(phases, 100, (phase) => burst.apply({ type: 'PhaseReady', phase }));
    assert.deepEqual(burst.failures, []);
    assert.equal((await burst.state()).phases.filter(({ t0 }) => t0 !== undefined).length, count);
  });
});
