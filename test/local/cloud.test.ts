import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { burstDays } from '../../lib/facts/retention.ts';
import type { FunctionSpec } from '../../lib/functions/spec.ts';
import { type Cloud, startCloud } from '../../lib/local/cloud.ts';
import { commitObject, createBucket, incomingPath, objectPath } from '../../lib/local/object-store/bucket.ts';
import { beginFunctions } from '../../lib/local/start-functions.ts';
import { environment } from '../../lib/names/environment.ts';
import { objectKey } from '../../lib/names/object-keys.ts';
import { afterwards, scratchDir, suiteScope } from './scratch.ts';

const functionsDir = join(import.meta.dirname, 'fixtures/functions');
const size = { memoryMb: 256, timeoutS: 20, needs: [] } as const;
const functions: readonly FunctionSpec[] = [
  { ...size, name: 'api/stores' },
  { ...size, name: 'api/behave', route: 'POST /behave' },
  { ...size, name: 'driver/behave' },
];

test('the environment of a local cloud has the same settings for queries as a deployment in AWS', async (t) => {
  const dataDir = scratchDir(t);
  const reported = { [environment.commonDialect]: 'sql', [environment.privacyStatement]: 'ask Ada' };
  Object.assign(process.env, reported);
  t.after(() => {
    for (const name of Object.keys(reported)) delete process.env[name];
  });
  await using cloud = {
    ...(await startCloud({ dataDir, port: 0 })),
    [Symbol.asyncDispose]: () => cloud.close(),
  };
  const key = readFileSync(cloud.adminKeyFile, 'utf8').trim();
  const query = encodeURIComponent('$.a.b');
  const headers = { 'x-downpour-api-key': key, origin: 'https://example.com' };
  const answer = await fetch(`${cloud.url}/api/sql/testjsonpath?query=${query}`, { headers });
  assert.deepEqual([answer.status, answer.headers.get('x-downpour-dialect')], [200, 'sql']);
  assert.equal(answer.headers.get('access-control-allow-origin'), '*');
  const version = await fetch(`${cloud.url}/api/config/version/`);
  const { commit, startTimestamp, privacyStatement } = (await version.json()) as Record<string, unknown>;
  assert.equal(privacyStatement, 'ask Ada');
  assert.match(String(commit), /^([0-9a-f]{40}|unknown)$/);
  assert.ok(Number(startTimestamp) > Date.now() - 600_000 && Number(startTimestamp) <= Date.now());
  const head = await fetch(`${cloud.url}/api/config/version`, { method: 'HEAD' });
  assert.deepEqual([head.status, await head.text()], [200, '']);
  for (const [format, begin] of [
    ['json', '{"openapi":"3.1'],
    ['yaml', 'openapi: 3.1'],
    ['html', '<!doctype html>'],
  ]) {
    const contract = await fetch(`${cloud.url}/openapi?format=${format}`);
    assert.deepEqual([contract.status, (await contract.text()).slice(0, begin?.length)], [200, begin]);
  }
  const refused = await fetch(`${cloud.url}/api/user/apikey`, { method: 'DELETE' });
  assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'POST, GET, HEAD, OPTIONS']);
});

test('a long body is read from callers with good credentials only', async (t) => {
  await using cloud = {
    ...(await startCloud({ dataDir: scratchDir(t), port: 0 })),
    [Symbol.asyncDispose]: () => cloud.close(),
  };
  const good = readFileSync(cloud.adminKeyFile, 'utf8').trim();
  const path = '/api/run/data?test=t&start=2026-01-01&stop=2026-01-02';
  const body = JSON.stringify({ long: 'x'.repeat(1_000_000) });
  for (const [key, status] of [
    [good, 202],
    [good.replace(/.{4}$/, 'aaaa'), 401],
    ['no key', 401],
  ] as const) {
    const headers = { 'x-downpour-api-key': key, 'content-type': 'application/json' };
    assert.equal((await fetch(cloud.url + path, { method: 'POST', headers, body })).status, status);
    // Downpour rejects a caller with a wrong key before the body is complete, also when the body never ends.
    if (status === 202) continue;
    const sent = { ...headers, 'content-length': 1_000_000 };
    const unfinished = request(cloud.url + path, { method: 'POST', headers: sent, agent: false });
    unfinished.on('error', () => undefined);
    unfinished.write('{');
    const [answer] = (await once(unfinished, 'response')) as [IncomingMessage];
    assert.deepEqual(
      [answer.statusCode, ((await json(answer)) as { code: string }).code],
      [401, 'UNAUTHORIZED'],
    );
    unfinished.destroy();
  }
});

