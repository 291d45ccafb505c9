import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { announce } from '../../bin/api/serving.ts';
import type { BurstStatus } from '../../lib/api.generated.ts';
import { type ApiScript, apiKey, startApi } from './api.ts';
import { eventsOf } from './burst/json-line.ts';
import { downpour } from './downpour.ts';
import { typed } from './typed.ts';

const shop =
  'name: shop\nhttp: { host: "http://localhost" }\nphases: [ a: { atOnce: { users: 1, scenario: [ b: [ httpRequest: { GET: / } ] ] } } ]\n';
let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'downpour-'));
});
after(() => rm(folder, { recursive: true }));

test('a query prints its value as it is, and nothing else', async () => {
  const { code, stdout, heard } = await spoken(['query', '7', '$.a', '--array'], {
    ...answering(7, { value: '[1.0, "x"]' }),
  });
  assert.equal(code, 0);
  assert.equal(stdout, '[1.0, "x"]\n');
  assert.equal(heard[0]?.query.toString(), 'query=%24.a&array=true');
});

test('a query tells what it has cost, when the API does', async () => {
  const explain = { way: 'column', dialect: 'jsonpath', bytesRead: 1234567, reads: 2, milliseconds: 4.25 };
  const requested = ['query', '7', '$.a', '--explain'];
  const { stdout, stderr, heard } = await spoken(requested, answering(7, { value: '1', explain }));
  assert.equal(stdout, '1\n');
  assert.equal(
    stderr,
    "Downpour answered the query in 4.3 ms: language jsonpath, method 'column', 1,234,567 bytes in 2 reads\n",
  );
  assert.equal(heard[0]?.query.toString(), 'query=%24.a&explain=true');
  const silent = await spoken(requested, answering(7, { value: '1' }));
  assert.deepEqual(
    [silent.stdout, silent.stderr],
    [
      '1\n',
      'The API did not report the work for this query, because it may be an older version of Downpour.\n',
    ],
  );
});

test('a query of the last run looks for it first', async () => {
  const list = { total: 9, runs: [runSummary] };
  const { stdout } = await spoken(['query', 'last', '$.a'], {
    answers: {
      ...answering(7, { value: '1' }).answers,
      'GET /api/run/list': { status: 200, body: JSON.stringify(list) },
    },
  });
  assert.equal(stdout, '1\n');
});

test('a syntax error shows its place and exits 2', async () => {
  const reason = 'syntax error at column 4: expected a name';
  const { code, stdout, stderr } = await spoken(
    ['query', '7', '$.a['],
    answering(7, { valid: false, reason, value: null }, 400),
  );
  assert.equal(code, 2);
  assert.equal(stdout, '');
  assert.equal(stderr, `  $.a[\n     ^\nerror the query failed: ${reason}\n`);
});

test('an unknown run, a wrong number and a wrong key exit 2', async () => {
  assert.match((await refused(['query', '8', '$'])).stderr, /error There is no GET \/api\/sql\/8\/queryrun/);
  assert.match(
    (await refused(['query', 'newest', '$'])).stderr,
    /'newest' is not a run: expected the number of a run, "last" or the name of a JSON file/,
  );
  assert.match(
    (await refused(['key', 'list'], 'wrong')).stderr,
    /does not know the API key in DOWNPOUR_API_KEY/,
  );
});

test('a DOWNPOUR_URL without a server exits 3', async () => {
  const { code, stderr } = await downpour(['runs'], { DOWNPOUR_URL: 'http://127.0.0.1:9' });
  assert.equal(code, 3);
  assert.match(stderr, /No answer from http:\/\/127\.0\.0\.1:9/);
});

