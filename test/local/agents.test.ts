import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endOf, requestsOf, startDrilledCloud, startTarget } from './faults/drill.ts';

test('rows 145, 148: a document with two agents and parameters is sent, listed, and run by both to its end', async (t) => {
  const target = await startTarget(t);
  const { api } = await startDrilledCloud(t);
  const burst = await api.startBurst({
    document: `
name: agents
http: { host: !param HOST, sharedConnections: 8 }
agents: { one: {}, two: {} }
phases:
- only:
    constantRate:
      usersPerSec: !param RATE 1
      variance: false
      duration: 2s
      scenario: [ { get: [ { httpRequest: { GET: / } } ] } ]
`,
    parameters: { HOST: target.url, RATE: '30' },
  });
  const { bursts } = await api.bursts({ limit: 5 });
  assert.deepEqual(
    bursts.map(({ id }) => id),
    [burst],
  );
  const { state, run } = await endOf(api, burst);
  assert.match(state, /^(passed|inconclusive)$/);
  assert.deepEqual([requestsOf(run), target.count()], [60, 60]);
  assert.deepEqual(
    run?.agents.map(({ name, stats }) => [name, stats[0]?.total.summary.requestCount]),
    [
      ['shard-0', 30],
      ['shard-1', 30],
    ],
  );
  assert.deepEqual(run.info.params, { HOST: target.url, RATE: '30' });
});
