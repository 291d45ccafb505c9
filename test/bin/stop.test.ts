import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BurstStatus } from '../../lib/api.generated.ts';
import { type ApiScript, apiKey, startApi } from './api.ts';
import { typed } from './typed.ts';

/**
 * `stop` waits until the burst is over and reports the data that remains. Its exit code shows whether the
 * load has stopped.
 */

const totals = { requests: 120, responses: 120, failed: 0, errors: 0, invalid: 0 };
const phase = { name: 'a', isWarmup: false, failed: false, expectedArrivals: 600, totals };
const running: BurstStatus = {
  id: 'b1',
  benchmark: 'shop',
  state: 'running',
  startedAt: 0,
  phases: [{ ...phase, status: 'RUNNING', startsAt: 0, durationMs: 100 }],
};
const stopped: BurstStatus = {
  ...running,
  state: 'stopped',
  runId: 7,
  endedAt: 9,
  reason: 'stopped by admin',
};

const stop = (script: ApiScript, ...parameters: readonly string[]) => stopBurst('b1', script, ...parameters);

async function stopBurst(burst: string, script: ApiScript, ...parameters: readonly string[]) {
  await using server = await startApi(script);
  const environment = { DOWNPOUR_URL: server.url, DOWNPOUR_API_KEY: apiKey };
  const ended = await typed(['stop', burst, ...parameters], { environment });
  const calls = server.heard.map(({ method, path }) => `${method} ${path}`);
  return { ...ended, calls, heard: server.heard };
}

test('a running burst is stopped, waited for, and its run is named', async () => {
  const { code, out, calls } = await stop({ statuses: [running], stopped });
  assert.equal(code, 0);
  assert.match(
    out,
    /^Requested the stop of burst b1\.\nBurst b1 has stopped: 120 requests, run 7 has its measurements\. The stop took .*\.$/m,
  );
  assert.ok(calls.includes('PUT /api/burst/b1/stop'));
});

test('the newest running burst has the name last', async () => {
  const bursts = (ids: readonly string[]) => ({
    'GET /api/burst': { status: 200, body: JSON.stringify({ bursts: ids.map((id) => ({ id })) }) },
  });
  const { code, out, heard } = await stopBurst('last', {
    statuses: [running],
    stopped,
    answers: bursts(['b1']),
  });
  assert.equal(code, 0);
  assert.match(out, /^Requested the stop of burst b1\.$/m);
  assert.equal(heard[0]?.query.toString(), 'limit=1&active=true');
  const none = await stopBurst('last', { answers: bursts([]) });
  assert.match(none.error?.message ?? '', /^No burst is running/);
  assert.deepEqual(none.calls, ['GET /api/burst']);
});

test('a program gets one line of JSON', async () => {
  const began = performance.now();
  const { out } = await stop({ statuses: [running], stopped }, '--json');
  const { tookMs, ...rest } = JSON.parse(out) as { tookMs: number };
  assert.ok(tookMs >= 0 && tookMs <= performance.now() - began + 1);
  assert.deepEqual(rest, { burst: 'b1', state: 'stopped', runId: 7, reason: 'stopped by you' });
});

test('a burst that had ended is left alone', async () => {
  const { code, out, calls } = await stop({ statuses: [{ ...stopped, state: 'passed' }] });
  assert.deepEqual([code, calls], [0, ['GET /api/burst/b1']]);
  assert.match(out, /^Burst b1 had already ended as passed: 120 requests, run 7 has its measurements\.$/m);
});

test('a burst that is not there is refused', async () => {
  const body = JSON.stringify({ code: 'BURST_NOT_FOUND', message: 'there is no burst b1' });
  const { error, calls } = await stop({ answers: { 'GET /api/burst/b1': { status: 404, body } } });
  assert.deepEqual([error?.status, calls.length], [404, 1]);
});

test('with its token a burst is stopped where no function runs', async () => {
  const failing = { status: 503, body: '{"message":"Service Unavailable"}' };
  const answers = {
    'PUT /api/burst/b1/stop': failing,
    'POST /api/burst/stop': { status: 200, body: '{"status":"SUCCEEDED"}' },
  };
  const looks = [running, stopped];
  const { code, heard, err } = await stop({ statuses: looks, answers }, '--token', 'secret');
  assert.equal(code, 0);
  assert.match(
    err,
    /^The API could not stop the burst \(the API answered with the status 503: Service Unavailable\); Downpour stopped the burst with its stop token, which works without Lambda functions\.$/m,
  );
  const sent = heard.find(({ path }) => path === '/api/burst/stop');
  assert.deepEqual(JSON.parse(sent?.body ?? ''), { burst: 'b1', token: 'secret' });
});

test('with its token a burst is stopped without an API key', async () => {
  const succeeded = { status: 200, body: '{"status":"SUCCEEDED"}' };
  await using server = await startApi({ answers: { 'POST /api/burst/stop': succeeded } });
  const environment = { DOWNPOUR_URL: server.url };
  const { code, out, err } = await typed(['stop', 'b1', '--token', 'secret'], { environment });
  assert.deepEqual([code, out], [0, 'Requested the stop of burst b1.\n']);
  assert.match(
    err,
    /^The API accepted the stop\. Without a valid API key this command cannot see the end\.$/m,
  );
  const json = await typed(['stop', 'b1', '--token', 'secret', '--json'], { environment });
  assert.equal((JSON.parse(json.out) as { burst: string }).burst, 'b1');
  assert.equal((await typed(['stop', 'b1'], { environment })).error?.status, 401);
});

test('a throttled stop is requested again, and its user sees that', async () => {
  let times = 0;
  const busy = { status: 429, body: '{"message":"Too Many Requests"}' };
  const answers = {
    get 'PUT /api/burst/b1/stop'() {
      times += 1;
      return times > 2 ? undefined : busy;
    },
  };
  const { code, err, calls } = await stop({ statuses: [running], stopped, answers } as ApiScript);
  assert.equal(code, 0);
  assert.equal(calls.filter((call) => call.startsWith('PUT')).length, 3);
  assert.match(
    err,
    /^The stop request failed \(.*Too Many Requests.*\). Downpour repeats the request for up to 60 s\.$/m,
  );
});
