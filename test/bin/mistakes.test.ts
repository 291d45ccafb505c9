import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { announce } from '../../bin/api/serving.ts';
import { apiKey, startApi } from './api.ts';
import { downpour, downpourIn } from './downpour.ts';

/**
 * For an ordinary mistake, a command prints one message with the next action and no stack. The exit code
 * shows whether the user or the operator must correct it.
 */

type Row = {
  readonly typed: string;
  /** The complete standard error. `…` matches any text of a line. */
  readonly says: string;
  readonly code: 2 | 3;
  readonly environment?: Readonly<Record<string, string>>;
};

const head = 'name: shop\nhttp: { host: http://localhost:9 }\nphases:\n- a:\n    constantRate:\n';
const tail = '\n      scenario:\n      - home:\n        - httpRequest: { GET: / }\n';
const documents: Readonly<Record<string, string | Uint8Array>> = {
  'typo.yaml': `${head}      usersPersec: 5\n      duration: 1s${tail}`,
  'tab.yaml': `${head}\t\tusersPerSec: 5`,
  'utf16.yaml': Buffer.from(`\ufeff${head}`, 'utf16le'),
  'latin1.yaml': Buffer.from('name: caf\xe9', 'latin1'),
  'empty.yaml': '',
  'kind.yaml': head.replace('constantRate', 'constantrate') + tail,
  'time.yaml': `${head}      usersPerSec: 5\n      duration: 10sec${tail}`,
  'host.yaml': `name: shop\nhttp: {}\n${head.slice(head.indexOf('phases'))}      usersPerSec: 5\n      duration: 1s${tail}`,
  'step.yaml': `${head}      usersPerSec: 5\n      duration: 1s${tail}        - httpRequest: { GET: /, bogus: 1 }\n        - clearHttpCach: {}\n`,
  'huge.yaml': `${head.replace('http:', 'http: &x')}      usersPerSec: 5000000\n      maxSessions: 10\n      duration: 1s${tail}`,
  'good.yaml': `${head}      usersPerSec: 5\n      duration: 1s${tail}`,
  'r.json': '{"a":{"b":1}}',
  'broken.json': '{"a":',
  'run.json': '{"$schema":"urn:downpour:run","version":"0.1.0"}',
  'big.json': JSON.stringify({ text: 'x'.repeat(2_000_000) }),
  file: 'x',
};

