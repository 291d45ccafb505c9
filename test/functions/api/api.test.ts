import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { handler as firstKey } from '../../../functions/api/first-key.ts';
import { repository } from '../../../functions/repository.ts';
import { batchingContext } from '../../../functions/work-context.ts';
import type { FilterQueryResult } from '../../../lib/api.generated.ts';
import { environment as names } from '../../../lib/names/environment.ts';
import type { Write } from '../../../lib/repository/ports/table.ts';
import { uploadLimits } from '../../../lib/results/upload/limits.ts';
import { openStores } from '../../../lib/store/stores.ts';
import { type Endpoints, openEndpoints } from '../../store/endpoints.ts';
import type { Ask } from './invoke.ts';
import { send } from './requests.ts';

/** The results API with real stores, one request at a time. */

const document =
  '{"$schema":"urn:acme:1", "results":[{"test":"Foo, or","n":1},{"test":"Bar","n":2}], "big": 12345678901234567890}';
let endpoints: Endpoints;
let admin = '';
let id = 0;

before(async () => {
  endpoints = await openEndpoints();
  process.env[names.version] = '1.2.3';
  const made = await firstKey();
  assert.ok('apiKey' in made);
  admin = made.apiKey;
  const { body } = await upload('test=shop&start=2024-01-01&stop=2024-01-02', { key: admin });
  id = Number(body);
});
after(() => endpoints.close());

const json = { 'Content-Type': 'application/json' };
const upload = (query: string, ask: Ask = {}) =>
  send(`POST /api/run/data?${query}`, { headers: json, body: document, ...ask });
const query = (text: string, { run = id, ...ask }: Ask & { readonly run?: number | string } = {}) =>
  send(`GET /api/sql/${run}/queryrun?${text}`, { key: admin, ...ask });
const newKey = (body: object, key = admin) =>
  send('POST /api/user/apikey', { key, headers: json, body: JSON.stringify(body) });
const code = (body: string): string => JSON.parse(body).code;

test('the version needs no key', async () => {
  const { status, type, body } = await send('GET /api/config/version');
  assert.deepEqual([status, type, JSON.parse(body).version], [200, 'application/json', '1.2.3']);
});

test('everything else needs a good one, whatever the case of its header', async () => {
  for (const line of [
    'GET /api/sql/1/queryrun?query=$',
    'POST /api/run/data',
    'GET /api/run/list',
    'GET /api/run/1',
    'GET /api/run/1/data',
    'POST /api/user/apikey',
    'GET /api/user/apikey',
    'PUT /api/user/apikey/1/revoke',
  ]) {
    const swapped = admin.replaceAll(/[a-zA-Z]/g, (letter) =>
      letter > 'Z' ? letter.toUpperCase() : letter.toLowerCase(),
    );
    for (const key of [
      undefined,
      '',
      'nonsense',
      `dpr_77${admin.slice(5)}`,
      swapped,
      `${admin.slice(0, 6)}${'x'.repeat(43)}`,
    ]) {
      const { status, body } = await send(line, { ...(key !== undefined && { key }) });
      assert.deepEqual([status, code(body)], [401, 'UNAUTHORIZED'], line);
      assert.match(body, /X-Downpour-API-Key/);
    }
  }
  for (const name of ['x-downpour-api-key', 'X-DOWNPOUR-API-KEY']) {
    const { status } = await send('GET /api/run/list', { headers: { [name]: admin } });
    assert.equal(status, 200);
  }
});

