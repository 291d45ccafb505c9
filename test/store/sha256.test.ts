import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { Sha256 } from '../../lib/store/sdk/sha256.ts';

/**
 * The hash for signatures of requests is SHA-256, and with a secret HMAC-SHA-256. The division of the text
 * into pieces does not matter.
 */

const bytes = fc.uint8Array({ maxLength: 200 });
const secret = fc.uint8Array({ minLength: 1, maxLength: 200 });

test('it is the hash of all pieces, again after a reset', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(bytes), async (pieces) => {
      const expected = createHash('sha256').update(Buffer.concat(pieces)).digest();
      const hash = new Sha256();
      for (let turn = 0; turn < 2; turn += 1) {
        for (const piece of pieces) hash.update(piece);
        assert.deepEqual(Buffer.from(await hash.digest()), expected);
        hash.reset();
      }
    }),
  );
});

test('with a secret of any length it is the HMAC', async () => {
  await fc.assert(
    fc.asyncProperty(secret, fc.array(bytes), async (key, pieces) => {
      const expected = createHmac('sha256', key).update(Buffer.concat(pieces)).digest();
      const hash = new Sha256(key);
      for (const piece of pieces) hash.update(piece);
      assert.deepEqual(Buffer.from(await hash.digest()), expected);
    }),
  );
});

test('texts and buffers are taken as the bytes that they are', async () => {
  const hash = new Sha256('kéy');
  hash.update('ä');
  hash.update(new Uint8Array([1, 2]).buffer);
  const expected = createHmac('sha256', 'kéy')
    .update('ä')
    .update(Buffer.from([1, 2]))
    .digest('hex');
  assert.equal(Buffer.from(await hash.digest()).toString('hex'), expected);
});
