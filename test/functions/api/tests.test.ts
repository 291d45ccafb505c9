import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { keyOfUser, openMemory } from '../memory.ts';
import { parsed, refused, send, sendingAs } from './requests.ts';

/** The API makes, lists, changes and deletes tests. The rows are those of the original server's tests. */

const memory = openMemory();
const ada = keyOfUser(memory, 1, 'ada');
const eve = keyOfUser(memory, 2, 'eve');
beforeEach(() => memory.table.clear());

const ask = sendingAs(ada);
async function made(name: string, more = {}, as = ada) {
  const answer = await ask('POST /api/test', { name, ...more }, as);
  assert.equal(answer.status, 201, answer.body);
  return parsed(answer) as { readonly id: number; readonly name: string; readonly folder: string | null };
}
const names = async (line: string, as = ada): Promise<string[]> =>
  parsed(await ask(line, undefined, as)).tests.map((each: { name: string }) => each.name);

suite('a test', () => {
  test('has defaults for all but its name, which may be digits (row 115)', async () => {
    assert.deepEqual(await made('2026', { id: 900, unknown: true }), {
      id: 1,
      name: '2026',
      folder: null,
      description: null,
      owner: 'ada-team',
      access: 'PUBLIC',
      datastoreId: 1,
      timelineLabels: null,
      timelineFunction: null,
      fingerprintLabels: null,
      fingerprintFilter: null,
      compareUrl: null,
      transformers: [],
      notificationsEnabled: true,
      automaticVariables: true,
    });
  });

  test('keeps that it has no automatic variables when a client does not send the setting', async () => {
    const { id } = await made('quiet', { automaticVariables: false });
    const changed = parsed(await ask('PUT /api/test', { id, name: 'quiet', description: 'new' }));
    assert.deepEqual([changed.automaticVariables, changed.description], [false, 'new']);
    assert.equal(
      parsed(await ask('PUT /api/test', { id, name: 'quiet', automaticVariables: true })).automaticVariables,
      true,
    );
  });

  test('lies in a folder without blanks and slashes around it (rows 116, 118)', async () => {
    const folders = ['a/b', ' a/b ', 'a/b/', '/', '', null];
    const made_ = await Promise.all(folders.map((folder, n) => made(`t${n}`, { folder })));
    assert.deepEqual(
      made_.map(({ folder }) => folder),
      ['a/b', 'a/b', 'a/b', null, null, null],
    );
    for (const folder of ['*', '*/'])
      assert.equal(refused(await ask('POST /api/test', { name: 'x', folder }))[1], 'FOLDER_INVALID');
    const { id } = await made('stays', { folder: 'here' });
    for (const folder of ['*', 'a%1Bb', 'x'.repeat(257)])
      assert.equal((await ask(`POST /api/test/${id}/move?folder=${folder}`)).status, 400, folder);
    assert.equal(parsed(await ask(`GET /api/test/${id}`)).folder, 'here');
  });

  test('needs a name of its own, and an owner whose tester makes it (rows 117, 119)', async () => {
    for (const long of [{ name: 'x'.repeat(257) }, { name: 'x', description: 'x'.repeat(4097) }])
      assert.equal(refused(await ask('POST /api/test', long))[1], 'REQUEST_INVALID');
    assert.deepEqual(refused(await ask('POST /api/test', { name: ' ' })), [
      ...[400, 'TEST_NAME_EMPTY', 'Test name can not be empty'],
    ]);
    const [status, code] = refused(await ask('POST /api/test', { name: ' .. ' }));
    assert.deepEqual([status, code], [400, 'TEST_NAME_INVALID'], 'no path leads to a test of this name');
    assert.equal((await ask('POST /api/test', {})).status, 400);
    assert.deepEqual(refused(await ask('POST /api/test', { name: 'x', owner: 'ada-team' }, eve)), [
      ...[
        403,
        'FORBIDDEN',
        'This user is not a member of team ada-team: name another team, or ask a manager of this team to add the user',
      ],
    ]);
    for (const [name, code] of [
      ['a\0b', 'REQUEST_INVALID'],
      ['a\u001b[2J', 'REQUEST_INVALID'],
      ['a\nb', 'REQUEST_INVALID'],
      ['a\ud800', 'TEST_NAME_INVALID'],
    ] as const)
      assert.deepEqual(refused(await ask('POST /api/test', { name })).slice(0, 2), [400, code]);
    assert.equal((await ask('POST /api/test', { name: 'x' }, '')).status, 401);
    await made('taken');
    assert.deepEqual(refused(await ask('POST /api/test', { name: 'taken' })), [
      ...[
        409,
        'NAME_TAKEN',
        'Could not persist test due to another test. Another test has this name: choose another name.',
      ],
    ]);
  });

  test('is as a change says, with defaults for what it leaves out (row 120)', async () => {
    const { id } = await made('old', { description: 'd', fingerprintLabels: ['a'], access: 2 });
    const changed = parsed(await ask('PUT /api/test', { id, name: 'new', compareUrl: 'x => x' }));
    assert.deepEqual(
      [changed.name, changed.description, changed.fingerprintLabels, changed.compareUrl, changed.access],
      ['new', null, null, 'x => x', 'PRIVATE'],
    );
    const { version, ...read } = parsed(await ask(`GET /api/test/${id}`));
    assert.deepEqual(read, changed);
    assert.equal(parsed(await ask('GET /api/test/byName/new')).version, version);
    await made('old');
    assert.equal((await ask('PUT /api/test', { id, name: 'old' })).status, 409);
    for (const missing of [999, null])
      assert.deepEqual(refused(await ask('PUT /api/test', { id: missing, name: 'x' })), [
        ...[404, 'TEST_NOT_FOUND', `Missing test id or test with id ${missing} does not exist`],
      ]);
    assert.equal((await ask('PUT /api/test', { id, name: 'x', owner: 'eve-team' })).status, 403);
    assert.equal((await ask('PUT /api/test', { id, name: 'x' }, eve)).status, 404);
  });

  test('is changed only in the version that the caller has read, if the caller names it', async () => {
    const { id } = await made('a', { fingerprintLabels: ['x'] });
    const version = async () => parsed(await ask(`GET /api/test/${id}`)).version;
    const put = (more: object) => ask('PUT /api/test', { id, name: 'a', ...more });
    const first = await version();
    const races = ['x', 'y', 'z'].map((description) => put({ description, replaces: first }));
    const answers = await Promise.all(races);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
    const late = answers.find(({ status }) => status === 409);
    assert.equal(late && refused(late)[1], 'TEST_CHANGED');
    for (const line of [
      `POST /api/test/${id}/move?folder=b`,
      `POST /api/test/${id}/notifications?enabled=false`,
    ]) {
      const before = await version();
      assert.equal((await ask(line)).status, 204);
      assert.equal((await put({ replaces: before })).status, 409, line);
    }
    assert.equal((await put({ replaces: await version() })).status, 200);
    assert.equal((await put({ replaces: null })).status, 200);
  });

  test('with other labels of fingerprints has its datapoints moved behind the reply', async () => {
    const { id } = await made('grouped', { fingerprintLabels: ['a', 'b'] });
    const jobs = () => memory.queued.splice(0).map(({ task }) => task);
    jobs();
    await ask('PUT /api/test', {
      id,
      name: 'grouped',
      fingerprintLabels: ['b', 'a'],
      fingerprintFilter: 'x => x',
    });
    assert.deepEqual(jobs(), []);
    await ask('PUT /api/test', { id, name: 'grouped', fingerprintLabels: ['b'] });
    const [job] = jobs();
    assert.ok(job?.kind === 'job');
    assert.deepEqual(job.scope, { kind: 'measures', test: id, stays: true });
    await ask('PUT /api/test', { id, name: 'grouped' });
    assert.equal(jobs().length, 1);
  });

  test('is found by its name, by digits as a name before an id, and by its id (row 121)', async () => {
    const [one, digits] = [await made('one'), await made('1')];
    assert.equal(parsed(await ask('GET /api/test/byName/one')).id, one.id);
    assert.equal(parsed(await ask('GET /api/test/byName/%20one')).id, one.id, 'names have no blanks around');
    assert.equal(parsed(await ask('GET /api/test/byName/1')).id, digits.id);
    assert.equal(parsed(await ask(`GET /api/test/byName/${digits.id}`)).id, digits.id);
    assert.deepEqual(refused(await ask('GET /api/test/byName/none')), [
      ...[
        404,
        'TEST_NOT_FOUND',
        'No test with name or id none: list the tests that you may see with GET /api/test',
      ],
    ]);
    assert.deepEqual(refused(await ask('GET /api/test/999')), [
      404,
      'TEST_NOT_FOUND',
      'No test with id 999: list the tests that you may see with GET /api/test',
    ]);
  });

  test('is given to a team, moved and muted by its testers alone (row 129)', async () => {
    const { id } = await made('mine');
    assert.equal((await ask(`POST /api/test/${id}/move?folder=a/b/`)).status, 204);
    assert.equal((await ask(`POST /api/test/${id}/notifications?enabled=false`)).status, 204);
    assert.equal((await ask(`POST /api/test/${id}/updateAccess?owner=ada-team&access=1`)).status, 204);
    const { folder, access, notificationsEnabled } = parsed(await ask(`GET /api/test/${id}`, undefined, eve));
    assert.deepEqual([folder, access, notificationsEnabled], ['a/b', 'PROTECTED', false]);
    for (const what of [
      'move?folder=c',
      'notifications?enabled=true',
      'updateAccess?owner=eve-team&access=0',
    ])
      assert.equal((await ask(`POST /api/test/${id}/${what}`, undefined, eve)).status, 403, what);
    assert.equal((await ask(`POST /api/test/${id}/updateAccess?owner=eve-team&access=0`)).status, 403);
    assert.equal((await ask('POST /api/test/999/move?folder=c')).status, 404);
    assert.equal((await ask(`POST /api/test/${id}/updateAccess?owner=ada-team&access=2`)).status, 204);
    assert.equal((await ask(`GET /api/test/${id}`, undefined, eve)).status, 404);
  });

  test('leaves its runs in the trash when it is deleted (row 126)', async () => {
    const { id } = await made('going');
    const upload = () => send('POST /api/run/data?test=going&start=1&stop=2', { key: ada, body: '{}' });
    assert.deepEqual([(await upload()).status, (await upload()).status], [202, 202]);
    assert.equal((await ask(`DELETE /api/test/${id}`, undefined, eve)).status, 403);
    assert.equal((await ask(`DELETE /api/test/${id}`)).status, 204);
    assert.equal((await ask(`DELETE /api/test/${id}`)).status, 404);
    const listed = async (query: string) =>
      parsed(await send(`GET /api/run/list?${query}`, { key: ada })) as {
        total: number;
        runs: { trashed: boolean }[];
      };
    assert.equal((await listed('')).total, 0);
    const { total, runs } = await listed('trashed=true');
    assert.deepEqual([total, runs.map(({ trashed }) => trashed)], [2, [true, true]]);
  });
});

