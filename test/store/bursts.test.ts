import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { type Command, startConducting } from '../../lib/driver/conducting/state.ts';
import { applyEvent } from '../../lib/driver/conducting/transaction.ts';
import type { GraphPhase } from '../../lib/driver/model/plan.ts';
import type { Live } from '../../lib/driver/progress/live.ts';
import type { KeptSecond } from '../../lib/driver/progress/seconds.ts';
import { burstDays } from '../../lib/facts/retention.ts';
import { burstKey } from '../../lib/names/burst-keys.ts';
import { environment } from '../../lib/names/environment.ts';
import type { LivesOf } from '../../lib/store/burst/live-items.ts';
import { type BurstRecord, type Bursts, openBursts } from '../../lib/store/bursts.ts';
import { putNew } from '../../lib/store/item-operations.ts';
import { node } from '../driver/conducting/graphs.ts';
import { type Endpoints, openEndpoints } from './endpoints.ts';

/**
 * The stored state of a burst is correct after concurrent, repeated and lost writes. Each write changes a
 * single item.
 */

let endpoints: Endpoints;
let table = '';
let bursts: Bursts;
const now = 1_700_000_000_000;

before(async () => {
  endpoints = await openEndpoints();
  table = process.env[environment.identityTable] ?? '';
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
  bursts.begin(id, startConducting({ graph, failurePolicy: 'CANCEL', leadMs: 2_000, startedAt: now }), {}, 3);

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

  test('of an interrupted start is listed by the next start', async () => {
    await putNew(endpoints.clients.dynamo, table, {
      ...burstKey.burst('r8'),
      ...record('r8'),
      expiresAt: now / 1000 + 60,
    });
    const entries = async () => (await bursts.listed(100)).filter(({ id }) => id === 'r8');
    assert.deepEqual(await entries(), []);
    assert.equal(await bursts.create({ ...record('r8'), createdAt: now + 5 }), false);
    assert.deepEqual(await entries(), [{ id: 'r8', user: 'ada', cursor: burstKey.listed(now, 'r8').sk }]);
  });

  test('keeps why a phase was lost, until it has ended', async () => {
    const fault = { error: 'Error', cause: 'the table is away' };
    assert.ok(await bursts.create(record('r-fault')));
    assert.ok(await bursts.noteFault('r-fault', fault));
    assert.deepEqual((await bursts.get('r-fault'))?.fault, fault);
    await bursts.conclude('r-fault', { state: 'incomplete', endedAt: now });
    assert.equal(await bursts.noteFault('r-fault', { error: 'Later', cause: '' }), false);
    assert.deepEqual((await bursts.get('r-fault'))?.fault, fault);
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

suite('the list', () => {
  test('has each burst once, the newest first, page by page', async () => {
    for (const [id, createdAt] of [
      ['l1', now + 1e6],
      ['l3', now + 1e9],
      ['l2', now + 1e7],
    ] as const) {
      await bursts.create({ ...record(id), createdAt });
      await bursts.create({ ...record(id), createdAt: createdAt + 5 });
    }
    const page = await bursts.listed(2);
    assert.deepEqual(
      page.map(({ id, user }) => [id, user]),
      [
        ['l3', 'ada'],
        ['l2', 'ada'],
      ],
    );
    assert.equal((await bursts.listed(1, page[1]?.cursor))[0]?.id, 'l1');
    assert.deepEqual(await bursts.listed(5, '0'), []);
  });
});

suite('a request to stop', () => {
  test('is left with a burst that has not ended', async () => {
    await bursts.create(record('r3'));
    assert.ok(await bursts.requestStop('r3', 'enough'));
    assert.deepEqual(await bursts.flag('r3', 0, true), { stop: 'enough' });
    for (const state of ['passed', 'failed', 'inconclusive', 'stopped', 'incomplete'] as const) {
      await bursts.create(record(`r3-${state}`));
      assert.ok(await bursts.conclude(`r3-${state}`, { state, endedAt: now }));
      assert.equal(await bursts.requestStop(`r3-${state}`, 'enough'), false);
      assert.equal(await bursts.flag(`r3-${state}`, 0, true), undefined);
    }
    assert.equal(await bursts.requestStop('nobody', 'enough'), false);
    assert.equal(await bursts.flag('nobody', 0, true), undefined);
  });

  test('is no change to a hold, which reaches every copy of the flag and stays when the flag changes', async () => {
    await bursts.hold('h1', 5);
    await bursts.putFlag('h1', 1, {}, 2);
    await bursts.hold('h1', 7);
    await bursts.putFlag('h1', 2, { phases: { 0: 'phase b failed' } }, 2);
    const phases = { 0: 'phase b failed' };
    for (const copy of [0, 1])
      assert.deepEqual(await bursts.flag('h1', copy, true), { phases, heldUntil: 7 });
  });

  test('reaches every copy of the flag, and the first reason stays', async () => {
    await bursts.create(record('r4'));
    await begin('r4', [node('a')]);
    await bursts.requestStop('r4', 'enough');
    await bursts.requestStop('r4', 'more than enough');
    for (const copy of [0, 1, 2])
      assert.deepEqual(await bursts.flag('r4', copy, true), { phases: {}, stop: 'enough' });
    assert.equal(await bursts.flag('r4', 3, true), undefined);
  });

  test('that came before the conductor stays when it begins', async () => {
    await bursts.create(record('r5'));
    await bursts.requestStop('r5', 'enough');
    await begin('r5', [node('a')]);
    assert.equal((await bursts.flag('r5', 0, true))?.stop, 'enough');
  });
});

suite('the flag that drives read', () => {
  test('is never replaced by what was decided before it', async () => {
    await begin('f1', [node('a')]);
    await bursts.putFlag('f1', 5, { phases: { 0: 'phase b failed' } }, 3);
    await bursts.putFlag('f1', 4, { stop: 'late' }, 3);
    await bursts.putFlag('f1', 5, { stop: 'again' }, 3);
    assert.deepEqual(await bursts.flag('f1', 2, true), { phases: { 0: 'phase b failed' } });
    await bursts.putFlag('f1', 6, { stop: 'enough' }, 3);
    assert.deepEqual(await bursts.flag('f1', 1, true), { phases: {}, stop: 'enough' });
    const start = { kind: 'start', t0: 9_000, lookAt: 8_400 } as const;
    assert.equal(await bursts.start('f1', 2, 0, true), undefined);
    await bursts.putStart('f1', 2, 8, start, 2);
    await bursts.putStart('f1', 2, 7, { kind: 'wait', ms: 40, tickAt: 1 }, 2);
    assert.deepEqual(await Promise.all([0, 1].map((copy) => bursts.start('f1', 2, copy, true))), [
      start,
      start,
    ]);
    assert.equal(await bursts.start('f1', 1, 0, false), undefined);
  });

  test('a token is that of who waits now', async () => {
    assert.equal(await bursts.token('f2', 0), undefined);
    await bursts.putToken('f2', 0, { token: 'first', mark: '1' });
    await bursts.putToken('f2', 0, { token: 'second', mark: '2' });
    await bursts.putToken('f2', 1, { token: 'other', mark: '3' });
    const { token, mark } = (await bursts.token('f2', 0))!;
    assert.deepEqual([token, mark], ['second', '2']);
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
    const wait = async (phase: number): Promise<void> => {
      await bursts.putToken('c2', phase, { token: `token of ${phase}`, mark: `t${phase}` });
      await applyEvent(dependencies, 'c2', { type: 'PhaseWaiting', phase, token: `t${phase}` });
    };
    await Promise.all(graph.map((_, phase) => wait(phase)));
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
    assert.equal(await bursts.leaseOf('d1', drive), `lease-${taken.indexOf(true)}`);
  });

  test('every report counts once however often it comes, and the last one knows that it is', async () => {
    const keys = Array.from({ length: 40 }, (_, shard) => ({ phase: 3, shard, segment: 0 }));
    const numbers = { shards: 40, segments: 1 };
    const count = (key: (typeof keys)[number]) => bursts.count('d2', key, ['finished'], numbers);
    const early = await Promise.all(keys.slice(1).flatMap((key) => [count(key), count(key)]));
    assert.ok(early.every((whats) => whats.length === 0));
    assert.deepEqual(await count(keys[0]!), ['finished']);
    assert.deepEqual(await bursts.count('d2', keys[0]!, ['terminated'], numbers), []);
    const other = { phase: 4, shard: 0, segment: 0 };
    assert.deepEqual(await bursts.count('d2', other, ['finished'], { shards: 2, segments: 1 }), []);
  });

  test('only the last of 101 reports gets the complete count', async () => {
    const numbers = { shards: 101, segments: 1 };
    const keys = Array.from({ length: 101 }, (_, n) => ({
      phase: 1,
      shard: (n * 37) % 101,
      segment: 0,
    }));
    const reported: boolean[] = [];
    for (const key of keys) reported.push((await bursts.count('d7', key, ['ready'], numbers)).length > 0);
    assert.equal(reported.indexOf(true), 100);
    assert.deepEqual(await bursts.counted('d7', 1, 101), { ready: 101, gone: 0 });
    assert.deepEqual(await bursts.counted('d7', 2, 101), { ready: 0, gone: 0 });
  });

  test('have terminated when those of every segment have', async () => {
    const numbers = { shards: 3, segments: 2 };
    const reported: boolean[] = [];
    for (const segment of [1, 0])
      for (const shard of [0, 1, 2])
        reported.push(
          (await bursts.count('d8', { phase: 0, shard, segment }, ['terminated'], numbers)).length > 0,
        );
    assert.deepEqual(reported, [false, false, false, false, false, true]);
  });

  test('a drive that is gone counts as ready, and gets no lease any more', async () => {
    const gone = { phase: 0, shard: 0, segment: 0 };
    const there = { ...gone, shard: 1 };
    const numbers = { shards: 2, segments: 1 };
    assert.equal(await bursts.abandon('d4', gone, numbers, 'out of memory'), false);
    assert.equal(await bursts.lease('d4', gone, 'late'), false);
    assert.equal(await bursts.leaseOf('d4', gone), undefined);
    assert.deepEqual(await bursts.counted('d4', 0, 2), { ready: 0, gone: 1, why: 'out of memory' });
    await bursts.lease('d4', there, 'lease');
    assert.deepEqual(await bursts.count('d4', there, ['ready'], numbers), ['ready']);
    assert.deepEqual(await bursts.counted('d4', 0, 2), { ready: 1, gone: 1, why: 'out of memory' });
    assert.equal(await bursts.abandon('d4', there, numbers, 'killed'), true, 'it may be told again');
    assert.equal(await bursts.leaseOf('d4', there), 'lease');
    // This drive was ready once, and has ended since.
    assert.deepEqual(await bursts.counted('d4', 0, 2), { ready: 0, gone: 2, why: 'out of memory' });
  });

  test('that have finished and terminated at once are counted as both, with others that say one after the other', async () => {
    const numbers = { shards: 40, segments: 2 };
    const drive = (shard: number, segment = 1) => ({ phase: 2, shard, segment });
    const output: (readonly string[])[] = [];
    for (let shard = 0; shard < 40; shard += 1) {
      output.push(await bursts.count('d9', drive(shard, 0), ['terminated'], numbers));
      if (shard % 2 === 0) output.push(await bursts.count('d9', drive(shard), ['finished'], numbers));
    }
    for (let shard = 1; shard < 40; shard += 2)
      output.push(await bursts.count('d9', drive(shard), ['finished', 'terminated'], numbers));
    // The last drive that reports both completes only `finished`, because half of the drives have not
    // reported `terminated` yet.
    assert.deepEqual(
      output.filter((whats) => whats.length > 0),
      [['finished']],
    );
    const rest: (readonly string[])[] = [];
    for (let shard = 0; shard < 40; shard += 2)
      rest.push(await bursts.count('d9', drive(shard), ['terminated'], numbers));
    assert.deepEqual([rest.slice(0, -1).flat(), rest.at(-1)], [[], ['terminated']]);
    const pair = { shards: 2, segments: 1 };
    const both = ['finished', 'terminated'] as const;
    assert.deepEqual(await bursts.count('d9', { phase: 5, shard: 0, segment: 0 }, both, pair), []);
    assert.deepEqual(await bursts.count('d9', { phase: 5, shard: 1, segment: 0 }, both, pair), both);
  });

  test('leases are those of one drive each', async () => {
    const drives = [
      { phase: 1, shard: 0, segment: 0 },
      { phase: 1, shard: 12, segment: 3 },
      { phase: 11, shard: 5, segment: 5 },
    ];
    const nameOf = (drive: (typeof drives)[number]) => Object.values(drive).join('/');
    for (const each of drives) await bursts.lease('d5', each, nameOf(each));
    for (const each of drives) assert.equal(await bursts.leaseOf('d5', each), nameOf(each));
    assert.equal(await bursts.leaseOf('d5', { phase: 2, shard: 0, segment: 0 }), undefined);
  });

  test('the seconds of a phase are kept minute by minute', async () => {
    const second = (at: number, more: Partial<KeptSecond> = {}): KeptSecond => ({
      second: at,
      requestsPerSec: 239.5,
      responsesPerSec: 240,
      failedPerSec: 0,
      errorsPerSec: 0,
      inFlight: 3,
      sessions: 4,
      usersDuePerSec: 40,
      usersStartedPerSec: 40,
      ...more,
    });
    const first = [
      second(3),
      second(4, { latencyP50Ns: 12_345, latencyP99Ns: 99_999_999, latenessP99Ns: 7, exact: true }),
    ];
    assert.deepEqual(await bursts.minute('d6', 1, 0), []);
    await bursts.putMinute('d6', 1, 0, first);
    await bursts.putMinute('d6', 1, 1, [second(60), second(61)]);
    await bursts.putMinute('d6', 1, 2, [second(125)]);
    await bursts.putMinute('d6', 2, 1, [second(70)]);
    assert.deepEqual(await bursts.minute('d6', 1, 0), first);
    const read = await bursts.minutes('d6', 1, { from: 0, to: 1 });
    assert.deepEqual(
      read.map((each) => each.second),
      [3, 4, 60, 61],
    );
    await bursts.putMinute('d6', 1, 0, [second(9)]);
    assert.deepEqual(await bursts.minute('d6', 1, 0), [second(9)]);
  });

  test('the last report of each drive is found again', async () => {
    const live = (second: number): Live => ({
      second,
      ended: false,
      sessions: 3,
      inFlight: 2,
      totals: { requests: 10, responses: 9, failed: 1, errors: 0, invalid: 1 },
      slice: {
        counters: {} as Live['slice']['counters'],
        users: { due: 0, started: 0 },
      },
      coversMs: 1000,
    });
    const early = { totals: [], seconds: [] };
    const recent = { ended: false, seconds: [] };
    for (const shard of [1, 17]) await bursts.putRecent('d3', { ...drive, shard }, recent);
    await bursts.putRecent('d3', { ...drive, segment: 2 }, { ...recent, ended: true });
    const recentsFrom = async (from: number) =>
      (await bursts.recents('d3', { phase: 0, shards: 20, from })).map(({ shard, segment, ...rest }) => [
        ...[shard, segment, rest.recent.ended],
      ]);
    assert.deepEqual((await recentsFrom(0)).sort(), [
      [1, 0, false],
      [1, 2, true],
      [17, 0, false],
    ]);
    assert.deepEqual(await recentsFrom(1), [[1, 2, true]]);
    await bursts.putLive('d3', drive, live(1));
    await bursts.putLive('d3', drive, { ...live(2), early });
    await bursts.putLive('d3', { ...drive, shard: 17 }, live(1));
    await bursts.putLive('d3', { ...drive, segment: 2 }, live(30));
    await bursts.putLive('d3', { ...drive, phase: 1 }, live(7));
    const phase = { phase: 0, shards: 20 };
    const seen = async (of: LivesOf) =>
      (await bursts.lives('d3', of))
        .map(({ shard, segment, live: { second } }) => [shard, segment, second])
        .sort(([, , one = 0], [, , other = 0]) => one - other);
    assert.deepEqual(await seen(phase), [
      [17, 0, 1],
      [1, 0, 2],
      [1, 2, 30],
    ]);
    assert.deepEqual(await seen({ ...phase, from: 1 }), [[1, 2, 30]]);
    assert.deepEqual(await seen({ phase: 10, shards: 20 }), []);
    const turns = await Promise.all([0, 1, 2].map((at) => seen({ ...phase, turn: { of: 3, at } })));
    assert.deepEqual(
      turns.map((reports) => reports.map(([shard]) => shard)),
      [[], [1, 1], [17]],
    );
    const first = (await bursts.lives('d3', phase)).find(({ live: { second } }) => second === 2);
    assert.deepEqual(first?.live, live(2));
    const judged = (await bursts.lives('d3', { ...phase, early: true })).find(({ live }) => live.early);
    assert.deepEqual(judged?.live, { ...live(2), early });
  });
});
