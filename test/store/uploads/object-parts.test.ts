import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { environment as names } from '../../../lib/names/environment.ts';
import { type ObjectStore, readObject } from '../../../lib/store/objects.ts';
import {
  beginParts,
  dropParts,
  joinParts,
  partUrl,
  storedParts,
  writeInParts,
  writtenPartBytes,
} from '../../../lib/store/uploads/object-parts.ts';
import { type Endpoints, openEndpoints } from '../endpoints.ts';

/**
 * Objects are stored in parts: callers send parts to URLs, and this process sends its own parts one by one.
 */

const partBytesMin = 5 * 1024 ** 2;

suite('an object in parts', () => {
  let endpoints: Endpoints;
  let store: ObjectStore;
  before(async () => {
    endpoints = await openEndpoints();
    store = { s3: endpoints.clients.s3, bucket: endpoints.environment[names.runsBucket] ?? '' };
  });
  after(() => endpoints.close());
  const put = (url: string, body: Uint8Array) =>
    fetch(url, { method: 'PUT', body: body as Uint8Array<ArrayBuffer> });

  test('is uploaded with URLs, and each URL accepts one part of one length', async () => {
    const key = 'runs/1/run.json';
    const transfer = await beginParts(store, key, 'application/json');
    assert.deepEqual(await storedParts(store, key, transfer), []);
    const parts = [Buffer.alloc(partBytesMin, 'a'), Buffer.from('the rest')];
    const urls = await Promise.all(
      parts.map(({ length }, i) => partUrl(store, { key, transfer, number: i + 1 }, length, 60)),
    );
    const { searchParams } = new URL(urls[1] ?? '');
    assert.equal(searchParams.get('X-Amz-SignedHeaders'), 'content-length;host');
    assert.deepEqual(
      [...searchParams.keys()].filter((name) => /checksum/.test(name)),
      [],
    );
    assert.equal((await put(urls[1] ?? '', Buffer.from('the rest of it'))).status, 403);
    for (const [i, url] of urls.entries())
      assert.equal((await put(url, parts[i] ?? Buffer.of())).status, 200);
    const stored = await storedParts(store, key, transfer);
    assert.deepEqual(
      stored?.map(({ number, bytes }) => [number, bytes]),
      [
        [1, partBytesMin],
        [2, 8],
      ],
    );
    assert.equal(await readObject(store, key), undefined);
    await joinParts(store, key, transfer, stored ?? []);
    assert.ok((await readObject(store, key))?.equals(Buffer.concat(parts)));
    assert.equal(await storedParts(store, key, transfer), undefined);
    await dropParts(store, key, transfer);
  });

  test('is not taken for an upload without parts when its parts cannot be listed', async () => {
    await assert.rejects(storedParts({ ...store, bucket: 'nowhere' }, 'a', 'b'), { name: 'NoSuchBucket' });
  });

  test('is gone with its parts when it is given up, however often', async () => {
    const transfer = await beginParts(store, 'given-up', 'application/json');
    await dropParts(store, 'given-up', transfer);
    assert.equal(await storedParts(store, 'given-up', transfer), undefined);
    await dropParts(store, 'given-up', transfer);
  });

  for (const [name, bytes] of [
    ['nothing', 0],
    ['less than a part', 1000],
    ['exactly a part', writtenPartBytes],
    ['two parts and a rest', 2 * writtenPartBytes + 7],
  ] as const)
    test(`is written piece by piece: ${name}`, async () => {
      const key = `written/${bytes}`;
      const whole = Buffer.alloc(bytes, 'abc');
      const result = await writeInParts(store, key, async (write) => {
        for (let at = 0; at < bytes; at += 300_000) {
          await write(whole.subarray(at, at + 300_000));
          if (at + 300_000 < bytes) assert.equal(await readObject(store, key), undefined);
        }
        return 'done';
      });
      assert.equal(result, 'done');
      assert.ok((await readObject(store, key))?.equals(whole));
    });

  test('is not there when its writing fails, and nor are its parts', async () => {
    for (const bytes of [10, writtenPartBytes]) {
      const sent: string[] = [];
      const { s3 } = store;
      s3.middlewareStack.add(
        (next, { commandName = '' }) =>
          (args) => {
            sent.push(commandName);
            return next(args);
          },
        { step: 'initialize', name: 'watch', override: true },
      );
      const writing = writeInParts(store, 'failed', async (write) => {
        await write(Buffer.alloc(bytes));
        throw new Error('the source broke');
      });
      await assert.rejects(writing, { message: 'the source broke' });
      s3.middlewareStack.remove('watch');
      assert.equal(await readObject(store, 'failed'), undefined);
      const dropped = sent.includes('AbortMultipartUploadCommand');
      assert.equal(dropped, bytes === writtenPartBytes);
    }
  });
});
