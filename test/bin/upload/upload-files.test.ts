import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Context as LambdaContext } from 'aws-lambda';
import { type Dispatcher, MockAgent } from 'undici';
import { connect } from '../../../bin/api/client.ts';
import { contentOf, rewrittenBytesMax } from '../../../bin/upload/content.ts';
import { sourcesOf } from '../../../bin/upload/find-files.ts';
import { UploadProgress } from '../../../bin/upload/progress.ts';
import { type Sent, type UploadOptions, uploadFiles } from '../../../bin/upload/upload-files.ts';
import type { Event, Handler } from '../../../functions/api/pipeline/types.ts';
import { handler as uploadRun } from '../../../functions/api/run-upload.ts';
import { handler as uploads } from '../../../functions/api/uploads.ts';
import { repository } from '../../../functions/repository.ts';
import { stores } from '../../../functions/stores.ts';
import { createGateway } from '../../../lib/local/gateway/gateway.ts';
import { uploadLimits } from '../../../lib/results/upload/limits.ts';
import { adminKey } from '../../functions/api/admin-key.ts';
import { type Endpoints, openEndpoints } from '../../store/endpoints.ts';
import { captured } from '../captured.ts';

/** Each file becomes one run. Its size decides how it is uploaded. The API is the real one. */

let endpoints: Endpoints;
let [apiKey, url, dir] = ['', '', ''];
let gateway: Server;
/** The requests to the API: method and path, and headers. */
const events: { readonly line: string; readonly headers: IncomingMessage['headers'] }[] = [];
/** Statuses with which the server answers the next requests instead of the API. */
const failures: number[] = [];

