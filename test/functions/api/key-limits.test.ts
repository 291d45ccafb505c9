import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { burstStores } from '../../../functions/stores.ts';
import type { ApiKeyResponse, BurstRefusal, KeyLimits } from '../../../lib/api.generated.ts';
import { environment } from '../../../lib/names/environment.ts';
import { openMemory } from '../memory.ts';
import { adminKey } from './admin-key.ts';
import type { Answer } from './invoke.ts';
import { send } from './requests.ts';

/** An API key may have lower limits than the deployment, and its user cannot evade them with another key. */

const text = `name: limited
http: { host: 'http://127.0.0.1:1', sharedConnections: 1 }
usersPerSec: 20
duration: 60s
scenario: [ { only: [ { httpRequest: { GET: / } } ] } ]
`;

const memory = openMemory();
const admin = await adminKey();

suite('a limited key', () => {
  const json = { 'content-type': 'application/json' };
  const create = (key: string, request: object): Promise<Answer> =>
    send('POST /api/user/apikey', { key, headers: json, body: JSON.stringify(request) });
  const limited = async (limits: KeyLimits, key = admin): Promise<string> => {
    const { status, body } = await create(key, { user: 'ci', limits });
    assert.equal(status, 200, body);
    return body;
  };
  const post = (key: string, more: object = {}, headers: object = {}): Promise<Answer> =>
    send('POST /api/burst', {
      key,
      headers: { ...json, ...headers },
      body: JSON.stringify({ document: text, ...more }),
    });
  const refusal = ({ status, body }: Answer): string[] => {
    assert.equal(status, 400, body);
    const { code, message, problems } = JSON.parse(body) as BurstRefusal;
    const errors = problems.filter(({ severity }) => severity === 'error');
    assert.deepEqual(
      [code, message],
      [
        'BENCHMARK_REFUSED',
        `the benchmark has ${errors.length === 1 ? '1 problem' : `${errors.length} problems`}`,
      ],
    );
    return errors.map((problem) => `${problem.line}: ${problem.message}; ${problem.hint}`);
  };

  test('starts what it allows', async () => {
    const key = await limited({
      usersPerSecMax: 20,
      durationMsMax: 60_000,
      shardsMax: 2,
      burstsAtOnceMax: 9,
    });
    assert.equal((await post(key, { shards: 2 })).status, 202);
  });

  test('refuses what is above it with all that is wrong, in its place', async () => {
    const key = await limited({ usersPerSecMax: 19, durationMsMax: 59_000 });
    assert.deepEqual(refusal(await post(key)), [
      '3: the highest rate of all phases that may run at the same time is 20 users/s, but this API key allows at most 19 users/s; make the benchmark smaller, or use an API key with the limit usersPerSecMax=20',
      '4: the length of the run is 60 s, but this API key allows at most 59 s; make the benchmark smaller, or use an API key with the limit durationMsMax=60000',
    ]);
    assert.match(
      refusal(await post(await limited({ shardsMax: 1 }), { shards: 2 })).join(),
      /shards is 2, but this API key/,
    );
    assert.match(
      refusal(await post(await limited({ dollarsMax: 0.000_001 }))).join(),
      /price is .* this API key/,
    );
    assert.equal((await post(admin)).status, 202, 'others are not limited by it');
  });

  test('has so many bursts at once, and the next when one has ended', async () => {
    const key = await limited({ burstsAtOnceMax: 1, usersPerSecMax: 19 });
    const alone = await limited({ burstsAtOnceMax: 1 });
    const { id } = JSON.parse((await post(alone)).body) as { id: string };
    assert.deepEqual(refusal(await post(alone)), [
      `1: ${id} is running, and this API key allows 1 at once; wait for its end, or stop it: downpour stop ${id}`,
    ]);
    assert.equal(refusal(await post(key)).length, 1, 'another key has bursts of its own');
    memory.records.set(id, { ...memory.records.get(id)!, state: 'passed', endedAt: 1 });
    assert.equal((await post(alone)).status, 202);
    // The limit is reported together with the problems of the document.
    assert.equal(refusal(await post(alone, { document: text.replace('20', 'many') })).length, 2);
  });

  test('takes one place for a request that is sent again', async () => {
    const key = await limited({ burstsAtOnceMax: 1 });
    const again = { 'idempotency-key': 'k' };
    const first = await post(key, {}, again);
    assert.equal(first.status, 202, first.body);
    const second = await post(key, {}, again);
    assert.equal(second.status, 202, second.body);
    assert.equal(JSON.parse(second.body).id, JSON.parse(first.body).id);
    const third = await post(await limited({ burstsAtOnceMax: 2 }), {}, again);
    assert.equal(JSON.parse(third.body).id, JSON.parse(first.body).id, 'with another key of the same user');
  });

  test('takes one slot for requests at the same moment, and for a request that completes a lost start', async () => {
    const key = await limited({ burstsAtOnceMax: 1 });
    const same = { 'idempotency-key': 'twice' };
    const answers = await Promise.all([post(key, {}, same), post(key, {}, same)]);
    const ids = answers.map(({ status, body }) => [status, JSON.parse(body).id]);
    assert.deepEqual(ids[0], ids[1]);
    const id = ids[0]?.[1];
    const { isStarted: _, ...lost } = memory.records.get(id)!;
    memory.records.set(id, lost);
    assert.equal(JSON.parse((await post(key, {}, same)).body).id, id);
    assert.equal(refusal(await post(key, {}, { 'idempotency-key': 'other' })).length, 1);
    memory.records.set(id, { ...lost, state: 'passed', endedAt: 1 });
    assert.equal((await post(key, {}, { 'idempotency-key': 'other' })).status, 202, 'once there is a place');
  });

  test('frees the idempotency key of a request that lost the last slot to another one', async (t) => {
    const key = await limited({ burstsAtOnceMax: 1 });
    const late = { 'idempotency-key': 'late' };
    t.mock.method(burstStores().bursts, 'acquireSlot', async () => false, { times: 1 });
    assert.equal(refusal(await post(key, {}, late)).length, 1);
    assert.equal((await post(key, { seed: 4 }, late)).status, 202);
  });

  test('a dry run is refused while the key has no place', async () => {
    const key = await limited({ burstsAtOnceMax: 1 });
    assert.equal((await post(key, { dryRun: true })).status, 200);
    assert.equal((await post(key)).status, 202);
    assert.match(refusal(await post(key, { dryRun: true })).join(), /is running/);
  });

  test('makes keys that are limited as much at least', async () => {
    const key = await limited({ usersPerSecMax: 19, shardsMax: 4 });
    const child = await limited({ usersPerSecMax: 1_000, shardsMax: 2 }, key);
    assert.match(refusal(await post(child)).join(), /this API key allows at most 19/);
    assert.match(
      refusal(await post((await create(key, { name: 'free' })).body)).join(),
      /this API key allows at most 19/,
    );
    const listed = JSON.parse((await send('GET /api/user/apikey', { key: admin })).body) as ApiKeyResponse[];
    const limits = listed.slice(-3).map((each) => each.limits);
    assert.deepEqual(limits, [
      { usersPerSecMax: 19, shardsMax: 4 },
      { usersPerSecMax: 19, shardsMax: 2 },
      { usersPerSecMax: 19, shardsMax: 4 },
    ]);
    assert.equal('limits' in listed[0]!, false);
  });

  test('is refused with limits that cannot be meant', async () => {
    for (const limits of [
      { usersPerSecMax: 0 },
      // DynamoDB does not store numbers that are this small or this large.
      { usersPerSecMax: 5e-324 },
      { connectionsMax: 1e300 },
      { shardsMax: 1.5 },
      { usersMax: 5 },
      { burstsAtOnceMax: 101 },
    ])
      assert.equal((await create(admin, { limits })).status, 400, JSON.stringify(limits));
  });
});

