import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { before, suite, test } from 'node:test';
import { burstFiles, burstStores } from '../../../functions/stores.ts';
import type { SentFiles } from '../../../lib/driver/model/files.ts';
import { listening, suiteScope } from '../../local/scratch.ts';
import { type Cloud, openCloud } from './cloud.ts';

/** The files of a document reach the shards that need them. They are deleted with the document. */

suite('a burst with files', () => {
  const scope = suiteScope();
  const requests: string[] = [];
  const reads: string[] = [];
  let host = '';
  let onRead: (sha256: string) => void = () => undefined;
  let cloud: Cloud;

  before(async () => {
    const server = createServer((request, response) => {
      requests.push(request.url ?? '');
      response.end('ok');
    });
    host = await listening(scope, server);
    cloud = await openCloud(scope);
    const files = burstFiles();
    const { get } = files;
    Object.assign(files, {
      get: (upload: string, sha256: string) => {
        reads.push(sha256);
        onRead(sha256);
        return get(upload, sha256);
      },
    });
  });

  const phase = (name: string, file: string) =>
    `- ${name}: { atOnce: { users: 6, scenario: [ f: [ randomItem: { toVar: v, file: ${file} }, httpRequest: { GET: '/\${v}' } ] ] } }\n`;
  const document = (...phases: readonly string[]) =>
    `name: files\nhttp: { host: '${host}', sharedConnections: 8 }\nphases:\n${phases.join('')}`;
  const uploaded = async (texts: Readonly<Record<string, string>>): Promise<SentFiles> => {
    const upload = randomUUID();
    const list = Object.entries(texts).map(([path, text]) => ({
      path,
      sha256: createHash('sha256').update(text).digest('hex'),
      bytes: Buffer.byteLength(text),
    }));
    for (const { path, sha256 } of list)
      await burstFiles().put(upload, sha256, Buffer.from(texts[path] ?? ''));
    reads.length = 0;
    requests.length = 0;
    return { upload, list };
  };
  const left = async (burst: string, { upload, list }: SentFiles) => {
    const { objects } = burstStores();
    const files = burstFiles();
    const contents = await Promise.all(list.map(({ sha256 }) => files.get(upload, sha256)));
    const plan = await objects.plan(burst).catch(() => undefined);
    return [await objects.document(burst), plan, ...contents].filter((each) => each !== undefined);
  };
  const hashOf = ({ list }: SentFiles, path: string) => list.find((file) => file.path === path)?.sha256;

  test('reads each once in an environment, whatever the number of its shards, phases and paths', async () => {
    const files = await uploaded({
      'a.txt': 'a1\na2\n',
      'b/b.txt': 'b1\n',
      'copy.txt': 'a1\na2\n',
      'no.txt': 'unused',
    });
    const text = document(phase('one', 'a.txt'), phase('two', 'b/b.txt'), phase('three', 'copy.txt'));
    await cloud.prepare('b-files', text, { shards: 3, files });
    const { status, cause } = await cloud.run('b-files');
    assert.equal(status, 'SUCCEEDED', cause);
    assert.deepEqual(reads.sort(), [hashOf(files, 'a.txt'), hashOf(files, 'b/b.txt')].sort());
    assert.equal(requests.filter((path) => path === '/b1').length, 6);
    assert.equal(requests.filter((path) => /^\/a[12]$/.test(path)).length, 12);
    assert.deepEqual(await left('b-files', files), []);
  });

  test('gives a shard the files of its phase only', async () => {
    const files = await uploaded({ 'e.txt': 'e\n', 'f.txt': 'f\n' });
    const later = phase('two', 'f.txt').replace('users: 6', 'users: 6, startAfterStrict: one');
    await cloud.prepare('b-own', document(phase('one', 'e.txt'), later), { files });
    let before: number | undefined;
    onRead = (sha256) => {
      if (sha256 === hashOf(files, 'f.txt')) before = requests.length;
    };
    const { status, cause } = await cloud.run('b-own');
    onRead = () => undefined;
    assert.equal(status, 'SUCCEEDED', cause);
    assert.equal(requests.length, 12);
    assert.equal(before, 6, 'read when the first phase was over');
  });

  test('fails a phase whose file cannot be had, by name, and sends nothing', async () => {
    const files = await uploaded({ 'gone.txt': 'gone' });
    await burstFiles().erase(files.upload, files.list);
    await cloud.prepare('b-gone', document(phase('one', 'gone.txt')), { files });
    await cloud.run('b-gone');
    const { state, reason } = (await burstStores().bursts.get('b-gone')) ?? {};
    assert.notEqual(state, 'passed');
    assert.match(reason ?? '', /file 'gone\.txt' was not uploaded/);
    assert.deepEqual(requests, []);
  });

  test('leaves nothing when it breaks down', async () => {
    const files = await uploaded({ 'c.txt': 'c' });
    await cloud.prepare('b-broken', document(phase('one', 'c.txt')), { files });
    cloud.instead.set('merge', () => Promise.reject(Object.assign(new Error('full'), { name: 'Broken' })));
    const { status } = await cloud.run('b-broken');
    cloud.instead.clear();
    assert.equal(status, 'FAILED');
    assert.equal((await burstStores().bursts.get('b-broken'))?.state, 'incomplete');
    assert.deepEqual(await left('b-broken', files), []);
  });

  test('leaves nothing when its target cannot be reached', async () => {
    const files = await uploaded({ 'd.txt': 'd' });
    const text = document(phase('one', 'd.txt')).replace(host, 'http://127.0.0.1:1');
    await cloud.prepare('b-away', text, { files });
    await cloud.run('b-away');
    assert.equal((await burstStores().bursts.get('b-away'))?.state, 'failed');
    assert.deepEqual(await left('b-away', files), []);
  });
});
