import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readingOnce } from '../../../../lib/repository/pipeline/datasets/read-once.ts';
import { openWorld } from './world.ts';

/** A small document is read from the store only once, and once for each revision. */

test('a document that was read whole is not read again, nor is a part of it', async () => {
  const { context } = openWorld();
  await context.runs.put(1, Buffer.from('first'));
  await context.runs.put(1, Buffer.from('second'), 2);
  const requests: string[] = [];
  const runs = readingOnce({
    ...context.runs,
    get: async (id, revision = 0) => {
      requests.push(`${id}.${revision}`);
      return context.runs.get(id, revision);
    },
  });
  const text = async (revision?: number) => Buffer.from((await runs.get(1, revision)) ?? '').toString();
  const both = [await text(), await text(2), await text(), await text(2)];
  assert.deepEqual(both, ['first', 'second', 'first', 'second']);
  assert.deepEqual(requests, ['1.0', '1.2']);
  await context.runs.eraseRevision(1, 2);
  assert.equal(Buffer.from((await runs.document(1, 2)(1, 3)) ?? '').toString(), 'ec');
});
