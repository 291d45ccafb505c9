import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { forgetKey } from '../../../functions/api/pipeline/authentication/known-keys.ts';
import { forgetUser } from '../../../functions/api/pipeline/authentication/known-users.ts';
import { environment } from '../../../lib/names/environment.ts';
import { openRepository } from '../../../lib/repository/repository.ts';
import { makeKey } from '../../../lib/results/identity/api-key.ts';
import { unknownUser } from '../../../lib/results/identity/user.ts';
import { keyOfUser, openMemory } from '../memory.ts';
import { cheapPassword } from './cheap-password.ts';
import type { Answer } from './invoke.ts';
import { send, sendingAs } from './requests.ts';

/** The API makes, lists, changes and removes users and teams. */

const memory = openMemory();
let root = '';
let mia = '';
let eve = '';

beforeEach(async () => {
  for (const table of ['identity', 'repository']) memory.dynamo.clear(table);
  for (const name of ['root', 'mia', 'eve', 'dev']) forgetUser(name);
  root = keyWith(1, 'root', { role: 'admin' });
  mia = keyWith(2, 'mia', { scopes: ['read', 'upload', 'admin'] });
  eve = keyOfUser(memory, 3, 'eve');
  await done('POST /api/user/team/dev-team', root);
  await done('POST /api/user/createUser', root, {
    user: { username: 'mia', firstName: 'Mia' },
    team: 'dev-team',
    roles: ['manager', 'viewer'],
  });
});

function keyWith(id: number, user: string, more: object): string {
  const expected = { name: user, user, role: 'user', ...more } as const;
  const made = makeKey(id, expected, new Uint8Array(32).fill(id), Date.now());
  memory.keys.set(id, made.key);
  forgetKey(made.key);
  return made.text;
}

const ask = (line: string, key: string, body?: unknown): Promise<Answer> => sendingAs(key)(line, body);
async function done(line: string, key: string, body?: unknown): Promise<void> {
  const answer = await ask(line, key, body);
  assert.deepEqual([answer.status, answer.body], [204, ''], line);
  for (const name of ['root', 'mia', 'eve', 'dev']) forgetUser(name);
}
const display = async (line: string, key: string, body?: unknown) =>
  JSON.parse((await ask(line, key, body)).body);
async function refused(line: string, key: string, body?: unknown): Promise<string> {
  const answer = await ask(line, key, body);
  return `${answer.status} ${JSON.parse(answer.body).code}`;
}
const names = (list: readonly { readonly username: string }[]) => list.map(({ username }) => username);

