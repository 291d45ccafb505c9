import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { before, suite, test } from 'node:test';
import { handler as reap } from '../../../functions/driver/reap.ts';
import type { RunDocument } from '../../../lib/driver/run/document.ts';
import { StatesError } from '../../../lib/local/state-machine/interpreter/errors.ts';
import { environment } from '../../../lib/names/environment.ts';
import { listening, suiteScope } from '../../local/scratch.ts';
import { type Cloud, openCloud, runOf } from './cloud.ts';

/**
 * When the execution of a burst ends early, its measurements still become a run. The run's numbers equal the
 * target's.
 */

suite('a burst that breaks', () => {
  const scope = suiteScope();
  const hits = new Map<string, number>();
  const atWork = Promise.withResolvers<void>();
  let target = '';
  let cloud: Cloud;

  before(async () => {
    const server = createServer(({ method, url = '' }, response) => {
      if (method === 'GET') hits.set(url, (hits.get(url) ?? 0) + 1);
      if (hits.get('/b-aborted') === 20) atWork.resolve();
      response.end('ok');
    });
    target = await listening(scope, server);
    cloud = await openCloud(scope);
  });

  const phase = (burst: string, name: string, arrivals: string): string => `
- ${name}:
    ${arrivals}
      scenario:
      - fetch: [ { httpRequest: { GET: /${burst} } } ]
`;
  async function prepare(burst: string, phases: string): Promise<void> {
    const text = `name: ${burst}\nhttp: { host: '${target}', sharedConnections: 200 }\nphases:${phases}`;
    await cloud.prepare(burst, text, { shards: 2, machine: cloud.executions.stateMachineArn });
  }
  const sentIn = ({ total }: RunDocument): number => total?.summary.requestCount ?? 0;
  const statusesOf = ({ phases }: RunDocument) => phases.map(({ name, status }) => [name, status]);

  test('because its execution was aborted keeps what its drives measured until then', async (t) => {
    const burst = 'b-aborted';
    process.env[environment.segmentMsMax] = '30000';
    t.after(() => delete process.env[environment.segmentMsMax]);
    const rate = 'constantRate:\n      usersPerSec: 50\n      duration: 60s\n      maxSessions: 50';
    const later = 'atOnce:\n      users: 1\n      startAfter: long';
    await prepare(burst, phase(burst, 'long', rate) + phase(burst, 'later', later));
    const execution = cloud.executions.start(JSON.stringify({ burst }), burst);
    await atWork.promise;
    cloud.executions.stop(cloud.executions.arnOf(execution), 'by', 'somebody');
    const { status, input } = await cloud.executions.ended(burst);
    assert.equal(status, 'ABORTED');
    await reap({ execution: burst, input, status: 'ABORTED' });
    assert.equal((await cloud.executions.ended(`${burst}-rest`)).status, 'SUCCEEDED');
    assert.equal(cloud.drives.length, 2, 'no segment is repeated, and no later one begins');
    const run = await runOf(burst);
    const reason =
      'the burst failed and could not continue: the execution of the state machine for the burst was aborted';
    assert.deepEqual([run.state, run.reason, run.info.cancelled], ['incomplete', reason, false]);
    assert.deepEqual(statusesOf(run), [
      ['long', 'TERMINATED'],
      ['later', 'CANCELLED'],
    ]);
    // The second segment has not begun.
    assert.deepEqual(run.phases[0]?.delivery.lost, [
      { shard: 0, segment: 1 },
      { shard: 1, segment: 1 },
    ]);
    assert.equal(sentIn(run), hits.get(`/${burst}`));
  });

  test('because a phase cannot be settled keeps all others, and this one as well as it can', async () => {
    const burst = 'b-unsettled';
    const once = (users: number) => `atOnce:\n      users: ${users}`;
    await prepare(burst, phase(burst, 'a', once(4)) + phase(burst, 'b', once(6)));
    cloud.instead.set('settle', async (payload) => {
      if ((payload as { readonly phase: number }).phase === 0)
        throw new StatesError('Sandbox.Timedout', '{"errorMessage":"Task timed out"}');
      return cloud.direct('settle', payload);
    });
    const ended = await cloud.run(burst);
    assert.equal(ended.status, 'FAILED');
    assert.equal((await cloud.executions.ended(`${burst}-rest`)).status, 'FAILED');
    cloud.instead.clear();
    const run = await runOf(burst);
    const reason = 'the burst failed and could not continue: Task timed out';
    assert.deepEqual([run.state, run.reason], ['incomplete', reason]);
    assert.deepEqual([sentIn(run), hits.get(`/${burst}`)], [10, 10]);
    const notes = run.notices.map(({ phase: name, message }) => `${name}: ${message}`).join();
    assert.match(notes, /a: the measurements of this phase could only be added up/);
  });
});
