import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { announce, runningServe } from '../../../bin/api/serving.ts';
import { startApi } from '../api.ts';

let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'downpour-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

test('a cloud that is up is found over its folder until it withdraws', async () => {
  await using server = await startApi({});
  assert.equal(await runningServe(dataDir, false), undefined);
  const withdraw = await announce(dataDir, { url: server.url, lasting: true });
  assert.equal((await runningServe(dataDir, true))?.url, server.url);
  await withdraw();
  assert.equal(await runningServe(dataDir, false), undefined);
});

test("another command's own cloud can be asked something, but nothing can be started beside it", async () => {
  await using server = await startApi({});
  await announce(dataDir, { url: server.url, lasting: false });
  assert.equal((await runningServe(dataDir, false))?.url, server.url);
  await assert.rejects(runningServe(dataDir, true), { code: 'DATA_IN_USE', status: 409 });
});

test('what a kill left behind is ignored', async () => {
  const server = await startApi({});
  await announce(dataDir, { url: server.url, lasting: false });
  await server[Symbol.asyncDispose]();
  assert.equal(await runningServe(dataDir, true), undefined);
  await writeFile(join(dataDir, 'serve.json'), '{"url":"htt');
  assert.equal(await runningServe(dataDir, true), undefined);
});