test('runs are listed as a table, or as the API lists them', async () => {
  const list = { total: 1, runs: [runSummary] };
  const answers = { 'GET /api/run/list': { status: 200, body: JSON.stringify(list) } };
  const table = await spoken(['runs'], { answers });
  assert.deepEqual(table.stdout.split('\n').slice(0, 2), [
    'run  state   benchmark  requests   rate     p99  started               lasted  description',
    '  7  passed  shop          1,200  120/s  4.56ms  2026-05-04 10:00:00Z     10s  nightly',
  ]);
  const reversed = { total: 1, runs: [{ ...runSummary, start: runSummary.stop, stop: runSummary.start }] };
  const wrong = { 'GET /api/run/list': { status: 200, body: JSON.stringify(reversed) } };
  assert.match((await spoken(['runs'], { answers: wrong })).stdout, /Z {2}stop before start {2}nightly$/m);
  const before = { total: 1, runs: [{ ...runSummary, outcome: undefined }] };
  const older = { 'GET /api/run/list': { status: 200, body: JSON.stringify(before) } };
  assert.match((await spoken(['runs'], { answers: older })).stdout, /^ {2}7 +- +shop +- +- +- +2026/m);
  assert.deepEqual(JSON.parse((await spoken(['runs', '--json'], { answers })).stdout), list);
});

test('a narrow terminal removes the least important columns of runs, one after the other', async () => {
  const list = { total: 1, runs: [runSummary] };
  const answers = { 'GET /api/run/list': { status: 200, body: JSON.stringify(list) } };
  await using server = await startApi({ answers });
  const environment = { DOWNPOUR_URL: server.url, DOWNPOUR_API_KEY: apiKey };
  const seen = new Set<string>();
  for (let width = 100; width >= 60; width -= 5) {
    const { out } = await typed(['runs'], { environment, width });
    seen.add(out.split('\n')[0]?.replaceAll(/ +/g, ' ') ?? '');
  }
  assert.deepEqual(
    [...seen],
    [
      'run state benchmark requests rate p99 started lasted description',
      'run state benchmark requests rate p99 started lasted',
      'run state benchmark requests rate p99 started',
      'run state benchmark requests p99 started',
      'run state benchmark p99 started',
    ],
  );
});

test('a new key is all that standard output gets', async () => {
  const answers = { 'POST /api/user/apikey': { status: 200, body: 'dpr_2_abc' } };
  const { stdout, stderr, heard } = await spoken(['key', 'create', 'build server'], { answers });
  assert.equal(stdout, 'dpr_2_abc\n');
  assert.match(stderr, /does not show it again/);
  assert.deepEqual(JSON.parse(heard[0]?.body ?? ''), { name: 'build server' });
});

test('a key may be limited, by names that are known', async () => {
  const answers = { 'POST /api/user/apikey': { status: 200, body: 'dpr_2_abc' } };
  const create = (limits: string) => spoken(['key', 'create', 'ci', '--limits', limits], { answers });
  const { heard } = await create('usersPerSecMax=500, dollarsMax=0.5,burstsAtOnceMax=1');
  assert.deepEqual(JSON.parse(heard[0]?.body ?? '').limits, {
    usersPerSecMax: 500,
    dollarsMax: 0.5,
    burstsAtOnceMax: 1,
  });
  for (const wrong of ['usersMax=5', 'dollarsMax', 'dollarsMax=0', 'dollarsMax=-1', '']) {
    const { code, stderr, heard: nothing } = await create(wrong);
    assert.deepEqual([code, nothing.length], [2, 0], wrong);
    assert.match(
      stderr,
      /Expected pairs such as usersPerSecMax=500,dollarsMax=5, got '.*the names are users/s,
    );
  }
});

