import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { beforeEach, suite, test } from 'node:test';
import { readFiles } from '../../../functions/burst-files.ts';
import { attaching } from '../../../lib/driver/scenario/files/limits.ts';
import { openMemory } from '../memory.ts';
import { adminKey } from './admin-key.ts';
import { send } from './requests.ts';

/**
 * The files of a burst are uploaded, named in the request and checked. They are deleted when the burst is
 * rejected.
 */

const memory = openMemory();
const admin = await adminKey();
const { body: key } = await send('POST /api/user/apikey', { key: admin, body: '{"name":"eve"}' });

function fileOf(path: string, text: string) {
  const content = Buffer.from(text);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { ref: { path, sha256, bytes: content.length }, content: content.toString('base64') };
}
const { ref, content } = fileOf('a.txt', 'one\ntwo\n');
const { sha256, bytes } = ref;

async function post(path: string, body: object, as = key) {
  const answer = await send(`POST ${path}`, { key: as, body: JSON.stringify(body) });
  return { status: answer.status, body: JSON.parse(answer.body) };
}
const document = (file = 'a.txt', more = '') =>
  `name: shop\nhttp: { host: "http://127.0.0.1:1" }\nphases:\n- a: { atOnce: { users: 1, scenario: [ f: [ randomItem: { toVar: v, file: ${file} }, httpRequest: { GET: "/\${v}" } ] ] } }\n${more}`;
/** Starts a burst with a file. */
const started = async (id: string) =>
  post('/api/burst', { document: document(), id, files: { upload: await uploaded(), list: [ref] } });

const uploaded = async (): Promise<string> =>
  (await post('/api/burst/files', { files: [{ sha256, bytes, content }] })).body.upload;
const messages = (body: { problems: { line: number; message: string }[] }) =>
  body.problems.map((problem) => `${problem.line}: ${problem.message}`);

beforeEach(() => memory.files.clear());

suite('an upload', () => {
  test('takes small files as they are and gives URLs for others', async () => {
    const large = 'b'.repeat(64);
    const files = [
      { sha256, bytes, content },
      { sha256: large, bytes: attaching.fileBytesMax },
    ];
    const { status, body } = await post('/api/burst/files', { files });
    assert.equal(status, 200);
    const { upload, urls } = body;
    assert.deepEqual(memory.files.keys(), [`${upload}/${sha256}`]);
    assert.equal(String(memory.files.get(`${upload}/${sha256}`)), 'one\ntwo\n');
    const { pathname, searchParams } = new URL(urls[0].url);
    assert.deepEqual([urls.length, urls[0].sha256, pathname], [1, large, `/files/${upload}/${large}`]);
    assert.equal(searchParams.get('X-Amz-Expires'), '900');
    assert.notEqual(await uploaded(), upload);
  });

  for (const [what, files, code] of [
    ['content of another hash', [{ sha256: 'c'.repeat(64), bytes, content }], 'FILE_DIFFERS'],
    ['content of another length', [{ sha256, bytes: bytes + 1, content }], 'FILE_DIFFERS'],
    [
      'too many bytes',
      [1, 2, 3].map((n) => ({ sha256: `${n}`.repeat(64), bytes: 40_000_000 })),
      'FILES_TOO_LARGE',
    ],
    ['a file of too many bytes', [{ sha256, bytes: attaching.fileBytesMax + 1 }], 'REQUEST_INVALID'],
    ['a hash that is a path', [{ sha256: `../${sha256.slice(3)}`, bytes }], 'REQUEST_INVALID'],
    ['no files', [], 'REQUEST_INVALID'],
    ['too many files', Array.from({ length: 101 }, () => ({ sha256, bytes })), 'REQUEST_INVALID'],
  ] as const)
    test(`is refused for ${what}`, async () => {
      const { status, body } = await post('/api/burst/files', { files });
      assert.deepEqual([status, body.code], [400, code]);
      assert.equal(memory.files.size, 0);
    });

  test('needs a key', async () => {
    assert.equal((await post('/api/burst/files', { files: [{ sha256, bytes }] }, 'none')).status, 401);
  });
});

