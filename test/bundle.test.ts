import assert from 'node:assert/strict';
import { execFile, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { DynamoDBClient, ScanCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { build, graphOf, removeOld, usedFiles } from '../lib/bundle/build.ts';
import { buildApart, type Order } from '../lib/bundle/child-build.ts';
import { comparer, inputsTaker } from '../lib/bundle/inputs.js';
import { licenses } from '../lib/bundle/licenses.ts';
import { programOptions } from '../lib/bundle/program.ts';
import { bundleFunctions, bundlePath } from '../lib/bundle.ts';
import type { Tables } from '../lib/local/tables/tables.ts';
import { environment, taskEnvironment } from '../lib/names/environment.ts';
import { project } from '../lib/project.ts';
import { clientDefaults, credentials, listening, scratchDir } from './local/scratch.ts';

const fixtures = join(import.meta.dirname, 'local/fixtures/functions');

test('a build ends with its parent, and is not finished first', async () => {
  const builder = fork(join(project, 'lib/bundle/build-worker.ts'), { execArgv: [] });
  builder.send({ kind: 'program' } satisfies Order, () => builder.disconnect());
  assert.deepEqual(await once(builder, 'exit'), [1, null]);
});

test('a build that a Ctrl-C ends is interrupted, and is no error of Downpour', async () => {
  const script = `
    process.on('SIGINT', () => undefined);
    const { buildApart } = await import(${JSON.stringify(join(project, 'lib/bundle/child-build.ts'))});
    const build = buildApart({ kind: 'program' });
    console.log('begun');
    await build.catch(({ code }) => console.log(code));`;
  // A terminal sends SIGINT to a whole process group, so the child has its own group here.
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { detached: true });
  const printed: string[] = [];
  child.stdout.on('data', (text) => printed.push(String(text)));
  child.stdout.once('data', () => process.kill(-(child.pid ?? assert.fail()), 'SIGINT'));
  await once(child, 'close');
  assert.equal(printed.join(''), 'begun\nINTERRUPTED\n');
});

test('a bundler that does not run is no error of Downpour, and the message does not blame a folder for writing', async (t) => {
  const program = join(scratchDir(t), 'esbuild');
  const script = `
    const { buildApart } = await import(${JSON.stringify(join(project, 'lib/bundle/child-build.ts'))});
    await buildApart({ kind: 'program' }).catch(({ code, status, message }) => console.log(code, status, message));`;
  for (const [text, mode, why] of [
    ['', 0o600, 'EACCES'],
    ['#!/bin/sh\nexit 1\n', 0o700, '(EPIPE|stopped)'],
  ] as const) {
    writeFileSync(program, text);
    chmodSync(program, mode);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', script],
      { env: { ...process.env, ESBUILD_BINARY_PATH: program } },
    );
    assert.match(
      stdout,
      new RegExp(
        `^BUNDLER_UNUSABLE 503 .* esbuild does not run: .*${why}.*; check that programs in .* npm ci\n$`,
      ),
    );
  }
});

test('a builder that ends without a result is no error of Downpour', async (t) => {
  t.after(() => delete process.env.NODE_OPTIONS);
  process.env.NODE_OPTIONS = '--import=data:text/javascript,process.exit(7)';
  await assert.rejects(buildApart({ kind: 'program' }), {
    code: 'BUNDLER_UNUSABLE',
    message: /its process ended with 7/,
  });
});

test('a build whose folder cannot be written names the folder and the user, and is no error of Downpour', async (t) => {
  const [out, source] = [scratchDir(t), scratchDir(t)];
  writeFileSync(join(source, 'reader.ts'), 'export const handler = (): number => 1;\n');
  writeFileSync(join(out, 'file'), '');
  await assert.rejects(bundleFunctions(join(out, 'file'), ['reader'], { source }), {
    code: 'FILE_UNUSABLE',
    message:
      /cannot build .*: ENOTDIR: .*; check the permissions .*, or start this command once as the user who owns the folder/,
  });
});