suite('a dry run', () => {
  const post = (more: object = {}): Promise<Answer> =>
    send('POST /api/burst', {
      key: admin,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ document: text, dryRun: true, ...more }),
    });

  test('reports what a burst would be, and starts none', async () => {
    const sizes = () => [memory.records.size, memory.requests.length, memory.documents.size];
    const before = sizes();
    const { status, body } = await post({ shards: 3 });
    assert.equal(status, 200, body);
    const { shards, drivesAtOnce, drivesMax, dollars, problems } = JSON.parse(body);
    assert.deepEqual([shards, drivesAtOnce, drivesMax], [3, 3, undefined]);
    assert.ok(dollars > 0);
    assert.match(
      problems[0].message,
      /sharedConnections .* every shard \(load generator\) needs a connection of its own/,
    );
    assert.deepEqual(sizes(), before);
  });

  test('is refused as the burst would be', async () => {
    const { status, body } = await post({ document: text.replace('127.0.0.1', 'shop.example.com') });
    assert.equal(status, 400);
    assert.match(body, /may send load only to 127\.0\.0\.1, and not to shop\.example\.com/);
  });

  const withNeeds = `
name: shop
http: { host: !param HOST http://127.0.0.1:9, sharedConnections: 9 }
phases:
- warm:
    increasingRate: { initialUsersPerSec: 1, targetUsersPerSec: 9, duration: 3s, scenario: &all [ { s: [ { httpRequest: { POST: /, body: { fromFile: body.txt } } } ] } ] }
- main:
    constantRate: { usersPerSec: !param RATE, startAfter: warm, duration: 1m, scenario: *all }
- once:
    atOnce: { users: !param USERS 7, startTime: 2s, scenario: *all }
- each: { noop: { startAfter: main, duration: !param RATE } }
`;

  test('lists the phases of the plan, the targets, and what the document needs', async () => {
    const { status, body } = await post({ document: withNeeds, parameters: { RATE: '20' } });
    assert.equal(status, 200, body);
    const { targets, phases, parameters, files } = JSON.parse(body);
    assert.deepEqual(targets, ['http://127.0.0.1:9']);
    const rows = [
      {
        load: '1 to 9 users/s',
        start: 'at once',
        startMs: 0,
        durationMs: 3000,
        usersPerSec: { initial: 1, target: 9 },
      },
      {
        load: '20 users/s',
        start: 'after warm',
        startMs: 3000,
        durationMs: 60000,
        usersPerSec: { initial: 20, target: 20 },
      },
      { load: '7 users', start: 'at 2 s', startMs: 2000 },
      { load: '', start: 'after main', startMs: 63000, durationMs: 20000 },
    ];
    const names = ['warm', 'main', 'once', 'each'];
    assert.deepEqual(
      phases,
      rows.map((row, at) => ({ name: names[at], ...row, shards: row.load === '' ? 0 : 1 })),
    );
    assert.deepEqual(parameters, [
      { name: 'HOST', default: 'http://127.0.0.1:9' },
      { name: 'RATE' },
      { name: 'USERS', default: '7' },
    ]);
    assert.deepEqual(files, ['body.txt']);
  });

  test('lists what a refused document needs, without the items of a list', async () => {
    const { status, body } = await post({
      document: `${withNeeds}custom: !foreach { items: [ a, b ], param: ITEM, do: !param ITEM }\n`,
    });
    assert.equal(status, 400, body);
    const { parameters, files, problems } = JSON.parse(body);
    assert.deepEqual(
      [parameters.map(({ name }: { name: string }) => name), files],
      [['HOST', 'RATE', 'USERS'], ['body.txt']],
    );
    assert.match(JSON.stringify(problems), /parameter 'RATE' has no value/);
    const unreadable = await post({ document: `${withNeeds}  [` });
    assert.deepEqual(Object.keys(JSON.parse(unreadable.body)), ['code', 'message', 'problems', 'requestId']);
  });

  test('judges files only when they were sent', async () => {
    const withFile = text.replace('GET: / ', 'POST: /, body: { fromFile: body.txt } ');
    assert.equal((await post({ document: withFile })).status, 200);
    const { status, body } = await post({ document: withFile, dryRun: false });
    assert.equal(status, 400, body);
  });

  test('on Lambda reports how many drives can run', async () => {
    process.env.AWS_LAMBDA_RUNTIME_API = '127.0.0.1:9001';
    process.env[environment.targets] = 'shop.example.com';
    process.env[environment.driveConcurrency] = '4';
    const document = text.replace('127.0.0.1', 'shop.example.com');
    try {
      const { body } = await post({ document, shards: 3 });
      assert.equal(JSON.parse(body).drivesMax, 4, body);
      const over = await post({ document, shards: 5 });
      assert.equal(over.status, 400);
      assert.match(over.body, /needs 5 load generators at once, but the deployment allows 4/);
      const started = await post({ document, shards: 4, dryRun: false });
      assert.match(
        JSON.stringify(JSON.parse(started.body).warnings),
        /no other run can start during this time/,
      );
    } finally {
      for (const name of ['AWS_LAMBDA_RUNTIME_API', environment.driveConcurrency]) delete process.env[name];
      process.env[environment.targets] = '127.0.0.1';
    }
  });
});
