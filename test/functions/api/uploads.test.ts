import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, mock, test } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { repository } from '../../../functions/repository.ts';
import { stores, uploadStore } from '../../../functions/stores.ts';
import { queues, workContext } from '../../../functions/work-context.ts';
import type { RunUpload } from '../../../lib/api.generated.ts';
import { objectKey } from '../../../lib/names/object-keys.ts';
import { performIndex } from '../../../lib/repository/pipeline/store/index-upload.ts';
import { attemptsMax, perform } from '../../../lib/repository/work/perform.ts';
import type { Message } from '../../../lib/repository/work/work.ts';
import { uploadLimits } from '../../../lib/results/upload/limits.ts';
import { type Endpoints, openEndpoints } from '../../store/endpoints.ts';
import { adminKey } from './admin-key.ts';
import type { Answer, Ask } from './invoke.ts';
import { send } from './requests.ts';

/**
 * A document that is too large for one request is uploaded in parts. It becomes a run when it is complete.
 */

let endpoints: Endpoints;
let [admin, bob] = ['', ''];
const json = { 'Content-Type': 'application/json' };

before(async () => {
  endpoints = await openEndpoints();
  admin = await adminKey();
  const { body } = await send('POST /api/user/apikey', {
    key: admin,
    headers: json,
    body: JSON.stringify({ user: 'bob', role: 'user' }),
  });
  bob = body;
});
after(() => endpoints.close());

const begin = (sizeBytes: number, ask: Ask = {}) =>
  send('POST /api/run/upload', {
    key: admin,
    body: JSON.stringify({ sizeBytes }),
    ...ask,
    headers: { ...json, ...ask.headers },
  });
function of(line: string, id: number, ask: Ask = {}): Promise<Answer> {
  const [method, rest = ''] = line.split(' ');
  return send(`${method} /api/run/upload/${id}${rest}`, { key: admin, headers: json, ...ask });
}
const complete = (id: number, query = 'test=large&start=$.info.start&stop=2', ask: Ask = {}) =>
  of(`POST /complete?${query}`, id, ask);
const uploadOf = ({ body }: Answer): RunUpload => JSON.parse(body);
const codeOf = ({ status, body }: Answer) => [status, JSON.parse(body).code];
async function putParts(document: Buffer, missing: RunUpload['missing']): Promise<void> {
  for (const { url, start, bytes } of missing) {
    const reply = await fetch(url, { method: 'PUT', body: document.subarray(start, start + bytes) });
    assert.equal(reply.status, 200, await reply.text());
  }
}
async function arrived(document: Buffer, ask: Ask = {}): Promise<number> {
  const { id, missing } = uploadOf(await begin(document.length, ask));
  await putParts(document, missing);
  return id;
}
async function runsOf(name: string): Promise<number> {
  const { body } = await send(`GET /api/run/list?test=${name}`, { key: admin });
  return JSON.parse(body).total;
}

const large = Buffer.from(
  JSON.stringify({
    $schema: 'urn:large',
    info: { start: 1718000000000, name: 'größer' },
    rows: Array.from({ length: 200_000 }, (_, i) => ({ i, name: `row ${i}`, text: 'x'.repeat(60) })),
  }),
);
const small = Buffer.from('{"info":{"start":5}}');

test('an upload never gets the id of a run that is newer than the restored tables', async () => {
  const { id: before } = uploadOf(await begin(small.length));
  for (const id of [before + 1, before + 2]) await stores().runs.put(id, small);
  const ask = { headers: { 'Idempotency-Key': 'after a restore' } };
  const id = await arrived(small, ask);
  assert.equal(id, before + 3);
  assert.equal(uploadOf(await begin(small.length, ask)).id, id, 'a repeat is the same upload');
});