test('functions that start earlier than their cloud know its stores at their first invocation', async (t) => {
  const options = { dataDir: scratchDir(t), bundleDir: scratchDir(t), functions, functionsDir };
  await using begun = beginFunctions(options);
  const host = await begun.host;
  const names = ['api/behave', 'driver/behave'];
  await Promise.all(names.map((name) => host.prewarm(name, 1)));
  await using cloud = {
    ...(await startCloud({ ...options, begun, port: 0 })),
    [Symbol.asyncDispose]: () => cloud.close(),
  };
  for (const name of names) {
    const { invocations, environment: own } = (await cloud.invoke(name, { act: 'tell' })) as {
      invocations: number;
      environment: Record<string, string>;
    };
    assert.equal(invocations, 1);
    for (const key of [environment.runsBucket, 'AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL_DYNAMODB'])
      assert.equal(own[key], cloud.environment[key] ?? 'in the environment of the cloud', key);
  }
});

test('functions take no compiled code from the data folder, which may come from another person', async (t) => {
  const { NODE_COMPILE_CACHE } = process.env;
  delete process.env.NODE_COMPILE_CACHE;
  t.after(() => Object.assign(process.env, NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }));
  const options = { dataDir: scratchDir(t), bundleDir: scratchDir(t), functions, functionsDir };
  await using cloud = {
    ...(await startCloud({ ...options, port: 0 })),
    [Symbol.asyncDispose]: () => cloud.close(),
  };
  for (const name of ['api/behave', 'driver/behave']) {
    const { environment: own } = (await cloud.invoke(name, { act: 'tell' })) as {
      environment: Record<string, string>;
    };
    assert.equal(own.NODE_COMPILE_CACHE, undefined);
  }
});

