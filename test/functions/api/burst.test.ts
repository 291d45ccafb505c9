import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { before, suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { handler as firstKey } from '../../../functions/api/first-key.ts';
import { burstStores } from '../../../functions/stores.ts';
import type { BurstRefusal, BurstSeconds, BurstStatus } from '../../../lib/api.generated.ts';
import { listening, suiteScope } from '../../local/scratch.ts';
import { type Cloud, openCloud } from '../driver/cloud.ts';
import type { Answer } from './invoke.ts';
import { send } from './requests.ts';

/**
 * A document is rejected with all of its problems, or started. The user who started it can watch and stop it.
 */

suite('bursts over the API', () => {
  const scope = suiteScope();
  const arrivals = new EventEmitter();
  let hits = 0;
  let port = 0;
  let key = '';
  let cloud: Cloud;

  before(async () => {
    const server = createServer((_request, response) => {
      hits += 1;
      arrivals.emit('hit');
      response.end('ok');
    });
    port = Number(new URL(await listening(scope, server)).port);
    cloud = await openCloud(scope);
    const made = await firstKey();
    assert.ok('apiKey' in made);
    key = made.apiKey;
  });

  const document = (host: string, duration: string): string => `
name: watched
http: { host: '${host}', sharedConnections: 10 }
phases:
- only:
    constantRate:
      usersPerSec: 40
      duration: ${duration}
      maxSessions: 40
      scenario:
      - fetch:
        - httpRequest: { GET: /, sla: { blockedRatio: 10 } }
`;

  const post = (body: object, as = key, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    send('POST /api/burst', {
      key: as,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const ask = (id: string, as = key): Promise<Answer> => send(`GET /api/burst/${id}`, { key: as });
  const statusOf = async (id: string): Promise<BurstStatus> =>
    JSON.parse((await ask(id)).body) as BurstStatus;

  test('a document without phases is refused: it can be loaded, and there is nothing to run', async () => {
    const { status, body } = await post({ document: `name: idle\nhttp: { host: '127.0.0.1:${port}' }` });
    const refusal = JSON.parse(body) as BurstRefusal;
    assert.equal(status, 400);
    assert.deepEqual(
      [refusal.code, refusal.message],
      ['BENCHMARK_REFUSED', 'the benchmark has no phases, so there is nothing to run: add a phase'],
    );
    assert.deepEqual(
      refusal.problems.map(({ severity }) => severity),
      ['warning'],
    );
  });

  test('names the tool of a pasted text that is no benchmark document, and the command that imports it', async () => {
    for (const dryRun of [true, false]) {
      const { body } = await post({ document: "curl 'http://x/' -H 'accept: */*'", dryRun });
      assert.deepEqual(
        (JSON.parse(body) as BurstRefusal).problems.map(({ message, hint }) => [message, hint]),
        [
          [
            'this text is a file of curl commands, not a benchmark document',
            '`downpour import FILE` makes a benchmark document from it',
          ],
        ],
      );
    }
  });

  test('needs a key', async () => {
    assert.equal((await post({ document: 'name: a' }, 'nonsense')).status, 401);
  });

  test("refuses a document with every problem and its place, the deployment's own rules included", async () => {
    const text = document('http://169.254.169.254', '1s').replace('usersPerSec: 40', 'usersPerSec: 400000');
    const answer = await post({ document: text, file: 'bad.hf.yaml' });
    assert.equal(answer.status, 400);
    const refusal = JSON.parse(answer.body) as BurstRefusal;
    assert.equal(refusal.code, 'BENCHMARK_REFUSED');
    const errors = refusal.problems
      .filter(({ severity }) => severity === 'error')
      .map(({ message }) => message);
    assert.ok(
      errors.some((message) => /169\.254\.169\.254 is reserved/.test(message)),
      answer.body,
    );
    assert.ok(
      errors.some((message) => /highest rate .* is 400000 users\/s/.test(message)),
      answer.body,
    );
    const broken = JSON.parse((await post({ document: 'name: a\nhttp: {}\n' })).body) as BurstRefusal;
    assert.ok(broken.problems.length > 0 && broken.problems.every(({ line }) => line >= 1));
    assert.equal(hits, 0);
  });

  test('is held by its starter only when that is requested, and a look alone renews no hold', async () => {
    const heldUntil = async (id: string) => (await burstStores().bursts.flag(id, 0, true))?.heldUntil;
    const body = { document: document(`http://127.0.0.1:${port}`, '60s') };
    const { id } = JSON.parse((await post({ ...body, holdS: 600 })).body) as { id: string };
    const first = (await heldUntil(id)) ?? 0;
    assert.ok(first > Date.now());
    const renewal = await send(`GET /api/burst/${id}?holdS=3600`, { key });
    assert.equal(renewal.status, 200, renewal.body);
    const renewed = (await heldUntil(id)) ?? 0;
    assert.ok(renewed > first);
    await ask(id);
    assert.equal(await heldUntil(id), renewed);
    const other = JSON.parse((await post(body)).body) as { id: string };
    assert.equal(await heldUntil(other.id), undefined);
    for (const burst of [id, other.id]) {
      await send(`PUT /api/burst/${burst}/stop`, { key });
      await cloud.executions.ended(burst);
    }
    hits = 0;
  });

  test('starts one, shows how it goes, stops it, and shows how it ended', async () => {
    const accepted = await post({
      document: document(`http://127.0.0.1:${port}`, '60s'),
      shards: 2,
      seed: 3,
    });
    assert.equal(accepted.status, 202, accepted.body);
    const { id, warnings } = JSON.parse(accepted.body) as { id: string; warnings?: unknown };
    assert.equal(warnings, undefined, 'there are none');
    assert.match(id, /^b-\d{8}-\d{6}-[0-9a-z]{4}$/);
    const { user, audit } = (await burstStores().bursts.get(id))!;
    assert.ok(user.length > 0 && audit !== undefined && audit.dollars > 0);
    assert.deepEqual(
      { ...audit, dollars: 0 },
      {
        targets: [`http://127.0.0.1:${port}`],
        peakUsersPerSec: 40,
        usersAtOnce: 40,
        connectionsAtOnce: 10,
        shards: 2,
        dollars: 0,
      },
    );
    // The test waits for two complete seconds, so that every drive has sent a report.
    while (hits < 100) await once(arrivals, 'hit');
    const running = await statusOf(id);
    assert.deepEqual([running.state, running.benchmark], ['running', 'watched']);
    const [phase] = running.phases;
    assert.ok(phase);
    assert.equal(phase.status, 'RUNNING');
    assert.ok(phase.totals.requests > 0 && phase.totals.errors === 0);
    assert.ok(
      phase.live && phase.live.requestsPerSec > 0 && (phase.live.latencyP99Ns ?? 0) > 0,
      JSON.stringify(phase),
    );
    const { status } = await send(`PUT /api/burst/${id}/stop`, { key });
    assert.equal(status, 202);
    await cloud.executions.ended(id);
    const ended = await statusOf(id);
    assert.deepEqual([ended.state, ended.phases[0]?.live], ['stopped', undefined]);
    assert.ok(ended.runId! > 0 && ended.endedAt! >= ended.startedAt!);
    assert.ok((ended.phases[0]?.totals.responses ?? Infinity) <= hits);
    assert.equal((await send(`PUT /api/burst/${id}/stop`, { key })).status, 202);
  });

  test('keeps its seconds for people who come late, and tells its limits so far', async () => {
    const text = document(`http://127.0.0.1:${port}`, '9s').replace(
      'blockedRatio: 10',
      'limits: { 0.99: 30s }',
    );
    const before = hits;
    const { id } = JSON.parse((await post({ document: text, shards: 2 })).body) as { id: string };
    const secondsOf = async (after: number): Promise<BurstSeconds> => {
      const answer = await send(`GET /api/burst/${id}/seconds?after=${after}`, { key });
      return JSON.parse(answer.body) as BurstSeconds;
    };
    assert.deepEqual((await secondsOf(0)).phases, []);
    // A client begins to watch after some seconds, and then asks every second second.
    while (hits - before < 200) await once(arrivals, 'hit');
    const seen = new Map<number, number>();
    for (let [after, isOver] = [0, false]; ; ) {
      const { phases, next, more } = await secondsOf(after);
      assert.ok(!more && next >= after);
      for (const { second, requestsPerSec } of phases.map(({ seconds }) => seconds))
        for (const [index, each] of second.entries()) seen.set(each, requestsPerSec[index] ?? 0);
      after = next;
      if (isOver) break;
      const end = cloud.executions.ended(id).then(() => true);
      isOver = await Promise.race([end, sleep(2_000, false)]);
    }
    const all = await secondsOf(0);
    const [phase] = all.phases;
    assert.ok(phase !== undefined && all.phases.length === 1);
    assert.deepEqual([phase.phase, phase.name], [0, 'only']);
    // On a busy machine the last users may leave after the ninth second.
    assert.deepEqual(
      phase.gaps.filter(({ from }) => from < 8),
      [],
    );
    assert.deepEqual(phase.seconds.second.slice(0, 8), [0, 1, 2, 3, 4, 5, 6, 7]);
    assert.deepEqual(
      [...seen.keys()].sort((one, other) => one - other),
      phase.seconds.second,
    );
    const total = phase.seconds.requestsPerSec.slice(1, 8).reduce((sum, each) => sum + each, 0);
    assert.ok(Math.abs(total - 7 * 40) < 0.3 * 7 * 40, `${total} requests in seven seconds`);
    for (const column of Object.values(phase.seconds) as (readonly unknown[])[])
      assert.equal(column.length, phase.seconds.second.length);
    const limit = (await statusOf(id)).phases[0]?.limits?.find(({ criterion }) => criterion === 'limit');
    assert.deepEqual([limit?.quantile, limit?.limit, limit?.passed], [0.99, 30e9, true]);
    assert.ok((limit?.requests ?? 0) > 0 && (limit?.measured ?? 0) > 0);
  });

  test('a request that is sent three times under one key is driven once', async () => {
    const again = { 'idempotency-key': 'ci-1234' };
    const text = document(`http://127.0.0.1:${port}`, '3s').replace(
      /usersPerSec: 40/,
      'usersPerSec: 100\n      variance: false',
    );
    const body = { document: text.replace('maxSessions: 40', 'maxSessions: 300'), shards: 2 };
    const before = hits;
    const answers = await Promise.all([post(body, key, again), post(body, key, again)]);
    answers.push(await post(body, key, again));
    const ids = answers.map((answer) => (JSON.parse(answer.body) as { id: string }).id);
    const [id = ''] = ids;
    assert.deepEqual(ids, [id, id, id]);
    await cloud.executions.ended(id);
    assert.equal(hits - before, 300);
    const { phases } = await statusOf(id);
    assert.equal(phases[0]?.totals.requests, 300);
  });

  test('hides it from the keys of others, and knows none that does not exist', async () => {
    const { id } = JSON.parse(
      (await post({ document: document(`http://127.0.0.1:${port}`, '1s') })).body,
    ) as { id: string };
    const made = await send('POST /api/user/apikey', {
      key,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'other', user: 'eve' }),
    });
    assert.equal((await ask(id, made.body)).status, 404);
    assert.equal((await ask('b-20200101-000000-aaaa')).status, 404);
    await cloud.executions.ended(id);
    assert.match((await statusOf(id)).state, /^(passed|inconclusive)$/);
  });
});