suite('teams', () => {
  test('show what they keep to those who belong to them, and all of it to administrators', async () => {
    const { runs } = openRepository(memory.table, { teamBytesMax: 5000 });
    for (const [id, owner] of ['dev-team', 'eve-team', 'dev-team'].entries())
      await runs.insert({
        id: id + 1,
        testId: 1,
        start: 1,
        stop: 2,
        owner,
        access: 'PUBLIC',
        description: null,
        trashed: id === 2,
        sizeBytes: 90,
        storedBytes: 100,
        uploadedAt: 1,
      });
    const kept = (team: string, usedBytes: number) => ({ team, usedBytes });
    assert.deepEqual(await display('GET /api/user/storage', root), {
      bytesMax: null,
      teams: [kept('dev-team', 200), kept('eve-team', 100), kept('root-team', 0)],
    });
    assert.deepEqual((await display('GET /api/user/storage', mia)).teams, [
      kept('dev-team', 200),
      kept('mia-team', 0),
    ]);
    assert.deepEqual((await display('GET /api/user/storage', eve)).teams, [kept('eve-team', 100)]);
  });

  test('are made, listed and deleted by administrators alone', async () => {
    await done('POST /api/user/team/qa-team', root);
    assert.deepEqual(await display('GET /api/user/allTeams', root), ['dev-team', 'qa-team']);
    assert.deepEqual(await display('GET /api/user/teams', eve), ['dev-team', 'qa-team']);
    assert.equal(await refused('POST /api/user/team/qa-team', root), '400 TEAM_EXISTS');
    assert.equal(await refused('POST /api/user/team/x-team', mia), '403 FORBIDDEN');
    assert.equal(await refused('POST /api/user/team/x-team', eve), '403 SCOPE_MISSING');
    assert.equal(await refused('GET /api/user/allTeams', mia), '403 FORBIDDEN');
    for (const name of ['x', 'team', `${'x'.repeat(60)}-team`, '-tea%20m'])
      assert.equal(await refused(`POST /api/user/team/${name}`, root), '404 NOT_FOUND', name);
    await done('DELETE /api/user/team/qa-team', root);
    assert.equal(await refused('DELETE /api/user/team/qa-team', root), '404 TEAM_NOT_FOUND');
    assert.equal(await refused('DELETE /api/user/team/dev-team', mia), '403 FORBIDDEN');
  });

  test('have the members and roles that a manager sets, without others', async () => {
    await done('POST /api/user/createUser', root, { user: { username: 'eve' } });
    const members = { mia: ['viewer', 'manager'], eve: ['tester', 'viewer', 'tester'] };
    await done('POST /api/user/team/dev-team/members', mia, members);
    assert.deepEqual(await display('GET /api/user/team/dev-team/members', mia), {
      eve: ['viewer', 'tester'],
      mia: ['viewer', 'manager'],
    });
    assert.deepEqual(await display('GET /api/user/roles', eve), [
      ...['viewer', 'uploader', 'tester', 'manager', 'eve-team', 'dev-team'],
      ...['eve-viewer', 'eve-uploader', 'eve-tester', 'eve-manager', 'dev-viewer', 'dev-tester'],
    ]);
    const owned = { name: 'secret', owner: 'dev-team', access: 'PRIVATE' };
    assert.equal((await makeTest(eve, owned)).status, 201);
    await done('POST /api/user/team/dev-team/members', mia, { mia: ['manager'], eve: [] });
    assert.deepEqual(await display('GET /api/user/team/dev-team/members', root), { mia: ['manager'] });
    assert.equal((await makeTest(eve, { ...owned, name: 'more' })).status, 403);
    assert.equal(await refused('GET /api/user/team/dev-team/members', eve), '403 SCOPE_MISSING');
    assert.equal(
      await refused('POST /api/user/team/dev-team/members', mia, { nobody: ['viewer'] }),
      '404 USER_NOT_FOUND',
    );
    assert.equal(
      await refused('POST /api/user/team/dev-team/members', mia, { eve: ['owner'] }),
      '400 REQUEST_INVALID',
    );
    assert.equal(await refused('GET /api/user/team/none-team/members', root), '404 TEAM_NOT_FOUND');
  });

  test('have members whose new roles work at once, also after a refused request', async () => {
    const body = { name: 'shop', owner: 'dev-team' };
    const upload = 'POST /api/run/data?test=shop&start=1&stop=2&owner=dev-team';
    assert.equal(await refused('POST /api/test', eve, body), '403 FORBIDDEN');
    await ask('POST /api/user/team/dev-team/members', mia, { mia: ['manager'], eve: ['tester'] });
    assert.equal((await ask('POST /api/test', eve, body)).status, 201);
    assert.equal(await refused(upload, eve, {}), '400 TEST_FORBIDDEN');
    await ask('POST /api/user/team/dev-team/members', mia, { mia: ['manager'], eve: ['uploader'] });
    assert.equal((await ask(upload, eve, {})).status, 202);
  });

  test('have members of whom nothing but a key is known, with its role', async () => {
    await done('POST /api/user/team/dev-team/members', mia, { root: ['tester'], eve: ['viewer'] });
    assert.deepEqual(await display('GET /api/user/team/dev-team/members', root), {
      eve: ['viewer'],
      root: ['tester'],
    });
    assert.deepEqual(names(await display('GET /api/user/administrators', root)), ['root']);
    keyOfUser(memory, 4, 'dev');
    const own = { dev: ['tester'] };
    assert.equal(
      await refused('POST /api/user/team/dev-team/members', root, own),
      '404 USER_NOT_FOUND',
      'whose own team would be this one',
    );
  });

  test('have members with the names of JavaScript', async () => {
    await done('POST /api/user/createUser', root, {
      user: { username: 'constructor' },
      team: 'dev-team',
      roles: ['viewer'],
    });
    await done('POST /api/user/team/dev-team/members', root, { mia: ['viewer'] });
    assert.deepEqual(await display('GET /api/user/team/dev-team/members', root), { mia: ['viewer'] });
  });

  test('take their members with them', async () => {
    await done('DELETE /api/user/team/dev-team', root);
    await done('POST /api/user/team/dev-team', root);
    assert.deepEqual(await display('GET /api/user/team/dev-team/members', root), {});
    assert.equal(await refused('GET /api/user/team/dev-team/members', mia), '403 FORBIDDEN');
  });

  test('are not the own team of a user, in whatever order they come', async () => {
    assert.equal(await refused('POST /api/user/team/eve-team', root), '400 TEAM_IS_OWN');
    // This user has no key.
    await done('POST /api/user/createUser', root, { user: { username: 'ada' } });
    assert.equal(await refused('POST /api/user/team/ada-team', root), '400 TEAM_IS_OWN');
    assert.equal(
      await refused('POST /api/user/createUser', root, { user: { username: 'dev' } }),
      '400 USER_EXISTS',
    );
    // An older key of this user does not own the team's data.
    const dev = keyOfUser(memory, 4, 'dev');
    assert.deepEqual(await display('GET /api/user/roles', dev), []);
    assert.equal((await makeTest(dev, { name: 't', owner: 'dev-team' })).status, 403);
  });
});

