import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { before, suite, test } from 'node:test';
import { handler as settle } from '../../../functions/driver/settle.ts';
import { burstStores } from '../../../functions/stores.ts';
import { merging } from '../../../lib/driver/planning/sharding/limits.ts';
import type { RunDocument } from '../../../lib/driver/run/document.ts';
import { listening, suiteScope } from '../../local/scratch.ts';
import { type Cloud, openCloud, runOf } from './cloud.ts';

/** A run reports lost drives, and its numbers equal those of the target. */

suite('through the state machine', () => {
  const scope = suiteScope();
  const hits = new Map<string, number>();
  let port = 0;
  let cloud: Cloud;

  before(async () => {
    const server = createServer(({ url = '' }, response) => {
      hits.set(url, (hits.get(url) ?? 0) + 1);
      response.end('ok');
    });
    port = Number(new URL(await listening(scope, server)).port);
    cloud = await openCloud(scope);
  });

  async function runWith(burst: string, arrivals: string, shards: number): Promise<RunDocument> {
    const text = `
name: ${burst}
http: { host: 'http://127.0.0.1:${port}', sharedConnections: 200 }
phases:
- only:
    ${arrivals}
      scenario:
      - fetch:
        - httpRequest: { GET: /${burst}, sla: { blockedRatio: 10 } }
`;
    await cloud.prepare(burst, text, { shards });
    const ended = await cloud.run(burst);
    cloud.instead.clear();
    assert.equal(ended.status, 'SUCCEEDED', ended.cause);
    return runOf(burst);
  }

  const sentIn = ({ total }: RunDocument): number => total?.summary.requestCount ?? 0;

  test('a drive that is lost before it delivers counts up to its last flush, and the rest is named', async () => {
    const { objects } = burstStores();
    const { putPartial } = objects;
    objects.putPartial = async (burst, phase, partial) => {
      if (partial.shard === 1) throw new Error('the machine went down');
      return putPartial(burst, phase, partial);
    };
    const even =
      'constantRate:\n      usersPerSec: 20\n      variance: false\n      duration: 7s\n      maxSessions: 50';
    const run = await runWith('b-half', even, 2);
    objects.putPartial = putPartial;
    assert.equal(run.state, 'incomplete');
    const { delivery } = run.phases[0]!;
    const [lost, ...others] = delivery.lost;
    assert.deepEqual([lost?.shard, lost?.segment, lost?.measuredS, others], [1, 0, 5, []]);
    assert.equal(sentIn(run), 70 + 50, 'seven seconds of one shard and five of the other');
    assert.equal(sentIn(run) + (lost?.unreported ?? 0), hits.get('/b-half'), 'the target counted no more');
    assert.deepEqual([delivery.started, delivery.planned], [120, 140]);
    const [suspicion] = run.health.suspicions.filter(({ reason }) => reason === 'lost');
    assert.match(
      suspicion?.message ?? '',
      /shard 1 segment 0 was measured for 5 s, and at least 20 requests after that/,
    );
  });

  test('more drives than one Settle takes go through groups, one group is lost, and no drive is missing', async () => {
    const shards = merging.sourcesMax + 2;
    const groups: number[] = [];
    const { objects } = burstStores();
    const { putGroup } = objects;
    objects.putGroup = async (burst, phase, group, merged) => {
      if (group === 1) throw new Error('the store is away');
      groups.push(group);
      return putGroup(burst, phase, group, merged);
    };
    const run = await runWith('b-many', `atOnce:\n      users: ${shards}`, shards);
    objects.putGroup = putGroup;
    assert.deepEqual(run.phases[0]?.delivery.lost, []);
    assert.deepEqual([sentIn(run), hits.get('/b-many')], [shards, shards]);
    assert.equal(new Set(groups).size, merging.groupsMin - 1);
    assert.equal(run.agents.length, shards);
  });

  test('a phase that Settle cannot settle is settled with what there is', async () => {
    cloud.instead.set('settle', async (payload) => {
      const input = payload as unknown as Parameters<typeof settle>[0];
      if (!input.rest) throw new Error('out of memory');
      return settle(input);
    });
    const run = await runWith('b-rest', 'atOnce:\n      users: 4', 2);
    assert.deepEqual([sentIn(run), hits.get('/b-rest')], [4, 4]);
    assert.match(run.notices.map(({ message }) => message).join(), /could only be added up/);
  });
});
