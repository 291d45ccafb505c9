import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { keyOfUser, openMemory } from '../memory.ts';
import { send } from './requests.ts';

/** Lists, trends and summaries show the outcomes of runs, and read no documents for them. */

const memory = openMemory();
const ada = keyOfUser(memory, 1, 'ada');
const eve = keyOfUser(memory, 2, 'eve');

const states = ['passed', 'failed', 'inconclusive', 'passed'] as const;

const documentOf = (at: number) => ({
  info: { benchmark: at === 3 ? 'search' : 'shop', startTime: at * 1000, terminateTime: at * 1000 + 500 },
  state: states[at],
  ...(states[at] === 'passed' ? {} : { reason: `it was ${states[at]}` }),
  plan: { definition: 'd1' },
  stats: [
    {
      name: 'main',
      metric: 'home',
      isWarmup: false,
      total: {
        summary: {
          requestCount: 100,
          responseCount: 100,
          failed: at,
          percentileResponseTime: { '50.0': 5, '99.0': 9 + at },
        },
      },
    },
  ],
});

before(async () => {
  for (const at of states.keys()) await upload(at * 1000, documentOf(at), `Release ${at}`);
  await upload(9000, { some: 'thing' }, 'of another tool');
});

async function upload(start: number, document: object, description: string): Promise<void> {
  const query = new URLSearchParams({ test: 'Checkout', start: String(start), stop: String(start + 500) });
  query.set('description', description);
  const line = `POST /api/run/data?${query}`;
  const { status, body } = await send(line, { key: ada, body: JSON.stringify(document) });
  assert.equal(status, 202, body);
}

async function list(query: string, key = ada) {
  const { status, body } = await send(`GET /api/run/list?${query}`, { key });
  assert.equal(status, 200, body);
  return JSON.parse(body);
}
const ids = ({ runs: listed }: { runs: { id: number }[] }): number[] => listed.map(({ id }) => id);

test('runs are filtered by time, state, benchmark and words', async () => {
  const rows: [query: string, expected: number[]][] = [
    ['from=1000&to=3000', [3, 2]],
    ['from=3000', [5, 4]],
    ['from=3000&to=3000', []],
    ['state=failed', [2]],
    ['state=failed&state=passed', [4, 2, 1]],
    ['benchmark=search', [4]],
    ['text=release%20CHECKOUT', [4, 3, 2, 1]],
    ['text=another', [5]],
    ['text=search%20release', [4]],
    ['text=nothing', []],
    ['state=passed&to=1000', [1]],
  ];
  for (const [query, expected] of rows) {
    memory.bodies.clear();
    assert.deepEqual(ids(await list(query)), expected, query);
    const { body } = await send(`GET /api/run/list/1?${query}`, { key: ada });
    assert.deepEqual(ids(JSON.parse(body)), expected, `of the test: ${query}`);
  }
});

test('a filtered list is walked by its cursor', async () => {
  const first = await list('state=passed&limit=1');
  assert.deepEqual([ids(first), first.looked, first.left], [[4], 2, 3]);
  const second = await list(`state=passed&limit=1&cursor=${first.next}`);
  assert.deepEqual([ids(second), second.looked, second.left, second.next], [[1], 5, 0, undefined]);
});

test('filters that are not known are refused', async () => {
  for (const query of ['state=fine', 'from=yesterday', 'from=1.5', `text=${'x'.repeat(300)}`]) {
    const { status } = await send(`GET /api/run/list?${query}`, { key: ada });
    assert.equal(status, 400, query);
  }
});

test('the outcome of a run has its reason, its definition and its metrics', async () => {
  const { runs: listed } = await list('state=failed');
  assert.deepEqual(listed[0].outcome, {
    state: 'failed',
    benchmark: 'shop',
    requests: 100,
    requestsPerSec: 200,
    latencyNsP99: 10,
    failed: 1,
    latencyNsP50: 5,
    definition: 'd1',
    reason: 'it was failed',
    metrics: [{ phase: 'main', metric: 'home', requests: 100, failed: 1, p50: 5, p99: 10 }],
  });
});

const trend = (query: string, key = ada, id = '1') => send(`GET /api/test/${id}/trend${query}`, { key });

test('a trend has the runs of a test in columns', async () => {
  const { status, body } = await trend('?last=3&to=9000');
  assert.equal(status, 200, body);
  const { id, state, series, more } = JSON.parse(body);
  assert.deepEqual([id, state, more], [[2, 3, 4], ['failed', 'inconclusive', 'passed'], true]);
  assert.deepEqual(series[1], {
    phase: 'main',
    metric: 'home',
    requests: [100, 100, 100],
    failed: [1, 2, 3],
    rate: [200, 200, 200],
    p50: [5, 5, 5],
    p99: [10, 11, 12],
  });
  for (const requested of [trend('?last=501'), trend('?last=0')]) assert.equal((await requested).status, 400);
  assert.equal((await trend('', ada, '99')).status, 404);
  assert.equal((await trend('', eve)).status, 404);
});

test('a summary of tests has outcomes and open changes only when they are requested', async () => {
  const summary = async (query: string) => {
    const { status, body } = await send(`GET /api/test/summary${query}`, { key: ada });
    assert.equal(status, 200, body);
    return JSON.parse(body).tests[0];
  };
  const short = await summary('');
  assert.deepEqual([short.outcomes, short.openChanges, short.newest], [undefined, undefined, undefined]);
  const { outcomes, openChanges, newest } = await summary('?last=2');
  assert.deepEqual(outcomes, [
    { id: 4, start: 3000, state: 'passed', p99: 12 },
    { id: 5, start: 9000, state: null, p99: null },
  ]);
  assert.deepEqual([openChanges, newest], [0, undefined]);
});