suite('a burst with files', () => {
  test('names them, and keeps what names them', async () => {
    const files = { upload: await uploaded(), list: [ref] };
    const { status, body } = await post('/api/burst', { document: document(), files });
    assert.equal(status, 202, JSON.stringify(body));
    assert.deepEqual(memory.records.get(body.id)?.files, files);
    assert.equal(memory.files.size, 1);
  });

  test('is refused when they were not named, not uploaded, or are something else, each at its line', async () => {
    const upload = await uploaded();
    const refusal = async (list: object[]) => {
      const { status, body } = await post('/api/burst', { document: document(), files: { upload, list } });
      assert.deepEqual([status, body.code], [400, 'BENCHMARK_REFUSED']);
      return messages(body);
    };
    assert.deepEqual(await refusal([{ ...ref, path: 'b.txt' }]), [
      "4: file 'a.txt' was not sent with the document; send both together",
    ]);
    assert.deepEqual(await refusal([{ ...ref, sha256: 'd'.repeat(64) }]), [
      "4: file 'a.txt' was not uploaded; upload the file, and send the request again",
    ]);
    memory.files.set(`${upload}/${sha256}`, Buffer.from('two\none\n'));
    assert.deepEqual(await refusal([ref]), [
      "4: the content of the uploaded file 'a.txt' does not match the hash in the request; upload the file again",
    ]);
    const { body } = await post('/api/burst', { document: document() });
    assert.deepEqual(messages(body), ["4: file 'a.txt' was not sent with the document; send both together"]);
  });

  test('is refused for what is in them, and then they are gone', async () => {
    const empty = fileOf('a.txt', '\n\n');
    const { sha256: hash, bytes: size } = empty.ref;
    const sent = await post('/api/burst/files', {
      files: [{ sha256: hash, bytes: size, content: empty.content }],
    });
    assert.equal(memory.files.size, 1);
    const files = { upload: sent.body.upload, list: [empty.ref] };
    const { body } = await post('/api/burst', { document: document(), files });
    assert.deepEqual(messages(body), ["4: file 'a.txt' has no line with text"]);
    assert.equal(memory.files.size, 0);
  });

  test('is refused when they have too many bytes together, before any is read', async () => {
    const list = ['1', '2', '3'].map((n) => ({ path: n, sha256: n.repeat(64), bytes: 40_000_000 }));
    const { status, body } = await post('/api/burst', {
      document: document(),
      files: { upload: await uploaded(), list },
    });
    assert.deepEqual([status, body.code], [400, 'FILES_TOO_LARGE']);
    const most = [{ path: '1', sha256: '1'.repeat(64), bytes: attaching.filesBytesMax }];
    const { problems } = await readFiles({ upload: await uploaded(), list: most });
    assert.equal(problems.get('1'), "file '1' was not uploaded; upload the file, and send the request again");
  });

  test('cannot take the id of another, nor hurt it', async () => {
    const id = 'b-20260101-000000-aaaa';
    const first = await started(id);
    assert.deepEqual([first.status, first.body.id], [202, id]);
    const again = await started(id);
    assert.deepEqual([again.status, again.body.code], [409, 'BURST_EXISTS']);
    const wrong = await post('/api/burst', { document: 'name: 1', id });
    assert.equal(wrong.status, 400);
    assert.equal(memory.documents.get(id)?.text, document());
  });

  test('leaves nothing behind when its state machine does not start', async () => {
    memory.stepFunctions = () => Promise.reject(new Error('down'));
    const id = 'b-20260101-000000-bbbb';
    const { status } = await started(id);
    memory.stepFunctions = async () => ({});
    assert.equal(status, 500);
    assert.deepEqual(
      [memory.records.get(id)?.state, memory.documents.has(id), memory.files.size],
      ['incomplete', false, 0],
    );
  });
});

test('a document with hooks is refused, at their lines', async () => {
  const more = 'pre: { a: "true" }\npost:\n- b: { exec: "true" }\n';
  const { status, body } = await post('/api/burst', {
    document: document('a.txt', more),
    files: { upload: await uploaded(), list: [ref] },
  });
  assert.equal(status, 400);
  assert.deepEqual(messages(body), [
    "5: the commands of 'pre' run only on the machine of the user who submits the document, not in the API",
    "6: the commands of 'post' run only on the machine of the user who submits the document, not in the API",
  ]);
  assert.match(body.problems[0].hint, /--allow-hooks/);
  const without = await post('/api/burst', {
    document: document('a.txt', 'pre: {}\npost: {}\n'),
    files: { upload: await uploaded(), list: [ref] },
  });
  assert.equal(without.status, 202, JSON.stringify(without.body));
});
