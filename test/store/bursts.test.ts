import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { reduce } from '../../lib/driver/conducting/conductor.ts';
import { type Command, type GraphPhase, startConducting } from '../../lib/driver/conducting/state.ts';
import type { Live } from '../../lib/driver/driving/live.ts';
import { driving } from '../../lib/driver/limits.ts';
import { type BurstRecord, type Bursts, openBursts, type Respond } from '../../lib/store/bursts.ts';
import { environment } from '../../lib/store/names.ts';
import { type Endpoints, openEndpoints } from './endpoints.ts';

/** A burst's memory stays right under concurrent, repeated and lost writers, with single-item writes only. */

let endpoints: Endpoints;
let table = '';
let bursts: Bursts;
const now = 1_700_000_000_000;

before(async () => {
  endpoints = await openEndpoints();
  table = process.env[environment.catalogueTable] ?? '';
  bursts = openBursts(endpoints.clients.dynamo, table, reduce, () => now);
});

after(() => endpoints.close());

const record = (id: string): BurstRecord => ({
  id,
  benchmark: 'shop',
  file: 'shop.hf.yaml',
  parameters: {},
  seed: 1,
  user: 'ada',
  createdAt: now,
  state: 'planning',
});

const node = (name: string, body: Partial<GraphPhase> = {}): GraphPhase => ({
  name,
  noop: false,
  startTimeMs: 0,
  startAfter: [],
  startAfterStrict: [],
  covers: [],
  shards: 2,
  segments: 1,
  segmentMs: 10_000,
  ...body,
});

const begin = (id: string, graph: readonly GraphPhase[]): Promise<boolean> =>
  bursts.begin(id, startConducting({ graph, failurePolicy: 'CANCEL', leadMs: 2_000, startedAt: now }));

/** Answers like the state machine: a token is good once. */
function answers(): { readonly respond: Respond; readonly heard: Command[] } {
  const heard: Command[] = [];
  return {
    heard,
    respond: async (command) => {
      heard.push(command);
      return true;
    },
  };
}

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
    const later = openBursts(
      endpoints.clients.dynamo,
      table,
      reduce,
      () => now + (driving.keepDays * 86_400 + 2) * 1e3,
    );
    assert.equal(await later.get('r2'), undefined);
  });
});

suite('the conductor', () => {
  test('begins once', async () => {
    assert.ok(await begin('c1', [node('a')]));
    assert.equal(await begin('c1', [node('a'), node('b')]), false);
    assert.equal((await bursts.conductor('c1'))!.graph.length, 1);
    assert.equal(await bursts.apply('nobody', { type: 'Tick' }, answers().respond), undefined);
  });

  test('releases every phase once although all of them arrive at the same moment', async () => {
    const graph = Array.from({ length: 12 }, (_, index) => node(`p${index}`));
    await begin('c2', graph);
    const { respond, heard } = answers();
    await Promise.all(
      graph.map((_, phase) =>
        bursts.apply('c2', { type: 'PhaseWaiting', phase, token: `t${phase}` }, respond),
      ),
    );
    const state = (await bursts.conductor('c2'))!;
    assert.ok(state.phases.every(({ status, told }) => status === 'SCHEDULED' && told));
    assert.equal(new Set(heard.map((command) => command.type === 'release' && command.wakeAt)).size, 1);
    assert.equal(new Set(heard.map(({ phase }) => phase)).size, 12);
  });

  test('a command that could not be performed is due again with the next event', async () => {
    await begin('c3', [node('a')]);
    const broken: Respond = async () => {
      throw new Error('no network');
    };
    await assert.rejects(
      bursts.apply('c3', { type: 'PhaseWaiting', phase: 0, token: 't' }, broken),
      /still due/,
    );
    const { respond, heard } = answers();
    await bursts.apply('c3', { type: 'Tick' }, respond);
    await bursts.apply('c3', { type: 'Tick' }, respond);
    assert.deepEqual(heard, [{ type: 'release', phase: 0, token: 't', wakeAt: now - 2_000 }]);
  });

  test('a stop reaches whoever reads next', async () => {
    await begin('c4', [node('a')]);
    await bursts.apply('c4', { type: 'StopRequested', reason: 'enough' }, answers().respond);
    assert.equal((await bursts.conductor('c4'))!.stop?.reason, 'enough');
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
    const keys = Array.from({ length: 25 }, (_, shard) => ({ phase: 3, shard, segment: 0 }));
    for (const key of keys) await bursts.lease('d2', key, `lease-${key.shard}`);
    const counts = await Promise.all(
      keys.flatMap((key) => [1, 2].map(() => bursts.count('d2', key, `lease-${key.shard}`, 'finished'))),
    );
    const given = counts.filter((count) => count !== undefined).sort((a, b) => a - b);
    assert.deepEqual(
      given,
      keys.map((_, index) => index + 1),
    );
    assert.equal(await bursts.count('d2', keys[0], 'another', 'terminated'), undefined);
    assert.equal(await bursts.count('d2', keys[0], 'lease-0', 'terminated'), 1);
  });

  test('a drive that is gone counts as ready once, and gets no lease any more', async () => {
    const [gone, there] = [0, 1].map((shard) => ({ phase: 0, shard, segment: 0 }));
    assert.equal(await bursts.abandon('d4', gone), 1);
    assert.equal(await bursts.abandon('d4', gone), undefined);
    assert.equal(await bursts.lease('d4', gone, 'late'), false);
    await bursts.lease('d4', there, 'lease');
    assert.equal(await bursts.count('d4', there, 'lease', 'ready'), 2);
    assert.equal(await bursts.abandon('d4', there), undefined, 'it was ready before it was gone');
  });

  test('what drives said last is found again', async () => {
    const live = (second: number): Live => ({
      second,
      ended: false,
      sessions: 3,
      inFlight: 2,
      totals: { requests: 10, responses: 9, failed: 1, errors: 0, invalid: 1 },
      slice: { counters: {} as Live['slice']['counters'], latency: undefined },
    });
    await bursts.putLive('d3', drive, live(1));
    await bursts.putLive('d3', drive, live(2));
    await bursts.putLive('d3', { ...drive, shard: 0 }, live(1));
    const lives = await bursts.lives('d3');
    assert.deepEqual(
      lives.map(({ shard, live: { second } }) => [shard, second]),
      [
        [0, 1],
        [1, 2],
      ],
    );
  });
});
