import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { before, suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { conduct } from '../../../functions/conductor-events.ts';
import { handler as drive } from '../../../functions/driver/drive.ts';
import { handler as merge } from '../../../functions/driver/merge.ts';
import { handler as settle } from '../../../functions/driver/settle.ts';
import type { DriveInput } from '../../../functions/driver/states/messages.ts';
import { burstStores } from '../../../functions/stores.ts';
import { startMarginMs } from '../../../lib/driver/conducting/instants.ts';
import { nodeAt, phaseAt } from '../../../lib/driver/conducting/state.ts';
import { pacing } from '../../../lib/driver/planning/pacing/limits.ts';
import { StatesError } from '../../../lib/local/state-machine/interpreter/errors.ts';
import { listening, suiteScope } from '../../local/scratch.ts';
import { type Cloud, context, openCloud, runOf } from './cloud.ts';

/**
 * A document passes through the state machine and becomes a stored run. Its load is sent once, together, and
 * by the plan.
 */

type Hit = { readonly path: string; readonly at: number };

suite('a burst', () => {
  const scope = suiteScope();
  const hits: Hit[] = [];
  const arrivals = new EventEmitter();
  let port = 0;
  let cloud: Cloud;
  const hitsOf = (path: string): Hit[] => hits.filter((hit) => hit.path === path);

  before(async () => {
    const server = createServer((request, response) => {
      hits.push({ path: request.url ?? '', at: Date.now() });
      arrivals.emit('hit');
      response.statusCode = request.url === '/window' ? 500 : 200;
      response.end('ok');
    });
    port = Number(new URL(await listening(scope, server)).port);
    cloud = await openCloud(scope);
  });

  const document = (name: string, phases: string): string => `
name: ${name}
http:
  host: http://127.0.0.1:${port}
  sharedConnections: 20
phases:
${phases.replaceAll(
  'GET',
  `- fetch:
        - httpRequest:
            sla: { blockedRatio: 10 }
            GET`,
)}`;

  /**
   * This machine may be too busy for a verdict, so the run may also be inconclusive. In both states the
   * target is not at fault.
   */
  const assertJudgedFairly = (state: string): void => assert.match(state, /^(passed|inconclusive)$/);
  const recordOf = async (burst: string) => (await burstStores().bursts.get(burst))!;

  test("of several phases and shards becomes a run whose counts are the target's own", async () => {
    const text = document(
      'shop',
      `
- ramp:
    increasingRate:
      initialUsersPerSec: 1
      targetUsersPerSec: 39
      variance: false
      duration: 1s
      maxSessions: 30
      scenario:
      GET: /ramp
- steady:
    constantRate:
      usersPerSec: 30
      variance: false
      startAfter: ramp
      duration: 1s
      maxSessions: 30
      scenario:
      GET: /steady
- beside:
    atOnce:
      users: 5
      scenario:
      GET: /beside
- pause:
    noop:
      startAfterStrict: steady
      duration: 1s
`,
    );
    await cloud.prepare('b-shop', text, { shards: 3 });
    const ended = await cloud.run('b-shop');
    assert.equal(ended.status, 'SUCCEEDED', ended.cause);
    const record = await recordOf('b-shop');
    const { state } = record;
    assertJudgedFairly(state);
    assert.deepEqual(JSON.parse(ended.output!), { burst: 'b-shop', state, run: record.runId });
    const run = await runOf('b-shop');
    assert.deepEqual(
      run.stats.map(({ name, total }) => [name, total.summary.requestCount]),
      [
        ['beside', hitsOf('/beside').length],
        ['ramp', hitsOf('/ramp').length],
        ['steady', hitsOf('/steady').length],
      ],
    );
    assert.deepEqual(
      [hitsOf('/beside').length, hitsOf('/ramp').length, hitsOf('/steady').length],
      [5, 20, 30],
    );
  });

  test('starts phases together and leaves no gap between them', async () => {
    const { state } = (await burstStores().bursts.conductor('b-shop'))!;
    const [ramp = 0, steady = 0, beside = 0, pause = 0] = state.phases.map(({ t0 }) => t0!);
    assert.equal(beside, ramp);
    // On a busy machine the drives of the second phase may be ready only after its start.
    const { readyAt } = phaseAt(state, 1);
    const ready = (readyAt ?? ramp + 1_000 + pacing.readyGraceMs) + startMarginMs(nodeAt(state, 1).shards);
    const expected = Math.max(ramp + 1_000, ready);
    assert.ok(readyAt === undefined ? steady >= expected : steady === expected, `${steady}, ${expected}`);
    assert.ok(pause >= steady + 1_000);
    assert.ok(Math.min(...hits.map(({ at }) => at)) >= ramp - 1);
    assert.ok(Math.min(...hitsOf('/steady').map(({ at }) => at)) >= steady - 1);
  });

  test('sends nothing when a drive, a settlement or the merge is repeated', async () => {
    const before = hits.length;
    for (const input of cloud.drives.filter(({ burst }) => burst === 'b-shop')) {
      assert.deepEqual(await drive(input, context), { result: 'duplicate' });
    }
    await settle({ burst: 'b-shop', phase: 0, groups: 0, rest: false });
    const { runId, endedAt, state } = await recordOf('b-shop');
    assert.deepEqual(await merge({ burst: 'b-shop' }), { burst: 'b-shop', state, run: runId });
    assert.equal((await recordOf('b-shop')).endedAt, endedAt);
    assert.equal(hits.length, before);
  });

  test('in segments sends every arrival exactly once', async () => {
    process.env.DOWNPOUR_SEGMENT_MS_MAX = '500';
    await cloud.prepare(
      'b-cut',
      document(
        'cut',
        `
- only:
    constantRate:
      usersPerSec: 40
      variance: false
      duration: 2s
      maxSessions: 40
      scenario:
      GET: /cut
`,
      ),
      { shards: 2 },
    );
    const ended = await cloud.run('b-cut');
    delete process.env.DOWNPOUR_SEGMENT_MS_MAX;
    assert.equal(ended.status, 'SUCCEEDED', ended.cause);
    assert.equal(cloud.drives.filter(({ burst }) => burst === 'b-cut').length, 8);
    assert.equal(hitsOf('/cut').length, 80);
    assertJudgedFairly((await recordOf('b-cut')).state);
  });

  test('that is stopped stops its drives, cancels what waits, and still stores what it measured', async () => {
    await cloud.prepare(
      'b-stop',
      document(
        'stop',
        `
- long:
    constantRate:
      usersPerSec: 50
      duration: 60s
      maxSessions: 50
      scenario:
      GET: /stop
- after:
    atOnce:
      users: 1
      startAfterStrict: long
      scenario:
      GET: /after
`,
      ),
      { shards: 2 },
    );
    const running = cloud.run('b-stop');
    while (hitsOf('/stop').length < 20) await once(arrivals, 'hit');
    await conduct('b-stop', { type: 'StopRequested', reason: 'enough' });
    const ended = await running;
    assert.equal(ended.status, 'SUCCEEDED', ended.cause);
    const { state, reason } = await recordOf('b-stop');
    assert.deepEqual([state, reason], ['stopped', 'enough']);
    assert.equal(hitsOf('/after').length, 0);
    const run = await runOf('b-stop');
    // The target may count fewer requests, because a request that was aborted may not have arrived.
    const { requestCount, responseCount } = run.stats[0]!.total.summary;
    const arrived = hitsOf('/stop').length;
    assert.ok(responseCount <= arrived && arrived <= requestCount && requestCount <= arrived + 20);
  });

  test('whose drive sees a broken window cancels the phases that wait, while its phase still runs', async () => {
    const text = `
name: window
http: { host: 'http://127.0.0.1:${port}', sharedConnections: 20 }
phases:
- long:
    constantRate:
      usersPerSec: 20
      duration: 60s
      maxSessions: 20
      # A busy machine excuses long times, and no response 5xx.
      scenario: [ fetch: [ httpRequest: { GET: /window, sla: { window: 1s, invalidRatio: 0.01 } } ] ]
- later:
    atOnce: { users: 1, startAfter: long, scenario: [ fetch: [ httpRequest: { GET: /later } ] ] }
`;
    await cloud.prepare('b-window', text, { shards: 2 });
    const running = cloud.run('b-window');
    const phases = async () => (await burstStores().bursts.conductor('b-window'))?.state.phases ?? [];
    do await once(arrivals, 'hit');
    while ((await phases())[1]?.status !== 'CANCELLED' && hitsOf('/window').length < 1_000);
    assert.deepEqual(
      (await phases()).map(({ status }) => status),
      ['SCHEDULED', 'CANCELLED'],
    );
    await conduct('b-window', { type: 'StopRequested', reason: 'enough' });
    assert.equal((await running).status, 'SUCCEEDED');
    assert.equal(hitsOf('/later').length, 0);
  });

  test('is incomplete when its drive is lost, and reports it', async () => {
    const { state, reason } = await endedWithout('b-lost', async ({ burst, phase, shard, segment }) => {
      const numbers = { shards: 2, segments: 1 };
      const key = { phase, shard, segment };
      const { bursts } = burstStores();
      await bursts.lease(burst, key, 'of a lost drive');
      if ((await bursts.count(burst, key, ['ready'], numbers)).length > 0)
        await conduct(burst, { type: 'PhaseReady', phase });
      while (phaseAt((await bursts.conductor(burst))!.state, phase).t0 === undefined) await sleep(20);
      throw new Error('out of memory');
    });
    assert.equal(state, 'incomplete');
    assert.match(reason!, /phase only: 1 shard was lost/);
    assert.equal(hitsOf('/b-lost').length, 2);
  });

  test('row 149: one of whose two drives is lost before its start sends nothing, is incomplete and reports the reason', async () => {
    const { state, reason } = await endedWithout('b-half', async () => {
      throw new Error('out of memory');
    });
    assert.deepEqual(
      [state, reason],
      ['incomplete', 'phase only: only 1 of 2 shards were ready in time, so nothing was sent: out of memory'],
    );
    assert.equal(hitsOf('/b-half').length, 0);
  });

  test('one of whose ten drives is lost before its start continues with nine, and reports what is missing', async () => {
    const lost = async (): Promise<never> => {
      throw new Error('out of memory');
    };
    const { state, reason } = await endedWithout('b-nine', lost, 10);
    assert.deepEqual([state, reason], ['incomplete', 'phase only: 1 shard was lost']);
    assert.equal(hitsOf('/b-nine').length, 18);
  });

  test('sends all of its load once, although its drives are throttled at first', async () => {
    let refusals = 3;
    const throttled = async (input: DriveInput): Promise<unknown> => {
      refusals -= 1;
      if (refusals >= 0) throw new StatesError('Lambda.TooManyRequestsException', 'Rate Exceeded.');
      return drive(input, context);
    };
    const { state } = await endedWithout('b-throttled', throttled);
    assert.match(state, /^(passed|inconclusive)$/);
    assert.deepEqual([hitsOf('/b-throttled').length, refusals], [4, -1]);
  });

  /**
   * Runs a burst of two users on each drive. `instead` replaces the second drive (shard 1), and the other
   * drives are real.
   */
  async function endedWithout(burst: string, instead: (input: DriveInput) => Promise<unknown>, shards = 2) {
    cloud.instead.set('drive', (payload) => {
      const input = payload as unknown as DriveInput;
      return input.shard === 1 ? instead(input) : drive(input, context);
    });
    await cloud.prepare(
      burst,
      document(
        'lost',
        `
- only:
    atOnce:
      users: ${2 * shards}
      scenario:
      GET: /${burst}
`,
      ),
      { shards },
    );
    const ended = await cloud.run(burst);
    cloud.instead.clear();
    assert.equal(ended.status, 'SUCCEEDED', ended.cause);
    return recordOf(burst);
  }

  test('fails at once for a target that cannot be reached, without a drive, and reports the reason', async () => {
    const port = await freePort();
    const text = document(
      'away',
      '- only:\n    atOnce:\n      users: 1\n      scenario:\n      GET: /away\n',
    );
    await cloud.prepare('b-away', text.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${port}`));
    const ended = await cloud.run('b-away');
    assert.equal(ended.status, 'FAILED');
    const { state, reason } = await recordOf('b-away');
    const expected = `cannot reach http://127.0.0.1:${port}: nothing listens on port ${port} of 127.0.0.1`;
    assert.deepEqual([state, reason?.slice(0, expected.length)], ['failed', expected]);
    assert.equal(cloud.drives.filter(({ burst }) => burst === 'b-away').length, 0);
  });

  test('that the machinery cannot carry on is cleaned up and incomplete', async () => {
    cloud.instead.set('settle', async () => {
      throw new Error('settle is broken');
    });
    await cloud.prepare(
      'b-broken',
      document(
        'broken',
        `
- only:
    atOnce:
      users: 1
      scenario:
      GET: /broken
`,
      ),
    );
    const ended = await cloud.run('b-broken');
    cloud.instead.clear();
    assert.equal(ended.status, 'FAILED');
    const { state, reason } = await recordOf('b-broken');
    assert.equal(state, 'incomplete');
    assert.match(reason!, /settle is broken/);
  });

  test('is refused with all problems of its document', async () => {
    await cloud.prepare('b-wrong', document('wrong', '- only:\n    atOnce:\n      users: 0\n'));
    const ended = await cloud.run('b-wrong');
    assert.equal(ended.status, 'FAILED');
    assert.match((await recordOf('b-wrong')).reason!, /test\.hf\.yaml:\d+:\d+/);
  });
});

/** A port without a listener. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