test('an uploaded run is queried as specified', async () => {
  const answer = async (text: string) => JSON.parse((await query(text)).body);
  const first = await answer('query=$.$schema');
  assert.deepEqual(first, {
    valid: true,
    jsonpath: '$.$schema',
    errorCode: 0,
    sqlState: null,
    reason: null,
    sql: null,
    value: '"urn:acme:1"',
  });
  assert.equal((await answer('query=$.results[*].test&array=true')).value, '["Foo, or","Bar"]');
  assert.equal((await answer('query=$.results[*].test&array=True')).value, '["Foo, or","Bar"]');
  assert.equal((await answer('query=$.results[*].test&array=1')).value, '"Foo, or"');
  assert.equal((await answer('query=$.results[*].test&array=FALSE')).value, '"Foo, or"');
  assert.equal((await answer('query=$.results[*].test&array=')).value, '"Foo, or"');
  assert.equal((await answer("query=$.results[?(@.test=='Foo,+or')].n&array=true")).value, '[1]');
  assert.equal(
    (await answer(`query=${encodeURIComponent('$.results[?(@.n + 1 == 3)].test')}`)).value,
    '"Bar"',
  );
  assert.equal((await answer('query=$.nope')).value, 'null');
  assert.equal((await answer('query=$.nope&array=true')).value, '[]');
  assert.equal(JSON.parse((await answer('query=$.*&array=true')).value).length, 3);
});

test('an option that is neither true nor false is refused', async () => {
  for (const name of ['lenient', 'explain']) {
    const { status, body } = await query(`query=$&${name}=1`);
    const { message } = JSON.parse(body);
    assert.deepEqual([status, message], [400, `the parameter '${name}' must be true or false`]);
  }
});

test('a syntax error is a 400 with its place in the same object', async () => {
  const { status, body } = await query('query=$.results[');
  const { valid, jsonpath, errorCode, sqlState, reason, sql, value } = JSON.parse(body);
  assert.deepEqual(
    [status, valid, jsonpath, errorCode, sqlState, sql, value],
    [400, false, '$.results[', 1, '42601', null, null],
  );
  assert.match(reason, /column 11: expected a selector/);
});

