import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { announce, noteOf, runningServe } from '../../../bin/api/serving.ts';
import { type CloudOptions, withApi } from '../../../bin/api/with-api.ts';
import { startApi } from '../api.ts';
import { captured } from '../captured.ts';

let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'downpour-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

test('a cloud that is up is found over its folder until it withdraws', async () => {
  await using server = await startApi({});
  assert.equal(await runningServe(dataDir, false), undefined);
  const withdraw = await announce(dataDir, { url: server.url, lasting: true, service: 'Acme' });
  assert.equal((await runningServe(dataDir, true))?.url, server.url);
  await withdraw();
  assert.equal(await runningServe(dataDir, false), undefined);
});

test('a cloud is not found over a copy of its folder', async () => {
  await using server = await startApi({});
  const [original, copy] = [join(dataDir, 'original'), join(dataDir, 'copy')];
  await announce(original, { url: server.url, lasting: true, service: 'Acme' });
  await cp(original, copy, { recursive: true });
  assert.equal((await runningServe(original, true))?.url, server.url);
  assert.equal(await runningServe(copy, true), undefined);
});

test('a cloud gets its key under the name of the service, the one over the folder its own', async () => {
  const keys: unknown[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers['x-acme-api-key']);
    response.setHeader('content-type', 'application/json').end('{"total":0,"runs":[]}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await announce(dataDir, { url, lasting: true, service: 'Acme' });
  await writeFile(join(dataDir, 'admin.key'), 'dpr_1_own\n');
  const { terminal } = captured();
  const requested = async (options: CloudOptions, service: object = {}): Promise<unknown> => {
    const environment = { DOWNPOUR_URL: url, ...service, DOWNPOUR_API_KEY: 'dpr_2_far' };
    const context = { out: terminal, err: terminal, environment, finish: () => {}, outlive: () => {} };
    await withApi(options, context, (api) => api.runs(1));
    return keys.at(-1);
  };
  // A file in the data folder names the service of the local API, so DOWNPOUR_SERVICE is not needed.
  const near = await requested({ data: dataDir });
  const far = await requested({}, { DOWNPOUR_SERVICE: 'Acme' });
  server.close();
  server.closeAllConnections();
  assert.deepEqual([near, far], ['dpr_1_own', 'dpr_2_far']);
});

test("another command's own cloud answers requests, but no second cloud starts", async () => {
  await using server = await startApi({});
  await announce(dataDir, { url: server.url, lasting: false, service: 'Downpour' });
  assert.equal((await runningServe(dataDir, false))?.url, server.url);
  await assert.rejects(runningServe(dataDir, true), { code: 'DATA_IN_USE', status: 409 });
});

test('a file that no cloud of this machine has written leads to no server', async () => {
  await using server = await startApi({});
  const path = join(dataDir, 'serve.json');
  await announce(dataDir, { url: server.url, lasting: true, service: 'Acme' });
  const written = JSON.parse(await readFile(path, 'utf8'));
  const { place, ...foreign } = written;
  const elsewhere = { ...written, url: 'http://198.51.100.7:8090' };
  for (const note of [foreign, elsewhere, { ...written, url: 'nonsense' }, { place }, null, []]) {
    await writeFile(path, JSON.stringify(note));
    assert.equal(await noteOf(dataDir), undefined, JSON.stringify(note));
  }
  await writeFile(path, JSON.stringify(written));
  assert.equal((await noteOf(dataDir))?.url, server.url);
});

test('the file of a killed cloud is ignored', async () => {
  const server = await startApi({});
  await announce(dataDir, { url: server.url, lasting: false, service: 'Downpour' });
  await server[Symbol.asyncDispose]();
  assert.equal(await runningServe(dataDir, true), undefined);
  await writeFile(join(dataDir, 'serve.json'), '{"url":"htt');
  assert.equal(await runningServe(dataDir, true), undefined);
});
