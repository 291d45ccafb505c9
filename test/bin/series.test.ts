import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { suite, test } from 'node:test';
import { parquetReadObjects } from 'hyparquet';
import { afterwards, listening, scratchDir } from '../local/scratch.ts';
import { apiKey, startApi } from './api.ts';
import { downpour, startDownpour } from './downpour.ts';

/**
 * The commands `tests`, `labels`, `changes` and `failures`, which list tests, and show measurements of their
 * runs and the changes in them.
 */

const json = (body: unknown) => ({ status: 200, body: JSON.stringify(body) });
const done = { status: 204, body: '' };
const shop = { 'GET /api/test/byName/shop': json({ id: 7, name: 'shop' }) };

async function spoken(
  parameters: readonly string[],
  answers: Record<string, { status: number; body: string }>,
) {
  await using server = await startApi({ answers: { ...shop, ...answers } });
  const output = await downpour(parameters, { DOWNPOUR_URL: server.url, DOWNPOUR_API_KEY: apiKey });
  const [, { path, query, body } = { path: '', query: new URLSearchParams(), body: '' }] = server.heard;
  return { ...output, path, asked: Object.fromEntries(query), body, heard: server.heard };
}

suite('labels', () => {
  const at = Date.UTC(2026, 10, 1);
  const dataset = (runId: number, values: object) => ({
    values,
    runId,
    datasetId: runId + 10,
    start: at,
    stop: at,
  });
  const values = [
    dataset(2, { branch: 'main', rate: 12.5 }),
    dataset(1, { branch: 'fix', shape: { a: [1] } }),
  ];
  const answers = { 'GET /api/test/7/labelValues': json(values) };

  test('are a line for each dataset and a column for each label', async () => {
    const { stdout, code, asked } = await spoken(['labels', 'shop'], answers);
    assert.deepEqual(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.trim().split(/\s{2,}/)),
      [
        ['run', 'dataset', 'started', 'branch', 'rate', 'shape'],
        ['2', '12', '2026-11-01 00:00:00', 'main', '12.5'],
        ['1', '11', '2026-11-01 00:00:00', 'fix', '{"a":[1]}'],
      ],
    );
    assert.deepEqual([code, asked], [0, { limit: '20', page: '0' }]);
    const full = await spoken(['labels', 'shop', '--limit', '2'], answers);
    assert.match(full.stdout, /\nIf there are more datasets, --page 2 lists them\.\n$/);
  });

  test('are requested as the options say, and come as the API answers them', async () => {
    const more = ['--limit', '5', '--page', '3', '--filter', '{"branch":["a","b"]}', '--any'];
    const those = ['--include', 'rate', '--exclude', 'shape', '--after', '1', '--before', '2026-11-02'];
    const { stdout, asked } = await spoken(['labels', 'shop', ...more, ...those, '--json'], answers);
    assert.deepEqual(JSON.parse(stdout), values);
    assert.deepEqual(asked, {
      limit: '5',
      page: '2',
      filter: '{"branch":["a","b"]}',
      multiFilter: 'true',
      include: 'rate',
      exclude: 'shape',
      after: '1',
      before: '2026-11-02',
    });
  });

  test('come as a table for spreadsheets, byte for byte, and not as two things at once', async (t) => {
    const csv = { 'GET /api/test/7/labelValues': { status: 200, body: 'runId,rate\r\n1,2\r\n' } };
    const { stdout, asked } = await spoken(['labels', 'shop', '--csv'], csv);
    assert.deepEqual([stdout, asked.format, asked.limit], ['runId,rate\r\n1,2\n', 'csv', '10000']);
    assert.equal((await spoken(['labels', 'shop', '--csv', '--json'], csv)).code, 2);
    assert.equal((await spoken(['labels', 'shop', '--csv', '--parquet', 'x'], csv)).code, 2);
    const file = join(scratchDir(t), 'x');
    assert.equal((await spoken(['labels', 'shop', '--parquet', file], csv)).code, 2, 'not a file of ours');
    const lost = await spoken(['labels', 'shop', '--parquet', join(file, 'none', 'x')], csv);
    assert.deepEqual([lost.code, /there is no folder/.test(lost.stderr)], [2, true]);
  });

  test('are reported as missing for a test that does not exist or has none', async () => {
    const missing = { status: 404, body: '{"code":"TEST_NOT_FOUND","message":"there is no test \'none\'"}' };
    const refused = await spoken(['labels', 'none'], { 'GET /api/test/byName/none': missing });
    assert.deepEqual([refused.code, /there is no test 'none'/.test(refused.stderr)], [2, true]);
    const none = await spoken(['labels', 'shop'], { 'GET /api/test/7/labelValues': json([]) });
    assert.match(none.stdout, /^The test has no label values, because no dataset has a schema with labels/);
    assert.match(none.stdout, /inconclusive, incomplete or stopped have no dataset/);
    const bare = json([{ runId: 3, datasetId: 4, start: 0, stop: 0, values: {} }]);
    const answers = { 'GET /api/test/7/labelValues': bare };
    assert.match(
      (await spoken(['labels', 'shop'], answers)).stdout,
      /\b3\b.*\n\nThe test has no label values/,
    );
    assert.doesNotMatch(
      (await spoken(['labels', 'shop', '--include', 'x'], answers)).stdout,
      /no label values/,
    );
    for (const asked of [
      ['--filter', '{"branch":"main"}'],
      ['--after', '1'],
      ['--page', '2'],
    ]) {
      const fewer = await spoken(['labels', 'shop', ...asked], { 'GET /api/test/7/labelValues': json([]) });
      assert.match(fewer.stdout, /^No label values match/, asked.join(' '));
    }
  });
});

