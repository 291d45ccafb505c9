import assert from 'node:assert/strict';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { type PartsApi, sendParts } from '../../../bin/upload/send-parts.ts';
import { scratchDir } from '../../local/scratch.ts';

/** A server that has an upload cannot read more than the file that the user uploads. */

test('a part that is no part of the file sends no other memory of the command', async (t) => {
  const file = join(scratchDir(t), 'run.json');
  await writeFile(file, '{"a": 1}');
  const { size: bytes, mtimeMs: changedAtMs } = await stat(file);
  for (const part of [{ bytes: -1 }, { bytes: Number.NaN, start: 5 }, { bytes: 100 }, { start: 5 }]) {
    const sent: number[] = [];
    const missing = [{ number: 1, start: 0, bytes, url: 'https://store.example/1', ...part }];
    const upload = { id: 7, state: 'open', sizeBytes: 1_000, partBytes: 1_000, missing };
    const api = {
      beginUpload: async () => upload,
      put: async (_url: string, { body }: { readonly body: Uint8Array }) => {
        sent.push(body.length);
        return { status: 200 };
      },
      completeUpload: async () => '7',
    } as unknown as PartsApi;
    const parameters = { test: 'shop', start: '1', stop: '2' };
    const sending = sendParts(api, { file, bytes, changedAtMs }, parameters, undefined, () => 'key', {
      sent: () => undefined,
    });
    await assert.rejects(sending, /became shorter during the upload/, JSON.stringify(part));
    assert.deepEqual(sent, []);
  }
});
