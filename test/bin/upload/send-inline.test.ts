import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Inline } from '../../../bin/api/calls/uploads.ts';
import { inlineOf, sendInline } from '../../../bin/upload/send-inline.ts';
import { DownpourError } from '../../../lib/errors.ts';

const plain: Inline = { body: new Uint8Array([1]) };
const best: Inline = { body: new Uint8Array([2]), encoding: 'zstd' };
const requested = { test: 't', owner: 'o', access: 'PUBLIC', start: '1', stop: '2' } as const;

/**
 * Sends a document to an API that refuses compressed bodies with this error. Returns the received bodies by
 * their encoding.
 */
async function sent(
  refusal: DownpourError,
  inline: { plain: Inline | undefined; best: Inline },
  document = Buffer.from('{}'),
) {
  const bodies: (string | undefined)[] = [];
  const api = {
    upload: async ({ encoding }: Inline) => {
      bodies.push(encoding);
      if (encoding !== undefined) throw refusal;
      return 7;
    },
  };
  const source = { file: 'run.json', changedAtMs: 1 };
  const sending = sendInline(api as never, source as never, document, inline, requested as never, () => 'k');
  const outcome = await sending.then(
    ({ run }) => run,
    ({ code }: DownpourError) => code,
  );
  return { bodies, outcome };
}

test('a compressed document that an API cannot read is sent again as it is', async () => {
  for (const code of ['UNSUPPORTED_ENCODING', 'BODY_NOT_DECODED'])
    assert.deepEqual(await sent(new DownpourError(code, 400, 'unread'), { plain, best }), {
      bodies: ['zstd', undefined],
      outcome: 7,
    });
});

test('a document that is not UTF-8 is not sent', async () => {
  const none = new DownpourError('FORBIDDEN', 403, 'no');
  const { bodies, outcome } = await sent(none, { plain, best }, Buffer.from('"\xff"', 'latin1'));
  assert.deepEqual([bodies, outcome], [[], 'FILE_UNUSABLE']);
});

test('a body that the API rejects, or that is too large without compression, is not sent again', async () => {
  const refused = new DownpourError('FORBIDDEN', 403, 'no');
  assert.deepEqual(await sent(refused, { plain, best }), { bodies: ['zstd'], outcome: 'FORBIDDEN' });
  const unread = new DownpourError('BODY_NOT_DECODED', 400, 'unread');
  assert.deepEqual(await sent(unread, { plain: undefined, best }), {
    bodies: ['zstd'],
    outcome: 'BODY_NOT_DECODED',
  });
});

test('a document of 16 KB or more is compressed for an API on another machine', async () => {
  const encodingOf = async (bytes: number, isNear: boolean) =>
    (await inlineOf(Buffer.alloc(bytes, '1'), undefined, isNear))?.best.encoding;
  assert.deepEqual(await Promise.all([16_383, 16_384].map((bytes) => encodingOf(bytes, false))), [
    undefined,
    'zstd',
  ]);
  assert.equal(await encodingOf(16_384, true), undefined);
});
