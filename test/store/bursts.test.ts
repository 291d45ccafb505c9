import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { type Command, startConducting } from '../../lib/driver/conducting/state.ts';
import { applyEvent, type NewEvent } from '../../lib/driver/conducting/transaction.ts';
import type { Live } from '../../lib/driver/driving/live.ts';
import type { GraphPhase } from '../../lib/driver/model/plan.ts';
import { burstDays } from '../../lib/facts.ts';
import { type BurstRecord, type Bursts, openBursts } from '../../lib/store/bursts.ts';
import { environment } from '../../lib/store/names.ts';
import { node } from '../driver/conducting/graphs.ts';
import { type Endpoints, openEndpoints } from './endpoints.ts';

/** A burst's memory stays right under concurrent, repeated and lost writers, with single-item writes only. */

let endpoints: Endpoints;
let table = '';
let bursts: Bursts;
const now = 1_700_000_000_000;

before(async () => {
  endpoints = await openEndpoints();
  table = process.env[environment.catalogueTable] ?? '';
  bursts = openBursts(endpoints.clients.dynamo, table, () => now);
});

after(() => endpoints.close());

const record = (id: string): BurstRecord => ({
  id,
  benchmark: 'shop',
  file: 'shop.hf.yaml',
  seed: 1,
  user: 'ada',
  createdAt: now,
  state: 'planning',
});

const begin = (id: string, graph: readonly GraphPhase[]): Promise<boolean> =>
  bursts.begin(id, startConducting({ graph, failurePolicy: 'CANCEL', leadMs: 2_000, startedAt: now }));

suite('the record', () => {
  test('is created once and ends once', async () => {
    assert.ok(await bursts.create(record('r1')));
    assert.equal(await bursts.create(record('r1')), false);
    assert.ok(await bursts.advance('r1', 'running'));
    assert.ok(await bursts.conclude('r1', { state: 'passed', endedAt: now, runId: 7 }));
    assert.equal(await bursts.conclude('r1', { state: 'incomplete', endedAt: now, reason: 'late' }), false);
    assert.equal(await bursts.advance('r1', 'merging'), false);
    const { state, runId, reason } = (await bursts.get('r1'))!;
    assert.deepEqual({ state, runId, reason }, { state: 'passed', runId: 7, reason: undefined });
  });

  test('a burst that does not exist neither advances nor ends', async () => {
    assert.equal(await bursts.advance('nobody', 'running'), false);
    assert.equal(await bursts.conclude('nobody', { state: 'incomplete', endedAt: now }), false);
    assert.equal(await bursts.get('nobody'), undefined);
  });

  test('has expired after its days, even where the table has not deleted it', async () => {
    await bursts.create(record('r2'));
    const later = openBursts(endpoints.clients.dynamo, table, () => now + (burstDays * 86_400 + 2) * 1e3);
    assert.equal(await later.get('r2'), undefined);
    const last = openBursts(endpoints.clients.dynamo, table, () => now + burstDays * 86_400_000 - 1);
    assert.equal((await last.get('r2'))?.id, 'r2');
  });
});

suite('a request to stop', () => {
  test('is left with a burst that has not ended', async () => {
    await bursts.create(record('r3'));
    assert.ok(await bursts.requestStop('r3', 'enough'));
    assert.equal((await bursts.get('r3'))?.stopReason, 'enough');
    for (const state of ['passed', 'failed', 'inconclusive', 'stopped', 'incomplete'] as const) {
      await bursts.create(record(`r3-${state}`));
      assert.ok(await bursts.conclude(`r3-${state}`, { state, endedAt: now }));
      assert.equal(await bursts.requestStop(`r3-${state}`, 'enough'), false);
    }
    assert.equal(await bursts.requestStop('nobody', 'enough'), false);
  });
});

suite('the conductor', () => {
  test('begins once', async () => {
    assert.equal(await bursts.conductor('c1'), undefined);
    assert.ok(await begin('c1', [node('a')]));
    assert.equal(await begin('c1', [node('a'), node('b')]), false);
    const { version, state } = (await bursts.conductor('c1'))!;
    assert.deepEqual([version, state.graph.length], [1, 1]);
  });

  test('a version is replaced once, by the first writer', async () => {
    await begin('c4', [node('a')]);
    const { version, state } = (await bursts.conductor('c4'))!;
    const stopped = { ...state, stop: { at: now, reason: 'enough' } };
    assert.ok(await bursts.replaceConductor('c4', version, stopped));
    assert.equal(await bursts.replaceConductor('c4', version, state), false);
    assert.deepEqual(await bursts.conductor('c4'), { version: version + 1, state: stopped });
    assert.equal(await bursts.replaceConductor('nobody', 1, state), false);
    assert.equal(await bursts.conductor('nobody'), undefined);
  });

  test('releases every phase once although all of them arrive at the same moment', async () => {
    const graph = Array.from({ length: 12 }, (_, index) => node(`p${index}`));
    await begin('c2', graph);
    const commands: Command[] = [];
    const dependencies = {
      store: bursts,
      respond: async (command: Command) => commands.push(command) > 0,
      now: () => now,
      pause: setTimeout,
      random: Math.random,
    };
    const apply = (event: NewEvent) => applyEvent(dependencies, 'c2', event);
    await Promise.all(graph.map((_, phase) => apply({ type: 'PhaseWaiting', phase, token: `t${phase}` })));
    const { state } = (await bursts.conductor('c2'))!;
    assert.ok(state.phases.every(({ status, answered }) => status === 'SCHEDULED' && answered));
    assert.equal(new Set(commands.map((command) => command.type === 'release' && command.wakeAt)).size, 1);
    assert.equal(new Set(commands.map(({ phase }) => phase)).size, 12);
  });
});