before(async () => {
  endpoints = await openEndpoints();
  apiKey = await adminKey();
  const handlers: Readonly<Record<string, Handler>> = {
    'POST /api/run/data': uploadRun,
    'ANY /api/run/upload': uploads,
    'ANY /api/run/upload/{rest+}': uploads,
  };
  gateway = createGateway({
    keyHeader: 'x-downpour-api-key',
    routes: Object.keys(handlers).map((key) => ({ key, functionName: key })),
    invoke: async (name, event) => {
      const { requestContext, headers } = event as Event;
      events.push({ line: `${requestContext.http.method} ${requestContext.http.path}`, headers });
      const status = failures.shift();
      const reply =
        status === undefined
          ? await handlers[name]?.(event as Event, {} as LambdaContext)
          : { statusCode: status, body: JSON.stringify({ code: 'BUSY', message: 'busy' }) };
      return { requestId: 'r', payload: JSON.stringify(reply) };
    },
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  dir = mkdtempSync(join(tmpdir(), 'downpour-upload-'));
});
after(async () => {
  gateway.closeAllConnections();
  gateway.close();
  await endpoints.close();
  rmSync(dir, { recursive: true });
});
beforeEach(() => {
  events.length = 0;
  failures.length = 0;
});

function file(name: string, text: string): string {
  writeFileSync(join(dir, name), text);
  return join(dir, name);
}
const times = { start: '1', stop: '2' };
async function send(
  files: readonly string[],
  options: Partial<UploadOptions> = {},
  agent?: Dispatcher,
): Promise<readonly Sent[]> {
  const runParameters = { test: 'files', ...times };
  const api = connect({ url, apiKey }, agent);
  const all: Sent[] = [];
  const given = { runParameters, sent: () => undefined, ...options };
  for await (const sent of uploadFiles(api, await sourcesOf(files), given)) all.push(sent);
  return all;
}
const lines = () => events.map(({ line }) => line.replace(/\d+/, '{id}'));
async function textOf(run: number | undefined): Promise<string> {
  return Buffer.from((await stores().runs.get(run ?? 0)) ?? []).toString();
}

/**
 * Random bytes, which cannot be compressed. So only the size of the file decides whether it is sent in parts.
 */
function random(bytes: number): string {
  let text = '';
  for (let seed = 1; text.length < bytes; seed = (seed * 48_271) % 2_147_483_647) text += seed.toString(36);
  return JSON.stringify({ startTime: 7, endTime: 9, text: text.slice(0, bytes) });
}

test('a small document takes one request, again with the same words is the same run', async () => {
  const small = file('small.json', '{"a":1}');
  const [one] = await send([small]);
  const [two] = await send([small]);
  assert.equal(await textOf(one?.run), '{"a":1}');
  assert.equal(two?.run, one?.run);
  assert.deepEqual(lines(), ['POST /api/run/data', 'POST /api/run/data']);
  const others = [
    await send([small], { anew: true }),
    await send([small], { runParameters: { test: 'files', start: '1', stop: '3' } }),
    await send([small], { metadata: Buffer.from('{"$schema":"urn:m"}') }),
  ].map(([sent]) => sent?.run);
  assert.equal(new Set([one?.run, ...others]).size, 4);
  const metadata = await stores().runs.metadata(others[2] ?? 0);
  assert.equal(Buffer.from(metadata ?? []).toString(), '[{"$schema":"urn:m"}]');
});

test('a document from a pipe is read once, also compressed, and is the same run as the file', async () => {
  const text = '{"from":"a pipe"}';
  const [whole] = await send([file('whole.json', text)]);
  for (const bytes of [text, gzipSync(text)]) {
    const pipe = join(dir, `pipe-${bytes.length}`);
    execFileSync('mkfifo', [pipe]);
    const [[sent]] = await Promise.all([send([pipe]), writeFile(pipe, bytes)]);
    assert.deepEqual([sent?.error, sent?.run], [undefined, whole?.run]);
  }
  const pipe = join(dir, 'pipe-empty');
  execFileSync('mkfifo', [pipe]);
  const [[empty]] = await Promise.all([send([pipe]), writeFile(pipe, '')]);
  assert.equal(empty?.error?.message, 'the file is empty; a run must be a JSON document');
});

test('a document that is compressed with gzip is unpacked, in a request or in parts, and is the same run', async () => {
  for (const text of ['{"start":7,"stop":9}', random(uploadLimits.uploadPartBytes + 3000)]) {
    const packed = join(dir, 'packed.json.gz');
    writeFileSync(packed, gzipSync(text));
    let arrived = 0;
    const [sent] = await send([packed], {
      sent: (bytes) => {
        arrived += bytes;
      },
    });
    assert.ok((await textOf(sent?.run)) === text, sent?.error?.message);
    assert.ok(Math.abs(arrived - statSync(packed).size) <= 2, `${arrived}`);
    const [plain] = await send([file('plain.json', text)]);
    assert.equal(plain?.run, sent?.run);
  }
  const wrong = join(dir, 'wrong.json.gz');
  writeFileSync(wrong, gzipSync(Buffer.from([0xff])));
  const [refused] = await send([wrong]);
  assert.match(refused?.error?.message ?? '', /^\S*\/wrong\.json\.gz is not UTF-8 text: /);
  const cut = join(dir, 'cut.json.gz');
  writeFileSync(cut, gzipSync('{"a":1}').subarray(0, 20));
  const [damaged] = await send([cut]);
  assert.deepEqual([damaged?.error?.code, damaged?.error?.status], ['FILE_UNUSABLE', 400]);
  assert.match(damaged?.error?.message ?? '', /cut\.json\.gz cannot be unpacked: /);
});

test('a document may begin with a byte order mark, and its times are read all the same', async () => {
  const [sent] = await send([file('marked.json', '\ufeff{"start":7,"stop":9}')], {
    runParameters: { test: 'files' },
  });
  assert.deepEqual(sent?.times, { start: '7', stop: '9', source: '$.start and $.stop' });
  assert.equal(await textOf(sent?.run), '\ufeff{"start":7,"stop":9}');
});

test('a document that fits only when it is compressed is compressed', async () => {
  const text = JSON.stringify({ rows: Array.from({ length: 220_000 }, (_, i) => ({ name: `row "${i}"` })) });
  const quotes = file('quotes.json', text);
  assert.ok(text.length < 6 * 1024 ** 2);
  const [sent] = await send([quotes]);
  assert.equal(await textOf(sent?.run), text, sent?.error?.message);
  assert.deepEqual(
    events.map(({ headers }) => headers['content-encoding']),
    ['zstd'],
  );
});

test('a document that does not fit goes in parts, and its times are looked for', async () => {
  const text = random(uploadLimits.uploadPartBytes + 1000);
  const large = file('large.json', text);
  const arrived: number[] = [];
  const options = { runParameters: { test: 'files' }, sent: (bytes: number) => void arrived.push(bytes) };
  const [sent] = await send([large], options);
  assert.equal(sent?.error, undefined);
  assert.equal(await textOf(sent?.run), text);
  const row = await repository().runs.get(sent?.run ?? 0);
  assert.deepEqual([row?.start, row?.stop], [7, 9]);
  const [begin, ...rest] = ['POST /api/run/upload', ...Array(2).fill('POST /api/run/upload/{id}/complete')];
  assert.deepEqual(lines(), [begin, ...rest]);
  assert.equal(
    arrived.reduce((sum, bytes) => sum + bytes, 0),
    text.length,
  );
  events.length = 0;
  const [again] = await send([large], { runParameters: { test: 'files' } });
  assert.equal(again?.run, sent?.run);
  assert.deepEqual(lines(), [begin]);
});

test('an upload in parts continues where it was interrupted', async () => {
  const text = random(uploadLimits.uploadPartBytes + 2000);
  const large = file('interrupted.json', text);
  const agent = new MockAgent({ enableCallHistory: true });
  const puts = () => {
    const calls = agent.getCallHistory()?.calls() ?? [];
    const parts = calls.flatMap(({ searchParams }) => searchParams?.partNumber ?? []);
    agent.clearCallHistory();
    return parts.sort();
  };
  const gone = Object.assign(new Error('the network is gone'), { code: 'ECONNREFUSED' });
  agent
    .get(process.env.AWS_ENDPOINT_URL_S3 ?? '')
    .intercept({ method: 'PUT', path: (path) => path.includes('partNumber=2') })
    .replyWithError(gone);
  try {
    const [cut] = await send([large], {}, agent);
    assert.equal(cut?.error?.code, 'UPLOAD_FAILED');
    assert.deepEqual(puts(), ['1', '2']);
    const [arrived, present]: number[][] = [[], []];
    const heardOf = {
      sent: (bytes: number) => void arrived?.push(bytes),
      found: (bytes: number) => void present?.push(bytes),
    };
    const [sent] = await send([large], heardOf, agent);
    assert.deepEqual(puts(), ['2']);
    assert.deepEqual(present, [uploadLimits.uploadPartBytes]);
    assert.deepEqual(arrived, [text.length - uploadLimits.uploadPartBytes]);
    assert.equal(await textOf(sent?.run), text);
  } finally {
    await agent.close();
  }
});

test('a failed file does not stop the others, and a temporary failure is tried again', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const folder = join(dir, 'folder');
  mkdirSync(join(folder, 'deep'), { recursive: true });
  mkdirSync(join(folder, '.hidden'));
  for (const [i, name] of names.entries())
    writeFileSync(
      join(folder, i % 2 ? 'deep' : '', `${name}.json`),
      name === 'c' ? '{"c":' : `{"${name}":1}`,
    );
  writeFileSync(join(folder, 'notes.txt'), 'no document');
  writeFileSync(join(folder, '.hidden', 'x.json'), '{}');
  writeFileSync(join(folder, 'empty.json'), '');
  failures.push(503, 429);
  const sent = await send([folder, join(folder, 'a.json')]);
  assert.equal(sent.length, 7);
  const failed = new Map(sent.flatMap(({ source, error }) => (error ? [[source.file, error.code]] : [])));
  assert.deepEqual(
    failed,
    new Map([
      [join(folder, 'empty.json'), 'NO_DATA'],
      [join(folder, 'c.json'), 'NOT_JSON'],
    ]),
  );
  assert.equal(new Set(sent.map(({ run }) => run)).size, 6);
  mkdirSync(join(dir, 'bare'));
  const [lost] = await send(['last']);
  assert.match(
    lost?.error?.message ?? '',
    /there is no such file; upload takes JSON files, and `downpour runs`/,
  );
  const some = await send([join(dir, 'missing'), join(dir, 'bare'), join(folder, 'a.json')]);
  assert.deepEqual(
    some.map(({ run, error }) => [run !== undefined, error?.code, error?.message.split(dir)[1]]),
    [
      [false, 'FILE_UNUSABLE', '/missing: there is no such file'],
      [false, 'FILE_UNUSABLE', '/bare has no file that ends in .json or .json.gz'],
      [true, undefined, undefined],
    ],
  );
});

test('a schema is written into a document, whether it fits into a request or comes in parts', async () => {
  const runParameters = { test: 'files', ...times, schema: 'urn:s' };
  const [small] = await send([file('schema.json', '{}')], { runParameters });
  assert.equal(await textOf(small?.run), '{"$schema":"urn:s"}');
  const text = random(uploadLimits.uploadPartBytes + 1);
  const large = file('large-schema.json', text);
  const [sent] = await send([large], { runParameters });
  assert.ok(
    (await textOf(sent?.run)) === `{"$schema":"urn:s",${text.slice(1)}`,
    'the document has its schema',
  );
  const row = await repository().runs.get(sent?.run ?? 0);
  assert.deepEqual(
    row?.schemas?.map(({ uri }) => uri),
    ['urn:s'],
  );
  const [again] = await send([large], { runParameters });
  assert.equal(again?.run, sent?.run);
  const [bare] = await send([large]);
  assert.ok((await textOf(bare?.run)) === text, 'without a schema it is kept as it is');
  const [broken] = await send([file('broken-schema.json', text.slice(0, -1))], { runParameters });
  assert.equal(broken?.error?.code, 'NOT_JSON');
  const tooLarge = { file: large, bytes: rewrittenBytesMax + 1, changedAtMs: 0 };
  await assert.rejects(contentOf(tooLarge, 'urn:s'), { code: 'SCHEMA_NOT_WRITTEN', status: 413 });
});

test('a terminal shows the progress', () => {
  const { terminal, text } = captured(100);
  let now = 0;
  const progress = new UploadProgress(terminal, 3, 4_000_000, () => now);
  now = 2000;
  progress.sent(1_000_000);
  assert.equal(progress.line, '██████░░░░░░░░░░░░░░░░░░  1.00 MB of 4.00 MB  0 of 3 files  500 kB/s');
  progress.sent(9_000_000);
  progress.done();
  assert.equal(progress.line, '████████████████████████  4.00 MB of 4.00 MB  1 of 3 files  2.00 MB/s');
  assert.ok(text().includes('1 of 3 files'));
  now = 0;
  const resumed = new UploadProgress(terminal, 1, 4_000_000, () => now);
  now = 2000;
  resumed.found(3_000_000);
  resumed.sent(500_000);
  assert.equal(resumed.line, '█████████████████████░░░  3.50 MB of 4.00 MB  250 kB/s');
  const file = captured();
  new UploadProgress(file.terminal, 1, 10).sent(5);
  assert.equal(file.text(), '');
});