suite('lists of tests', () => {
  test('have pages counted from 0, in the order of the name unless another is requested (row 122)', async () => {
    for (const [name, folder] of [
      ['c', 'x'],
      ['a', 'z'],
      ['e', 'y'],
      ['b', ''],
      ['d', 'w'],
    ])
      await made(name ?? '', { folder });
    assert.deepEqual(await names('GET /api/test'), ['a', 'b', 'c', 'd', 'e']);
    const pages = await Promise.all([0, 1, 2].map((page) => names(`GET /api/test?limit=3&page=${page}`)));
    assert.deepEqual(pages, [['a', 'b', 'c'], ['d', 'e'], []]);
    assert.deepEqual(await names('GET /api/test?sort=folder'), ['d', 'c', 'e', 'a', 'b']);
    assert.deepEqual(await names('GET /api/test?sort=folder&direction=Descending&limit=2'), ['b', 'a']);
    assert.deepEqual(await names('GET /api/test?direction=Descending&limit=1'), ['e']);
  });

  test('are sorted by the number of readers, the most first', async () => {
    for (const access of ['PRIVATE', 'PUBLIC', 'PROTECTED']) await made(access, { access });
    const ascending = ['PUBLIC', 'PROTECTED', 'PRIVATE'];
    assert.deepEqual(await names('GET /api/test?sort=access'), ascending);
    assert.deepEqual(await names('GET /api/test?sort=access&direction=Descending'), ascending.toReversed());
    for (const name of ascending)
      await send(`POST /api/run/data?test=${name}&start=1&stop=2&access=${name}`, { key: ada, body: '{}' });
    const list = parsed(await ask('GET /api/run/list?sort=access&direction=Ascending'));
    assert.deepEqual(
      list.runs.map(({ access }: { access: string }) => access),
      ascending,
    );
  });

  test('show what the caller may see, and count it whatever teams are requested (row 123)', async () => {
    await made('public');
    await made('private', { access: 'PRIVATE' });
    await made('eves', {}, eve);
    assert.deepEqual(await names('GET /api/test', eve), ['eves', 'public']);
    assert.deepEqual(await names('GET /api/test?roles=__my', eve), ['eves']);
    assert.deepEqual(await names('GET /api/test?roles=ada-team;nobody-team'), ['private', 'public']);
    assert.deepEqual(await names('GET /api/test?roles=__all'), ['eves', 'private', 'public']);
    assert.equal(parsed(await ask('GET /api/test?roles=nobody-team')).count, 3);
  });

  test('have the numbers of runs and datasets for a folder, pages from 1, and the order of names (rows 124, 125)', async () => {
    for (const name of ['Check in', 'checkout', 'other']) await made(name, { folder: 'shop' });
    await made('deep', { folder: 'shop/deep' });
    await made('root');
    const upload = (body: string) =>
      send('POST /api/run/data?test=checkout&start=1&stop=2', { key: ada, body });
    await upload('{}');
    await upload('{"$schema":"urn:unknown"}');
    const { tests: listed, count } = parsed(await ask('GET /api/test/summary?folder=shop'));
    assert.deepEqual(
      listed.map(({ name, runs, datasets }: Record<string, unknown>) => [name, runs, datasets]),
      [
        ['Check in', 0, 0],
        ['checkout', 2, 2],
        ['other', 0, 0],
      ],
    );
    assert.equal(count, 3);
    const filtered = parsed(await ask('GET /api/test/summary?folder=shop&name=CHECK&direction=Descending'));
    assert.deepEqual(
      [filtered.tests.map(({ name }: { name: string }) => name), filtered.count],
      [['checkout', 'Check in'], 3],
    );
    assert.deepEqual(await names('GET /api/test/summary'), ['root']);
    assert.equal((await names('GET /api/test/summary?folder=*')).length, 5);
    assert.deepEqual(await names('GET /api/test/summary?folder=*&limit=2&page=3&direction=Ascending'), [
      'root',
    ]);
    for (const all of ['limit=2&page=0', 'limit=-1&page=-1', 'limit=2&page=-1'])
      assert.equal((await names(`GET /api/test/summary?folder=*&${all}`)).length, 5, all);
    assert.deepEqual(await names('GET /api/test/summary?folder=none'), []);
  });

  test('have folders with those that contain them, after the root (row 128)', async () => {
    await made('deep', { folder: 'shop/deep/down' });
    await made('bank', { folder: 'bank', access: 'PRIVATE' });
    const folders = async (query = '', as = ada) =>
      parsed(await ask(`GET /api/test/folders${query}`, undefined, as));
    assert.deepEqual(await folders(), [null, 'bank', 'shop', 'shop/deep', 'shop/deep/down']);
    assert.deepEqual(await folders('', eve), [null, 'shop', 'shop/deep', 'shop/deep/down']);
    assert.deepEqual(await folders('?roles=__my', eve), [null]);
  });
});
