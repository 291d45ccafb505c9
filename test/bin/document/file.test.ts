import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { exit, exitCodeOfError } from '../../../bin/cli/exit-code.ts';
import { checkUtf8, writeText } from '../../../bin/document/file.ts';

test('a full disk is no mistake of whoever named the file', async () => {
  const codeOf = (file: string) => writeText(file, 'text').then(() => 0, exitCodeOfError);
  assert.equal(await codeOf('/dev/full'), exit.incomplete);
  assert.equal(await codeOf(join(tmpdir(), 'no', 'such', 'folder')), exit.refused);
});

test('a file that is no text says what it is and what to do', () => {
  for (const [bytes, message] of [
    [gzipSync('{}'), 'a.json is compressed with gzip: unpack it (gunzip)'],
    [Buffer.from('{}', 'utf16le'), 'a.json is not UTF-8 text: save it as UTF-8'],
  ] as const)
    assert.throws(() => checkUtf8('a.json', bytes), { code: 'FILE_UNUSABLE', status: 400, message });
  assert.equal(checkUtf8('a.json', Buffer.from('{}')), undefined);
});
