import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { DownpourError } from '../../lib/errors.ts';
import { type ApiScript, apiKey, startApi } from './api.ts';
import { typed } from './typed.ts';

/** `plan` asks the deployment whether it would accept a benchmark, and starts nothing. */

const text = `name: planned
http: { host: http://shop.example.com, sharedConnections: 1 }
usersPerSec: 20
duration: 10s
scenario: [ { main: [ { httpRequest: { GET: / } } ] } ]
post: { note: 'true' }
`;
let folder = '';
let file = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'downpour-plan-'));
  file = join(folder, 'planned.hf.yaml');
  await writeFile(file, text);
});
after(() => rm(folder, { recursive: true, force: true }));

async function plan(script: ApiScript, parameters: readonly string[], url?: string, path = file) {
  await using server = await startApi(script);
  const environment = { DOWNPOUR_URL: url ?? server.url, DOWNPOUR_API_KEY: apiKey };
  const ended = await typed(['plan', path, '--shards', '3', ...parameters], { environment });
  return { ...ended, heard: server.heard, url: server.url };
}

const problem = (message: string) => ({ severity: 'warning', path: [], line: 3, column: 1, message });
const answering = (status: number, body: object): ApiScript => ({
  answers: { 'POST /api/burst': { status, body: JSON.stringify(body) } },
});
const taken = { shards: 3, drivesAtOnce: 3, drivesMax: 4, dollars: 0.001 };

test('a deployment reports that it accepts the plan, and the facts that only it has', async () => {
  const few = `sharedConnections of http://shop.example.com:80 is 1 (the default), but every shard (load generator) needs a connection of its own, so phase main will open up to 3 connections`;
  const script = answering(200, { ...taken, problems: [problem('nearly full'), problem(few)] });
  const { code, out, err, heard, url } = await plan(script, []);
  assert.equal(code, 0);
  assert.match(out, new RegExp(`accepted {2}${url}: 3 load generators at once, and it can run 4\n$`));
  assert.match(err, /planned\.hf\.yaml:3:1 .*nearly full/);
  assert.equal(
    err.split('every shard (load generator) needs a connection').length,
    2,
    'problems that were shown here are not shown again',
  );
  assert.deepEqual(
    heard.map(({ method, path }) => `${method} ${path}`),
    ['POST /api/burst'],
  );
  const { dryRun, shards, document } = JSON.parse(heard[0]?.body ?? '');
  assert.deepEqual([dryRun, shards], [true, 3]);
  assert.doesNotMatch(document, /note/, 'commands around the run stay here');
});

test('a program gets it as a member of the plan', async () => {
  const { out } = await plan(answering(200, { ...taken, problems: [] }), ['--json']);
  const { deployment, shards } = JSON.parse(out);
  assert.deepEqual([shards, deployment.drivesAtOnce, deployment.drivesMax], [3, 3, 4]);
});

test('a document that the deployment rejects cannot run', async () => {
  const refusal = {
    code: 'BENCHMARK_REFUSED',
    message: 'the benchmark has 1 problem',
    problems: [problem('no')],
  };
  const { error, out } = await plan(answering(400, refusal), []);
  assert.ok(error instanceof DownpourError);
  assert.deepEqual([error.code, error.status, out], ['BENCHMARK_REFUSED', 400, '']);
});

test('a deployment without an answer is a warning, and no deployment gets an unnecessary request', async () => {
  const failing = await plan(answering(500, { code: 'INTERNAL', message: 'failed' }), []);
  assert.equal(failing.code, 0);
  assert.match(
    failing.err,
    /! warning failed; the log of the API has the reason; this plan was made without the deployment, as with --offline/,
  );
  assert.doesNotMatch(failing.out, /accepted/);
  const nobody = await plan({}, [], 'http://127.0.0.1:9');
  assert.equal(nobody.code, 0);
  assert.match(nobody.err, /! warning No answer from http:\/\/127\.0\.0\.1:9/);
  const offline = await plan({}, ['--offline']);
  assert.deepEqual([offline.code, offline.heard.length], [0, 0]);
});

test('drives that exceed the usual quota of an account are reported before a deployment refuses them', async () => {
  const large = join(folder, 'large.hf.yaml');
  await writeFile(large, text.replace('usersPerSec: 20', 'usersPerSec: 1000'));
  const offline = (shards: string) => plan({}, ['--offline', '--shards', shards], undefined, large);
  assert.doesNotMatch((await offline('500')).out, /in AWS {2}/);
  const { out } = await offline('1000');
  assert.match(
    out,
    /in AWS {2}1,000 load generators at once are too many .* 1,000 executions, .* uses 500 of them; .*--request-quota/,
  );
});
