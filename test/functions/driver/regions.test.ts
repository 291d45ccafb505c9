import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { before, beforeEach, suite, test } from 'node:test';
import { handler as reap } from '../../../functions/driver/reap.ts';
import { burstStores } from '../../../functions/stores.ts';
import type { RunDocument } from '../../../lib/driver/run/document.ts';
import { listening, suiteScope } from '../../local/scratch.ts';
import { type Cloud, openCloud, runOf } from './cloud.ts';

/**
 * Drives of other regions are started in their region. They form one burst with the drives of the home
 * region, and their results are merged together.
 */

suite('a burst from several regions', () => {
  const scope = suiteScope();
  let requests = 0;
  let port = 0;
  let cloud: Cloud;
  const server = createServer((_, response) => {
    requests += 1;
    response.end('ok');
  });

  before(async () => {
    port = Number(new URL(await listening(scope, server)).port);
    cloud = await openCloud(scope, ['eu-west-1', 'ap-south-1']);
  });
  beforeEach(() => {
    requests = 0;
    cloud.events.length = 0;
    cloud.drives.length = 0;
    cloud.instead.clear();
  });

  const document = (name: string, phase = 'duration: 1s'): string => `
name: ${name}
http: { host: http://127.0.0.1:${port}, sharedConnections: 20 }
phases:
- only:
    constantRate:
      usersPerSec: 60
      variance: false
      ${phase}
      scenario: [ { fetch: [ { httpRequest: { GET: /, sla: { blockedRatio: 10 } } } ] } ]
`;
  const run = async (burst: string, text: string, body: Parameters<Cloud['prepare']>[2]) => {
    await cloud.prepare(burst, text, { machine: cloud.executions.stateMachineArn, ...body });
    const { status, cause } = await cloud.run(burst);
    const record = await burstStores().bursts.get(burst);
    assert.ok(record);
    return { status, cause, record, run: record.runId === undefined ? undefined : await runOf(burst) };
  };
  const sentOf = (found: RunDocument | undefined): number | undefined =>
    found?.stats[0]?.total.summary.requestCount;
  const executionsOf = (region: string) => cloud.elsewhere.get(region)?.list() ?? [];

  test('sends what was planned, each shard where it belongs, and is one run', async () => {
    const askedRegions = { 'us-east-1': 1, 'eu-west-1': 2 };
    const { status, record, run: found } = await run('b-two', document('two'), { shards: 6, askedRegions });
    assert.equal(status, 'SUCCEEDED');
    assert.match(record.state, /^(passed|inconclusive)$/);
    assert.deepEqual([sentOf(found), requests], [60, 60]);
    assert.deepEqual(
      executionsOf('eu-west-1').map(({ name, status: ended, input }) => {
        const { first, shards, drives } = JSON.parse(input) as Record<string, number>;
        return [name, ended, first, shards, drives];
      }),
      [['b-two-0', 'SUCCEEDED', 2, 4, 4]],
    );
    assert.deepEqual(cloud.drives.map(({ shard }) => shard).sort(), [0, 1, 2, 3, 4, 5]);
    assert.equal(found?.agents.length, 6);
  });

  test('may have no drive at home, and segments elsewhere', async () => {
    process.env.DOWNPOUR_SEGMENT_MS_MAX = '700';
    try {
      const askedRegions = { 'ap-south-1': 1, 'eu-west-1': 1 };
      const { record, run: found } = await run('b-far', document('far'), { shards: 2, askedRegions });
      assert.match(record.state, /^(passed|inconclusive)$/);
      assert.deepEqual([sentOf(found), requests], [60, 60]);
      const numbers = cloud.drives.map(({ shard, segment }) => `${shard}-${segment}`);
      assert.deepEqual(numbers.sort(), ['0-0', '0-1', '1-0', '1-1']);
    } finally {
      delete process.env.DOWNPOUR_SEGMENT_MS_MAX;
    }
  });

  test('is ended by the drive that completes its phase: no function asks a second time', async () => {
    const askedRegions = { 'ap-south-1': 1 };
    await run('b-quick', document('quick'), { shards: 2, askedRegions });
    const requested = cloud.events.filter(
      (event) => event.type === 'entered' && event.state === 'AwaitRegions',
    );
    assert.equal(requested.length, 1);
  });

  test('started twice sends once', async () => {
    const call = cloud.instead;
    let calls = 0;
    call.set('callRegions', async (payload) => {
      call.delete('callRegions');
      await cloud.invoke('callRegions', payload);
      calls += 1;
      throw new Error('the answer was lost');
    });
    const askedRegions = { 'us-east-1': 1, 'eu-west-1': 1 };
    const { record, run: found } = await run('b-twice', document('twice'), { shards: 2, askedRegions });
    assert.equal(calls, 1);
    assert.match(record.state, /^(passed|inconclusive)$/);
    assert.deepEqual([sentOf(found), requests], [60, 60]);
    assert.equal(executionsOf('eu-west-1').filter(({ name }) => name === 'b-twice-0').length, 1);
  });

  test('fails before anything is sent when a region with more than a tenth of the drives does not take them', async () => {
    const askedRegions = { 'us-east-1': 1, 'sa-east-1': 1 };
    process.env.DOWNPOUR_REGIONS = 'eu-west-1,ap-south-1,sa-east-1';
    try {
      const { record, run: found } = await run('b-none', document('none'), { shards: 2, askedRegions });
      assert.equal(record.state, 'incomplete');
      assert.match(
        record.reason ?? '',
        /1 of 2 shards .* nothing was sent: the load generators in region sa-east-1 could not be started: StateMachineDoesNotExist/,
      );
      assert.equal(sentOf(found), undefined);
      assert.equal(requests, 0);
    } finally {
      process.env.DOWNPOUR_REGIONS = 'eu-west-1,ap-south-1';
    }
  });

  test('is refused before a drive is called when the drives of a region have other code', async () => {
    const askedRegions = { 'us-east-1': 1, 'ap-south-1': 1 };
    // A server in place of Step Functions of another region. It only knows the tags of the state machine.
    const asked: string[] = [];
    const tags = createServer(async (request, response) => {
      asked.push(String(request.headers['x-amz-target']));
      response.end(JSON.stringify({ tags: [{ key: 'release', value: 'old' }] }));
    });
    const usual = process.env.AWS_ENDPOINT_URL_SFN;
    process.env.AWS_ENDPOINT_URL_SFN = await listening(scope, tags);
    process.env.DOWNPOUR_RELEASE = 'new';
    process.env.DOWNPOUR_REGIONS = 'eu-west-1,me-south-1';
    try {
      const far = { 'us-east-1': 1, 'me-south-1': 1 };
      const { status, cause, record } = await run('b-old', document('old'), { shards: 2, askedRegions: far });
      assert.deepEqual([status, record.state], ['FAILED', 'failed']);
      assert.match(cause ?? '', /the load generators in me-south-1 have code of another release: deploy/);
      assert.deepEqual([cloud.drives.length, requests], [0, 0]);
      assert.deepEqual(new Set(asked), new Set(['AWSStepFunctions.ListTagsForResource']));
      // A region that does not report its release still gets its drives, because they compare the release
      // themselves.
      process.env.AWS_ENDPOINT_URL_SFN = usual;
      process.env.DOWNPOUR_REGIONS = 'eu-west-1,ap-south-1';
      const silent = await run('b-untagged', document('untagged'), { shards: 2, askedRegions });
      assert.match(silent.record.state, /^(passed|inconclusive)$/);
    } finally {
      process.env.AWS_ENDPOINT_URL_SFN = usual;
      process.env.DOWNPOUR_REGIONS = 'eu-west-1,ap-south-1';
      delete process.env.DOWNPOUR_RELEASE;
    }
  });

  test('continues without a tenth of its drives, and reports it', async () => {
    const askedRegions = { 'us-east-1': 18, 'sa-east-1': 2 };
    process.env.DOWNPOUR_REGIONS = 'eu-west-1,ap-south-1,sa-east-1';
    try {
      const { record, run: found } = await run('b-some', document('some'), { shards: 20, askedRegions });
      assert.equal(record.state, 'incomplete');
      assert.deepEqual([sentOf(found), requests], [54, 54]);
      assert.equal(record.reason, 'phase only: 2 shards were lost, in sa-east-1');
      assert.deepEqual(found?.phases[0]?.delivery.lost, [
        { shard: 18, segment: 0 },
        { shard: 19, segment: 0 },
      ]);
    } finally {
      process.env.DOWNPOUR_REGIONS = 'eu-west-1,ap-south-1';
    }
  });

  test('whose execution is aborted stops the drives of other regions that wait for their segment', async () => {
    const burst = 'b-aborted';
    process.env.DOWNPOUR_SEGMENT_MS_MAX = '300000';
    try {
      await cloud.prepare(burst, document('aborted', 'duration: 10m'), {
        machine: cloud.executions.stateMachineArn,
        shards: 1,
        askedRegions: { 'eu-west-1': 1 },
      });
      const sending = once(server, 'request');
      const execution = cloud.executions.start(JSON.stringify({ burst }), burst);
      await sending;
      cloud.executions.stop(cloud.executions.arnOf(execution), 'by', 'somebody');
      const { input } = await cloud.executions.ended(burst);
      await reap({ execution: burst, input, status: 'ABORTED' });
      assert.equal((await cloud.executions.ended(`${burst}-rest`)).status, 'SUCCEEDED');
      assert.deepEqual(
        executionsOf('eu-west-1').flatMap(({ name, status }) => (name === `${burst}-0` ? [status] : [])),
        ['ABORTED'],
      );
    } finally {
      delete process.env.DOWNPOUR_SEGMENT_MS_MAX;
    }
  });
});
