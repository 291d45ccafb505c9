import assert from 'node:assert/strict';
import { beforeEach, mock, suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { handler as config } from '../../../functions/api/config.ts';
import { runSource } from '../../../functions/api/documents/run-source.ts';
import { handler as firstKey } from '../../../functions/api/first-key.ts';
import { repository } from '../../../functions/repository.ts';
import { burstStores, stores } from '../../../functions/stores.ts';
import { startConducting } from '../../../lib/driver/conducting/state.ts';
import { invocationBytesMax } from '../../../lib/facts/transfer-limits.ts';
import { environment } from '../../../lib/names/environment.ts';
import { objectKey } from '../../../lib/names/object-keys.ts';
import { makeKey } from '../../../lib/results/identity/api-key.ts';
import type { Run } from '../../../lib/results/run.ts';
import type { BurstRecord } from '../../../lib/store/bursts.ts';
import { node, scheduled } from '../../driver/conducting/graphs.ts';
import { main, planOf } from '../../driver/run/records.ts';
import { emptyTable, openMemory } from '../memory.ts';
import { type Answer, invoke } from './invoke.ts';
import { send } from './requests.ts';

/** All routes of the API, with stores in memory. */

const memory = openMemory();
function key(id: number, user: string, role: 'admin' | 'user'): string {
  const made = makeKey(id, { name: user, user, role }, new Uint8Array(32).fill(id), Date.now());
  memory.keys.set(id, made.key);
  return made.text;
}
let [admin, eve] = ['', ''];
beforeEach(() => {
  memory.dynamo.clear('identity');
  [admin, eve] = [key(1, 'admin', 'admin'), key(2, 'eve', 'user')];
});
const parsed = ({ body }: Answer) => JSON.parse(body);
const codeOf = (answer: Answer): readonly [number, string] => [answer.status, parsed(answer).code];

suite('facts about the server', () => {
  test('the version is what the deployment says (row 138)', async () => {
    const names = ['version', 'commit', 'startedAt', 'privacyStatement'] as const;
    for (const name of names) delete process.env[environment[name]];
    const own = Math.round(performance.timeOrigin);
    const nothing = { version: '0.0.0', commit: 'unknown', startTimestamp: own };
    assert.deepEqual(parsed(await send('GET /api/config/version')), nothing);
    for (const [name, value] of [
      ['version', '1.2.3'],
      ['commit', 'abc'],
      ['startedAt', '1718000000000'],
      ['privacyStatement', 'ask Ada'],
    ] as const)
      process.env[environment[name]] = value;
    const all = {
      version: '1.2.3',
      commit: 'abc',
      startTimestamp: 1718000000000,
      privacyStatement: 'ask Ada',
    };
    assert.deepEqual(parsed(await send('GET /api/config/version')), all);
    for (const name of names) delete process.env[environment[name]];
  });

  test('clients learn how to sign in', async () => {
    const asked = async () => parsed(await send('GET /api/config/web'));
    const local = { place: 'one machine', keyHeader: 'X-Downpour-API-Key', signIn: ['key', 'password'] };
    const { version, ...known } = await asked();
    assert.equal(typeof version, 'string');
    assert.deepEqual(known, { ...local, issuer: null, anonymous: false });
    const settings = {
      service: 'Horreum',
      anonymous: 'true',
      oidcIssuer: 'https://id.example.com/realms/dev',
      oidcAudience: 'downpour',
    } as const;
    for (const [name, value] of Object.entries(settings))
      process.env[environment[name as keyof typeof settings]] = value;
    const { keyHeader, signIn, issuer, anonymous } = await asked();
    for (const name of Object.keys(settings)) delete process.env[environment[name as keyof typeof settings]];
    assert.deepEqual(
      [keyHeader, signIn, anonymous],
      ['X-Horreum-API-Key', ['key', 'password', 'issuer'], true],
    );
    const url = 'https://id.example.com/realms/dev';
    assert.deepEqual(issuer, { url, clientId: 'downpour', audience: 'downpour' });
  });

  test('clients learn where to log in', async () => {
    for (const key of [undefined, 'no key'])
      assert.deepEqual(
        parsed(
          await send('GET /api/config/keycloak', {
            ...(key && { key }),
            headers: { host: '127.0.0.1:8090', 'x-forwarded-proto': 'http' },
          }),
        ),
        { realm: 'downpour', url: 'http://127.0.0.1:8090', clientId: 'downpour' },
      );
  });

  test('no header of a request decides where passwords are sent', async () => {
    const asked = (host: string, proto = 'http') =>
      send('GET /api/config/keycloak', { headers: { host, 'x-forwarded-proto': proto } });
    for (const host of ['localhost:8090', '127.0.0.1', '[::1]:9'])
      assert.equal(parsed(await asked(host)).url, `http://${host}`);
    for (const host of [
      'evil.example',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      'evil.example/"><x>',
      '127.0.0.1@evil.example',
      '',
    ])
      assert.deepEqual(codeOf(await asked(host)), [404, 'PUBLIC_URL_MISSING'], host);
    assert.deepEqual(codeOf(await asked('127.0.0.1', 'javascript')), [404, 'PUBLIC_URL_MISSING']);
  });

  test('they are answered with a slash at the end, and paths below the slash do not exist (row 138)', async () => {
    const at = (rest: string) =>
      invoke(config, `GET /api/config/${rest}`, { path: { rest }, headers: { host: 'localhost' } });
    assert.equal(parsed(await at('version/')).version, '0.0.0');
    assert.equal(parsed(await at('keycloak/')).realm, 'downpour');
    for (const rest of ['version//', 'versions', 'version/x', 'keycloak/x'])
      assert.deepEqual(codeOf(await at(rest)), [404, 'NOT_FOUND'], rest);
    assert.match(
      parsed(await at('datastore/')).message,
      /^there is no GET .*\/datastore\/: leave out the slash/,
    );
    assert.doesNotMatch(parsed(await at('versions')).message, /slash/);
  });
});

suite('keys', () => {
  const create = (body: object, as = admin) =>
    send('POST /api/user/apikey', { key: as, body: JSON.stringify(body) });
  const revoke = (id: number, as = admin) => send(`PUT /api/user/apikey/${id}/revoke`, { key: as });

  test('are made with what is requested, and kept before their text is answered', async () => {
    const before = Date.now();
    const { status, type, body } = await create({ name: 'ci', user: 'bo', expiresInDays: 2 });
    assert.deepEqual([status, type], [200, 'text/plain; charset=utf-8']);
    const { id, name, user, role, createdAt, expiresAt, prefix } = memory.keys.get(3) ?? {};
    assert.deepEqual([id, name, user, role], [3, 'ci', 'bo', 'user']);
    assert.ok(createdAt !== undefined && createdAt >= before);
    assert.equal(expiresAt, createdAt + 2 * 86_400_000);
    assert.ok(body.startsWith(prefix ?? 'none'));
    assert.notEqual((await create({})).body.slice(-43), body.slice(-43));
    assert.equal((await create({ role: 'admin' }, eve)).status, 403);
    assert.equal(memory.keys.size, 4);
  });

  test('are listed for users who may manage them', async () => {
    const ids = async (as: string) =>
      parsed(await send('GET /api/user/apikey', { key: as })).map(({ id }: Run) => id);
    assert.deepEqual([await ids(admin), await ids(eve)], [[1, 2], [2]]);
  });

  test('are renamed until they are revoked, with a text as it is (row 134)', async () => {
    const rename = (id: number, body: string, as = admin) =>
      send(`PUT /api/user/apikey/${id}/rename`, {
        key: as,
        body,
        headers: { 'content-type': 'text/plain' },
      });
    await create({ name: 'build' });
    const { status, body } = await rename(3, '"build" server');
    assert.deepEqual([status, body, memory.keys.get(3)?.name], [204, '', '"build" server']);
    assert.deepEqual(codeOf(await rename(1, 'mine', eve)), [404, 'KEY_NOT_FOUND']);
    assert.deepEqual(codeOf(await rename(77, 'nobody')), [404, 'KEY_NOT_FOUND']);
    assert.deepEqual(codeOf(await rename(3, 'downpour.own')), [400, 'KEY_NAME_RESERVED']);
    for (const name of ['', 'x'.repeat(256)])
      assert.deepEqual(codeOf(await rename(3, name)), [400, 'REQUEST_INVALID']);
    await revoke(3);
    const late = await rename(3, 'late');
    assert.deepEqual(
      [...codeOf(late), parsed(late).message],
      [400, 'KEY_REVOKED', "Can't rename revoked key"],
    );
    assert.equal(memory.keys.get(3)?.name, '"build" server');
  });

  test('are revoked by users who may manage them; others are not found', async () => {
    const missing = await revoke(1, eve);
    assert.deepEqual(codeOf(missing), [404, 'KEY_NOT_FOUND']);
    assert.equal(
      parsed(missing).message,
      'there is no API key with the id 1; `downpour key list` lists the keys',
    );
    assert.deepEqual(codeOf(await revoke(77)), [404, 'KEY_NOT_FOUND']);
    const before = Date.now();
    const { status, body } = await revoke(2);
    assert.deepEqual([status, body], [204, '']);
    const { revokedAt = 0 } = memory.keys.get(2) ?? {};
    assert.ok(revokedAt >= before && memory.keys.get(1)?.revokedAt === undefined);
  });

  test('begin with the first, which is made again only where that is requested', async () => {
    memory.dynamo.clear('identity');
    const made = await firstKey();
    assert.ok('apiKey' in made);
    const { id, name, user, role, createdAt } = memory.keys.get(1) ?? {};
    assert.deepEqual([id, name, user, role], [1, 'first administrator', 'admin', 'admin']);
    assert.ok(made.apiKey.startsWith('dpr_1_') && Number(createdAt) > 1e12);
    for (const event of [undefined, {}, { replaceUnused: false }])
      assert.deepEqual(await firstKey(event), { exists: true });
    const again = await firstKey({ replaceUnused: true });
    assert.ok('apiKey' in again && again.apiKey !== made.apiKey);
  });
});

suite('runs', () => {
  const upload = (query: string, body: string, as = admin, headers = {}) =>
    send(`POST /api/run/data?${query}`, { key: as, body, headers });
  const put = async (document: object | string, more = '', as = admin): Promise<number> => {
    const body = typeof document === 'string' ? document : JSON.stringify(document);
    const answer = await upload(`test=shop&start=1&stop=2${more}`, body, as);
    assert.equal(answer.status, 202, answer.body);
    return Number(answer.body);
  };
  const getRun = '/api/run/{id}';
  const runData = '/api/run/{id}/data';
  const queryRun = '/api/sql/{id}/queryrun';
  const runHistograms = '/api/run/{id}/histograms';
  const of = (route: string, id: number, query = '', as = admin) =>
    send(`GET ${route.replace('{id}', String(id))}?${query}`, { key: as });
  beforeEach(() => {
    emptyTable(memory);
    for (const each of [memory.bodies, memory.indexes]) each.clear();
    delete process.env[environment.commonDialect];
  });

  test('are kept as the team of their user, without an index while they are read whole', async () => {
    const before = Date.now();
    const id = await put({ a: 1 }, '', eve);
    const {
      owner,
      start,
      stop,
      sizeBytes,
      testId = 0,
      uploadedAt = 0,
    } = (await repository().runs.get(id)) ?? {};
    assert.deepEqual([owner, start, stop, sizeBytes], ['eve-team', 1, 2, 7]);
    assert.equal((await repository().tests.byId(testId))?.name, 'shop');
    assert.ok(uploadedAt >= before);
    assert.equal(memory.indexes.has(id), false);
  });

  test('are one run for one idempotency key and one user', async () => {
    const same = (as: string) =>
      upload('test=shop&start=1&stop=2', '{}', as, { 'Idempotency-Key': 'k' }).then(({ body }) => body);
    const first = await same(admin);
    assert.equal(await same(admin), first);
    assert.notEqual(await same(eve), first);
  });

  test('are hidden from users who may not see them', async () => {
    const id = await put({ a: 1 });
    for (const handler of [getRun, runData, runHistograms]) {
      assert.deepEqual(codeOf(await of(handler, id, '', eve)), [404, 'RUN_NOT_FOUND']);
      assert.match(parsed(await of(handler, 77)).message, /^there is no run 77 that you may see; /);
    }
    assert.deepEqual(codeOf(await of(queryRun, id, 'query=$', eve)), [404, 'RUN_NOT_FOUND']);
    assert.equal((await of(runData, await put({ a: 2 }, '&access=PUBLIC'), '', eve)).status, 200);
  });

  test('come back byte for byte, alone and inside their record', async () => {
    const text = '{ "name": "größer",  "n": 1.50 }';
    const id = await put(text);
    const { body, type } = await of(runData, id);
    assert.deepEqual([body, type], [text, 'application/json']);
    const record = await of(getRun, id);
    assert.ok(record.body.endsWith(`"data":${text}}`));
    assert.equal(parsed(record).id, id);
    memory.bodies.set(id, Buffer.from(`\ufeff${text}`));
    assert.equal((await of(runData, id)).body, `\ufeff${text}`);
  });

  test('have a histogram log when a burst made them, and else not', async () => {
    const id = await put({ a: 1 });
    const none = await of(runHistograms, id);
    assert.deepEqual(codeOf(none), [404, 'HISTOGRAMS_MISSING']);
    assert.match(parsed(none).message, /was uploaded or imported as a document/);
    memory.histograms.set(id, '#[Histogram log format version 1.3]\n');
    const { body, type } = await of(runHistograms, id);
    assert.deepEqual([body, type], ['#[Histogram log format version 1.3]\n', 'text/plain; charset=utf-8']);
    memory.histograms.set(id, `#[${'x'.repeat(7_000_000)}]`);
    assert.equal((await of(runHistograms, id)).status, 303);
  });

  test('are a fault when their document is not UTF-8, and 404 names a missing document', async () => {
    const id = await put({ a: 1 });
    const lines = mock.method(console, 'error', () => undefined);
    memory.bodies.set(id, Uint8Array.of(0xff));
    const broken = await of(runData, id);
    memory.bodies.delete(id);
    lines.mock.restore();
    assert.deepEqual([broken.status, lines.mock.callCount()], [500, 1]);
    for (const handler of [runData, getRun]) {
      const { status, code, message } = { ...(await of(handler, id)), ...parsed(await of(handler, id)) };
      assert.deepEqual([status, code], [404, 'RUN_NOT_FOUND']);
      assert.match(message, new RegExp(`the document of run ${id} is missing from the bucket: restore`));
    }
  });

  test('are queried, with what that cost where it is requested', async () => {
    const id = await put({ n: [1, 2] });
    const answer = await of(queryRun, id, 'query=$.n[*]');
    assert.deepEqual([answer.status, parsed(answer).value], [200, '1']);
    assert.equal(answer.headers['x-downpour-dialect'], 'jsonpath');
    assert.equal('explain' in parsed(answer), false);
    const whole = parsed(await of(queryRun, id, 'query=$.n[*]&array=TRUE&explain=True'));
    assert.equal(whole.value, '[1,2]');
    assert.ok(whole.explain.milliseconds >= 0 && whole.explain.way);
    assert.equal((await of(queryRun, id, 'query=$.n[')).status, 400);
    process.env[environment.commonDialect] = 'sql';
    assert.equal((await of(queryRun, id, 'query=$.n[*]')).headers['x-downpour-dialect'], 'sql');
  });

  test('answer elsewhere when the answer is too large', async () => {
    const id = await put(`"${'x'.repeat(invocationBytesMax - 100)}"`);
    memory.bodies.set(id, Buffer.from(`"${'x'.repeat(invocationBytesMax)}"`));
    for (const handler of [runData, getRun]) {
      const { status, headers } = await of(handler, id);
      assert.equal(status, 303);
      assert.match(String(headers.location), /\/answers\/request-1\.json\?.*&X-Amz-Expires=900&/);
    }
  });

  test('are listed by test and page, and searched for what is in them', async () => {
    const [one, two] = [await put({ extra: 1 }), await put({ other: 1 })];
    const third = await put({ extra: 2, other: 2 }, '&access=PUBLIC');
    await upload('test=else&start=1&stop=2', '{"extra":1}');
    const list = async (query: string, as = admin) => {
      const answer = await send(`GET /api/run/list?sort=id&direction=Ascending&${query}`, {
        key: as,
      });
      return parsed(answer).runs?.map(({ id }: Run) => id);
    };
    assert.deepEqual(await list('test=shop'), [one, two, third]);
    assert.deepEqual(await list('test=nobody'), []);
    assert.deepEqual(await list('test=shop&limit=1&page=2'), [two]);
    assert.deepEqual(await list('test=shop&query=extra'), [one, third]);
    assert.deepEqual(await list('test=shop&query=extra,other'), [one, two, third]);
    assert.deepEqual(await list('test=shop&query=extra,other&matchAll=true'), [third]);
    assert.deepEqual(await list('query=extra', eve), [third]);
    const bad = await send('GET /api/run/list?query=$.a[', { key: admin });
    assert.deepEqual([bad.status, parsed(bad).valid], [400, false]);
  });

  test('are searched in the dialect of the deployment', async () => {
    // SQL/JSON path finds members in the elements of an array, and JSONPath does not.
    await put({ n: [{ n: 1 }] });
    const found = async () =>
      parsed(await send('GET /api/run/list?query=$.n.n', { key: admin })).runs.length as number;
    assert.equal(await found(), 0);
    process.env[environment.commonDialect] = 'sql';
    assert.equal(await found(), 1);
  });

  test('an expression is checked in the dialect of the deployment', async () => {
    const check = async () => {
      const { headers, body } = await send('GET /api/sql/testjsonpath?query=$.a', { key: admin });
      return [headers['x-downpour-dialect'], headers['content-type'], JSON.parse(body).valid];
    };
    assert.deepEqual(await check(), ['jsonpath', 'application/json', true]);
    process.env[environment.commonDialect] = 'sql';
    assert.deepEqual(await check(), ['sql', 'application/json', true]);
  });

  test('an expression runs as the request says, else the key, else the deployment', async () => {
    const id = await put({ n: [{ n: 1 }] });
    const made = await send('POST /api/user/apikey', { key: admin, body: '{"dialect":"sql"}' });
    const [sqlKey, plainKey] = [made.body, admin];
    const listed = parsed(await send('GET /api/user/apikey', { key: admin }));
    assert.deepEqual(
      listed.map(({ dialect = 'none' }) => dialect),
      ['none', 'none', 'sql'],
    );
    const rows = [
      [plainKey, undefined, '', 'jsonpath'],
      [plainKey, 'sql', '', 'sql'],
      [sqlKey, undefined, '', 'sql'],
      [sqlKey, 'sql', '&dialect=jsonpath', 'jsonpath'],
      [plainKey, undefined, '&dialect=sql', 'sql'],
      [plainKey, 'sql', '&dialect=jsonpath', 'jsonpath'],
    ] as const;
    for (const [key, common, parameter, dialect] of rows) {
      delete process.env[environment.commonDialect];
      if (common !== undefined) process.env[environment.commonDialect] = common;
      const [asked, checked] = await Promise.all([
        of(queryRun, id, `query=$.n.n${parameter}`, key),
        send(`GET /api/sql/testjsonpath?query=$.n.n${parameter}`, { key }),
      ]);
      const headers = [asked, checked].map((answer) => answer.headers['x-downpour-dialect']);
      assert.deepEqual(headers, [dialect, dialect], `${key} ${common} ${parameter}`);
      assert.equal(parsed(asked).value, dialect === 'sql' ? '1' : 'null');
    }
    delete process.env[environment.commonDialect];
    const found = parsed(await send('GET /api/run/list?query=$.n.n', { key: sqlKey }));
    assert.equal(found.runs.length, 1, 'a search too');
    assert.equal((await of(queryRun, id, 'query=$.n&dialect=postgres')).status, 400);
  });

  test('accept an incomplete expression when the request is lenient', async () => {
    const id = await put({ n: [{ n: 1 }] });
    const [strict, lenient] = [
      await of(queryRun, id, 'query=n[0].n'),
      await of(queryRun, id, 'query=n[0].n&lenient=TRUE'),
    ];
    assert.deepEqual([strict.status, lenient.status], [400, 200]);
    assert.match(parsed(strict).reason, /did you mean \$\.n\[0\]\.n\?/);
    assert.deepEqual([parsed(lenient).jsonpath, parsed(lenient).value], ['$.n[0].n', '1']);
    const check = (query: string) => send(`GET /api/sql/testjsonpath?query=${query}`, { key: admin });
    assert.equal(parsed(await check('n[0].n')).valid, false);
    assert.deepEqual(
      [parsed(await check('n[0].n&lenient=true')).valid, parsed(await check('n[0].n&lenient=true')).jsonpath],
      [true, '$.n[0].n'],
    );
  });

  test('with a missing index are indexed again, once, and their index is kept', async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => `{"id":${n},"value":"${'x'.repeat(20)}"}`);
    const id = await put(`{"name":"big","results":[${rows.join(',')}]}`);
    const built = memory.indexes.get(id);
    memory.indexes.set(id, Uint8Array.of(1, 2, 3));
    const lines = mock.method(console, 'error', () => undefined);
    const { value } = parsed(await of(queryRun, id, 'query=$.name'));
    lines.mock.restore();
    assert.equal(value, '"big"');
    assert.deepEqual(memory.indexes.get(id), built);
    assert.match(
      String(lines.mock.calls[0]?.arguments[0]),
      new RegExp(`the index of run ${id} was missing or damaged, so Downpour builds a new one`),
    );
    memory.indexes.delete(id);
    assert.equal(parsed(await of(queryRun, id, 'query=$.name')).value, '"big"');
    assert.equal(memory.indexes.has(id), false);
  });

  test('with neither index nor document cannot be queried', async () => {
    const id = await put({ a: 1 });
    const run = await repository().runs.get(id);
    assert.ok(run);
    memory.bodies.delete(id);
    memory.indexes.delete(id);
    const source = runSource(stores().runs, { ...run, id: 4_000 });
    const lines = mock.method(console, 'error', () => undefined);
    await assert.rejects(source.openIndex(source.index), /the document of run 4000 is missing/);
    memory.bodies.set(4_000, Buffer.from('[1]'));
    await assert.rejects(
      source.openIndex(source.index),
      /the stored document has 3 bytes, but by the record of the run it has 7/,
    );
    lines.mock.restore();
  });

  test('are indexed in pieces above eight megabytes', async () => {
    const filler = 'x'.repeat(9 * 1024 * 1024);
    const body = Buffer.from(`{"a":"${filler}","b":7}`);
    const run = { ...({} as Run), id: 4_001, sizeBytes: body.length };
    memory.bodies.set(run.id, body);
    const { runs } = stores();
    const asked: [number, number | undefined][] = [];
    const source = runSource(
      {
        ...runs,
        document: (id) => async (start, end) => {
          asked.push([start, end]);
          return runs.document(id)(start, end);
        },
      },
      run,
    );
    const lines = mock.method(console, 'error', () => undefined);
    const index = await source.openIndex(source.index);
    lines.mock.restore();
    assert.equal(index.documentBytes, body.length);
    const piece = 8 * 1024 * 1024;
    assert.deepEqual(asked, [
      [0, piece],
      [piece, body.length],
    ]);
    assert.equal(await source.openIndex(source.index), index);
  });
});

