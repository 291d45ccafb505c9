import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from '../../../bin/api/client.ts';
import { apiKey, startApi } from '../api.ts';

test('a burst is started with its document and answers with its id', async () => {
  await using server = await startApi({});
  const api = connect({ url: `${server.url}/`, apiKey });
  assert.equal(
    await api.startBurst({ document: 'name: x', file: 'x.yaml', parameters: { rate: '5' }, shards: 2 }),
    'b1',
  );
  assert.deepEqual(JSON.parse(server.heard[0]?.body ?? ''), {
    document: 'name: x',
    file: 'x.yaml',
    parameters: { rate: '5' },
    shards: 2,
  });
});

test('problems that an API finds in a document have the name of the document', async () => {
  const body = JSON.stringify({
    code: 'BENCHMARK_REFUSED',
    message: 'the benchmark has 1 problem',
    problems: [],
  });
  await using server = await startApi({ answers: { 'POST /api/burst': { status: 400, body } } });
  const api = connect({ url: server.url, apiKey });
  await assert.rejects(api.startBurst({ document: 'name: x', file: 'x.yaml' }), {
    code: 'BENCHMARK_REFUSED',
    status: 400,
    details: { file: 'x.yaml', ...JSON.parse(body) },
  });
});

test('a query keeps every character of its expression', async () => {
  const result = {
    valid: true,
    jsonpath: '',
    errorCode: 0,
    sqlState: null,
    reason: null,
    sql: null,
    value: '[1]',
  };
  await using server = await startApi({
    answers: { 'GET /api/sql/7/queryrun': { status: 200, body: JSON.stringify(result) } },
  });
  const expression = "$.a[?(@.b == 'x & y+z')]";
  assert.deepEqual(await connect({ url: server.url, apiKey }).query(7, expression, { array: true }), result);
  assert.equal(server.heard[0]?.query.get('query'), expression);
  assert.equal(server.heard[0]?.query.get('array'), 'true');
});

test('a syntax error is an answer, an unknown run a refusal', async () => {
  const wrong = {
    valid: false,
    jsonpath: '$.[',
    errorCode: 1,
    sqlState: '42601',
    reason: 'r',
    sql: null,
    value: null,
  };
  await using server = await startApi({
    answers: { 'GET /api/sql/7/queryrun': { status: 400, body: JSON.stringify(wrong) } },
  });
  const api = connect({ url: server.url, apiKey });
  assert.deepEqual(await api.query(7, '$.[', {}), wrong);
  await assert.rejects(api.query(8, '$', {}), { code: 'NOT_FOUND', status: 404 });
});

test('an upload sends the bytes and its parameters, and answers with the id', async () => {
  await using server = await startApi({ answers: { 'POST /api/run/data': { status: 202, body: '101' } } });
  const parameters = { test: 'shop', start: '1', stop: '2', owner: undefined };
  const api = connect({ url: server.url, apiKey });
  assert.equal(await api.upload({ body: Buffer.from('{"a":1}') }, parameters), '101');
  assert.equal(server.heard[0]?.body, '{"a":1}');
  assert.equal(server.heard[0]?.query.toString(), 'test=shop&start=1&stop=2');
});

test('a large answer is fetched from where it waits, without showing the key there', async () => {
  await using far = await startApi({});
  await using server = await startApi({
    answers: { 'GET /api/run/7/data': { status: 303, body: '', location: `${far.url}/api/config/version` } },
  });
  assert.equal(await connect({ url: server.url, apiKey }).runText(7), '{"version":"0.1.0"}');
});