test('keys are listed without their secrets, and renamed and revoked by number', async () => {
  const keys = [
    {
      id: 1,
      name: 'first',
      role: 'admin',
      user: 'admin',
      prefix: 'dpr_1_ab',
      creation: 0,
      access: null,
      isRevoked: false,
      toExpiration: null,
    },
    {
      id: 2,
      name: null,
      role: 'user',
      user: 'anna',
      prefix: 'dpr_2_cd',
      creation: 0,
      access: 0,
      isRevoked: true,
      toExpiration: 3,
    },
    {
      id: 3,
      name: 'ci',
      role: 'user',
      user: 'admin',
      prefix: 'dpr_3_ef',
      creation: 0,
      access: 0,
      isRevoked: false,
      toExpiration: 3,
    },
  ];
  const answers = {
    'GET /api/user/apikey': { status: 200, body: JSON.stringify(keys) },
    'PUT /api/user/apikey/2/revoke': { status: 204, body: '' },
    'PUT /api/user/apikey/3/rename': { status: 204, body: '' },
  };
  assert.deepEqual((await spoken(['key', 'list'], { answers })).stdout.trimEnd().split('\n'), [
    'key  name   begins    user   created     last used   state',
    '  1  first  dpr_1_ab  admin  1970-01-01  never       valid',
    '  2         dpr_2_cd  anna   1970-01-01  1970-01-01  revoked',
    '  3  ci     dpr_3_ef  admin  1970-01-01  1970-01-01  valid for 3 days',
  ]);
  const some = keys.map((key) => (key.id === 3 ? { ...key, limits: { shardsMax: 2, dollarsMax: 5 } } : key));
  const limited = { 'GET /api/user/apikey': { status: 200, body: JSON.stringify(some) } };
  const [heading, first, , last] = (await spoken(['key', 'list'], { answers: limited })).stdout.split('\n');
  assert.match(heading ?? '', /state +limits$/);
  assert.match(first ?? '', /valid *$/);
  assert.match(last ?? '', /valid for 3 days +shardsMax=2,dollarsMax=5$/);
  const revoked = async (list: { readonly status: number; readonly body: string }) => {
    const { stdout, stderr } = await spoken(['key', 'revoke', '2'], {
      answers: { ...answers, 'GET /api/schedule': list },
    });
    assert.equal(stdout, 'Key 2 is revoked.\n');
    return stderr;
  };
  const listed = (...keyIds: readonly number[]) =>
    revoked({
      status: 200,
      body: JSON.stringify({ schedules: keyIds.map((keyId, n) => ({ name: `nightly-${n}`, keyId })) }),
    });
  assert.match(await listed(2, 3, 2), /start no more bursts: nightly-0, nightly-2\. Remove each of them/);
  assert.equal(await listed(3), '');
  const withoutScope = {
    status: 403,
    body: '{"code":"SCOPE_MISSING","message":"this request needs a scope"}',
  };
  assert.match(await revoked(withoutScope), /`downpour schedule list` shows them/);
  assert.equal(
    (await spoken(['key', 'rename', '3', 'old ci'], { answers })).stdout,
    "Key 3 has the new name 'old ci'.\n",
  );
});

test('a data folder that is named is meant, whatever DOWNPOUR_URL says', async () => {
  const data = await mkdtemp(join(folder, 'served-'));
  await writeFile(join(data, 'admin.key'), `${apiKey}\n`);
  const key = {
    id: 1,
    name: 'there',
    role: 'admin',
    prefix: 'dpr_1_ab',
    creation: 0,
    access: null,
    isRevoked: false,
    toExpiration: null,
  };
  const document = join(folder, 'there.json');
  await writeFile(document, '{"start": 1, "stop": 2}');
  const there = {
    'GET /api/config/version': { status: 200, body: '{}' },
    'POST /api/user/apikey': { status: 200, body: 'dpr_2_there' },
    'GET /api/user/apikey': { status: 200, body: JSON.stringify([key]) },
    'PUT /api/user/apikey/1/rename': { status: 204, body: '' },
    'PUT /api/user/apikey/1/revoke': { status: 204, body: '' },
    'GET /api/run/list': { status: 200, body: '{"total":0,"runs":[]}' },
    'GET /api/schedule': { status: 200, body: '{"schedules":[]}' },
  };
  const rows: readonly [parameters: readonly string[], line: string][] = [
    [['key', 'create', 'a'], 'POST /api/user/apikey'],
    [['key', 'list'], 'GET /api/user/apikey'],
    [['key', 'rename', '1', 'a'], 'PUT /api/user/apikey/1/rename'],
    [['key', 'revoke', '1'], 'PUT /api/user/apikey/1/revoke'],
    [['runs'], 'GET /api/run/list'],
    [['upload', document, '--test', 'shop'], 'POST /api/run/data'],
    [['query', '7', '$.a'], 'GET /api/sql/7/queryrun'],
  ];
  await using server = await startApi({ answers: there });
  await using elsewhere = await startApi({ answers: there });
  await announce(data, { url: server.url, lasting: true, service: 'Downpour' });
  for (const [parameters, line] of rows) {
    const before = server.heard.length;
    await downpour([...parameters, '--data', data], {
      DOWNPOUR_URL: elsewhere.url,
      DOWNPOUR_API_KEY: 'wrong',
    });
    const heard = server.heard.slice(before).map(({ method, path }) => `${method} ${path}`);
    assert.ok(heard.includes(line), `${parameters.join(' ')}: ${heard}`);
  }
  assert.deepEqual(elsewhere.heard, []);
});

