import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { before, suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startBurst } from '../../../functions/starting/start-burst.ts';
import { burstStores } from '../../../functions/stores.ts';
import type { BurstStatus, DeploymentFacts } from '../../../lib/api.generated.ts';
import { planning } from '../../../lib/driver/planning/limits.ts';
import { createSchedulerEndpoint } from '../../../lib/local/scheduler/endpoint.ts';
import { Scheduler } from '../../../lib/local/scheduler/scheduler.ts';
import { environment } from '../../../lib/names/environment.ts';
import { VirtualClock } from '../../driver/virtual-clock.ts';
import { listening, scratchDir, suiteScope } from '../../local/scratch.ts';
import { openCloud } from '../driver/cloud.ts';
import { adminKey } from './admin-key.ts';
import type { Answer } from './invoke.ts';
import { send } from './requests.ts';

suite('a deployment that is examined', () => {
  const scope = suiteScope();
  let hits = 0;
  let host = '';
  let admin = '';
  let eve = '';

  before(async () => {
    const server = createServer((request, response) => {
      hits += request.url === '/downpour/api/config/version' ? 1 : 1_000;
      response.end('{"version":"1"}');
    });
    host = new URL(await listening(scope, server)).host;
    await openCloud(scope);
    // The deployment allows only this target. The burst of the self-test does not need permission.
    process.env[environment.targets] = 'shop.example.com';
    admin = await adminKey();
    const body = JSON.stringify({ name: 'eve', user: 'eve', role: 'user' });
    const headers = { 'content-type': 'application/json' };
    const answer = await send('POST /api/user/apikey', { key: admin, headers, body });
    eve = answer.body.replaceAll('"', '').trim();
  });

  const burst = (key: string): Promise<Answer> => send('POST /api/doctor', { key, headers: { host } });

  test('answers with facts, to administrators only', async () => {
    const { status, body } = await send('GET /api/doctor', { key: admin });
    const facts = JSON.parse(body) as DeploymentFacts;
    assert.equal(status, 200, body);
    assert.deepEqual([facts.place, facts.targets], ['one machine', ['shop.example.com']]);
    assert.ok(Math.abs(facts.now - Date.now()) < 60_000);
    assert.equal('concurrency' in facts, false, 'one machine has no account to ask');
    assert.equal('front' in facts, false, 'callers reach one machine directly');
    assert.equal((await send('GET /api/doctor', { key: eve })).status, 403);
    assert.equal((await send('GET /api/doctor', {})).status, 401);
    assert.equal((await burst(eve)).status, 403);
    assert.equal(hits, 0);
  });

  test('reports the front end through which callers reach it', async () => {
    for (const [name, front] of [
      ['frontSecrets', 'firewall'],
      ['routes', 'private'],
    ] as const) {
      process.env[environment[name]] = '';
      const { body } = await send('GET /api/doctor', { key: admin });
      delete process.env[environment[name]];
      assert.equal(JSON.parse(body).front, front);
    }
  });

  test('tries whether it can make schedules, and leaves none behind', async () => {
    const virtual = new VirtualClock();
    const file = join(scratchDir(scope), 'schedules.json');
    const options = { file, clock: virtual.clock, invoke: async () => undefined, log: console.error };
    const schedules = new Scheduler({ ...options, recurring: true });
    const credentials = { [process.env.AWS_ACCESS_KEY_ID ?? '']: process.env.AWS_SECRET_ACCESS_KEY ?? '' };
    process.env.AWS_ENDPOINT_URL_SCHEDULER = await listening(
      scope,
      createSchedulerEndpoint({ schedules, credentials }),
    );
    const names = ['scheduleGroup', 'scheduleRole', 'scheduleQueue', 'reapFunction'] as const;
    for (const name of names) process.env[environment[name]] = 'arn:any';
    const report = async (): Promise<DeploymentFacts['schedules']> =>
      JSON.parse((await send('GET /api/doctor', { key: admin })).body).schedules;
    try {
      assert.deepEqual(await report(), { canMake: true });
      assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), []);
      delete process.env[environment.scheduleRole];
      assert.deepEqual(await report(), { canMake: false, problem: 'Error' });
    } finally {
      for (const name of names) delete process.env[environment[name]];
    }
    assert.equal(await report(), undefined);
  });

  test('plans with what a shard was found to be good for', async () => {
    await burstStores().bursts.calibrate({ requestsPerSecShard: 123, at: 5 });
    const { body } = await send('GET /api/doctor', { key: admin });
    const facts = JSON.parse(body) as DeploymentFacts;
    assert.deepEqual([facts.requestsPerSecShard, facts.calibratedAt], [123, 5]);
    process.env[environment.targets] = '127.0.0.1';
    const text = `name: busy\nhttp: { host: 'http://${host}' }\nusersPerSec: 400\nduration: 1h\nscenario: [ one: [ httpRequest: { GET: / } ] ]\n`;
    const headers = { 'content-type': 'application/json' };
    const answer = await startBurst({ text, parameters: {}, user: 'eve', now: Date.now() });
    process.env[environment.targets] = 'shop.example.com';
    assert.ok('burst' in answer, JSON.stringify(answer));
    const { requestsPerSecShard } = (await burstStores().bursts.get(answer.burst)) ?? {};
    assert.equal(requestsPerSecShard, 123);
    let shards: number | undefined;
    while (shards === undefined) {
      await pause(50);
      shards = await burstStores()
        .objects.plan(answer.burst)
        .then(
          (plan) => plan.shards,
          () => undefined,
        );
    }
    assert.equal(shards, Math.ceil(400 / 123));
    await send(`PUT /api/burst/${answer.burst}/stop`, { key: admin, headers });
    // On a busy machine the drives of the self-test may still send.
    await ended(answer.burst);
    hits = 0;
  });

  async function ended(id: string): Promise<BurstStatus> {
    for (;;) {
      const reply = await send(`GET /api/burst/${id}`, { key: admin });
      const seen = JSON.parse(reply.body) as BurstStatus;
      if (!/planning|running|merging/.test(seen.state)) return seen;
      await pause(100);
    }
  }

  test('may be loaded by its own burst, and by no other', async () => {
    const text = `name: other\nhttp: { host: 'http://${host}' }\nusersPerSec: 1\nduration: 1s\nscenario: [ one: [ httpRequest: { GET: / } ] ]\n`;
    const body = JSON.stringify({ document: text, ownHost: '127.0.0.1' });
    const headers = { 'content-type': 'application/json' };
    const other = await send('POST /api/burst', { key: admin, headers, body });
    assert.equal(other.status, 400, other.body);
    assert.match(other.body, /may send load only to|ownHost/);
    // Behind a firewall or for a private API, the header `Host` has another host than the address that
    // callers use.
    process.env[environment.publicUrl] = `http://${host}/downpour/`;
    const { status, body: accepted } = await send('POST /api/doctor', {
      key: admin,
      headers: { host: 'abc.execute-api.eu-central-1.amazonaws.com' },
    });
    delete process.env[environment.publicUrl];
    assert.equal(status, 202, accepted);
    const { id } = JSON.parse(accepted) as { id: string };
    const seen = await ended(id);
    assert.match(seen.state, /^(passed|inconclusive)$/, JSON.stringify(seen));
    assert.equal(hits, 100, '20 requests a second for five seconds, and nothing but the version');
    // On a busy machine, the measured request rate is low or absent.
    const after = await send('GET /api/doctor', { key: admin });
    const { calibratedAt, requestsPerSecShard } = JSON.parse(after.body) as DeploymentFacts;
    const known = await burstStores().bursts.calibration();
    assert.deepEqual(
      [known?.at, known?.requestsPerSecShard ?? planning.requestsPerSecShard],
      [calibratedAt, requestsPerSecShard],
    );
  });
});