test('a document of several parts is a run byte for byte when it is complete', async () => {
  const begun = await begin(large.length);
  assert.equal(begun.status, 201);
  const upload = uploadOf(begun);
  const { id, missing } = upload;
  assert.deepEqual([upload.state, upload.partBytes], ['open', uploadLimits.uploadPartBytes]);
  assert.deepEqual(
    missing.map(({ number, start, bytes }) => [number, start, bytes]),
    [
      [1, 0, uploadLimits.uploadPartBytes],
      [2, uploadLimits.uploadPartBytes, large.length - uploadLimits.uploadPartBytes],
    ],
  );
  await putParts(large, missing.slice(1));
  const early = await complete(id);
  assert.deepEqual(codeOf(early), [409, 'UPLOAD_INCOMPLETE']);
  assert.deepEqual(JSON.parse(early.body).details, { missing: [1] });
  const left = uploadOf(await of('GET ', id));
  assert.deepEqual([left.state, left.missing.map(({ number }) => number)], ['open', [1]]);
  await putParts(large, left.missing);
  assert.deepEqual(uploadOf(await of('GET ', id)).state, 'uploaded');
  assert.equal(await repository().runs.get(id), undefined);

  const body = '{"$schema":"urn:meta"}';
  const done = await complete(id, 'test=large&start=$.info.start&stop=2&description=$.info.name', { body });
  assert.deepEqual([done.status, done.body], [202, String(id)]);
  const row = await repository().runs.get(id);
  assert.deepEqual(
    [row?.start, row?.stop, row?.description, row?.sizeBytes, row?.hasMetadata],
    [1718000000000, 2, 'größer', large.length, true],
  );
  assert.deepEqual(
    row?.schemas?.map(({ uri, source }) => [uri, source]),
    [
      ['urn:large', 0],
      ['urn:meta', 1],
    ],
  );
  const stored = await stores().runs.get(id);
  assert.ok(stored && large.equals(stored));
  assert.equal(String(Buffer.from((await stores().runs.metadata(id)) ?? [])), `[${body}]`);
  const answer = await send(`GET /api/sql/${id}/queryrun?query=$.rows[199999].i`, { key: admin });
  assert.equal(JSON.parse(answer.body).value, '199999');
  assert.deepEqual(uploadOf(await of('GET ', id)).state, 'stored');

  const whole = mock.method(stores().runs, 'get');
  const [data = '', extended = ''] = await Promise.all(
    ['/data', ''].map(async (rest) => {
      const { status, headers } = await send(`GET /api/run/${id}${rest}`, { key: admin });
      assert.equal(status, 303);
      return (await fetch(String(headers.location))).text();
    }),
  );
  assert.equal(whole.mock.callCount(), 0, 'a large document does not fill the memory');
  whole.mock.restore();
  assert.ok(data === large.toString());
  const { id: answered, metadata, data: rows } = JSON.parse(extended);
  assert.deepEqual([answered, metadata], [id, [{ $schema: 'urn:meta' }]]);
  assert.ok(JSON.stringify(rows) === data);
});

test('the run of a benchmark keeps its outcome', async () => {
  const summary = { requestCount: 7, percentileResponseTime: { '99.0': 12 } };
  const info = { benchmark: 'shop', startTime: 1000, terminateTime: 3000 };
  const run = { info, state: 'failed', stats: [{ total: { summary } }] };
  const id = await arrived(Buffer.from(JSON.stringify(run)));
  await complete(id, 'test=outcome&start=1&stop=2');
  const { outcome } = (await repository().runs.get(id)) ?? assert.fail('no run');
  assert.deepEqual([outcome?.state, outcome?.benchmark, outcome?.requests], ['failed', 'shop', 7]);
  const other = await arrived(small);
  await complete(other, 'test=outcome&start=1&stop=2');
  assert.ok(!('outcome' in ((await repository().runs.get(other)) ?? {})));
});

test('a repeated request has an effect once', async () => {
  const ask = { headers: { 'Idempotency-Key': 'again' } };
  const [one, two] = await Promise.all([begin(small.length, ask), begin(small.length, ask)]);
  const { id, missing } = uploadOf(one ?? assert.fail());
  assert.equal(uploadOf(two ?? assert.fail()).id, id);
  assert.deepEqual(codeOf(await begin(small.length + 1, ask)), [409, 'IDEMPOTENCY_KEY_REUSED']);
  await putParts(small, missing);
  await putParts(small, missing);
  const query = 'test=repeated&start=1&stop=2';
  const answers = await Promise.all([1, 2, 3].map(() => complete(id, query)));
  answers.push(await complete(id, query));
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body]),
    answers.map(() => [202, String(id)]),
  );
  assert.equal(await runsOf('repeated'), 1);
  assert.equal(uploadOf(await begin(small.length, ask)).state, 'stored');
  for (const other of ['test=repeated&start=1&stop=3', 'test=other&start=1&stop=2'])
    assert.deepEqual(codeOf(await complete(id, other)), [409, 'UPLOAD_COMPLETED']);
  const more = await complete(id, query, { body: '{"$schema":"urn:m"}' });
  assert.deepEqual(codeOf(more), [409, 'UPLOAD_COMPLETED']);
});

test('a completion that is repeated hands on the work that the first one did not come to', async () => {
  const { work } = workContext();
  const send = mock.method(work, 'send', async () => undefined);
  const id = await arrived(Buffer.from('{"$schema":"urn:left"}'));
  await complete(id, 'test=left&start=1&stop=2');
  await complete(id, 'test=left&start=1&stop=2');
  const sent = send.mock.calls.map((call) => call.arguments[0]);
  assert.deepEqual(
    sent.map((due = []) => due.map(({ task }) => task.kind)),
    [['datasets'], ['datasets']],
  );
  for (const due of sent[0] ?? assert.fail()) await work.done(due);
  await complete(id, 'test=left&start=1&stop=2');
  assert.deepEqual(send.mock.calls.at(-1)?.arguments[0], []);
  send.mock.restore();
});