test('a build that may open too few files names the command that allows more', async (t) => {
  t.after(() => delete process.env.NODE_OPTIONS);
  const script = `process.send({ problem: 'EMFILE: too many open files, open', of: 'files' })`;
  process.env.NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(script)}`;
  await assert.rejects(buildApart({ kind: 'program' }), {
    code: 'DESCRIPTORS_SHORT',
    message: /^Downpour cannot build .*: allow more, for example with `ulimit -n 4096`/,
  });
});

test('a build deletes the files of earlier builds that no command can still load', async (t) => {
  const folder = scratchDir(t);
  mkdirSync(join(folder, 'used'));
  const hoursOld = (file: string, hours: number) => {
    const time = new Date(Date.now() - hours * 3600_000);
    utimesSync(join(folder, file), time, time);
  };
  const list = (pid: number, hours: number, files: readonly string[]) => {
    writeFileSync(join(folder, 'used', String(pid)), files.join('\n'));
    hoursOld(join('used', String(pid)), hours);
  };
  for (const [name, hours] of [
    ['current.js', 90],
    ['young.cjs', 0],
    ['old.js', 2],
    ['running.js', 90],
    ['container.js', 90],
    ['ended.js', 90],
    ['note.json', 90],
  ] as const) {
    writeFileSync(join(folder, name), '');
    hoursOld(name, hours);
  }
  const ended = spawn(process.execPath, ['--version']);
  await once(ended, 'close');
  const free = ended.pid ?? assert.fail();
  list(process.pid, 90, ['running.js']);
  list(free, 25, ['ended.js']);
  // No process has this id, because it exceeds the largest of Linux.
  list(5_000_000, 2, ['container.js', 'current.js']);
  await removeOld(folder, new Set(['current.js', ...(await usedFiles(folder))]), 3600_000);
  const kept = ['container.js', 'current.js', 'note.json', 'running.js', 'used', 'young.cjs'];
  assert.deepEqual(readdirSync(folder).sort(), kept);
  assert.deepEqual(readdirSync(join(folder, 'used')).sort(), [String(process.pid), '5000000'].sort());
});

test('a bundle is complete: one module with a handler and all that it imports, and its map', async (t) => {
  const out = scratchDir(t);
  const source = scratchDir(t);
  writeFileSync(join(source, 'document.yaml'), 'a: 1\n');
  writeFileSync(
    join(source, 'reader.ts'),
    "import text from './document.yaml';\nexport const handler = (name: string): string => text + name;\n",
  );
  await bundleFunctions(out, ['reader'], { source });
  assert.deepEqual(readdirSync(join(out, 'reader')).toSorted(), ['index.mjs', 'index.mjs.map']);
  const { handler } = await import(pathToFileURL(bundlePath(out, 'reader')).href);
  assert.equal(handler('b'), 'a: 1\nb');
});

test('modules that a function imports late are among the shared chunks', async (t) => {
  const [out, source] = [scratchDir(t), scratchDir(t)];
  writeFileSync(join(source, 'word.ts'), "export const word = 'late';\n");
  for (const name of ['one', 'other'])
    writeFileSync(
      join(source, `${name}.ts`),
      "export const handler = async (): Promise<string> => (await import('./word.ts')).word;\n",
    );
  await bundleFunctions(out, ['one', 'other'], { source, shared: true });
  for (const name of ['one', 'other']) {
    const { handler } = await import(pathToFileURL(bundlePath(out, name)).href);
    assert.equal(await handler(), 'late');
  }
});

for (const [how, options] of [
  ['alone', {}],
  ['with shared chunks', { shared: true }],
] as const) {
  test(`a function bundled ${how} finds its threads in its own folder, and they answer`, async (t) => {
    const out = scratchDir(t);
    await bundleFunctions(out, ['driver/drive'], options);
    const folder = join(out, 'driver/drive');
    const modules = readdirSync(folder).filter((file) => file.endsWith('.mjs'));
    assert.deepEqual(modules.toSorted(), ['index.mjs', 'task.mjs', 'thread.mjs']);
    // The bundle starts its threads from files in its own folder.
    const text = readFileSync(join(folder, 'index.mjs'), 'utf8');
    assert.match(text, /\.\/thread\.mjs/);
    const worker = new Worker(join(folder, 'thread.mjs'));
    t.after(() => worker.terminate());
    worker.postMessage({ id: 7, call: 'live' });
    const answer = await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
    assert.deepEqual(answer, {
      id: 7,
      error: 'a bug in Downpour: an event loop got the call live before its assignment',
    });
  });
}

test('the container of a task signs with the credentials that ECS gives it, and reports the reason it fails', async (t) => {
  const out = scratchDir(t);
  await bundleFunctions(out, ['driver/drive']);
  const asked: string[] = [];
  const ecs = createServer((_, reply) => {
    const Expiration = new Date(Date.now() + 3_600_000).toISOString();
    const keys = { AccessKeyId: 'AKIATASK', SecretAccessKey: 's', Token: 't', Expiration };
    reply.end(JSON.stringify(keys));
  });
  // The store has a plan without any phase, so the drive fails at once.
  const aws = createServer(({ headers }, reply) => {
    asked.push(`${headers['x-amz-target'] ?? 'S3'} ${headers.authorization?.split('/')[0]}`);
    reply.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{}');
  });
  const [credentialsUrl, url] = [await listening(t, ecs), await listening(t, aws)];
  const child = spawn(process.execPath, [join(out, 'driver/drive/task.mjs')], {
    env: {
      AWS_REGION: 'us-east-1',
      AWS_ENDPOINT_URL: url,
      AWS_CONTAINER_CREDENTIALS_FULL_URI: credentialsUrl,
      [environment.burstsTable]: 'bursts',
      [environment.runsBucket]: 'runs',
      [taskEnvironment.drive]: '{"burst":"b","phase":0,"shard":0,"segment":0}',
      [taskEnvironment.token]: 'token',
    },
    stdio: 'ignore',
  });
  t.after(() => child.kill('SIGKILL'));
  const [code] = (await once(child, 'exit')) as [number];
  assert.equal(code, 1);
  const own = 'AWS4-HMAC-SHA256 Credential=AKIATASK';
  for (const request of ['AWSStepFunctions.SendTaskHeartbeat', 'DynamoDB_20120810.PutItem', 'S3'])
    assert.ok(asked.includes(`${request} ${own}`), asked.join('\n'));
  assert.equal(asked.at(-1), `AWSStepFunctions.SendTaskFailure ${own}`);
});

test('the same sources give the same bytes, also when two builds run at once', async (t) => {
  const [first, second] = [scratchDir(t), scratchDir(t)];
  const build = (out: string) => bundleFunctions(out, ['api/behave', 'driver/behave'], { source: fixtures });
  await Promise.all([build(first), build(first), build(second)]);
  for (const name of ['api/behave', 'driver/behave']) {
    assert.deepEqual(readFileSync(bundlePath(first, name)), readFileSync(bundlePath(second, name)));
  }
  const left = readdirSync(first, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tmp'),
  );
  assert.deepEqual(left, []);
});

test('a bundle is built again only when a file that went into it has changed', async (t) => {
  const [out, source] = [scratchDir(t), scratchDir(t)];
  mkdirSync(join(source, 'api'));
  copyFileSync(join(fixtures, 'api/behave.ts'), join(source, 'api/behave.ts'));
  writeFileSync(join(source, 'word.ts'), "export const word = 'one';\n");
  writeFileSync(
    join(source, 'say.ts'),
    "import { word } from './word.ts';\nexport const handler = () => word;\n",
  );
  const stamps = () => ['api/behave', 'say'].map((name) => statSync(bundlePath(out, name)).ino);
  const build = () => bundleFunctions(out, ['api/behave', 'say'], { source });
  await build();
  const [behave, say] = stamps();
  await build();
  assert.deepEqual(stamps(), [behave, say]);
  writeFileSync(join(source, 'word.ts'), "export const word = 'two';\n");
  await build();
  assert.equal(stamps()[0], behave);
  assert.notEqual(stamps()[1], say);
  writeFileSync(join(source, 'word.ts'), "export const word = 'one';\n");
  await build();
  const { handler } = await import(pathToFileURL(bundlePath(out, 'say')).href);
  assert.equal(handler(), 'one', 'the list of an earlier build does not hide a later one');
});

test('a process that builds functions does not load the bundler, and receives its errors', async (t) => {
  const [out, source] = [scratchDir(t), scratchDir(t)];
  writeFileSync(join(source, 'good.ts'), 'export const handler = () => 1;\n');
  writeFileSync(join(source, 'bad.ts'), 'export const handler = () => {;\n');
  const script = `
    import { createRequire } from 'node:module';
    import { bundleFunctions } from ${JSON.stringify(join(import.meta.dirname, '../lib/bundle.ts'))};
    const bundle = (name) => bundleFunctions(${JSON.stringify(out)}, [name], { source: ${JSON.stringify(source)} });
    await bundle('good');
    const refusal = await bundle('bad').catch(({ message }) => message);
    const loaded = Object.keys(createRequire(import.meta.url).cache);
    console.log(JSON.stringify({ refusal, loaded: loaded.filter((file) => file.includes('esbuild')) }));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  const { refusal, loaded } = JSON.parse(stdout);
  assert.match(refusal, /bad\.ts:\d+:\d+: ERROR: /);
  assert.deepEqual(loaded, []);
  assert.ok(existsSync(bundlePath(out, 'good')));
});