suite('tests', () => {
  const listed = { description: null, datasets: 3, access: 'PUBLIC', datastoreId: 1, owner: 'shop-team' };
  const start = Date.UTC(2026, 10, 1);
  const tests = [
    {
      ...listed,
      id: 7,
      name: 'shop',
      folder: null,
      runs: 1234,
      newest: { state: 'failed', benchmark: 'shop' },
      outcomes: [{ id: 3, start, state: 'failed', p99: 5 }],
    },
    { ...listed, id: 8, name: 'new', folder: 'a/b', runs: 0, outcomes: [] },
  ];
  const summary = 'GET /api/test/summary';
  const wide = ['state', 'newest run', 'owner', 'folder'];

  test('are a line for each test, with the state and the start of the newest run', async () => {
    await using server = await startApi({ answers: { [summary]: json({ tests, count: 2 }) } });
    const output = await downpour(['tests'], { DOWNPOUR_URL: server.url, DOWNPOUR_API_KEY: apiKey });
    assert.deepEqual(
      output.stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.trim().split(/\s{2,}/)),
      [
        ['test', 'name', 'runs', ...wide],
        ['7', 'shop', '1,234', 'failed', '2026-11-01 00:00:00Z', 'shop-team'],
        ['8', 'new', '0', '-', '-', 'shop-team', 'a/b'],
      ],
    );
    const query = server.heard.find(({ path }) => path === '/api/test/summary')?.query ?? [];
    const asked = { limit: '100', page: '1', folder: '*', direction: 'Ascending', last: '1' };
    assert.deepEqual(Object.fromEntries(query), asked);
  });

  test('are selected by a part of the name and by the page, and come as the API answers them', async () => {
    const answers = { [summary]: json({ tests, count: 9 }) };
    const line = ['tests', '--name', 'sh', '--limit', '2', '--page', '3'];
    const page = await spoken(line, answers);
    assert.match(page.stdout, /^If there are more tests, --page 4 lists them\.$/m);
    const query = page.heard.find(({ path }) => path === '/api/test/summary')?.query ?? [];
    const { name, limit, page: number } = Object.fromEntries(query);
    assert.deepEqual([name, limit, number], ['sh', '2', '3']);
    const { stdout } = await spoken([...line, '--json'], answers);
    assert.deepEqual(JSON.parse(stdout), { tests, count: 9 });
  });

  test('are named by the message about a test that does not exist', async () => {
    const message = 'No test with name or id none: list the tests that you may see with GET /api/test';
    const missing = { status: 404, body: JSON.stringify({ code: 'TEST_NOT_FOUND', message }) };
    const { stderr } = await spoken(['labels', 'none'], { 'GET /api/test/byName/none': missing });
    assert.match(stderr, /list the tests that you may see with `downpour tests`/);
    const none = { [summary]: json({ tests: [], count: 0 }) };
    assert.match((await spoken(['tests'], none)).stdout, /^No tests yet\. `downpour run FILE`/);
    assert.match((await spoken(['tests', '--name', 'x'], none)).stdout, /^No test is in this part/);
  });
});