let folder = '';
const servers: Server[] = [];
let api: Awaited<ReturnType<typeof startApi>>;
const urls: Record<string, string> = {};
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'downpour-'));
  for (const [name, text] of Object.entries(documents)) await writeFile(join(folder, name), text);
  await symlink('loop', join(folder, 'loop'));
  await mkdir(join(folder, 'served'));
  urls.html = await listening('text/html', 200, '<h1>Welcome</h1>');
  urls.json = await listening('application/json', 200, '{"status":"ok"}');
  urls.plain = urls.html.replace('http:', 'https:');
  urls.nothing = await listening('text/plain', 404, 'not here');
  api = await startApi({
    answers: {
      'GET /api/sql/8/queryrun': {
        status: 404,
        body: '{"code":"RUN_NOT_FOUND","message":"there is no run 8"}',
      },
    },
  });
  urls.api = api.url;
  urls.twice = `${api.url}/api`;
  await announce(join(folder, 'served'), { url: api.url, lasting: true, service: 'Downpour' });
});
after(async () => {
  for (const server of servers) server.close();
  await api[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const noKey = { DOWNPOUR_API_KEY: '' };
const wrongKey = { DOWNPOUR_API_KEY: 'dpr_9_wrong' };
const at = (name: string, key: Readonly<Record<string, string>> = { DOWNPOUR_API_KEY: apiKey }) => ({
  environment: { DOWNPOUR_URL: `{${name}}`, ...key },
});
const refused = (says: string) => `${says}\nerror {}/…yaml has …, so nothing was started`;
const help = '\nTo see all arguments and options, add --help to the command.';
const rate = 'phases[0].a.constantRate.usersPerSec';
const overRate = `{}/huge.yaml:6:7 ${rate}: the highest rate of all phases that may run at the same time is 5000000 users/s, but this machine allows at most 50000 users/s; make the benchmark smaller, or set DOWNPOUR_CEILINGS=usersPerSecMax=5000000`;

const rows: readonly Row[] = [
  {
    typed: 'plan {}/typo.yaml',
    says: refused("…6:7 …: unknown property 'usersPersec'; did you mean 'usersPerSec'?"),
    code: 2,
  },
  {
    typed: 'plan {}/tab.yaml',
    says: refused('…6:1 document: a tab cannot indent a line; use spaces'),
    code: 2,
  },
  {
    typed: 'plan {}/utf16.yaml',
    says: 'error {}/utf16.yaml is not UTF-8 text: save the file as UTF-8',
    code: 2,
  },
  {
    typed: 'plan {}/latin1.yaml',
    says: 'error {}/latin1.yaml is not UTF-8 text: save the file as UTF-8',
    code: 2,
  },
  {
    typed: 'plan {}/empty.yaml',
    says: refused('…the document is empty, expected a mapping with name, http and phases'),
    code: 2,
  },
  {
    typed: 'plan {}/kind.yaml',
    says: refused("…unknown phase kind 'constantrate'; did you mean 'constantRate'?"),
    code: 2,
  },
  { typed: 'plan {}/time.yaml', says: refused("…7:7 …such as 30s, found '10sec'; write '10s'"), code: 2 },
  { typed: 'plan {}/host.yaml', says: refused("…2:1 http: 'host' is missing"), code: 2 },
  {
    typed: 'plan {}/step.yaml',
    says: refused("…unknown property 'bogus'\n…unknown step 'clearHttpCach'; did you mean 'clearHttpCache'?"),
    code: 2,
  },
  { typed: 'plan {}/huge.yaml', says: refused(overRate), code: 2 },
  { typed: 'run {}/huge.yaml', says: refused(overRate), code: 2 },
  {
    typed: 'plan {}/good.yaml',
    says: 'error DOWNPOUR_CEILINGS: ceiling usersMax is unknown, expected one of …',
    code: 2,
    environment: { DOWNPOUR_CEILINGS: 'usersMax=5' },
  },
  {
    typed: 'query $.info last',
    says: 'error The run is missing before the expression: write `downpour query RUN \'$.info\'`, where RUN is a number, "last" or a file',
    code: 2,
  },
  {
    typed: 'run {}/good.hf.yaml',
    says: 'error Cannot read {}/good.hf.yaml: there is no such file; did you mean {}/good.yaml?',
    code: 2,
  },
  { typed: 'run nosuch.yaml', says: 'error Cannot read nosuch.yaml: there is no such file', code: 2 },
  { typed: 'run {}', says: 'error Cannot read {}: it is a folder; name a file', code: 2 },
  { typed: 'run', says: `error missing required argument 'file'${help}`, code: 2 },
  {
    typed: 'run --json {}/good.yaml -q --junit out.xml',
    says: `error missing required argument 'file', because '{}/good.yaml' is the value of --json and 'out.xml' is the value of --junit: add the argument${help}`,
    code: 2,
  },
  {
    typed: 'serve --port 6000 --data {}/none',
    says: 'error --port 6000: browsers and other clients of HTTP refuse port 6000, which belongs to another protocol: choose another port, such as 8090',
    code: 2,
  },
  { typed: 'help rnu', says: `error unknown command 'rnu'\n(Did you mean run?)${help}`, code: 2 },
  { typed: 'key help creat', says: `error unknown command 'creat'\n(Did you mean create?)${help}`, code: 2 },
  { typed: 'rnu x', says: `error unknown command 'rnu'\n(Did you mean run?)${help}`, code: 2 },
  {
    typed: 'run x --shrads 2',
    says: `error unknown option '--shrads'\n(Did you mean --shards?)${help}`,
    code: 2,
  },
  {
    typed: 'run x --shards 0',
    says: `error the value …Expected a whole number, from 1 to 10000.${help}`,
    code: 2,
  },
  {
    typed: 'team add dev',
    says: `error the value 'dev' of the argument 'team' is invalid. The name of a team ends in -team, as in dev-team.${help}`,
    code: 2,
  },
  {
    typed: 'user add Müller',
    says: `error the value 'Müller' of the argument 'name' is invalid. The name of a user has only letters from a to z, …${help}`,
    code: 2,
  },
  {
    typed: 'user add ada --role viewer',
    says: 'error --role needs --team: name the team in which the user has the roles',
    code: 2,
  },
  {
    typed: 'labels shop --filter branch=main',
    says: `error the value 'branch=main' of the option '--filter <filter>' is invalid. Expected a JSON object, such as …${help}`,
    code: 2,
  },
  {
    typed: 'user add ada --role boss',
    says: `error the value 'boss' of the option '--role <names...>' is invalid. Allowed choices are viewer, uploader, tester, manager.${help}`,
    code: 2,
  },
  {
    typed: 'changes list shop --fingerprint {x',
    says: `error …Expected a JSON object of values by label, such as …${help}`,
    code: 2,
  },
  {
    typed: 'run x -P HOST_UNSET',
    says: `error the value …There is no environment variable HOST_UNSET: set it, or write -P HOST_UNSET=VALUE.${help}`,
    code: 2,
  },
  {
    typed: 'run {}/good.yaml -P HOTS',
    says: refused("…parameter 'HOTS' is given with -P, but no !param in the document uses it"),
    code: 2,
    environment: { HOTS: 'x' },
  },
  {
    typed: 'run {}/good.yaml -P HOTS=x',
    says: refused("…parameter 'HOTS' is given with -P, but no !param in the document uses it"),
    code: 2,
  },
  {
    typed: 'run {}/good.yaml --json {}/no/x.json',
    says: 'error Cannot write {}/no/x.json: there is no folder {}/no; make the folder, or name another file',
    code: 2,
  },
  {
    typed: 'serve --port 99999',
    says: `error the value '99999' of the option '--port <n>' is invalid. Expected a whole number, from 0 to 65535.${help}`,
    code: 2,
  },
  {
    typed: 'serve --data {}/data --port {port}',
    says: 'error Port {port} is in use by another program: choose another port, or port 0 for any free port',
    code: 2,
  },
  {
    typed: 'serve --data {}/served',
    says: 'error Another downpour (process …) serves the data folder {}/served at http…: use that address, or name another folder with --data',
    code: 2,
  },
  {
    typed: 'runs --data {}/file',
    says: 'error Cannot store data in {}/file: a file has the name of the folder; name another folder with --data',
    code: 2,
  },
  {
    typed: 'runs --data {}/file/below',
    says: 'error Cannot store data in {}/file/below: a file has the name of the folder, …; name another folder with --data',
    code: 2,
  },
  {
    typed: 'runs',
    says: "error DOWNPOUR_URL is 'localhost:8090', which is not a URL: begin the URL with http:// or https://, such as http://localhost:8090",
    code: 2,
    environment: { DOWNPOUR_URL: 'localhost:8090' },
  },
  {
    typed: 'runs',
    says: "error {html} is not Downpour's API: GET /api/run/list was answered with text/html, and the answer does not have the form that a Downpour server sends; check DOWNPOUR_URL",
    code: 2,
    ...at('html'),
  },
  {
    typed: 'runs',
    says: "error {json} is not Downpour's API: GET /api/run/list was answered with application/json, and the answer does not have the form that a Downpour server sends; check DOWNPOUR_URL",
    code: 2,
    ...at('json'),
  },
  {
    typed: 'runs',
    says: "error {twice} is not Downpour's API: Downpour adds /api itself, so write the URL without /api; check DOWNPOUR_URL",
    code: 2,
    ...at('twice'),
  },
  {
    typed: 'key list',
    says: "error {nothing} is not Downpour's API: this server has no operation GET /api/user/apikey; check DOWNPOUR_URL",
    code: 2,
    ...at('nothing'),
  },
  {
    typed: 'query last $',
    says: 'error No answer from http://127.0.0.1:9: nothing listens on port 9 of 127.0.0.1; check that the API runs there',
    code: 3,
    environment: { DOWNPOUR_URL: 'http://127.0.0.1:9' },
  },
  {
    typed: 'key list',
    says: 'error No answer from {plain}: the server does not use TLS; write http:// in DOWNPOUR_URL for an API without TLS',
    code: 3,
    ...at('plain'),
  },
  {
    typed: 'query 8 $',
    says: 'error {api} needs an API key: set DOWNPOUR_API_KEY',
    code: 2,
    ...at('api', noKey),
  },
  {
    typed: 'key list',
    says: 'error {api} does not know the API key in DOWNPOUR_API_KEY (dpr_9_wr...): the key is wrong, revoked or expired; put a valid key there',
    code: 2,
    ...at('api', wrongKey),
  },
  {
    typed: 'key list',
    says: 'error {api} does not know the API key in DOWNPOUR_API_KEY (dpr_9_wr...): the key is wrong, revoked or expired; put a valid key there',
    code: 2,
    ...at('api', { DOWNPOUR_API_KEY: 'dpr_9_wrong\n' }),
  },
  {
    typed: 'key list',
    says: 'error the value of DOWNPOUR_API_KEY is not an API key: set it to a valid key',
    code: 2,
    ...at('api', { DOWNPOUR_API_KEY: 'dpr_9…' }),
  },
  { typed: 'query 8 $', says: 'error there is no run 8', code: 2, ...at('api') },
  {
    typed: 'query newest $',
    says: `error 'newest' is not a run: expected the number of a run, "last" or the name of a JSON file`,
    code: 2,
    ...at('api'),
  },
  {
    typed: 'query nosuch.json $',
    says: 'error Cannot read nosuch.json: there is no such file',
    code: 2,
    ...at('api'),
  },
  {
    typed: 'query {}/r.json .a',
    says: '  .a\n  ^\nerror the query failed: syntax error …; did you mean $.a? (--lenient corrects the expression)',
    code: 2,
  },
  {
    typed: 'query {}/r.json a.b',
    says: '  a.b\n  ^\nerror the query failed: syntax error …; did you mean $.a.b? (--lenient corrects the expression)',
    code: 2,
  },
  {
    typed: 'query {}/utf16.yaml $',
    says: 'error {}/utf16.yaml is not UTF-8 text: save the file as UTF-8',
    code: 2,
  },
  {
    typed: 'report {}/r.json',
    says: 'error {}/r.json is not a run document of Downpour, because it has no members …; choose a run that `downpour run` stored, or query this JSON with `downpour query`',
    code: 2,
  },
  {
    typed: 'upload {}/r.json --test t --data {}/new',
    says: "error DOWNPOUR_COMMON_DIALECT is 'postgres': expected jsonpath or sql",
    code: 2,
    environment: { DOWNPOUR_COMMON_DIALECT: 'postgres' },
  },
  ...['runs', 'query last $', 'report last', 'labels shop', 'audit', 'key list'].map((reading) => ({
    typed: `${reading} --data {}/absent`,
    says: 'error The data folder {}/absent has no runs yet: `downpour run FILE` or `downpour upload FILE --test NAME` makes the first run; --data names another folder, DOWNPOUR_URL another API',
    code: 2 as const,
  })),
  {
    typed: 'plan {}/run.json',
    says: 'error {}/run.json is the document of a run, not a benchmark document: `downpour report {}/run.json` shows the run',
    code: 2,
  },
  {
    typed: 'report {}/good.yaml',
    says: 'error {}/good.yaml is not JSON: …; `downpour run {}/good.yaml` runs a benchmark document',
    code: 2,
  },
  { typed: 'upload {}/broken.json --test t', says: 'error {}/broken.json is not JSON: …', code: 2 },
  {
    typed: 'upload {}/loop --test t --data {}/linked',
    says: 'error Cannot read {}/loop: it is a link that leads to itself',
    code: 2,
    // No file can be read, so the command does not start the local API. With this variable, the start would
    // fail.
    environment: { DOWNPOUR_COMMON_DIALECT: 'postgres' },
  },
  ...['user add ada --password-file', 'user password ada'].map((typed) => ({
    typed: `${typed} {}/none`,
    says: 'error Cannot read {}/none: there is no such file',
    code: 2 as const,
  })),
  {
    typed: 'runs --data {}/loop',
    says: 'error Cannot store data in {}/loop: a link leads to itself; name another folder with --data',
    code: 2,
  },
  {
    typed: 'key revoke first',
    says: `error the value 'first' of the argument 'id' is invalid. Expected a whole number, at least 1.${help}`,
    code: 2,
  },
];

describe('each mistake of the table names the next step', { concurrency: 3 }, () => {
  for (const { typed, says, code, environment = {} } of rows) {
    const settings = Object.entries(environment);
    test([...settings.map(([name, value]) => `${name}=${value}`), typed].join(' '), async () => {
      const set = settings.map(([name, value]) => [name, filled(value)]);
      assertSays(await downpour(typed.split(' ').map(filled), Object.fromEntries(set)), says, code);
    });
  }
});

test('a command that only reads makes no data folder', async () => {
  const absent = join(folder, 'never');
  assert.equal((await downpour(['runs', '--data', absent])).code, 2);
  await assert.rejects(stat(absent), { code: 'ENOENT' });
});

test('a folder without permission is refused', async (t) => {
  const closed = join(folder, 'closed');
  await mkdir(closed);
  await chmod(closed, 0o500);
  await chmod(folder, 0o755);
  // Root may write everywhere, so the command runs as the user `nobody`.
  const asNobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const ended = await downpourIn(['key', 'create', 'ci', '--data', join(closed, 'data')], asNobody).catch(
    (error: unknown) => error,
  );
  if (ended instanceof Error)
    return t.skip(`no process of another user can be started here: ${ended.message}`);
  if (/Cannot find module|EACCES.*bin\/downpour/.test((ended as { stderr: string }).stderr))
    return t.skip('another user may not read this checkout');
  const says = 'error Cannot store data in {}/closed/data: no permission; name another folder with --data';
  assertSays(ended as Awaited<ReturnType<typeof downpour>>, says, 2);
});

test('a user who has no name and no home folder, as in a container, can run a benchmark', async (t) => {
  if (process.getuid?.() !== 0) return t.skip('only root can start a process of such a user');
  const open = join(folder, 'open');
  await mkdir(open);
  await chmod(open, 0o777);
  await chmod(folder, 0o755);
  const server = createServer((_, response) => response.end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const file = join(open, 'a.hf.yaml');
  await writeFile(
    file,
    `{ name: a, http: { host: '${host}' }, phases: [ b: { atOnce: { users: 1, scenario: [ c: [ httpRequest: { GET: / } ] ] } } ] }`,
  );
  const ended = await downpourIn(['run', file, '--data', join(open, 'data')], {
    ...{ uid: 54_321, gid: 54_321 },
    before: 'unset HOME XDG_CACHE_HOME NODE_COMPILE_CACHE',
  });
  if (/Cannot find module|EACCES.*bin\/downpour/.test(ended.stderr))
    return t.skip('another user may not read this checkout');
  assert.equal(ended.stderr, '');
  assert.match(ended.stdout, /1 × 2xx/);
});

test('a file that may not grow stops an upload, and stored data remains', async () => {
  const data = join(folder, 'small');
  const first = await downpour(['upload', join(folder, 'r.json'), '--test', 't', '--data', data]);
  assert.equal(first.stdout, 'Run 1\n', first.stderr);
  // The limit is 1,000 blocks of 512 or 1,024 bytes. It is above the size of every file that the cloud itself
  // writes, and below the size of the document.
  const typed = ['upload', join(folder, 'big.json'), '--test', 't', '--data', data];
  const ended = await downpourIn(typed, { before: 'ulimit -f 1000' });
  const means =
    'A file has reached the largest size that the shell which started Downpour allows (see `ulimit -f`)';
  assertSays(
    ended,
    `error …big.json: ${means}: Downpour can store nothing more; make space or raise the limit on the machine of the API`,
    3,
  );
  assert.match((await downpour(['runs', '--data', data])).stdout, /^ {2}1 /m);
});

test('a full disk ends a command with exit code 3, and stored data remains', async (t) => {
  const disk = join(folder, 'disk');
  await mkdir(disk);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', disk]);
  if (mounted.status !== 0)
    return t.skip('no file system can be mounted here; the test of ulimit -f replaces this test');
  try {
    const data = join(disk, 'data');
    const first = await downpour(['upload', join(folder, 'r.json'), '--test', 't', '--data', data]);
    assert.equal(first.stdout, 'Run 1\n', first.stderr);
    spawnSync('dd', ['if=/dev/zero', `of=${disk}/rest`, 'bs=1k']);
    const says = `error The disk is full: Downpour can store nothing more in ${data}. All data that Downpour confirmed before is safe. Delete files to make space, then start Downpour again`;
    assertSays(await downpour(['key', 'create', 'ci', '--data', data]), says, 3);
    await rm(join(disk, 'rest'));
    assert.match((await downpour(['runs', '--data', data])).stdout, /^ {2}1 /m);
  } finally {
    spawnSync('umount', [disk]);
  }
});

function assertSays(
  { code, stdout, stderr }: Awaited<ReturnType<typeof downpour>>,
  says: string,
  expected: number,
): void {
  assert.match(stderr, pattern(filled(says)));
  assert.doesNotMatch(stderr, /\n +at |bug/);
  assert.deepEqual([code, stdout], [expected, '']);
}

function pattern(says: string): RegExp {
  const escaped = says.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '.*');
  return new RegExp(`^${escaped}\n$`);
}

/**
 * Replaces `{}` by the folder, `{port}` by a port that is in use, and `{name}` by the address of a server.
 */
function filled(text: string): string {
  return text.replace(/\{(\w*)\}/g, (_, name: string) => {
    if (name === '') return folder;
    return name === 'port' ? new URL(urls.html ?? '').port : (urls[name] ?? name);
  });
}

async function listening(type: string, status: number, body: string): Promise<string> {
  const server = createServer((_, response) =>
    response.writeHead(status, { 'content-type': type }).end(body),
  );
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