test('an upload names which times it used and prints the id', async () => {
  const file = join(folder, 'all.json');
  await writeFile(file, '{"info":{"startTime":1,"terminateTime":2}}');
  const answers = { 'POST /api/run/data': { status: 202, body: '101' } };
  const { code, stdout, stderr, heard } = await spoken(['upload', file, '--test', 'shop'], { answers });
  assert.equal(code, 0);
  assert.equal(stdout, 'Run 101\n');
  assert.equal(
    stderr,
    'Start of the run: 1970-01-01T00:00:00.001Z, stop: 1970-01-01T00:00:00.002Z, from $.info.startTime and $.info.terminateTime.\n',
  );
  assert.equal(heard[0]?.query.toString(), 'test=shop&start=1&stop=2');
  const seconds = ['--start', '1700000000', '--stop', '1700000001', '--json'];
  const warned = await spoken(['upload', file, '--test', 'shop', ...seconds], { answers });
  assert.match(
    warned.stderr,
    /^warning: the run starts at 1970-01-20T16:13:20\.000Z, .*; multiply seconds by 1000/,
  );
});

test('an upload that ends in the middle, because the reader of its output is gone, did not pass', async () => {
  const files = [1, 2].map((at) => join(folder, `part-${at}.json`));
  for (const file of files) await writeFile(file, '{"info":{"startTime":1,"terminateTime":2}}');
  const answers = { 'POST /api/run/data': { status: 202, body: '101' } };
  await using server = await startApi({ answers });
  const environment = { DOWNPOUR_URL: server.url, DOWNPOUR_API_KEY: apiKey };
  const { codes } = await typed(['upload', ...files, '--test', 'shop'], { environment });
  // One code before each line of output, and the last one at the end.
  assert.deepEqual(codes, [3, 0, 0]);
});

test('a run hands on how many requests may fail, and tells an inconclusive end with its own exit code', async () => {
  const file = join(folder, 'tolerant.hf.yaml');
  await writeFile(file, shop);
  const status: BurstStatus = {
    id: 'b1',
    benchmark: 'shop',
    phases: [],
    state: 'inconclusive',
    reason: 'too busy',
  };
  for (const [given, maxErrors] of [
    ['2%', 0.02],
    ['0.5', 0.5],
    ['0', 0],
    ['100%', 1],
  ] as const) {
    const ended = await spoken(['run', file, '--max-errors', given], { statuses: [status] });
    const sent = ended.heard.find(({ method }) => method === 'POST');
    const body = JSON.parse(sent?.body ?? '');
    assert.deepEqual(
      [ended.code, body.maxErrors, 'stopOnFailure' in body],
      [4, maxErrors, false],
      ended.stderr,
    );
    assert.match(ended.stdout, /shop {2}inconclusive .*\n {2}too busy\n/);
  }
  const { heard } = await spoken(['run', file, '--stop-on-failure'], { statuses: [status] });
  assert.equal(JSON.parse(heard.find(({ method }) => method === 'POST')?.body ?? '').stopOnFailure, true);
});

test('a program reads a run from standard output, CI from a file, and people from standard error', async () => {
  const file = join(folder, 'events.hf.yaml');
  await writeFile(file, shop);
  const planning: BurstStatus = { id: 'b1', benchmark: 'shop', state: 'planning', phases: [] };
  const ended: BurstStatus = { ...planning, state: 'incomplete', reason: 'nobody answered' };
  const junit = join(folder, 'junit.xml');
  const parameters = ['run', file, '--json-lines', '--junit', junit];
  const { code, stdout, stderr } = await spoken(parameters, { statuses: [planning, ended] });
  const events = eventsOf(stdout.trim().split('\n'));
  assert.deepEqual(
    events.map(({ event, state, exitCode }) => [event, state, exitCode]),
    [
      ['burst', 'planning', undefined],
      ['burst', 'incomplete', undefined],
      ['result', 'incomplete', code],
    ],
  );
  assert.equal(code, 3);
  assert.match(stderr, /shop {2}incomplete .*\n {2}nobody answered\n/);
  assert.match(await readFile(junit, 'utf8'), /<error message="nobody answered"/);
  const quiet = await spoken(['run', file, '--quiet'], { statuses: [planning, ended] });
  assert.deepEqual([quiet.stdout, quiet.stderr], ['shop  incomplete  0ms\n  nobody answered\n', '']);
});