suite('changes', () => {
  const variable = (id: number, name: string) => ({
    id,
    testId: 7,
    name,
    labels: ['rate'],
    changeDetection: [],
  });
  const change = (id: number, of: ReturnType<typeof variable>, timestamp: number, confirmed: boolean) => ({
    id,
    variable: of,
    dataset: { id: 1, runId: 3, ordinal: 0, testId: 7 },
    timestamp,
    confirmed,
    description: null,
    model: 'eDivisive',
    fingerprint: { os: 'x' },
    explanation: `${of.name} fell`,
    after: { count: 1, mean: 1, deviation: 0 },
  });
  const [rate, size] = [variable(1, 'rate'), variable(2, 'size')];
  const answers = { 'GET /api/alerting/variables': json([rate, size]) };
  const of = (changes: readonly object[]) => ({ ...answers, 'GET /api/alerting/changes': json(changes) });

  test('are listed for all variables in the order of their times', async () => {
    const { stdout, code, heard } = await spoken(
      ['changes', 'list', 'shop'],
      of([change(4, rate, 0, false)]),
    );
    const line = ['4', '1970-01-01 00:00:00', '3', 'rate', '{"os":"x"}', 'new', 'rate fell'];
    assert.deepEqual(
      stdout
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((each) => each.trim().split(/\s{2,}/)),
      [line, line],
    );
    assert.equal(code, 0);
    assert.deepEqual(
      heard.slice(2).map(({ query }) => query.get('var')),
      ['1', '2'],
    );
  });

  test('are listed for one variable and one series, and checked for unconfirmed ones', async () => {
    const line = ['changes', 'list', 'shop', '--variable', 'size', '--fingerprint', '{"os":"x"}', '--check'];
    const reported = [change(5, size, 9, true), change(4, size, 1, true)];
    const { code, heard, stdout } = await spoken([...line, '--json'], of(reported));
    assert.deepEqual([code, JSON.parse(stdout).map(({ id }: { id: number }) => id)], [0, [4, 5]]);
    assert.deepEqual(Object.fromEntries(heard[2]?.query ?? []), { var: '2', fingerprint: '{"os":"x"}' });
    assert.equal((await spoken(line, of([...reported, change(6, size, 10, false)]))).code, 1);
    const unknown = await spoken(['changes', 'list', 'shop', '--variable', 'speed'], answers);
    assert.deepEqual(
      [unknown.code, /no variable 'speed': its variables are rate, size/.test(unknown.stderr)],
      [2, true],
    );
  });

  test('are confirmed with what they were, and dismissed', async () => {
    await using server = await startApi({
      answers: { 'PUT /api/alerting/change/12': done, 'DELETE /api/alerting/change/12': done },
    });
    const environment = { DOWNPOUR_URL: server.url, DOWNPOUR_API_KEY: apiKey };
    const confirmed = await downpour(['changes', 'confirm', '12', '--description', 'new'], environment);
    assert.equal(confirmed.stdout, 'Change 12 is confirmed.\n');
    const dismissed = await downpour(['changes', 'dismiss', '12'], environment);
    assert.equal(dismissed.stdout, 'Change 12 is dismissed.\n');
    assert.deepEqual(
      server.heard.map(({ method, body }) => [method, body === '' ? '' : JSON.parse(body)]),
      [
        ['PUT', { id: 12, confirmed: true, description: 'new' }],
        ['DELETE', ''],
      ],
    );
    assert.equal((await downpour(['changes', 'confirm', 'x'], environment)).code, 2);
  });
});

suite('failures', () => {
  const failure = (runId: number, more: object) => ({
    what: 'labels',
    runId,
    failedAt: Date.UTC(2026, 10, 1),
    reason: 'the disk is broken',
    again: `POST /api/run/${runId}/recalculate`,
    ...more,
  });
  const path = 'GET /api/test/7/failures';

  test('are listed with their reasons and how to try again', async () => {
    const failures = [failure(3, { datasetId: 12 }), failure(4, { what: 'datasets' })];
    const { stdout, code, asked } = await spoken(['failures', 'shop'], { [path]: json({ failures }) });
    assert.deepEqual(
      stdout
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => line.trim().split(/\s{2,}/)),
      [
        ['2026-11-01 00:00:00', '3', '12', 'labels', 'POST /api/run/3/recalculate', 'the disk is broken'],
        ['2026-11-01 00:00:00', '4', 'datasets', 'POST /api/run/4/recalculate', 'the disk is broken'],
      ],
    );
    assert.deepEqual([code, asked], [0, { limit: '1000' }]);
    const checked = await spoken(['failures', 'shop', '--check', '--json'], { [path]: json({ failures }) });
    assert.deepEqual([checked.code, JSON.parse(checked.stdout)], [1, failures]);
  });

  test('are listed for all kinds when no test is named', async () => {
    const reported = {
      failedAt: Date.UTC(2026, 10, 1),
      reason: 'no answer',
      again: 'POST /api/work/failures/again',
    };
    const failures = [{ what: 'webhook', of: 'run/new', testId: 7, actionId: 2, ...reported }];
    const { stdout, code } = await spoken(['failures'], { 'GET /api/work/failures': json({ failures }) });
    assert.match(stdout, /webhook +run\/new +POST \/api\/work\/failures\/again +no answer/);
    assert.equal(code, 0);
  });

  test('are none, which a check passes', async () => {
    const { stdout, code } = await spoken(['failures', 'shop', '--check'], {
      [path]: json({ failures: [] }),
    });
    assert.deepEqual([stdout, code], ['No failures.\n', 0]);
  });

  test('are listed page by page for many runs', async (t) => {
    const pages = [{ failures: [failure(1, {})], next: '1-run' }, { failures: [failure(2, {})] }];
    const server = createServer(({ url = '' }, response) => {
      const body = url.startsWith('/api/test/byName')
        ? { id: 7 }
        : pages[url.endsWith('cursor=1-run') ? 1 : 0];
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    });
    const url = await listening(t, server);
    const { stdout } = await downpour(['failures', 'shop', '--json'], {
      DOWNPOUR_URL: url,
      DOWNPOUR_API_KEY: apiKey,
    });
    assert.deepEqual(
      JSON.parse(stdout).map(({ runId }: { runId: number }) => runId),
      [1, 2],
    );
  });
});