test('an upload whose completion was interrupted continues', async () => {
  const id = await arrived(small);
  const upload = await repository().table.get({ pk: `upload#${String(id).padStart(10, '0')}`, sk: 'upload' });
  const transfer = String(upload?.transfer);
  await uploadStore().join(id, transfer, (await uploadStore().parts(id, transfer)) ?? []);
  assert.equal(uploadOf(await of('GET ', id)).state, 'uploaded');
  assert.equal((await complete(id)).body, String(id));
});

test('parameters that are refused may be mended, without reading the document again', async () => {
  const id = await arrived(small);
  for (const [query, code, ask] of [
    ['test=mended&start=$.nothing&stop=2', 'START_INVALID', {}],
    ['test=mended&start=1&stop=$.[', 'STOP_INVALID', {}],
    ['test=$.[&start=1&stop=2', 'PATH_INVALID', {}],
    ['test=mended&start=1&stop=2&schema=urn:a', 'REQUEST_INVALID', {}],
    ['test=mended&start=1&stop=2', 'METADATA_INVALID', { body: '{}' }],
  ] as const)
    assert.deepEqual(codeOf(await complete(id, query, ask)), [400, code]);
  assert.equal(await runsOf('mended'), 0);
  const writeIndex = mock.method(uploadStore(), 'writeIndex');
  assert.equal((await complete(id, 'test=mended&start=$.info.start&stop=6')).body, String(id));
  assert.equal(writeIndex.mock.callCount(), 0);
  writeIndex.mock.restore();
  const { start, stop } = (await repository().runs.get(id)) ?? {};
  assert.deepEqual([start, stop], [5, 6]);
});

test('a document that is no JSON, or another one than was meant, is refused and gone', async () => {
  const sha256 = createHash('sha256').update('{}').digest('hex');
  for (const [document, query, code] of [
    [Buffer.from('{"a":}'), 'test=a&start=1&stop=2', 'NOT_JSON'],
    [small, `test=a&start=1&stop=2&sha256=${sha256}`, 'UPLOAD_DAMAGED'],
  ] as const) {
    const id = await arrived(document);
    assert.deepEqual(codeOf(await complete(id, query)), [400, code]);
    assert.equal(uploadOf(await of('GET ', id)).state, 'gone');
    // A client that lost the reply gets the reason again.
    const repeated = code === 'NOT_JSON' ? [400, code] : [404, 'UPLOAD_GONE'];
    assert.deepEqual(codeOf(await complete(id, query)), repeated);
    assert.equal(await stores().runs.get(id), undefined, objectKey.run(id));
    assert.equal(await repository().runs.get(id), undefined);
  }
  const right = createHash('sha256').update(small).digest('hex');
  assert.equal((await complete(await arrived(small), `test=a&start=1&stop=2&sha256=${right}`)).status, 202);
});

test('a document that is compressed is refused with what to do', async () => {
  for (const [compressed, name] of [
    [gzipSync(small), 'gzip'],
    [zstdCompressSync(small), 'zstd'],
  ] as const) {
    const id = await arrived(compressed);
    const { status, body } = await complete(id, 'test=a&start=1&stop=2');
    const message = `the document is not JSON: this document is compressed with ${name}, which an upload in parts does not allow; decompress the document, then upload the document again`;
    assert.deepEqual([status, JSON.parse(body).message], [400, message]);
  }
});

test('a document that is JSON text in a string stays that when it comes in parts', async () => {
  const text = JSON.stringify(JSON.stringify({ $schema: 'urn:wrapped', info: { start: 5 } }));
  const id = await arrived(Buffer.from(text));
  assert.equal((await complete(id, 'test=wrapped&start=1&stop=2')).status, 202);
  assert.equal(Buffer.from((await stores().runs.get(id)) ?? []).toString(), text);
});

