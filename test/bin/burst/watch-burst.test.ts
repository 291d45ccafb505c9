import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { connect } from '../../../bin/api/client.ts';
import { watchBurst } from '../../../bin/burst/watch-burst.ts';
import type { BurstStatus } from '../../../lib/api.generated.ts';
import { apiKey, startApi } from '../api.ts';
import { captured } from '../captured.ts';
import { downpour } from '../downpour.ts';

/**
 * A user who watches a burst of another user sees the same as that user, and can leave without ending the
 * burst.
 */

const totals = { requests: 0, responses: 0, failed: 0, errors: 0, invalid: 0 };
const phase = { name: 'browse', isWarmup: false, failed: false, expectedArrivals: 600, totals } as const;
const running: BurstStatus = {
  id: 'b1',
  benchmark: 'shop',
  state: 'running',
  startedAt: 0,
  phases: [{ ...phase, status: 'RUNNING', startsAt: 0, durationMs: 5_000 }],
};
const ended: BurstStatus = {
  ...running,
  state: 'stopped',
  endedAt: 5_000,
  reason: 'stopped by ada',
  phases: [{ ...phase, status: 'TERMINATED', totals: { ...totals, requests: 600 } }],
};
const never = new AbortController().signal;

async function watched(statuses: readonly BurstStatus[], leave = never) {
  await using server = await startApi({ statuses });
  const { terminal, text } = captured();
  const api = connect({ url: server.url, apiKey, data: './other' });
  const { code, left } = await watchBurst(api, 'b1', terminal, leave, {});
  return { code, left, text: text(), heard: server.heard.map(({ method, path }) => `${method} ${path}`) };
}

suite('watch', () => {
  test('follows a burst to its end and has its exit code', async () => {
    const { code, text, heard } = await watched([running, running, ended]);
    assert.equal(code, 130);
    assert.match(
      text,
      /^shop: running, burst b1\nbrowse {2}phase started, lasts 5s\nbrowse {2}phase ended: 600 requests\n/,
    );
    assert.match(text, /stopped by ada/, 'who stopped it was not who watches it');
    assert.deepEqual(new Set(heard), new Set(['GET /api/burst/b1']));
  });

  for (const [state, exitCode] of [
    ['passed', 0],
    ['incomplete', 3],
  ] as const)
    test(`reports a burst that has ended at once: ${state}`, async () => {
      const { code, text, heard } = await watched([{ ...ended, state }]);
      assert.deepEqual([code, heard.length], [exitCode, 1]);
      assert.doesNotMatch(text, /started, lasts/);
    });

  test('that is left reports it and stops nothing', async () => {
    const leaving = new AbortController();
    setImmediate(() => leaving.abort());
    const { code, left, text, heard } = await watched([running], leaving.signal);
    assert.deepEqual([code, left], [130, true]);
    assert.match(
      text,
      /This command ends, and burst b1 continues: `downpour stop b1 --data \.\/other` stops the burst\.\n$/,
    );
    assert.ok(
      heard.every((request) => request.startsWith('GET ')),
      heard.join(),
    );
  });

  test('without a name takes the newest burst that has not ended, or reports that there is no such burst', async () => {
    const list = (bursts: readonly object[]) => ({
      'GET /api/burst': { status: 200, body: JSON.stringify({ bursts }) },
    });
    await using server = await startApi({ statuses: [ended], answers: list([{ id: 'b1' }]) });
    const environment = { DOWNPOUR_URL: server.url, DOWNPOUR_API_KEY: apiKey };
    const { code, stdout } = await downpour(['watch', '--json'], environment);
    assert.equal(code, 0);
    assert.deepEqual(JSON.parse(stdout), ended);
    assert.equal(server.heard[0]?.query.toString(), 'limit=1&active=true');
    await using none = await startApi({ answers: list([]) });
    const refused = await downpour(['watch'], { ...environment, DOWNPOUR_URL: none.url });
    assert.equal(refused.code, 2);
    assert.match(
      refused.stderr,
      /No burst is running\. A burst is one execution of a benchmark: `downpour bursts`/,
    );
  });
});

test('bursts are listed as a table, or as the API lists them, page by page', async () => {
  const burst = {
    id: 'b1',
    benchmark: 'shop',
    state: 'failed',
    user: 'ada',
    createdAt: 1_700_000_000_000,
    endedAt: 1_700_000_065_000,
    runId: 7,
    reason: 'phase main: too slow',
  };
  const body = {
    bursts: [burst, { ...burst, id: 'b0', state: 'running', endedAt: undefined }],
    next: '00x#b0',
  };
  const answers = { 'GET /api/burst': { status: 200, body: JSON.stringify(body) } };
  await using server = await startApi({ answers });
  const environment = { DOWNPOUR_URL: server.url, DOWNPOUR_API_KEY: apiKey };
  const { code, stdout, stderr } = await downpour(['bursts', '--before', '00y#b2', '--active'], environment);
  assert.deepEqual([code, stderr], [0, '']);
  const [titles, first, , more] = stdout.split('\n');
  assert.match(titles ?? '', /burst +state +benchmark +started +lasts +by +run +reason/);
  assert.match(first ?? '', /b1 +failed +shop +2023-11-14 22:13:20Z +1m05s +ada +7 +phase main: too slow/);
  assert.equal(more, "There are more bursts: add --before '00x#b0'");
  assert.equal(server.heard[0]?.query.toString(), 'limit=20&before=00y%23b2&active=true');
  const raw = await downpour(['bursts', '--json'], environment);
  assert.deepEqual(JSON.parse(raw.stdout), JSON.parse(JSON.stringify(body)));
  await using empty = await startApi({
    answers: { 'GET /api/burst': { status: 200, body: '{"bursts":[]}' } },
  });
  const none = await downpour(['bursts'], { ...environment, DOWNPOUR_URL: empty.url });
  assert.equal(none.stdout, 'No bursts yet. `downpour run FILE` starts one.\n');
});