test('entry files that do not exist are all named, and nothing is built', async (t) => {
  const out = scratchDir(t);
  const build = bundleFunctions(out, ['api/behave', 'api/none', 'driver/none'], { source: fixtures });
  await assert.rejects(build, {
    code: 'FUNCTION_MISSING',
    status: 500,
    message: /2 functions.*api\/none\.ts.*driver\/none\.ts/,
  });
  assert.equal(existsSync(bundlePath(out, 'api/behave')), false);
});

test('a bundle carries the compiled validator of documents, and not the compiler', async (t) => {
  const out = scratchDir(t);
  const [built, ...more] = await build(out, { entryPoints: ['lib/driver/document/validator.ts'] });
  assert.ok(built !== undefined && more.length === 0);
  // Another version of a package or another option changes the bundle, so the lock file and the build's code
  // are inputs of the bundle.
  const { inputs } = await graphOf(out, { entryPoints: ['lib/bundle/build.ts'], packages: 'external' });
  const builders = Object.keys(inputs).filter(
    (file) => !file.includes(':') && !file.includes('node_modules/'),
  );
  for (const file of ['package-lock.json', ...builders]) assert.ok(built.inputs.includes(file), file);
  const text = Buffer.from(built.contents).toString();
  // This name is an option of the compiler of JSON Schemas. The bundle contains only the compiled checks.
  assert.ok(!text.includes('strictTuples'));
  writeFileSync(join(out, 'validator.mjs'), text);
  const { validator } = await import(pathToFileURL(join(out, 'validator.mjs')).href);
  assert.equal(validator()({ name: 'a', phases: 7 }), false);
  assert.ok(validator().errors.length > 0);
});

