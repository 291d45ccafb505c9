import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { chunksOf } from '../../../lib/results/run-index/document-chunks.ts';

/**
 * A document is read once, from its beginning to its end. While a chunk is used, the next one is already
 * requested.
 */

test('chunks are the document, and one is on its way while one is used', async () => {
  const text = Buffer.from('0123456789');
  for (const size of [1, 3, 5, 10, 11]) {
    const asked: string[] = [];
    const read = async (start: number, end?: number) => {
      asked.push(`${start}-${end}`);
      return text.subarray(start, end);
    };
    const chunks: Uint8Array[] = [];
    for await (const chunk of chunksOf(read, text.length, size)) {
      chunks.push(chunk);
      assert.equal(asked.length, Math.min(chunks.length + 1, Math.ceil(text.length / size)));
    }
    assert.equal(Buffer.concat(chunks).toString(), '0123456789');
  }
  for await (const _ of chunksOf(async () => assert.fail('asked'), 0)) assert.fail('a chunk of nothing');
});

test('a document that is missing, or fails on its way, fails the reading', async () => {
  const all = async (read: (start: number) => Promise<Uint8Array | undefined>) => {
    for await (const _ of chunksOf(read, 10, 4));
  };
  await assert.rejects(
    all(async () => undefined),
    { message: 'the bucket has no document of this run' },
  );
  const broken = async (start: number) => {
    if (start > 0) throw new Error('broken');
    return Buffer.from('0123');
  };
  await assert.rejects(all(broken), { message: 'broken' });
});

test('the chunk that is loading may fail after the reader has stopped', async () => {
  const read = async (start: number) =>
    start === 0 ? Buffer.from('0123') : Promise.reject(new Error('broken'));
  for await (const _ of chunksOf(read, 10, 4)) break;
  await setImmediate();
});