suite('bursts', () => {
  const record = (id: string, more: Partial<BurstRecord> = {}): BurstRecord => ({
    id,
    benchmark: 'shop',
    file: 'f',
    seed: 1,
    user: 'eve',
    createdAt: 1,
    state: 'running',
    ...more,
  });
  const begun = (id: string, t0?: number): void => {
    memory.records.set(id, record(id));
    memory.plans.set(id, { ...planOf([main]), burst: id });
    const state = startConducting({
      graph: [node('main')],
      failurePolicy: 'CANCEL',
      leadMs: 1,
      startedAt: 1,
    });
    const phases = [scheduled(t0 === undefined ? {} : { t0 })];
    memory.conductors.set(id, { version: 1, state: { ...state, phases, origin: 5 } });
  };
  const get = (id: string, as = eve) => send(`GET /api/burst/${id}`, { key: as });
  const stop = (id: string, as = eve) => send(`PUT /api/burst/${id}/stop`, { key: as });
  const start = (body: object, as = eve) => send('POST /api/burst', { key: as, body: JSON.stringify(body) });
  const ids = Array.from({ length: 40 }, (_, n) => `b-20240101-000000-${String(n).padStart(4, '0')}`);
  const id = (n: number): string => ids[n] ?? '';
  const document =
    'name: shop\nhttp: { host: "http://127.0.0.1:1" }\nphases:\n- a: { atOnce: { users: 1, scenario: [ f: [ httpRequest: { GET: / } ] ] } }\n';

  test('are shown to their team, before they begin and after', async () => {
    memory.records.set(id(0), record(id(0), { state: 'planning' }));
    assert.deepEqual(parsed(await get(id(0))), {
      id: id(0),
      benchmark: 'shop',
      test: 'shop',
      state: 'planning',
      user: 'eve',
      createdAt: 1,
      nextMs: 1_000,
      phases: [],
    });
    begun(id(1));
    const { startedAt, phases, state, shards, targets } = parsed(await get(id(1), admin));
    assert.deepEqual([startedAt, state, phases.length, phases[0].name], [5, 'running', 1, 'main']);
    assert.deepEqual([shards, targets], [2, ['http://localhost:8080']]);
    memory.records.set(id(2), record(id(2), { user: 'bo' }));
    for (const missing of [id(2), id(39)]) {
      assert.deepEqual(codeOf(await get(missing)), [404, 'BURST_NOT_FOUND']);
      assert.equal(
        parsed(await get(missing)).message,
        `there is no burst ${missing} that you may see; \`downpour bursts\` lists the bursts`,
      );
    }
  });

  test('have live numbers from their first start on', async () => {
    const { bursts } = burstStores();
    const lives = mock.method(bursts, 'lives');
    begun(id(3));
    await get(id(3));
    begun(id(4), Date.now() + 60_000);
    await get(id(4));
    assert.equal(lives.mock.callCount(), 0);
    begun(id(5), Date.now() - 1);
    await get(id(5));
    assert.deepEqual(
      lives.mock.calls.map(({ arguments: asked }) => asked),
      [[id(5), { phase: 0, shards: 2, from: 0 }]],
    );
    lives.mock.restore();
  });

  test('are looked at by one of all who watch, and the others see what it saw', async () => {
    begun(id(6), Date.now() - 1);
    const lives = mock.method(burstStores().bursts, 'lives');
    await Promise.all(Array.from({ length: 30 }, () => get(id(6))));
    assert.equal(lives.mock.callCount(), 1);
    lives.mock.restore();
  });

  test('that have ended show no phase at work, and are looked at no more', async () => {
    begun(id(7), Date.now() - 60_000);
    const lives = mock.method(burstStores().bursts, 'lives');
    const endedAt = Date.now() - 30_000;
    memory.records.set(id(7), record(id(7), { state: 'incomplete', endedAt }));
    const over = parsed(await get(id(7)));
    assert.deepEqual([over.phases[0].status, over.nextMs], ['TERMINATED', undefined]);
    await sleep(150);
    await get(id(7));
    assert.equal(lives.mock.callCount(), 1);
    lives.mock.restore();
  });

  test('have a plan that is read once, of the last sixteen bursts, and again after a failure', async () => {
    const plan = mock.method(burstStores().objects, 'outline');
    const readsOf = async (n: number): Promise<number> => {
      const before = plan.mock.callCount();
      await get(id(n));
      return plan.mock.callCount() - before;
    };
    for (let n = 10; n < 26; n += 1) {
      begun(id(n));
      assert.equal(await readsOf(n), 1);
    }
    assert.deepEqual([await readsOf(10), await readsOf(25)], [0, 0]);
    begun(id(26));
    assert.deepEqual([await readsOf(26), await readsOf(11), await readsOf(10)], [1, 0, 1]);
    begun(id(27));
    memory.objects.delete(objectKey.outline(id(27)));
    const lines = mock.method(console, 'error', () => undefined);
    assert.equal((await get(id(27))).status, 500);
    lines.mock.restore();
    memory.plans.set(id(27), { ...planOf([main]), burst: id(27) });
    assert.equal((await get(id(27))).status, 200);
    plan.mock.restore();
  });

  test('are stopped once, by any user who sees them, in the name of the caller', async () => {
    begun(id(30));
    const { status, body } = await stop(id(30));
    assert.deepEqual([status, body], [202, '']);
    assert.equal(memory.flags.get(id(30))?.stop, 'stopped by eve');
    assert.equal(memory.conductors.get(id(30))?.state.stop?.reason, 'stopped by eve');
    begun(id(31));
    memory.records.set(id(31), record(id(31), { state: 'passed', endedAt: 1 }));
    assert.equal((await stop(id(31))).status, 202);
    assert.equal(memory.conductors.get(id(31))?.state.stop, undefined);
    memory.records.set(id(32), record(id(32), { user: 'bo' }));
    assert.equal((await stop(id(32))).status, 404);
  });

  test('are started as asked for', async () => {
    memory.requests.length = 0;
    const before = Date.now();
    const text = document.replace('users: 1', 'users: !param n 2');
    const order = {
      document: text,
      file: 'a.yaml',
      parameters: { n: '1' },
      shards: 1,
      seed: 9,
      maxErrors: 0.5,
      stopOnFailure: true,
    };
    const answer = await start(order);
    assert.equal(answer.status, 202, answer.body);
    const { id: made } = parsed(answer);
    const { createdAt = 0, overdueAt = 0, audit, ...all } = memory.records.get(made) ?? {};
    const rest = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    assert.deepEqual([audit?.shards, audit?.targets], [1, ['http://127.0.0.1:1']]);
    const { document: _, parameters, ...asked } = order;
    const state = { isStarted: true, machine: 'arn:machine', state: 'planning' };
    assert.deepEqual(rest, { id: made, benchmark: 'shop', ...asked, user: 'eve', ...state });
    assert.ok(createdAt >= before && createdAt <= Date.now() && overdueAt > createdAt);
    assert.deepEqual(memory.documents.get(made), { text, parameters });
    assert.deepEqual(memory.requests, [
      { stateMachineArn: 'arn:machine', name: made, input: JSON.stringify({ burst: made }) },
    ]);
  });

  test('have what is not asked for from here', async () => {
    const made = parsed(await start({ document })).id;
    const { file, shards, seed, maxErrors, stopOnFailure } = memory.records.get(made) ?? {};
    assert.deepEqual(
      [file, shards, maxErrors, stopOnFailure],
      ['benchmark', undefined, undefined, undefined],
    );
    assert.deepEqual(memory.documents.get(made)?.parameters, {});
    const another = memory.records.get(parsed(await start({ document })).id)?.seed ?? 0;
    assert.ok(Number.isInteger(seed) && Number(seed) < 2 ** 32 && seed !== another);
  });

  test('are refused with the number of their errors', async () => {
    const refused = async (text: string) => {
      const { status, body } = await start({ document: text });
      const { code, message, requestId, problems } = JSON.parse(body);
      assert.deepEqual([status, code, requestId], [400, 'BENCHMARK_REFUSED', 'request-1']);
      return { message, severities: problems.map(({ severity }: { severity: string }) => severity) };
    };
    const warned = document.replace('http: {', 'http: { requestTimeout: 30,');
    assert.deepEqual(await refused(warned.replace('users: 1', 'users: 0')), {
      message: 'the benchmark has 1 problem',
      severities: ['warning', 'error'],
    });
    const { message } = await refused(document.replace('users: 1', 'users: 0, x: 1'));
    assert.equal(message, 'the benchmark has 2 problems');
  });

  test('have ended when their state machine does not start', async () => {
    memory.stepFunctions = async () => {
      throw new Error('no machine');
    };
    const known = new Set(memory.records.keys());
    const lines = mock.method(console, 'error', () => undefined);
    assert.equal((await start({ document })).status, 500);
    const create = mock.method(burstStores().bursts, 'create', async () => false);
    assert.equal((await start({ document })).status, 500);
    create.mock.restore();
    lines.mock.restore();
    memory.stepFunctions = async () => ({});
    const [made, ...others] = [...memory.records.values()].filter((each) => !known.has(each.id));
    assert.deepEqual(
      [made?.state, made?.reason, others.length],
      [
        'incomplete',
        'the state machine could not be started; the log of the function that started the burst has the reason',
        0,
      ],
    );
    assert.ok(Number(made?.endedAt) > 1e12);
    const logged = lines.mock.calls.map(({ arguments: [line] }) => String(line));
    assert.match(logged[0] ?? '', /no machine/);
    assert.match(logged[1] ?? '', /a burst with the id b-[\w-]+ exists already/);
  });
});