test('a document that is refused leaves its reason for CI as well', async () => {
  const file = join(folder, 'wrong.hf.yaml');
  await writeFile(file, 'name: wrong\n');
  const junit = join(folder, 'refused.xml');
  const summary = join(folder, 'refused.md');
  const outputs = ['--junit', junit, '--summary', summary, '--json-lines'];
  const { code, stdout, stderr } = await downpour(['run', file, ...outputs]);
  const [result] = eventsOf(stdout.trim().split('\n'));
  const { exitCode, error } = result ?? {};
  const refusal = error as { code: string; problems: readonly Record<string, unknown>[] };
  assert.deepEqual([code, exitCode, refusal.code], [2, 2, 'DOCUMENT_INVALID']);
  assert.deepEqual(refusal.problems, [
    { file, line: 1, column: 1, path: 'document', message: "'http' is missing" },
  ]);
  const [inXml, inMarkdown] = [await readFile(junit, 'utf8'), await readFile(summary, 'utf8')];
  assert.match(inXml, /<error message=".*wrong\.hf\.yaml has .* nothing was started"/);
  assert.match(inXml, /wrong\.hf\.yaml:1:1 document: &apos;http&apos; is missing</);
  assert.match(inMarkdown, /\n\n\* .*wrong\.hf\.yaml:1:1/);
  for (const text of [inXml, inMarkdown, stderr]) assert.equal(text.split('wrong.hf.yaml:1:1').length, 2);
});

test('an upload of what is not JSON is refused before anything is sent', async () => {
  const file = join(folder, 'broken.json');
  await writeFile(file, '{"a":');
  const { code, stderr, heard } = await spoken(['upload', file, '--test', 'shop'], {});
  assert.equal(code, 2);
  assert.match(
    stderr,
    /broken\.json is not JSON: line 1, column 6: expected a value, found the end of the text/,
  );
  assert.deepEqual(heard, []);
});

const runSummary = {
  id: 7,
  testname: 'shop',
  start: Date.UTC(2026, 4, 4, 10),
  stop: Date.UTC(2026, 4, 4, 10, 0, 10),
  description: 'nightly',
  outcome: { state: 'passed', benchmark: 'shop', requests: 1200, requestsPerSec: 120, latencyNsP99: 4.56e6 },
};

function answering(run: number, result: object, status = 200): ApiScript {
  const whole = {
    valid: true,
    jsonpath: '',
    errorCode: 0,
    sqlState: null,
    reason: null,
    sql: null,
    ...result,
  };
  return { answers: { [`GET /api/sql/${run}/queryrun`]: { status, body: JSON.stringify(whole) } } };
}

async function refused(parameters: readonly string[], key = apiKey) {
  const ended = await spoken(parameters, {}, key);
  assert.equal(ended.code, 2);
  return ended;
}

test('problems that only the API finds in a document are listed with their places, and no warning is repeated', async () => {
  const file = join(folder, 'refused.hf.yaml');
  await writeFile(file, shop);
  const location = { line: 2, column: 3, path: ['http', 'host'] };
  const problems = [
    { ...location, severity: 'error', message: 'not allowed here', hint: 'ask its owner' },
    { ...location, severity: 'warning', message: 'seen before' },
  ];
  const body = JSON.stringify({ code: 'DOCUMENT_INVALID', message: 'the document has 1 problem', problems });
  const { code, stderr } = await spoken(['run', file], {
    answers: { 'POST /api/burst': { status: 400, body } },
  });
  assert.equal(code, 2);
  assert.match(
    stderr,
    /refused\.hf\.yaml:2:3 http\.host: not allowed here; ask its owner\nerror the document has 1 problem\n/,
  );
  assert.doesNotMatch(stderr, /seen before/);
});

/** Runs a command against a scripted API. */
async function spoken(parameters: readonly string[], script: ApiScript, key = apiKey) {
  await using server = await startApi(script);
  const ended = await downpour(parameters, { DOWNPOUR_URL: server.url, DOWNPOUR_API_KEY: key });
  return { ...ended, heard: server.heard };
}
