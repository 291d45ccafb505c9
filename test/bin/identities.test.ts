import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { apiKey, startApi } from './api.ts';
import { commandLine, downpour, shell } from './downpour.ts';

/** The commands of the command line for users, teams, their keys and the audit log. */

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'downpour-'));
});
after(() => rm(folder, { recursive: true }));

const done = { status: 204, body: '' };
const json = (body: unknown) => ({ status: 200, body: JSON.stringify(body) });

async function spoken(
  parameters: readonly string[],
  answers: Record<string, { status: number; body: string }>,
) {
  await using server = await startApi({ answers });
  const output = await downpour([...parameters], { DOWNPOUR_URL: server.url, DOWNPOUR_API_KEY: apiKey });
  return { ...output, heard: server.heard.map(({ body }) => body) };
}

test('a user is created with the given roles, and with a password from a file without its line break', async () => {
  const file = join(folder, 'password');
  await writeFile(file, 'very secret\n');
  const line = ['user', 'add', 'ada', '--team', 'dev-team', '--role', 'viewer', 'tester', '--email', 'ada@x'];
  const { stdout, heard } = await spoken([...line, '--password-file', file], {
    'POST /api/user/createUser': done,
  });
  assert.equal(stdout, 'User ada is created, in dev-team.\n');
  assert.deepEqual(JSON.parse(heard[0] ?? ''), {
    user: { username: 'ada', email: 'ada@x' },
    password: 'very secret',
    team: 'dev-team',
    roles: ['viewer', 'tester'],
  });
  const changed = await spoken(['user', 'password', 'ada', file], { 'PUT /api/user/ada/password': done });
  assert.deepEqual([changed.stdout, changed.heard], ['ada has a new password.\n', ['very secret']]);
});

test('without a file, a password is read from standard input', async () => {
  await using server = await startApi({ answers: { 'PUT /api/user/ada/password': done } });
  const address = `DOWNPOUR_URL=${server.url} DOWNPOUR_API_KEY=${apiKey}`;
  const { code } = await shell(`echo 'very secret' | ${address} node ${commandLine} user password ada`);
  assert.deepEqual([code, server.heard.map(({ body }) => body)], [0, ['very secret']]);
});

test('users are listed and removed', async () => {
  const users = [{ id: 'ada', username: 'ada', firstName: 'Ada', lastName: 'L' }];
  const answers = { 'GET /api/user/search': json(users), 'DELETE /api/user/ada': done };
  assert.deepEqual((await spoken(['user', 'list'], answers)).stdout.split('\n').slice(0, 2), [
    'user  name   address',
    'ada   Ada L',
  ]);
  assert.deepEqual(JSON.parse((await spoken(['user', 'list', '--json'], answers)).stdout), users);
  assert.match((await spoken(['user', 'remove', 'ada'], answers)).stdout, /^ada is removed/);
});

test('an empty list of users, teams or members says so, and how to fill it', async () => {
  const none = {
    'GET /api/user/search': json([]),
    'GET /api/user/teams': json([]),
    'GET /api/user/team/dev-team/members': json({}),
  };
  for (const [typed, says] of [
    ['user list', 'No users yet. `downpour user add NAME` makes one.\n'],
    ['user list ada', "No user has 'ada' in the name or address.\n"],
    ['team list', 'No teams yet. `downpour team add NAME-team` makes one.\n'],
    [
      'team list dev-team',
      'No user has a role in dev-team. `downpour team roles dev-team USER viewer` gives one.\n',
    ],
  ] as const)
    assert.equal((await spoken(typed.split(' '), none)).stdout, says, typed);
  assert.equal((await spoken(['user', 'list', '--json'], none)).stdout.trim(), '[]');
});

test('roles of one user change, and those of others stay', async () => {
  const members = { ada: ['viewer'], bo: ['manager'] };
  const answers = {
    'GET /api/user/team/dev-team/members': json(members),
    'POST /api/user/team/dev-team/members': done,
  };
  const given = await spoken(['team', 'roles', 'dev-team', 'ada', 'viewer', 'tester'], answers);
  assert.equal(given.stdout, 'ada is viewer, tester in dev-team.\n');
  assert.deepEqual(JSON.parse(given.heard[1] ?? ''), { ada: ['viewer', 'tester'], bo: ['manager'] });
  const taken = await spoken(['team', 'roles', 'dev-team', 'ada'], answers);
  assert.equal(taken.stdout, 'ada no longer belongs to dev-team.\n');
  assert.deepEqual((await spoken(['team', 'list', 'dev-team'], answers)).stdout.trimEnd().split('\n'), [
    'user  roles',
    'ada   viewer',
    'bo    manager',
  ]);
  const teams = { 'GET /api/user/teams': json(['dev-team', 'qa-team']) };
  assert.equal((await spoken(['team', 'list'], teams)).stdout, 'dev-team\nqa-team\n');
  const kept = { bytesMax: 5e9, teams: [{ team: 'dev-team', usedBytes: 1_250_000 }] };
  const storage = { 'GET /api/user/storage': json(kept) };
  assert.deepEqual((await spoken(['team', 'list', '--storage'], storage)).stdout.trimEnd().split('\n'), [
    'team        keeps  may keep',
    'dev-team  1.25 MB   5.00 GB',
  ]);
});

test('a key is made for a part of what its user may do', async () => {
  const answers = { 'POST /api/user/apikey': { status: 200, body: 'dpr_2_abc' } };
  const { heard } = await spoken(
    ['key', 'create', 'ci', '--scope', 'read', 'upload', '--unused-days', '0'],
    answers,
  );
  assert.deepEqual(JSON.parse(heard[0] ?? ''), { name: 'ci', scopes: ['read', 'upload'], unusedDays: 0 });
  const { code, stderr } = await spoken(['key', 'create', 'ci', '--scope', 'write'], answers);
  assert.equal(code, 2);
  assert.match(stderr, /read, upload, drive, admin/);
});

test('the audit is a table, and names where it continues', async () => {
  const entry = {
    at: 0,
    requestId: 'r',
    user: 'ada',
    by: 'key',
    keyId: 7,
    operation: 'test-create',
    status: 201,
    made: [5],
  };
  const deleted = {
    ...entry,
    by: 'token',
    keyId: undefined,
    operation: 'test-delete',
    status: 204,
    path: { id: '5' },
    made: undefined,
  };
  const answers = { 'GET /api/audit': json({ entries: [deleted, entry], next: '1#r' }) };
  const { stdout, stderr } = await spoken(['audit', '--limit', '2'], answers);
  const none = await spoken(['audit'], { 'GET /api/audit': json({ entries: [], next: '1#r' }) });
  assert.equal(none.stdout, 'No entry is in this part of the list.\n');
  assert.deepEqual(stdout.trimEnd().split('\n'), [
    'when                 user  with   operation    what  status',
    '1970-01-01 00:00:00  ada   token  test-delete  5     204',
    '1970-01-01 00:00:00  ada   key 7  test-create  -> 5  201',
  ]);
  assert.match(stderr, /To list older entries, add --before '1#r'/);
});
