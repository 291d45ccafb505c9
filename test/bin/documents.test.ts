import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { downpour } from './downpour.ts';

const good = `
name: shop
http:
  host: !param HOST http://localhost:8080
phases:
  - browse:
      constantRate:
        usersPerSec: 100
        variance: false
        duration: 5s
        scenario:
          - products:
              - httpRequest:
                  GET: /products
`;
const bad = good.replace('host:', 'hots:').replace('usersPerSec: 100', 'usersPerSec: 0').replace('5s', '5');

let [folder, goodFile, badFile] = ['', '', ''];
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'downpour-'));
  [goodFile, badFile] = [join(folder, 'good.hf.yaml'), join(folder, 'bad.hf.yaml')];
  await Promise.all([writeFile(goodFile, good), writeFile(badFile, bad)]);
});
after(() => rm(folder, { recursive: true }));

test('a valid document is called valid', async () => {
  const { code, stdout } = await downpour(['validate', goodFile]);
  assert.equal(code, 0);
  assert.equal(stdout, `✓ ${goodFile} is valid: shop, 1 phase\n`);
});

test('all problems of a document are listed with their places, and it exits 2', async () => {
  const { code, stdout } = await downpour(['validate', badFile]);
  assert.equal(code, 2);
  const [hots, rate, ...rest] = stdout.split('\n');
  assert.match(hots ?? '', /bad\.hf\.yaml:4:3 http\.hots: unknown property 'hots'; did you mean 'host'\?$/);
  assert.match(
    rate ?? '',
    /bad\.hf\.yaml:8:9 phases\[0\]\.browse\.constantRate\.usersPerSec: must be .* above 0/,
  );
  assert.match(rest[0] ?? '', /:10:9 .*: warning: time '5' has no unit/);
  assert.match(rest.at(-2) ?? '', /has 2 problems$/);
});

test('with --json the problems are data', async () => {
  const { code, stdout } = await downpour(['validate', badFile, '--json']);
  assert.equal(code, 2);
  const { valid, problems } = JSON.parse(stdout);
  assert.equal(valid, false);
  assert.deepEqual(problems[0].path, ['http', 'hots']);
  assert.equal(problems[0].line, 4);
});

test('validate checks all documents, and fails when any of them is wrong or cannot be read', async () => {
  const text = await downpour(['validate', goodFile, badFile]);
  assert.equal(text.code, 2);
  assert.match(text.stdout, /good\.hf\.yaml is valid[\s\S]*bad\.hf\.yaml has 2 problems/);
  const data = await downpour(['validate', badFile, goodFile, '--json']);
  const answers = JSON.parse(data.stdout);
  assert.deepEqual(
    answers.map(({ file, valid }: { file: string; valid: boolean }) => [file, valid]),
    [
      [badFile, false],
      [goodFile, true],
    ],
  );
  assert.equal((await downpour(['validate', goodFile, goodFile])).code, 0);
  const missing = await downpour(['validate', join(folder, 'no.yaml'), folder, badFile, goodFile]);
  assert.equal(missing.code, 2);
  const words =
    /no such file\n✗ .*no\.yaml has 1 problem\n.*a folder; name a file\n.* 1 problem\n[\s\S]* has 2 problems\n.*good\S* is valid/;
  assert.match(missing.stdout, words);
});

test('run and plan refuse a wrong document with the same words, before anything is started', async () => {
  for (const command of [['run', '--data', join(folder, 'data')], ['plan']]) {
    const { code, stdout, stderr } = await downpour([...command, badFile]);
    assert.equal(code, 2);
    assert.equal(stdout, '');
    assert.match(stderr, /bad\.hf\.yaml:4:3 http\.hots: unknown property/);
    assert.match(stderr, /has 2 problems, so nothing was started\n$/);
  }
});

test('a parameter that the document does not know is refused with the nearest one', async () => {
  const { code, stdout } = await downpour(['validate', goodFile, '-P', 'HSOT=x']);
  assert.equal(code, 2);
  assert.match(stdout, /'HSOT'.*did you mean 'HOST'/);
});

test('a plan shows phases, shards, target and price', async () => {
  const { code, stdout } = await downpour([
    'plan',
    goodFile,
    '--shards',
    '2',
    '--seed',
    '7',
    '-P',
    'HOST=http://shop:81',
  ]);
  assert.equal(code, 0);
  assert.match(stdout, /^shop {2}1 phase, 2 shards, seed 7\n/);
  assert.match(stdout, /browse {2}100 users\/s, evenly spaced .* 5s +500 +2 +1/);
  assert.match(stdout, /target {2}http:\/\/shop:81/);
  assert.match(stdout, /price {3}less than \$0\.01/);
});

test('a plan as JSON is the plan itself', async () => {
  const { stdout } = await downpour(['plan', goodFile, '--json', '--shards', '3']);
  const plan = JSON.parse(stdout);
  assert.equal(plan.shards, 3);
  assert.equal(plan.phases[0].plannedArrivals, 500);
});