test('inputs are compared by size, then by content; new times are noted', async (t) => {
  const root = scratchDir(t);
  const file = join(root, 'a.ts');
  writeFileSync(file, 'one');
  utimesSync(file, 1, 1);
  const inputs = await inputsTaker(root, 2_000)(['a.ts']);
  const compared = () => comparer(root)(inputs);
  assert.equal(await compared(), inputs);
  utimesSync(file, 5, 5);
  assert.deepEqual(await compared(), { 'a.ts': [3, 5_000, inputs['a.ts']?.[2]] });
  writeFileSync(file, 'two');
  assert.equal(await compared(), undefined);
  utimesSync(file, 1, 1);
  assert.equal(await compared(), inputs, 'what has the same size and time is not read');
  writeFileSync(file, 'three');
  assert.equal(await compared(), undefined);
});

test('a program carries the tables, with the actions and the database that they need', async (t) => {
  const [out, data] = [scratchDir(t), scratchDir(t)];
  const outputs = await build(out, {
    ...programOptions,
    entryPoints: [join(import.meta.dirname, '../lib/local/tables/tables.ts')],
  });
  for (const { file, contents } of outputs) writeFileSync(join(out, file), contents);
  writeFileSync(join(out, 'package.json'), '{"type":"module"}');
  symlinkSync(join(import.meta.dirname, '../node_modules/classic-level/prebuilds'), join(out, 'prebuilds'));
  const bundle = await import(pathToFileURL(join(out, outputs.find((each) => each.entry)!.file)).href);
  const tables: Tables = await bundle.openTables({ dir: join(data, 'tables'), credentials, tables: ['one'] });
  const client = new DynamoDBClient({ ...clientDefaults, endpoint: await listening(t, tables.server) });
  const Put = { TableName: 'one', Item: { pk: { S: 'a' }, sk: { S: '1' } } };
  await client.send(new TransactWriteItemsCommand({ TransactItems: [{ Put }] }));
  const { Items } = await client.send(new ScanCommand({ TableName: 'one' }));
  assert.deepEqual(Items, [Put.Item]);
  client.destroy();
  tables.server.closeAllConnections();
  await tables.close();
});