describe('a cloud over functions of the test', () => {
  const scope = suiteScope();
  let dataDir: string;
  let bundleDir: string;
  let cloud: Cloud;
  const open = () =>
    startCloud({ dataDir, bundleDir, functions, functionsDir, environment: { GIVEN: 'yes' } });

  before(async () => {
    dataDir = join(scratchDir(scope), 'data');
    bundleDir = scratchDir(scope);
    cloud = await open();
  });
  after(() => cloud.close());

  test('functions reach the stores through clients that know nothing but their environment', async () => {
    const { object, item } = (await cloud.invoke('api/stores', { id: 'a', text: 'hello' })) as Record<
      string,
      unknown
    >;
    assert.equal(object, 'hello');
    assert.deepEqual(item, { pk: 'a', sk: 'text', text: 'hello' });
  });

  test('functions get the settings of the deployment and nothing of the caller', async () => {
    const reported = (await cloud.invoke('driver/behave', { act: 'tell' })) as {
      environment: Record<string, string>;
    };
    assert.equal(reported.environment[environment.targets], '*');
    assert.equal(reported.environment[environment.version], cloud.environment[environment.version]);
    assert.equal(reported.environment.GIVEN, 'yes');
    assert.equal(reported.environment.PATH, undefined);
    for (const [name, value] of Object.entries(cloud.environment))
      assert.equal(reported.environment[name], value, name);
  });

  test('a route leads to its function', async () => {
    const body = JSON.stringify({ any: 'body' });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${cloud.url}/behave`, { method: 'POST', body, headers });
    // The event has no `act`, so the function throws, which the gateway hides.
    assert.deepEqual([answer.status, await answer.text()], [502, '{"message":"Internal Server Error"}']);
  });

  test('a failing function is an error with the shape that Lambda gives', async () => {
    await assert.rejects(cloud.invoke('api/behave', { act: 'throw' }), {
      code: 'FUNCTION_FAILED',
      message: 'the function api/behave failed with TypeError: as told',
    });
  });

  test('a second cloud over the same data is refused', async () => {
    await assert.rejects(open(), { code: 'DATA_IN_USE', message: new RegExp(`process ${process.pid}`) });
  });

  test('a port that is in use is reported, and nothing remains open', async (t) => {
    const other = { dataDir: scratchDir(t), bundleDir, functions, functionsDir };
    await assert.rejects(startCloud({ ...other, port: Number(new URL(cloud.url).port) }), {
      code: 'PORT_UNUSABLE',
    });
    await (await startCloud(other)).close();
  });

  test('objects of a burst expire when they are as old as the facts say, runs never', async (t) => {
    const dataDir = scratchDir(t);
    const openAgain = async () => (await startCloud({ dataDir, bundleDir, functions, functionsDir })).close();
    await openAgain();
    const bucket = createBucket(join(dataDir, 'objects'), 'downpour-runs');
    const dayMs = 86_400_000;
    const keep = (key: string, ageMs: number): string => {
      const incoming = incomingPath(bucket);
      writeFileSync(incoming, '');
      const modifiedAt = Date.now() - ageMs;
      commitObject(bucket, incoming, { key, size: 0, etag: '', modifiedAt, headers: {} }, () => undefined);
      return objectPath(bucket, key);
    };
    const young = [
      keep(objectKey.plan('young'), (burstDays - 0.5) * dayMs),
      keep(objectKey.answer('young'), 0),
    ];
    const run = keep(objectKey.run(1), 1000 * dayMs);
    const old = [
      keep(objectKey.plan('old'), (burstDays + 0.5) * dayMs),
      keep(objectKey.answer('old'), 1.5 * dayMs),
    ];
    await openAgain();
    assert.deepEqual([...young, run].map(existsSync), [true, true, true]);
    assert.deepEqual(old.map(existsSync), [false, false]);
  });

  test('data is private to its owner', () => {
    assert.equal(statSync(dataDir).mode & 0o777, 0o700);
  });
});

test('a function without an entry file stops the start with its name', async (t) => {
  const specs: readonly FunctionSpec[] = [{ ...size, name: 'api/none' }];
  const options = { dataDir: scratchDir(t), bundleDir: scratchDir(t), functions: specs, functionsDir };
  await assert.rejects(startCloud(options), { code: 'FUNCTION_MISSING', message: /api\/none\.ts/ });
});

describe("a cloud over the project's functions", () => {
  const open = (dataDir: string) => startCloud({ dataDir });
  const keyOf = (cloud: Cloud) => readFileSync(cloud.adminKeyFile, 'utf8').trim();
  const listRuns = async (cloud: Cloud, key: string) =>
    (await fetch(`${cloud.url}/api/run/list`, { headers: { 'X-Downpour-API-Key': key } })).status;

  test('the first key opens the API, stays over restarts, and only its owner can read it', async (t) => {
    const dataDir = scratchDir(t);
    const first = await open(dataDir);
    const key = keyOf(first);
    assert.equal(statSync(first.adminKeyFile).mode & 0o777, 0o600);
    assert.deepEqual([await listRuns(first, key), await listRuns(first, 'none')], [200, 401]);
    await first.close();
    const second = await open(dataDir);
    assert.equal(keyOf(second), key);
    assert.equal(await listRuns(second, key), 200);
    await second.close();
  });

  for (const [name, lose] of [
    ['was lost', rmSync],
    ['is empty', (file: string) => writeFileSync(file, '')],
  ] as const)
    test(`a key whose file ${name} is replaced, before and after its first use`, async (t) => {
      const dataDir = scratchDir(t);
      let lost = 'none';
      for (let starts = 0; starts < 3; starts += 1) {
        const cloud = await open(dataDir);
        afterwards(t, cloud.close);
        if (starts > 0)
          assert.deepEqual([await listRuns(cloud, keyOf(cloud)), await listRuns(cloud, lost)], [200, 401]);
        lost = keyOf(cloud);
        await cloud.close();
        lose(cloud.adminKeyFile);
      }
    });

  test('a burst that was interrupted is incomplete after the next start', async (t) => {
    const dataDir = scratchDir(t);
    const started = { name: 'b-1', startedAt: 1, input: '{"burst":"b-1"}', status: 'RUNNING' };
    writeFileSync(join(dataDir, 'executions.jsonl'), `${JSON.stringify(started)}\n`);
    const cloud = await open(dataDir);
    afterwards(t, () => cloud.close());
    const journal = () => readFileSync(join(dataDir, 'executions.jsonl'), 'utf8');
    while (!journal().includes('"ABORTED"')) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.match(journal(), /Downpour\.Interrupted/);
  });

  test('the stores are closed to callers without the secret of this start', async (t) => {
    const cloud = await open(scratchDir(t));
    afterwards(t, () => cloud.close());
    assert.equal(
      (await fetch(`${cloud.environment.AWS_ENDPOINT_URL_S3}/downpour-runs?list-type=2`)).status,
      403,
    );
    assert.equal(
      (await fetch(`${cloud.environment.AWS_ENDPOINT_URL_DYNAMODB}`, { method: 'POST' })).status,
      403,
    );
    assert.equal((await fetch(`${cloud.environment.AWS_ENDPOINT_URL_SFN}`, { method: 'POST' })).status, 403);
  });
});