suite('drives', () => {
  const drive = { phase: 0, shard: 1, segment: 0 };

  test('a lease is given to one of many', async () => {
    const taken = await Promise.all(
      Array.from({ length: 20 }, (_, n) => bursts.lease('d1', drive, `lease-${n}`)),
    );
    assert.equal(taken.filter(Boolean).length, 1);
    assert.ok(await bursts.lease('d1', drive, `lease-${taken.indexOf(true)}`), 'its holder may ask again');
    assert.equal((await bursts.leases('d1', 0)).get('1/0'), `lease-${taken.indexOf(true)}`);
  });

  test('each lease counts once, and every count is given to one drive only', async () => {
    const keyOf = (shard: number) => ({ phase: 3, shard, segment: 0 });
    const keys = Array.from({ length: 25 }, (_, shard) => keyOf(shard));
    for (const key of keys) await bursts.lease('d2', key, `lease-${key.shard}`);
    const counts = await Promise.all(
      keys.flatMap((key) => [1, 2].map(() => bursts.count('d2', key, `lease-${key.shard}`, 'finished'))),
    );
    const given = counts.filter((count) => count !== undefined).sort((a, b) => a - b);
    assert.deepEqual(
      given,
      keys.map((_, index) => index + 1),
    );
    assert.equal(await bursts.count('d2', keyOf(0), 'another', 'terminated'), undefined);
    assert.equal(await bursts.count('d2', keyOf(0), 'lease-0', 'terminated'), 1);
  });

  test('a drive that is gone counts as ready once, and gets no lease any more', async () => {
    const gone = { phase: 0, shard: 0, segment: 0 };
    const there = { ...gone, shard: 1 };
    assert.equal(await bursts.abandon('d4', gone), 1);
    assert.equal(await bursts.abandon('d4', gone), undefined);
    assert.equal(await bursts.lease('d4', gone, 'late'), false);
    await bursts.lease('d4', there, 'lease');
    assert.equal(await bursts.count('d4', there, 'lease', 'ready'), 2);
    assert.equal(await bursts.abandon('d4', there), undefined, 'it was ready before it was gone');
  });

  test('leases are those of one phase, under the numbers of their drives', async () => {
    for (const [phase, shard, segment] of [
      [1, 0, 0],
      [1, 12, 3],
      [11, 5, 5],
    ] as const)
      await bursts.lease('d5', { phase, shard, segment }, `${phase}/${shard}/${segment}`);
    assert.deepEqual(Object.fromEntries(await bursts.leases('d5', 1)), { '0/0': '1/0/0', '12/3': '1/12/3' });
    assert.equal((await bursts.leases('d5', 2)).size, 0);
  });

  test('each report of a drive has a count of its own, in each phase', async () => {
    const there = { phase: 1, shard: 0, segment: 0 };
    const other = { ...there, phase: 2 };
    await bursts.lease('d6', there, 'a');
    await bursts.lease('d6', other, 'b');
    const counts = [
      await bursts.count('d6', there, 'a', 'ready'),
      await bursts.count('d6', there, 'a', 'finished'),
      await bursts.count('d6', there, 'a', 'ready'),
      await bursts.count('d6', other, 'b', 'ready'),
      await bursts.count('d6', { ...other, shard: 1 }, 'b', 'ready'),
    ];
    assert.deepEqual(counts, [1, 1, undefined, 1, undefined]);
  });

  test('what drives said last is found again', async () => {
    const live = (second: number): Live => ({
      second,
      ended: false,
      sessions: 3,
      inFlight: 2,
      totals: { requests: 10, responses: 9, failed: 1, errors: 0, invalid: 1 },
      slice: {
        counters: {} as Live['slice']['counters'],
        latency: undefined,
        users: { due: 0, started: 0 },
      },
      coversMs: 1000,
    });
    await bursts.putLive('d3', drive, live(1));
    await bursts.putLive('d3', drive, live(2));
    await bursts.putLive('d3', { ...drive, shard: 0 }, live(1));
    const lives = await bursts.lives('d3');
    assert.deepEqual(
      lives.map(({ phase, shard, segment, live: { second } }) => [phase, shard, segment, second]),
      [
        [0, 0, 0, 1],
        [0, 1, 0, 2],
      ],
    );
  });
});