test('a wrong key names the next step', async () => {
  await using server = await startApi({});
  const wrong = { status: 401, message: /does not know the API key in DOWNPOUR_API_KEY \(dpr_1_wr\.\.\.\)/ };
  await assert.rejects(connect({ url: server.url, apiKey: 'dpr_1_wrong' }).keys(), wrong);
  for (const [service, message] of [
    ['Horreum', /expects API keys in the header X-Horreum-API-Key: set DOWNPOUR_SERVICE=Horreum$/],
    ['downpour', /does not know the API key in DOWNPOUR_API_KEY/],
  ] as const) {
    const body = JSON.stringify({
      code: 'UNAUTHORIZED',
      message: `a key in the header X-${service}-API-Key`,
    });
    await using named = await startApi({ answers: { 'GET /api/user/apikey': { status: 401, body } } });
    await assert.rejects(connect({ url: named.url, apiKey }).keys(), { status: 401, message });
  }
  const none = { status: 401, message: /needs an API key: set DOWNPOUR_API_KEY$/ };
  await assert.rejects(connect({ url: server.url }).keys(), none);
});

test('a text that is no URL is rejected before any request, with an example of a URL', () => {
  const refusals: readonly [url: string, hint: RegExp][] = [
    ['localhost:8090', /'localhost:8090', .* such as http:\/\/localhost:8090$/],
    ['not a host', /'not a host', .* such as http:\/\/127\.0\.0\.1:8090$/],
    ['"http://localhost:8090"', /which is not a URL: remove the quotes and spaces around it$/],
    [' http://localhost:8090', /which is not a URL: remove the quotes and spaces around it$/],
    ['http://localhost:8090/?run=1#top', /which is not the address of an API: remove '\?run=1#top'$/],
  ];
  for (const [url, message] of refusals)
    assert.throws(() => connect({ url }), { code: 'URL_INVALID', status: 400, message });
});

test('a key with quotes and a wrong name of a service are rejected before any request', () => {
  const url = 'http://127.0.0.1:9';
  assert.throws(() => connect({ url, apiKey: '"dpr_1_x"' }), {
    code: 'UNAUTHORIZED',
    message: 'the value of DOWNPOUR_API_KEY is not an API key: remove the quotes around it',
  });
  assert.throws(() => connect({ url, apiKey, service: 'a b' }), { code: 'SERVICE_INVALID', status: 400 });
});

test('a URL without a server is a fault of the infrastructure, and not a bug', async () => {
  await assert.rejects(connect({ url: 'http://127.0.0.1:9' }).keys(), {
    code: 'API_UNREACHABLE',
    status: 503,
  });
});

test('a proxy that answers in HTML is quoted', async () => {
  await using server = await startApi({
    answers: { 'GET /api/user/apikey': { status: 502, body: '<h1>Bad Gateway</h1>' } },
  });
  await assert.rejects(connect({ url: server.url, apiKey }).keys(), {
    status: 502,
    message: `${server.url} answered with the status 502: Bad Gateway; try again, or ask the operator of this address`,
    details: '<h1>Bad Gateway</h1>',
  });
});

test('a URL with a wrong path is a wrong URL, also for an upload, which the pages of Downpour answer', async () => {
  const body = JSON.stringify({
    code: 'METHOD_NOT_ALLOWED',
    message: '/x/api accepts GET, HEAD',
    requestId: 'r',
  });
  await using server = await startApi({ answers: { 'GET /api/user/apikey': { status: 405, body } } });
  await assert.rejects(connect({ url: server.url, apiKey }).keys(), {
    code: 'URL_FOREIGN',
    message: `${server.url} is not Downpour's API: this server has no operation GET /api/user/apikey; check DOWNPOUR_URL`,
  });
});

test('an answer of a proxy has the next step for its status, and is no answer about the key', async () => {
  const rows: readonly [status: number, next: RegExp][] = [
    [401, /: Sign in; a proxy in front of the API rejects the request; ask its operator/],
    [403, /: Sign in; a proxy in front of the API rejects the request; ask its operator/],
    [
      413,
      /: Sign in; a proxy in front of the API takes only smaller bodies; .*`client_max_body_size` in nginx/,
    ],
    [504, /: Sign in; try again, or ask the operator of this address$/],
  ];
  for (const [status, message] of rows) {
    const body = '<html><head><title>Sign in</title></head><body><h1>Sign in</h1></body></html>';
    await using server = await startApi({ answers: { 'GET /api/user/apikey': { status, body } } });
    await assert.rejects(connect({ url: server.url, apiKey }).keys(), { status, message });
  }
});