suite('users', () => {
  test('are made by managers for their team, and by administrators for any', async () => {
    const ada = {
      user: { username: 'ada', email: 'ada@x' },
      password: 'long enough',
      team: 'dev-team',
      roles: ['tester'],
    };
    await done('POST /api/user/createUser', mia, ada);
    const { password, ...kept } = memory.users.get('ada')!;
    assert.deepEqual([kept.teams, kept.email], [{ 'dev-team': ['tester'] }, 'ada@x']);
    assert.ok(password !== undefined && !JSON.stringify(password).includes('long'));
    const again = (user: object, key = mia) => refused('POST /api/user/createUser', key, user);
    assert.equal(await again(ada), '400 USER_EXISTS');
    assert.equal(await again({ user: { username: 'b' } }), '403 FORBIDDEN');
    assert.equal(await again({ user: { username: 'b' }, team: 'qa-team' }), '403 FORBIDDEN');
    assert.equal(await again({ user: { username: 'b' }, team: 'qa-team' }, root), '404 TEAM_NOT_FOUND');
    assert.equal(await again({ user: { username: 'b' }, roles: ['viewer'] }, root), '400 REQUEST_INVALID');
    const wrongRole = { user: { username: 'b' }, team: 'dev-team', roles: ['viewer', 'owner'] };
    assert.equal(await again(wrongRole, root), '400 REQUEST_INVALID');
    const unknown = { nobody: ['viewer'] };
    assert.equal(await refused('POST /api/user/team/dev-team/members', root, unknown), '404 USER_NOT_FOUND');
    assert.equal(await refused('POST /api/user/administrators', root, ['root', 'b']), '404 USER_NOT_FOUND');
    await done('POST /api/user/createUser', root, {
      user: { username: 'horreum.bootstrap', email: 'ada@x' },
    });
    assert.equal(await again({ user: { username: 'teams' } }, root), '400 USER_EXISTS');
    for (const username of ['.', '..'])
      assert.equal(await again({ user: { username } }, root), '400 REQUEST_INVALID', 'no URL leads to it');
    assert.equal(await again({ user: { username: 'b' }, password: 'short' }, root), '400 PASSWORD_SHORT');
    assert.equal(await again({ user: { username: 'b' }, password: '' }, root), '400 REQUEST_INVALID');
    process.env[environment.passwordLengthMin] = '5';
    assert.equal(await again({ user: { username: 'e' }, password: 'shor' }, root), '400 PASSWORD_SHORT');
    await done('POST /api/user/createUser', root, { user: { username: 'e' }, password: 'short' });
    delete process.env[environment.passwordLengthMin];
    // Only an administrator may create a user whose name has keys, because a password would open the data of
    // these keys.
    assert.equal(await again({ user: { username: 'eve' }, team: 'dev-team' }), '400 USER_EXISTS');
    await done('POST /api/user/createUser', root, { user: { username: 'eve' } });
  });

  test('get the name of a removed user with runs from administrators alone', async () => {
    await openRepository(memory.table).runs.insert({
      id: 1,
      testId: 1,
      start: 1,
      stop: 2,
      owner: 'gone-team',
      access: 'PRIVATE',
      description: null,
      trashed: false,
      sizeBytes: 90,
      storedBytes: 100,
      uploadedAt: 1,
    });
    const gone = { user: { username: 'gone' }, team: 'dev-team' };
    assert.equal(await refused('POST /api/user/createUser', mia, gone), '400 USER_EXISTS');
    await done('POST /api/user/createUser', root, gone);
  });

  test('get the name of any removed user from administrators alone', async () => {
    const away = { user: { username: 'away' }, team: 'dev-team' };
    await done('POST /api/user/createUser', mia, away);
    await done('DELETE /api/user/away', root);
    assert.equal(await refused('POST /api/user/createUser', mia, away), '400 USER_EXISTS');
    await done('POST /api/user/createUser', root, away);
  });

  test('are found by managers and administrators, without their secrets', async () => {
    await done('PUT /api/user/mia/password', root, 'long enough');
    const mias = [{ id: 'mia', username: 'mia', firstName: 'Mia' }];
    assert.deepEqual(await display('GET /api/user/search?query=MI', mia), mias);
    assert.deepEqual(await display('GET /api/user/search?query=zz', root), []);
    assert.deepEqual(await display('POST /api/user/info', mia, ['mia', 'nobody', 'mia']), mias);
    // A user name is part of a key of DynamoDB, which is not empty and has at most 1024 bytes.
    for (const name of ['', 'x'.repeat(201)])
      assert.match(await refused('POST /api/user/info', mia, [name]), /^400 /);
    const lone = keyWith(6, 'lone', { scopes: ['admin'] });
    for (const [line, body] of [
      ['GET /api/user/search', undefined],
      ['POST /api/user/info', ['mia']],
    ] as const)
      assert.equal(await refused(line, lone, body), '403 FORBIDDEN');
  });

  test('are removed with their keys, by administrators and by managers of all their teams', async () => {
    await done('POST /api/user/createUser', mia, {
      user: { username: 'ada' },
      team: 'dev-team',
      roles: ['tester'],
    });
    const ada = keyOfUser(memory, 7, 'ada');
    assert.equal((await ask('GET /api/user/teams', ada)).status, 200);
    assert.equal(await refused('DELETE /api/user/mia', mia), '400 OWN_USER');
    assert.equal(await refused('DELETE /api/user/eve', mia), '403 FORBIDDEN');
    assert.equal(await refused('DELETE /api/user/root', mia), '403 FORBIDDEN');
    await done('DELETE /api/user/ada', mia);
    assert.equal(await refused('GET /api/user/teams', ada), '401 UNAUTHORIZED', 'at once');
    assert.ok(memory.keys.get(7)?.revokedAt !== undefined && !memory.users.has('ada'));
    assert.equal(await refused('DELETE /api/user/ada', root), '404 USER_NOT_FOUND', 'a second time');
  });

  test('have a default team of their own', async () => {
    assert.equal((await ask('GET /api/user/defaultTeam', eve)).body, '');
    assert.equal(await refused('POST /api/user/defaultTeam', eve, 'dev-team'), '403 FORBIDDEN');
    // A new user begins with the team in which an administrator or a manager made the user.
    const { type, body } = await ask('GET /api/user/defaultTeam', mia);
    assert.deepEqual([type, body], ['text/plain; charset=utf-8', 'dev-team']);
    await done('POST /api/user/defaultTeam', mia, 'mia-team');
    assert.equal((await ask('GET /api/user/defaultTeam', mia)).body, 'mia-team');
    await done('POST /api/user/defaultTeam', mia, '"dev-team"');
    assert.equal((await ask('GET /api/user/defaultTeam', mia)).body, 'dev-team');
    await done('POST /api/user/team/dev-team/members', root, {});
    assert.equal((await ask('GET /api/user/defaultTeam', mia)).body, '');
    await done('POST /api/user/createUser', root, { user: { username: 'ada' }, team: 'dev-team', roles: [] });
    assert.equal((await ask('GET /api/user/defaultTeam', keyOfUser(memory, 5, 'ada'))).body, 'dev-team');
  });

  test('change their own password, and an administrator that of all', async () => {
    await done('PUT /api/user/mia/password', mia, 'another one');
    assert.equal(await refused('PUT /api/user/root/password', mia, 'another one'), '403 FORBIDDEN');
    assert.equal(await refused('PUT /api/user/nobody/password', root, 'another one'), '404 USER_NOT_FOUND');
  });

  test('cannot use their old password after the change', async () => {
    memory.users.set('ada', { ...unknownUser('ada', 1), password: cheapPassword('the old one') });
    const headers = { Authorization: `Basic ${Buffer.from('ada:the old one').toString('base64')}` };
    const enter = async () => (await send('GET /api/user/teams', { headers })).status;
    forgetUser('ada');
    assert.equal(await enter(), 200);
    await done('PUT /api/user/ada/password', root, 'the new one');
    assert.equal(await enter(), 401);
  });
});

