import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { endOf, requestsOf, startDrilledCloud, startTarget } from './faults/drill.ts';

test('a document whose agents name two regions is sent from both, and the run agrees with its target', async (t) => {
  const target = await startTarget(t);
  const { api } = await startDrilledCloud(t, { variables: ['DOWNPOUR_REGIONS=eu-west-1'] });
  const burst = await api.startBurst({
    document: `
name: regions
http: { host: ${target.url}, sharedConnections: 9 }
agents: { far: { region: eu-west-1, threads: 2 }, near: { region: us-east-1 } }
phases:
- only:
    constantRate:
      usersPerSec: 30
      variance: false
      duration: 2s
      scenario: [ { get: [ { httpRequest: { GET: / } } ] } ]
`,
  });
  const { state, run } = await endOf(api, burst);
  assert.match(state, /^(passed|inconclusive)$/);
  assert.deepEqual([requestsOf(run), target.count()], [60, 60]);
  const sent = run?.agents.map(({ stats }) => stats[0]?.total.summary.requestCount);
  assert.deepEqual(sent, [20, 40]);
});

test('a region that the cloud has no drives in is refused at its place', async (t) => {
  const target = await startTarget(t);
  const { api } = await startDrilledCloud(t, { variables: ['DOWNPOUR_REGIONS=eu-west-1'] });
  const document = `name: n\nhttp: { host: ${target.url} }\nusersPerSec: 1\nduration: 1s\nagents: { a: { region: mars } }\nscenario: [ { get: [ { httpRequest: { GET: / } } ] } ]\n`;
  await assert.rejects(api.startBurst({ document }), (error) => {
    assert.match(inspect(error, { depth: 6 }), /no load generators in 'mars'.*us-east-1, eu-west-1/s);
    return true;
  });
});