test('a document that takes long to read is read behind the reply, once however often it is requested', async () => {
  const pad = Buffer.alloc(uploadLimits.indexBytesMax, 0x20);
  for (const [document, query, answer] of [
    [Buffer.concat([small, pad]), 'test=long&start=$.info.start&stop=6', [202, '']],
    [Buffer.concat([Buffer.from('{"a":}'), pad]), 'test=long&start=1&stop=2', [400, 'NOT_JSON']],
  ] as const) {
    const id = await arrived(document);
    const sent: Message[] = [];
    const send = mock.method(queues(), 'send', async (messages: readonly Message[]) => {
      sent.push(...messages);
    });
    const whole = mock.method(uploadStore(), 'writeIndex');
    for (const _ of [1, 2]) assert.deepEqual(codeOf(await complete(id, query)), [409, 'UPLOAD_INDEXING']);
    assert.deepEqual(
      [sent.map(({ task }) => task), whole.mock.callCount()],
      [[{ kind: 'index', run: id }], 0],
    );
    // A queue may deliver the same message twice.
    for (const _ of [1, 2]) await perform(workContext(), { index: performIndex }, sent[0]!, 1);
    assert.equal(whole.mock.callCount(), 1);
    send.mock.restore();
    whole.mock.restore();
    const { status, body } = await complete(id, query);
    assert.deepEqual([status, status === 202 ? '' : JSON.parse(body).code], answer);
    assert.equal((await complete(id, query)).status, status);
  }
  assert.equal(await runsOf('long'), 1);
});

test('abandoned work on a document is reported once, with its reason, and begins again', async () => {
  const id = await arrived(Buffer.concat([small, Buffer.alloc(uploadLimits.indexBytesMax, 0x20)]));
  const sent: Message[] = [];
  const send = mock.method(queues(), 'send', async (messages: readonly Message[]) => {
    sent.push(...messages);
  });
  const broken = mock.method(uploadStore(), 'writeIndex', async () => {
    throw new Error('the disk is broken');
  });
  await complete(id);
  await assert.rejects(
    perform(workContext(), { index: performIndex }, sent[0]!, attemptsMax),
    /the disk is broken/,
  );
  broken.mock.restore();
  assert.equal(uploadOf(await of('GET ', id)).unread, 'the disk is broken');
  const reported = await complete(id);
  assert.deepEqual(codeOf(reported), [409, 'UPLOAD_UNREAD']);
  assert.match(
    reported.body,
    /could not be read: the disk is broken\. Downpour is reading the document again/,
  );
  assert.equal(sent.length, 2);
  assert.equal(uploadOf(await of('GET ', id)).unread, undefined);
  assert.deepEqual(codeOf(await complete(id)), [409, 'UPLOAD_INDEXING']);
  await perform(workContext(), { index: performIndex }, sent[1]!, 1);
  send.mock.restore();
  assert.equal((await complete(id)).status, 202);
});

test('an abandoned upload is deleted, and a completed upload remains', async () => {
  const open = uploadOf(await begin(small.length));
  const whole = await arrived(small);
  const stored = await arrived(small);
  await complete(stored);
  for (const id of [open.id, whole]) {
    assert.equal((await of('DELETE ', id)).status, 204);
    assert.deepEqual(codeOf(await of('GET ', id)), [404, 'UPLOAD_NOT_FOUND']);
    assert.deepEqual(codeOf(await complete(id)), [404, 'UPLOAD_NOT_FOUND']);
  }
  const [part] = open.missing;
  assert.equal((await fetch(part?.url ?? '', { method: 'PUT', body: small })).status, 404);
  assert.deepEqual(codeOf(await of('DELETE ', stored)), [409, 'UPLOAD_COMPLETED']);
  assert.ok(await stores().runs.get(stored));
});

test('other users do not see it', async () => {
  const id = await arrived(small);
  for (const call of ['GET ', 'DELETE ', 'POST /complete?test=a&start=1&stop=2'])
    assert.deepEqual(codeOf(await of(call, id, { key: bob })), [404, 'UPLOAD_NOT_FOUND']);
  assert.equal((await complete(id)).status, 202);
});

test('its size is bounded', async () => {
  for (const [size, status] of [
    [0, 400],
    [uploadLimits.largeUploadBytesMax, 201],
    [uploadLimits.largeUploadBytesMax + 1, 400],
  ] as const)
    assert.equal((await begin(size)).status, status);
});

test('an upload in one request may be a form with metadata (rows 22, 24)', async () => {
  const form = new FormData();
  form.append('data', new File(['{"a":1}'], 'a.json', { type: 'application/json' }));
  form.append('metadata', new File(['{"$schema":"urn:m"}'], 'm.json', { type: 'application/json' }));
  const response = new Response(form);
  const headers = { 'Content-Type': response.headers.get('content-type') ?? '' };
  const ask = { key: admin, headers, body: await response.text() };
  const { status, body } = await send('POST /api/run/data?test=form&start=1&stop=2', ask);
  assert.equal(status, 202, body);
  assert.equal(String(Buffer.from((await stores().runs.get(Number(body))) ?? [])), '{"a":1}');
  assert.equal(
    String(Buffer.from((await stores().runs.metadata(Number(body))) ?? [])),
    '[{"$schema":"urn:m"}]',
  );
});