suite('administrators', () => {
  test('are the users with the role or a key with it, without those that were removed', async () => {
    assert.deepEqual(names(await display('GET /api/user/administrators', root)), ['root']);
    await done('POST /api/user/administrators', root, ['root', 'mia']);
    assert.deepEqual(names(await display('GET /api/user/administrators', mia)), ['mia', 'root']);
    assert.equal(await refused('POST /api/user/administrators', root, ['mia']), '400 OWN_USER');
    assert.equal(await refused('POST /api/user/administrators', root, ['root', 'x']), '404 USER_NOT_FOUND');
    await done('POST /api/user/administrators', mia, ['mia']);
    assert.equal(await refused('GET /api/user/administrators', root), '403 FORBIDDEN');
    assert.deepEqual(names(await display('GET /api/user/administrators', mia)), ['mia']);
  });

  test('are no members of teams', async () => {
    assert.equal((await makeTest(root, { name: 't', owner: 'dev-team' })).status, 403);
    assert.deepEqual((await display('GET /api/user/roles', root)).slice(0, 2), ['admin', 'viewer']);
  });
});

test('a caller reads its own name and permissions', async () => {
  const all = ['viewer', 'uploader', 'tester', 'manager'];
  assert.deepEqual(await display('GET /api/user/me', mia), {
    user: 'mia',
    by: 'key',
    keyId: 2,
    role: 'user',
    scopes: ['read', 'upload', 'admin'],
    teams: [
      { team: 'mia-team', roles: all },
      { team: 'dev-team', roles: ['viewer', 'manager'] },
    ],
    limits: null,
    expiresAt: null,
  });
  const limits = { usersPerSecMax: 5 };
  const short = keyWith(9, 'mia', { expiresInDays: 1, limits });
  const { expiresAt, ...me } = await display('GET /api/user/me', short);
  assert.deepEqual([me.keyId, me.limits], [9, limits]);
  assert.ok(Math.abs(expiresAt - Date.now() - 86_400_000) < 60_000, `${expiresAt}`);
});

test('a key of a user acts with the same roles, as long as they last (row 135)', async () => {
  const { body: text } = await send('POST /api/user/apikey', {
    key: mia,
    body: '{"name":"ci","type":"USER"}',
    headers: { 'content-type': 'application/json' },
  });
  assert.deepEqual(await display('GET /api/user/roles', text), await display('GET /api/user/roles', mia));
  await done('POST /api/user/team/dev-team/members', root, { mia: ['viewer'] });
  assert.deepEqual(await display('GET /api/user/roles', text), [
    ...['viewer', 'uploader', 'tester', 'manager', 'mia-team', 'dev-team'],
    ...['mia-viewer', 'mia-uploader', 'mia-tester', 'mia-manager', 'dev-viewer'],
  ]);
});

const makeTest = (key: string, body: object): Promise<Answer> =>
  send('POST /api/test', {
    key,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