test('labels and changes of real uploads', async (t) => {
  const served = startDownpour(['serve', '--port', '0', '--json', '--data', scratchDir(t)]);
  // The server must end before its folder is deleted, because it would write files there again.
  afterwards(t, async () => {
    if (served.exitCode !== null) return;
    served.kill('SIGINT');
    await once(served, 'exit');
  });
  const [line] = (await once(createInterface(served.stdout), 'line')) as [string];
  const { url, apiKey: key } = JSON.parse(line) as { readonly url: string; readonly apiKey: string };
  const environment = { DOWNPOUR_URL: url, DOWNPOUR_API_KEY: key };
  const ask = async (path: string, body?: unknown): Promise<string> => {
    const headers = { 'content-type': 'application/json', 'x-downpour-api-key': key };
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(url + path, { headers, ...sent });
    const words = await answer.text();
    assert.ok(answer.ok, words);
    return words;
  };
  const schema = await ask('/api/schema', { name: 's', uri: 'urn:s', owner: 'admin-team', access: 'PUBLIC' });
  const extractors = [{ name: 'v', jsonpath: '$.v', isarray: false }];
  await ask(`/api/schema/${schema}/labels`, [
    { name: 'v', extractors, owner: 'admin-team', access: 'PUBLIC' },
  ]);
  const levels = [10, 10, 10, 10, 10, 10, 99];
  const upload = (v: number, n: number) =>
    ask(`/api/run/data?test=shop&start=${1000 * n + 1000}&stop=${1000 * n + 1500}`, { $schema: 'urn:s', v });
  await upload(10, 0);
  const test = JSON.parse(await ask('/api/test/byName/shop')) as { readonly id: number };
  await ask(`/api/alerting/variables?test=${test.id}`, [
    {
      name: 'v',
      labels: ['v'],
      changeDetection: [
        { model: 'fixedThreshold', config: { max: { enabled: true, value: 50, inclusive: true } } },
      ],
    },
  ]);
  for (const [n, v] of levels.entries()) await upload(v, n + 1);
  // Downpour computes labels and changes after the reply.
  let [values, changes] = ['', ''];
  for (let turn = 0; turn < 600 && !(values.includes('99') && changes.includes('new')); turn += 1) {
    values = (await downpour(['labels', 'shop', '--csv'], environment)).stdout;
    changes = (await downpour(['changes', 'list', 'shop'], environment)).stdout;
  }
  assert.equal(values.trimEnd().split('\n').length, 9, values);
  const cut =
    /^warning More datasets follow\. Repeat the command with --page 2 and another file to get the next 7\.\n$/;
  assert.match((await downpour(['labels', 'shop', '--csv', '--limit', '7'], environment)).stderr, cut);
  assert.equal((await downpour(['labels', 'shop', '--csv', '--limit', '8'], environment)).stderr, '');
  const file = join(scratchDir(t), 'shop.parquet');
  const written = await downpour(['labels', 'shop', '--parquet', file], environment);
  assert.deepEqual([written.code, written.stdout, written.stderr], [0, '', '']);
  const part = ['labels', 'shop', '--parquet', `${file}.part`, '--limit', '7'];
  assert.match((await downpour(part, environment)).stderr, cut);
  const { buffer } = new Uint8Array(readFileSync(file));
  const rows = await parquetReadObjects({ file: buffer });
  assert.deepEqual(
    rows.map(({ v }) => v),
    [...levels.toReversed(), 10],
  );
  const checked = await downpour(['changes', 'list', 'shop', '--check', '--json'], environment);
  const [first] = JSON.parse(checked.stdout) as readonly { readonly id: number }[];
  assert.equal(checked.code, 1, checked.stderr);
  assert.equal((await downpour(['changes', 'confirm', `${first?.id}`], environment)).code, 0);
  assert.equal((await downpour(['changes', 'list', 'shop', '--check'], environment)).code, 0);
});
