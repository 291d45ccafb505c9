import assert from 'node:assert/strict';
import { beforeEach, suite, type TestContext, test } from 'node:test';
import { repository } from '../../../functions/repository.ts';
import { DownpourError } from '../../../lib/errors.ts';
import { datastoreLimits } from '../../../lib/repository/pipeline/import/limits.ts';
import type { Datastore } from '../../../lib/repository/records/datastores/datastores.ts';
import { drainWork, keyOfUser, openMemory } from '../memory.ts';
import { collector, elasticsearch, openServer } from './datastore-servers.ts';
import type { Answer } from './invoke.ts';
import { send } from './requests.ts';

/**
 * An upload to a test that names a datastore is a query. The found documents become runs. The datastores are
 * real servers.
 */

const memory = openMemory();
const ada = keyOfUser(memory, 1, 'ada');
const eve = keyOfUser(memory, 2, 'eve');
const server = await openServer();
beforeEach(async () => {
  memory.table.clear();
  memory.bodies.clear();
  memory.queued.length = 0;
  server.asked.length = 0;
  await repository().actions.addSite(server.url);
});

const key = { type: 'api-key', apiKey: 'k3y' } as const;
async function shop(given: Partial<Datastore> = {}, owner = 'ada-team') {
  const datastore = await repository().datastores.add({
    name: 'archive',
    owner,
    access: 'PRIVATE',
    type: 'ELASTICSEARCH',
    url: server.url,
    authentication: key,
    ...given,
  });
  const access = 'PUBLIC' as const;
  const made = await repository().tests.create({
    name: 'shop',
    owner: 'ada-team',
    access,
    datastoreId: datastore.id,
  });
  return { id: datastore.id, test: made?.id ?? 0 };
}
type Sending = { readonly as?: string; readonly parameters?: string; readonly idempotencyKey?: string };
const times = 'start=$.at&stop=$.at';
const upload = (query: unknown, { as = ada, parameters = times, idempotencyKey }: Sending = {}) =>
  send(`POST /api/run/data?test=shop&${parameters}`, {
    key: as,
    headers: {
      'content-type': 'application/json',
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    body: typeof query === 'string' ? query : JSON.stringify(query),
  });
const refused = ({ status, body }: Answer) => [status, JSON.parse(body).code];
const words = ({ body }: Answer): string => JSON.parse(body).message;
const bodyOf = (id: number | string) => Buffer.from(memory.bodies.get(Number(id)) ?? []).toString();
const allBodies = () => [...memory.bodies.keys()].map(bodyOf);

const search = { index: 'perf', type: 'search', query: { query: { match_all: {} } } };
const documents = (count: number, more = '') =>
  Array.from({ length: count }, (_, n) => ({ id: `d${n}`, source: `{"at":${1000 + n},"n":${n}.50${more}}` }));

suite('an upload that asks Elasticsearch', () => {
  test('becomes a run for each document, whose bytes stay (row 42)', async () => {
    const { test: testId } = await shop();
    server.answer = elasticsearch({ perf: documents(4) });
    const { status, body } = await upload(search, { parameters: `${times}&schema=urn:perf&access=PUBLIC` });
    assert.equal(status, 202, body);
    const ids = body.split(',');
    assert.deepEqual(
      ids.map(bodyOf),
      [0, 1, 2, 3].map((n) => `{"$schema":"urn:perf","at":${1000 + n},"n":${n}.50}`),
    );
    const rows = await Promise.all(ids.map((id) => repository().runs.get(Number(id))));
    assert.deepEqual(
      rows.map((row) => [row?.testId, row?.start, row?.access, row?.owner]),
      [1000, 1001, 1002, 1003].map((at) => [testId, at, 'PUBLIC', 'ada-team']),
    );
    assert.deepEqual(
      server.asked.map(({ line, headers, body }) => [line, headers.authorization, JSON.parse(body)]),
      [
        [
          'POST /perf/_search',
          'ApiKey k3y',
          { query: { match_all: {} }, size: datastoreLimits.datastoreRunsMax },
        ],
      ],
    );
  });

  test('finds a document by its id, with the type in any case (row 42)', async () => {
    await shop({ authentication: { type: 'username', username: 'ada', password: 'pä' } });
    server.answer = elasticsearch({ perf: [{ id: 'a/b', source: '{"at":7}' }] });
    for (const type of ['DOC', 'doc', 'Doc']) {
      const { status, body } = await upload({ index: 'perf', type, query: 'a/b' });
      assert.deepEqual([status, bodyOf(body)], [202, '{"at":7}']);
      const [{ line, headers } = {}] = server.asked.splice(0);
      assert.equal(line, 'GET /perf/_doc/a%2Fb');
      assert.equal(headers?.authorization, `Basic ${Buffer.from('ada:pä').toString('base64')}`);
    }
  });

  test('takes the size of the query', async () => {
    await shop();
    server.answer = elasticsearch({ perf: [] });
    await upload({ ...search, query: { size: 3, query: {} } });
    assert.deepEqual(JSON.parse(server.asked[0]?.body ?? ''), { size: 3, query: {} });
  });

  test('brings what another index has of each document, with the type in any case (row 44)', async () => {
    await shop();
    server.answer = elasticsearch({
      meta: [
        { id: 'm0', source: '{"at":1,"link":"d0","$doc":"old"}' },
        { id: 'm1', source: '{"at":2,"link":"gone"}' },
        { id: 'm2', source: '{"at":3}' },
      ],
      perf: documents(1),
    });
    const query = { metaQuery: { query: {} }, targetIndex: 'perf', docField: 'link' };
    for (const type of ['MULTI_INDEX', 'multi-index']) {
      const { status, body } = await upload({ index: 'meta', type, query });
      assert.equal(status, 202, body);
      const [first = '', ...others] = body.split(',').map(bodyOf);
      assert.deepEqual(JSON.parse(first).$doc, {
        _index: 'perf',
        _id: 'd0',
        found: true,
        _source: { at: 1000, n: 0.5 },
      });
      assert.match(first, /"n":0\.50/);
      assert.deepEqual(others, ['{"at":2,"link":"gone","$doc":null}', '{"at":3,"$doc":null}']);
    }
  });

  test('is answered before more than ten documents are runs (row 43)', async () => {
    const { test: testId } = await shop();
    server.answer = elasticsearch({ perf: documents(datastoreLimits.datastoreRunsAtOnce + 1) });
    const { status, body } = await upload(search);
    assert.deepEqual([status, body, memory.bodies.size], [202, '', 0]);
    await drainWork(memory);
    assert.equal(memory.bodies.size, 11);
    assert.equal(await repository().runs.count({ keyId: 0, user: 'ada', role: 'user' }, { testId }), 11);
  });

  test('makes ten documents runs at once', async () => {
    await shop();
    server.answer = elasticsearch({ perf: documents(datastoreLimits.datastoreRunsAtOnce) });
    assert.equal((await upload(search)).body.split(',').length, 10);
    assert.deepEqual(memory.queued, [], 'none of them is left to the queue');
  });

  test('makes no run when nothing is found', async () => {
    await shop();
    server.answer = elasticsearch({ perf: [] });
    const { status, body } = await upload(search);
    assert.deepEqual([status, body, memory.bodies.size], [204, '', 0]);
  });

  test('makes no run of any document when one of the first cannot be one', async () => {
    await shop();
    server.answer = elasticsearch({ perf: [...documents(2), { id: 'x', source: '{"n":1}' }] });
    const answer = await upload(search);
    assert.deepEqual(refused(answer), [400, 'START_INVALID']);
    assert.match(words(answer), /^document 3 in the response of the datastore: Cannot parse start time/);
    assert.equal(memory.bodies.size, 0);
  });
});

suite('more documents than are made at once', () => {
  const many = [...documents(12), ...documents(2), { id: 'x', source: '{"n":1}' }];

  test('leave out those that can be no runs, and the log names which', async () => {
    const { test: testId } = await shop();
    server.answer = elasticsearch({ perf: many });
    await upload(search);
    await drainWork(memory);
    assert.equal(memory.bodies.size, 14);
    const log = await send(`GET /api/log/transformation/${testId}`, { key: ada });
    const [entry, ...others] = JSON.parse(log.body);
    assert.match(entry.message, /document 15 in the response of the datastore: Cannot parse start time/);
    assert.deepEqual(others, []);
  });

  test('are runs once when the queue hands the query out twice, in another order', async () => {
    await shop();
    server.answer = elasticsearch({ perf: many });
    await upload(search);
    const [message] = structuredClone(memory.queued);
    const work = [...memory.table.items].filter(([pk]) => pk.includes('work#'));
    await drainWork(memory);
    // The task is pending again, as if the process died after it stored the last run and before it deleted
    // the outbox entry.
    await memory.table.write(work.flatMap(([, items]) => [...items.values()].map((put) => ({ put }))));
    server.answer = elasticsearch({ perf: many.toReversed() });
    assert.ok(message);
    memory.queued.push(message);
    await drainWork(memory);
    assert.equal(server.asked.length, 3);
    assert.equal(allBodies().length, 14);
  });

  test('are tried again when the datastore fails, and the log reports it', async () => {
    const { test: testId } = await shop();
    server.answer = elasticsearch({ perf: many });
    await upload(search);
    server.answer = () => 503;
    const [message] = structuredClone(memory.queued);
    assert.ok(message);
    await assert.rejects(drainWork(memory));
    const [{ message: output } = { message: '' }] = JSON.parse(
      (await send(`GET /api/log/transformation/${testId}`, { key: ada })).body,
    );
    assert.match(output, /datastore 'archive' answered .* with HTTP status 503/);
    server.answer = elasticsearch({ perf: many });
    memory.queued.push(message);
    await drainWork(memory);
    assert.equal(memory.bodies.size, 14);
  });
});

test('equal documents are a run each, also when the query comes again', async () => {
  await shop();
  server.answer = elasticsearch({
    perf: Array.from({ length: 4 }, (_, n) => ({ id: `${n}`, source: '{"at":1}' })),
  });
  const { body } = await upload(search, { idempotencyKey: 'ci-1' });
  assert.equal(new Set(body.split(',')).size, 4);
  assert.equal((await upload(search, { idempotencyKey: 'ci-1' })).body, body);
});

for (const error of [
  new Error('the bucket does not answer'),
  new DownpourError('OVERLOADED', 503, 'the table is busy'),
])
  test(`documents are tried again when ${error.message}, and none is left out`, async (t) => {
    await shop();
    server.answer = elasticsearch({ perf: documents(12) });
    await upload(search);
    const [message] = structuredClone(memory.queued);
    assert.ok(message);
    const broken = t.mock.method(memory.objects, 'set', () => {
      throw error;
    });
    await assert.rejects(drainWork(memory), /itemIdentifier/);
    broken.mock.restore();
    memory.queued.push(message);
    await drainWork(memory);
    assert.equal(memory.bodies.size, 12);
  });

suite('an upload that fails after its first run', () => {
  const failsAt = (t: TestContext, failing: number) => {
    const { set } = memory.objects;
    let documents = 0;
    return t.mock.method(memory.objects, 'set', (...given: Parameters<typeof set>) => {
      documents += given[0].includes('index') ? 0 : 1;
      if (documents === failing) throw new Error('the bucket does not answer');
      return set.apply(memory.objects, given);
    });
  };

  test('is accepted, and the queue makes the rest of its runs', async (t) => {
    await shop();
    server.answer = elasticsearch({ perf: documents(4) });
    const broken = failsAt(t, 3);
    const { status, body } = await upload(search);
    assert.deepEqual([status, body], [202, '']);
    broken.mock.restore();
    await drainWork(memory);
    assert.equal(memory.bodies.size, 4);
    assert.equal(new Set(allBodies()).size, 4);
  });

  test('is refused with an idempotency key, and a repeat makes the rest of its runs', async (t) => {
    await shop();
    server.answer = elasticsearch({ perf: documents(4) });
    const broken = failsAt(t, 3);
    assert.equal((await upload(search, { idempotencyKey: 'ci-1' })).status, 500);
    broken.mock.restore();
    assert.equal((await upload(search, { idempotencyKey: 'ci-1' })).body.split(',').length, 4);
    await drainWork(memory);
    assert.equal(memory.bodies.size, 4);
  });

  test('leaves no task when all runs are stored', async () => {
    await shop();
    server.answer = elasticsearch({ perf: documents(3) });
    await upload(search);
    await drainWork(memory);
    assert.equal(
      [...memory.table.items].filter(([pk, items]) => pk.includes('work#') && items.size > 0).length,
      0,
    );
  });
});

suite('a repeat with the same idempotency key', () => {
  test('is the same runs, and adds what is found besides', async () => {
    await shop();
    server.answer = elasticsearch({ perf: documents(2) });
    const first = await upload(search, { idempotencyKey: 'ci-1' });
    assert.equal((await upload(search, { idempotencyKey: 'ci-1' })).body, first.body);
    server.answer = elasticsearch({ perf: documents(3) });
    const third = await upload(search, { idempotencyKey: 'ci-1' });
    assert.deepEqual(third.body.split(',').slice(0, 2), first.body.split(','));
    assert.equal(memory.bodies.size, 3);
  });
});

suite('an upload that asks a collector', () => {
  const store = { type: 'COLLECTORAPI', url: `${server.url}/api` } as const;
  const query = {
    tag: 'main & co',
    imgName: 'quarkus',
    newerThan: '2026-01-01 00:00:00.000',
    olderThan: '2026-02-01 00:00:00.000',
  };

  test('becomes a run for each element of the list', async () => {
    await shop(store);
    server.answer = collector(['main & co'], '[{"at":1},{"at":2.0}]');
    const { status, body } = await upload(query, { parameters: 'start=1&stop=2' });
    assert.deepEqual([status, body.split(',').map(bodyOf)], [202, ['{"at":1}', '{"at":2.0}']]);
    assert.deepEqual(
      server.asked.map(({ line, headers }) => [line, headers.token]),
      [
        ['GET /api/tags/distinct', 'k3y'],
        [
          'GET /api?tag=main%20%26%20co&imgName=quarkus&newerThan=2026-01-01%2000%3A00%3A00.000&olderThan=2026-02-01%2000%3A00%3A00.000',
          'k3y',
        ],
      ],
    );
  });

  for (const [what, more, says] of [
    ['a tag that it does not know', { tag: 'x' }, /no tag 'x'; its tags are 'main & co'/],
    ['no image', { imgName: undefined }, /'imgName' must be a text that is not empty/],
    ['a time of another form', { newerThan: '2026-01-01' }, /'newerThan' must be a time such as/],
    ['a day that is none', { olderThan: '2026-02-30 00:00:00.000' }, /'olderThan' must be a time such as/],
    [
      'times in the wrong order',
      { newerThan: '2026-03-01 00:00:00.000' },
      /must not be later than olderThan/,
    ],
  ] as const)
    test(`is refused for ${what}`, async () => {
      await shop(store);
      server.answer = collector(['main & co'], '[]');
      const answer = await upload({ ...query, ...more });
      assert.deepEqual(refused(answer), [400, 'DATASTORE_QUERY_INVALID']);
      assert.match(words(answer), says);
      assert.ok(!server.asked.some(({ line }) => line.startsWith('GET /api?')));
    });
});

suite('a query for Elasticsearch is refused', () => {
  for (const [what, query, says] of [
    ['that is no object', [1], /the datastore query is not valid: it must be a JSON object/],
    [
      'of an unknown type',
      { ...search, type: 'delete' },
      /'type' must be 'doc', 'search' or 'multi-index', found 'delete'/,
    ],
    ['without an index', { type: 'search', query: {} }, /'index' must be a text that is not empty/],
    ['for an operation', { ...search, index: '_cluster' }, /'index' must be the name of an index/],
    [
      'that climbs out of its index',
      { index: 'perf', type: 'doc', query: '..' },
      /the id '\.\.' is not allowed/,
    ],
    [
      'for a document without an id',
      { index: 'perf', type: 'doc', query: {} },
      /'query' must be a text that is not empty/,
    ],
    [
      'without what to search',
      { ...search, query: 'x' },
      /'query' must be an object: the body of an Elasticsearch search/,
    ],
    ['for too many', { ...search, query: { size: 1001 } }, /'query\.size' must be a number from 0 to 1000/],
    [
      'for two indexes that names one',
      { index: 'perf', type: 'multi-index', query: { metaQuery: {}, docField: 'a' } },
      /'query\.targetIndex' must be a text that is not empty/,
    ],
    [
      'for two indexes that is no object',
      { index: 'perf', type: 'multi-index', query: 'x' },
      /'query' must be an object with the members 'metaQuery', 'targetIndex' and 'docField'/,
    ],
    ['that is too large', { ...search, x: 'x'.repeat(65_536) }, /the limit is 65536/],
  ] as const)
    test(what, async () => {
      await shop();
      server.answer = elasticsearch({ perf: documents(1) });
      const answer = await upload(query);
      assert.deepEqual(refused(answer), [400, 'DATASTORE_QUERY_INVALID']);
      assert.match(words(answer), says);
      assert.equal(server.asked.length, 0);
    });
});

suite('a datastore is not asked', () => {
  const asksNobody = async (code: string, sending: Sending = {}) => {
    server.answer = elasticsearch({ perf: documents(1) });
    const answer = await upload(search, sending);
    assert.deepEqual(refused(answer), [400, code]);
    assert.equal(server.asked.length, 0);
    return words(answer);
  };

  test('for who may not upload to the test', async () => {
    await shop({ access: 'PUBLIC' });
    await asksNobody('TEST_FORBIDDEN', { as: eve });
  });

  test('for a hidden test, which is refused as a missing one is', async () => {
    const { test: id } = await shop();
    await repository().tests.change(id, (present) => ({ ...present, access: 'PRIVATE' }));
    const missing = await send('POST /api/run/data?test=missing&start=x&stop=2', {
      key: eve,
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    const hidden = await upload({}, { as: eve, parameters: 'start=x&stop=2' });
    assert.deepEqual([hidden.status, words(hidden)], [missing.status, words(missing)]);
    assert.equal(
      await asksNobody('TEST_FORBIDDEN', { as: eve, parameters: 'start=1&stop=2' }),
      'Cannot upload to test shop, either it does not exist or user is not an uploader: create the test, or use an API key of a user with the role uploader in the team of the test',
    );
  });

  test('when its site is allowed no more', async () => {
    await shop();
    for (const { id } of await repository().actions.sites()) await repository().actions.removeSite(id);
    assert.match(await asksNobody('DATASTORE_FAILED'), /is not below an allowed site/);
  });

  test('when it is gone, or of another team', async () => {
    const { id } = await shop();
    await repository().datastores.change(id, (present) => ({ ...present, owner: 'eve-team' }));
    await asksNobody('DATASTORE_INVALID');
    await repository().datastores.remove(id);
    assert.match(await asksNobody('DATASTORE_INVALID'), new RegExp(`test 'shop' uses the datastore ${id}`));
  });

  test('without the secret that it wants', async () => {
    await shop({ authentication: { type: 'api-key' } });
    assert.match(await asksNobody('DATASTORE_FAILED'), /has no API key yet/);
    memory.table.clear();
    await repository().actions.addSite(server.url);
    await shop({ authentication: { type: 'username', username: 'ada' } });
    assert.match(await asksNobody('DATASTORE_FAILED'), /has no password yet/);
  });
});

suite('a datastore that fails', () => {
  for (const [what, reported, says] of [
    [
      'refuses who asks',
      401,
      /'archive' answered .* with HTTP status 401: the datastore rejects the credentials/,
    ],
    [
      'knows no such index',
      { status: 404, text: '{"error":{"reason":"no such index [perf]"}}' },
      /404: no such index \[perf\]/,
    ],
    ['sends on', { status: 302, text: '', location: '/elsewhere' }, /with HTTP status 302/],
    ['answers something else', 'hello', /is not JSON/],
    ['answers JSON of another form', '{"hits":[]}', /has no list hits\.hits/],
    [
      'keeps no sources',
      '{"hits":{"hits":[{"_id":"a"}]}}',
      /result 1 of the search in the index 'perf' has no member _source/,
    ],
  ] as const)
    test(`is reported as failed: it ${what}`, async () => {
      await shop();
      server.answer = () => reported;
      const answer = await upload(search);
      assert.deepEqual(refused(answer), [400, 'DATASTORE_FAILED']);
      assert.match(words(answer), says);
      assert.equal(server.asked.length, 1);
      assert.ok(!answer.body.includes('k3y'));
    });
});

suite('a single document of a datastore is never lost', () => {
  const failure = async (query: object, given: Partial<Datastore> = {}): Promise<string> => {
    await shop(given);
    const answer = await upload(query);
    assert.deepEqual(refused(answer), [400, 'DATASTORE_FAILED'], answer.body);
    return words(answer);
  };

  test('a document without a source', async () => {
    server.answer = () => '{"_id":"a","found":true}';
    const query = { index: 'perf', type: 'doc', query: 'a' };
    assert.match(await failure(query), /the document 'a' of the index 'perf' has no member _source/);
  });

  test('a document of another index that cannot be read now', async () => {
    const meta = elasticsearch({ meta: [{ id: 'm', source: '{"at":1,"link":"d"}' }] });
    server.answer = (asked) => (asked.line.includes('/target/') ? 503 : meta(asked));
    const query = { metaQuery: { query: {} }, targetIndex: 'target', docField: 'link' };
    assert.match(
      await failure({ index: 'meta', type: 'multi-index', query }),
      /\/target\/_doc\/d with HTTP status 503/,
    );
  });

  for (const tags of ['{"a":1}', '["main",1]'])
    test(`a list of tags: ${tags}`, async () => {
      server.answer = () => tags;
      const between = { newerThan: '2026-01-01 00:00:00.000', olderThan: '2026-01-01 00:00:00.000' };
      const query = { tag: 'main', imgName: 'quarkus', ...between };
      assert.match(await failure(query, { type: 'COLLECTORAPI' }), /is not a list of tags/);
    });
});

suite('trying to reach a datastore', () => {
  const tried = async (id: number, as = ada): Promise<Answer> =>
    send(`GET /api/config/datastore/${id}/test`, { key: as });

  test('explains how it answers', async () => {
    const { id } = await shop();
    server.answer = elasticsearch({});
    assert.deepEqual(JSON.parse((await tried(id)).body), {
      success: true,
      msg: 'The datastore archive answers',
    });
    server.answer = () => 403;
    const { success, msg } = JSON.parse((await tried(id)).body);
    const credentials = 'the datastore rejects the credentials; correct them with PUT /api/config/datastore';
    const request = `the datastore 'archive' answered the request for ${server.url}/`;
    assert.deepEqual([success, msg], [false, `${request} with HTTP status 403: ${credentials}`]);
    assert.equal((await tried(id, eve)).status, 404);
    assert.equal(JSON.parse((await tried(1)).body).success, true);
  });

  test('asks a collector for its tags', async () => {
    const { id } = await shop({ type: 'COLLECTORAPI', url: `${server.url}/api` });
    server.answer = collector([], '');
    assert.equal(JSON.parse((await tried(id)).body).success, true);
    assert.deepEqual(
      server.asked.map(({ line }) => line),
      ['GET /api/tags/distinct'],
    );
  });

  test('reports that no server answers', async () => {
    await repository().actions.addSite('http://127.0.0.1:1');
    const { id } = await shop({ url: 'http://127.0.0.1:1' });
    assert.match(
      JSON.parse((await tried(id)).body).msg,
      /^the request to the datastore 'archive' failed: 127\.0\.0\.1:1 cannot be reached: nothing listens on port 1 of 127\.0\.0\.1$/,
    );
  });
});