test('every program that the launcher starts is built', () => {
  const bin = join(import.meta.dirname, '../bin');
  const launched = readdirSync(bin, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.'))
    .map(({ name }) => `bin/${name}.ts`);
  assert.deepEqual(programOptions.entryPoints.toSorted(), launched.toSorted());
});

test('the licences of packages are named once each, whichever bundle they are in', async () => {
  const text = await licenses();
  const titles = ['esbuild', '@middy/core', 'commander', 'tough-cookie'].map(
    (name) => text.split('\n').filter((line) => line.startsWith(`${name} `)).length,
  );
  assert.deepEqual(titles, [0, 1, 1, 1]);
  assert.match(text, /^tough-cookie \d[\d.]*: BSD-3-Clause$[\s\S]*?Copyright/m);
});

test('files of the program are named after their content, share chunks, and keep names for stacks', async (t) => {
  const source = scratchDir(t);
  for (const [name, text] of [
    ['shared', 'export function whereItFailed() { throw new Error("here"); }'],
    ['one', "import { whereItFailed } from './shared.ts'; whereItFailed(1);"],
    ['two', "import { whereItFailed } from './shared.ts'; whereItFailed(2);"],
  ] as const)
    writeFileSync(join(source, `${name}.ts`), `${text}\n`);
  const files = async () => {
    const entryPoints = ['one', 'two'].map((name) => join(source, `${name}.ts`));
    return await build(join(source, 'out'), { ...programOptions, entryPoints });
  };
  const before = await files();
  assert.ok(before.every(({ inputs }) => inputs.every((input) => !input.startsWith('lib/report/'))));
  const names = before.map(({ file }) => file);
  assert.deepEqual(names.map((name) => name.replace(/-[A-Z0-9]{8}\.js$/, '')).sort(), [
    'chunk',
    'one',
    'two',
  ]);
  const chunk = before.find(({ file }) => file.startsWith('chunk'));
  assert.match(Buffer.from(chunk?.contents ?? '').toString(), /function whereItFailed\(\)\{/);
  writeFileSync(join(source, 'two.ts'), "import { whereItFailed } from './shared.ts'; whereItFailed(3);\n");
  const after = (await files()).map(({ file }) => file);
  assert.deepEqual(
    after.filter((name) => !names.includes(name)).map((name) => name.slice(0, 4)),
    ['two-'],
  );
});