test('a query that is not one is refused', async () => {
  for (const [text, ask, status, word] of [
    ['', {}, 400, 'REQUEST_INVALID'],
    ['query=$&query=$', {}, 400, 'REQUEST_INVALID'],
    ['query=$&colour=red', {}, 400, 'REQUEST_INVALID'],
    ['query=$', { run: '999999' }, 404, 'RUN_NOT_FOUND'],
    ['query=$', { run: 'seven' }, 404, 'NOT_FOUND'],
    ['query=$', { run: '99999999999' }, 404, 'NOT_FOUND'],
    ['query=$', { headers: { 'content-type': 'text/plain' } }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ] as const) {
    const answer = await query(text, ask);
    assert.deepEqual([answer.status, code(answer.body)], [status, word], answer.body);
  }
  assert.equal(
    (await query('query=$.x', { headers: { 'content-type': 'application/json; charset=utf-8' } })).status,
    200,
  );
});

test('a run comes back byte for byte, alone or inside its record (row 25)', async () => {
  const ask = { key: admin };
  const answer = await send(`GET /api/run/${id}/data`, ask);
  assert.deepEqual(
    { status: answer.status, type: answer.type, body: answer.body },
    { status: 200, type: 'application/json', body: document },
  );
  const { body } = await send(`GET /api/run/${id}`, ask);
  assert.ok(body.endsWith(`"data":${document}}`));
  const { data: _, testid, ...rest } = JSON.parse(body);
  assert.ok(testid > 0);
  assert.deepEqual(rest, {
    id,
    access: 'PRIVATE',
    owner: 'admin-team',
    start: Date.UTC(2024, 0, 1),
    stop: Date.UTC(2024, 0, 2),
    testname: 'shop',
    description: null,
    trashed: false,
    metadata: null,
    datasets: [1],
    schemas: [],
    validationErrors: [],
  });
});

test('an upload answers with its id as text; a repeat with the same idempotency key answers the same (row 21)', async () => {
  const once = { key: admin, headers: { ...json, 'Idempotency-Key': 'build-1' } };
  const first = await upload('test=shop&start=1&stop=2&access=PUBLIC&description=nightly', once);
  assert.deepEqual([first.status, first.type], [202, 'text/plain; charset=utf-8']);
  assert.match(first.body, /^\d+$/);
  assert.equal(
    (await upload('test=shop&start=1&stop=2&access=PUBLIC&description=nightly', once)).body,
    first.body,
  );
  assert.equal((await upload('test=shop&start=1&stop=3', once)).status, 409);
});

test('uploads that come at one time reach the table together, and each is a run of its own', async (context) => {
  const [{ table }, { runs }] = [repository(), batchingContext().repository];
  const [{ write }, { insert }] = [table, runs];
  const all = Promise.withResolvers<void>();
  // The first request waits until the last one has arrived.
  let written = 0;
  context.mock.method(table, 'write', async (writes: readonly Write[]) => {
    written += 1;
    if (written === 8) all.resolve();
    await all.promise;
    return write(writes);
  });
  let came = 0;
  context.mock.method(runs, 'insert', (...run: Parameters<typeof insert>) => {
    came += 1;
    if (came === 8) setImmediate(all.resolve);
    return insert(...run);
  });
  const starts = Array.from({ length: 8 }, (_, n) => n + 1);
  const answers = await Promise.all(
    starts.map((start) => upload(`test=shop&start=${start}&stop=9`, { key: admin, body: `{"n":${start}}` })),
  );
  assert.equal(written, 2);
  assert.equal(new Set(answers.map(({ body }) => body)).size, 8);
  for (const [n, { body: run }] of answers.entries()) {
    const { start, data } = JSON.parse((await send(`GET /api/run/${run}`, { key: admin })).body);
    assert.deepEqual([start, data], [n + 1, { n: n + 1 }]);
  }
});

test('an upload that is wrong says everything that is', async () => {
  const bad = await upload('start=1&colour=red&access=secret', { key: admin });
  assert.equal(bad.status, 400);
  for (const part of [
    "'test' is required",
    "'stop' is required",
    "colour' is unknown",
    "'access' must be one of PUBLIC",
  ])
    assert.ok(bad.body.includes(part), bad.body);
  assert.equal(JSON.parse(bad.body).details.length, 4);
  for (const [text, ask, status, word] of [
    ['test=shop&start=x&stop=2', {}, 400, 'START_INVALID'],
    ['test=shop&start=1&stop=2', { body: '{"a":' }, 400, 'NOT_JSON'],
    [
      'test=shop&start=1&stop=2',
      { headers: { 'content-type': 'multipart/form-data; boundary=x' } },
      400,
      'FORM_INVALID',
    ],
    [
      'test=shop&start=1&stop=2',
      { body: `"${'x'.repeat(uploadLimits.uploadBytesMax)}"` },
      413,
      'UPLOAD_TOO_LARGE',
    ],
  ] as const) {
    const answer = await upload(text, { key: admin, ...ask });
    assert.deepEqual([answer.status, code(answer.body)], [status, word]);
  }
});

test('a reply over the limit of the platform lies where the caller is sent', async () => {
  const text = `"${'\\"'.repeat(2_000_000)}"`;
  const large = await upload('test=large&start=1&stop=2', { key: admin, body: text });
  assert.equal(large.status, 202);
  const answer = await query('query=$', { run: large.body });
  assert.equal(answer.status, 303);
  const { searchParams } = new URL(String(answer.headers.location));
  assert.equal(searchParams.get('X-Amz-Expires'), '900', 'seconds for which the URL works');
  const reply = await fetch(String(answer.headers.location));
  const { valid, value } = (await reply.json()) as FilterQueryResult;
  assert.deepEqual([valid, value], [true, text]);
  const data = await send(`GET /api/run/${large.body}/data`, { key: admin });
  assert.equal(data.status, 303);
  assert.equal(await (await fetch(String(data.headers.location))).text(), text);
  assert.equal((await query('query=$.length', { run: large.body })).status, 200);
});

test('a large run is answered from its index, and explains how', async () => {
  const rows = Array.from({ length: 20_000 }, (_, n) => `{"id":${n},"value":${n}.50,"tags":["a",${n}]}`);
  const body = `{"name":"big","results":[${rows.join(',')}]}`;
  const { body: runId } = await upload('test=indexed&start=1&stop=2', { key: admin, body });
  const ask = async (text: string) => {
    const reply = await query(`array=true&explain=true&query=${encodeURIComponent(text)}`, {
      run: runId,
    });
    const { value, explain } = JSON.parse(reply.body) as Required<FilterQueryResult>;
    return {
      value,
      way: explain.way,
      share: explain.bytesRead / body.length,
      dialect: reply.headers['x-downpour-dialect'],
    };
  };
  const name = await ask('$.name');
  assert.deepEqual([name.value, name.way, name.dialect], ['["big"]', 'member', 'jsonpath']);
  assert.ok(name.share < 0.1, `read ${name.share} of the document`);
  assert.equal((await ask('$.results[9000].value')).value, '[9000.50]');
  const column = await ask('$.results[*].value');
  assert.equal(column.way, 'column');
  assert.equal(column.value, `[${rows.map((_, n) => `${n}.50`).join(',')}]`);
  const filter = await ask('$.results[?(@.value > 19998)].id');
  assert.deepEqual([filter.way, filter.value], ['filter', '[19998,19999]']);
  const sql = await ask('$.results[last].value');
  assert.deepEqual([sql.value, sql.dialect], ['[19999.50]', 'sql']);
});

test('an index that was lost is built again', async () => {
  const body = `{"name":"lost","filler":"${'x'.repeat(300_000)}"}`;
  const { body: runId } = await upload('test=lost&start=1&stop=2', { key: admin, body });
  await openStores().runs.putIndex(Number(runId), new Uint8Array([1, 2, 3]));
  const ask = () => query('query=$.name&explain=true', { run: runId });
  assert.equal(JSON.parse((await ask()).body).value, '"lost"');
  const index = await openStores().runs.index(Number(runId))(-8);
  assert.equal(index?.length, 8);
});

test('runs are listed by page and test', async () => {
  for (const start of [1, 3, 2]) await upload(`test=paged&start=${start}&stop=9`, { key: admin });
  const list = async (text: string) => {
    const { status, body } = await send(`GET /api/run/list?${text}`, { key: admin });
    const { total, runs } = JSON.parse(body);
    return { status, total, starts: runs?.map((run: { start: number }) => run.start) };
  };
  assert.deepEqual(await list('test=paged'), { status: 200, total: 3, starts: [3, 2, 1] });
  assert.deepEqual(await list('test=paged&limit=2&page=2&direction=Ascending'), {
    status: 200,
    total: 3,
    starts: [3],
  });
  assert.deepEqual(await list('test=nobody'), { status: 200, total: 0, starts: [] });
  assert.equal((await list('sort=secret')).status, 400);
  assert.equal((await list('page=0')).status, 400);
});

test('runs are listed in the orders that clients of the original request', async () => {
  for (const [start, stop] of [
    [1, 9],
    [2, 3],
    [3, 7],
  ])
    await upload(`test=ordered&start=${start}&stop=${stop}`, { key: admin });
  const starts = async (order: string) => {
    const { body } = await send(`GET /api/run/list?test=ordered&${order}`, { key: admin });
    return JSON.parse(body).runs.map((run: { start: number }) => run.start);
  };
  assert.deepEqual(await starts('sort=%28stop%20-%20start%29'), [1, 3, 2]);
  assert.deepEqual(await starts('sort=(stop+-+start)&direction=Ascending'), [2, 3, 1]);
  assert.deepEqual(await starts('sort=&direction=Ascending'), [1, 2, 3]);
  // The runs of one test have the same name, and are then in the order of their ids.
  assert.deepEqual(await starts('sort=name'), [3, 2, 1]);
});

test('a user sees the records of the team and all records that are not private', async () => {
  const eve = (await newKey({ name: 'eve', user: 'eve' })).body;
  for (const line of [
    `GET /api/run/${id}`,
    `GET /api/run/${id}/data`,
    `GET /api/sql/${id}/queryrun?query=$`,
  ]) {
    const { status, body } = await send(line, { key: eve });
    assert.deepEqual([status, code(body)], [404, 'RUN_NOT_FOUND']);
  }
  const own = Number((await upload('test=of-eve&start=1&stop=2', { key: eve })).body);
  const foreign = await upload('test=shop&start=1&stop=2', { key: eve });
  assert.deepEqual([foreign.status, code(foreign.body)], [400, 'TEST_FORBIDDEN']);
  const { body } = await send('GET /api/run/list', { key: eve });
  const seen = JSON.parse(body).runs as { id: number; access: string }[];
  assert.ok(seen.some((run) => run.id === own));
  assert.ok(seen.every((run) => run.id === own || run.access === 'PUBLIC'));
});

test('keys are made, listed without their text, used and revoked (row 135)', async () => {
  const made = await newKey({ name: 'ci', type: 'USER', expiresInDays: 30 });
  assert.deepEqual([made.status, made.type], [200, 'text/plain; charset=utf-8']);
  const list = async (key: string) => JSON.parse((await send('GET /api/user/apikey', { key })).body);
  const [listed] = (await list(made.body)).filter((one: { name: string }) => one.name === 'ci');
  assert.ok(listed.access > 0);
  assert.deepEqual(
    [listed.type, listed.role, listed.user, listed.isRevoked],
    ['USER', 'user', 'admin', false],
  );
  assert.ok(listed.toExpiration >= 29 && made.body.startsWith(listed.prefix));
  assert.ok(!JSON.stringify(await list(admin)).includes(made.body.slice(14)));
  const revoke = (key: string, number = listed.id) => send(`PUT /api/user/apikey/${number}/revoke`, { key });
  assert.deepEqual([(await revoke(made.body, 1)).status, (await revoke(admin, 424_242)).status], [404, 404]);
  assert.deepEqual([(await revoke(admin)).status, (await revoke(admin)).status], [204, 204]);
  assert.equal((await send('GET /api/run/list', { key: made.body })).status, 401);
});

test('a key is not given more than its maker may give', async () => {
  const user = (await newKey({ name: 'plain' })).body;
  assert.equal((await newKey({ role: 'admin' }, user)).status, 403);
  assert.equal((await newKey({ user: 'eve' }, user)).status, 403);
  assert.equal((await newKey({ name: 'downpour.x' })).status, 400);
  assert.equal((await newKey({ nmae: 'typo' })).status, 400);
  assert.equal((await newKey({ name: 'child' }, user)).status, 200);
  const notJson = await send('POST /api/user/apikey', {
    key: admin,
    headers: json,
    body: '{"name"',
  });
  assert.deepEqual([notJson.status, code(notJson.body)], [400, 'NOT_JSON']);
});

test('the first key is made once', async () => {
  assert.deepEqual(await firstKey(), { exists: true });
  assert.deepEqual(await firstKey({ replaceUnused: true }), { exists: true });
});

test('a fault of the server is logged with its cause and hidden from the caller', async (context) => {
  const lines: string[] = [];
  context.mock.method(console, 'error', (line: string) => void lines.push(line));
  const bucket = process.env[names.runsBucket];
  process.env[names.runsBucket] = 'no-such-bucket';
  const { status, body } = await send(`GET /api/run/${id}/data`, { key: admin });
  process.env[names.runsBucket] = bucket;
  assert.deepEqual(
    [status, JSON.parse(body)],
    [
      500,
      {
        code: 'INTERNAL',
        message: 'The server failed to answer this request; its log has the reason',
        requestId: 'request-1',
      },
    ],
  );
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', /NoSuchBucket.*request-1|request-1.*NoSuchBucket/s);
  assert.ok(!(lines[0] ?? '').includes(admin));
});
