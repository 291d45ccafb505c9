import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storageRefusal } from '../../../lib/local/data-folder/disk-errors.ts';
import { createJsonServer } from '../../../lib/local/protocol/json-server.ts';
import { listening } from '../scratch.ts';

/** A service of the local cloud names an error of its disk, and logs it. */

for (const [error, status, code, message] of [
  [{ code: 'EROFS' }, 500, 'StorageUnusable', 'the file system is read-only'],
  [{ code: 'ENOSPC' }, 507, 'InsufficientStorage', 'The disk is full'],
  [{}, 500, 'Fault', 'Fault'],
] as const)
  test(`${code} is the answer to ${JSON.stringify(error)}`, async (t) => {
    const logged: unknown[] = [];
    const server = createJsonServer({
      answer: () => Promise.reject(Object.assign(new Error('secret'), error)),
      contentType: 'application/json',
      problem: (_code, text) => ({ text }),
      hasErrorHeader: true,
      fault: 'Fault',
      refusal: storageRefusal,
      log: (each) => logged.push(each),
    });
    const answer = await fetch(await listening(t, server));
    const { text } = (await answer.json()) as { readonly text: string };
    assert.deepEqual([answer.status, answer.headers.get('x-amzn-errortype'), text], [status, code, message]);
    assert.equal(logged.length, 1);
  });
