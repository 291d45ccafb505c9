import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { exit, exitCodeOfError } from '../../../bin/cli/exit-code.ts';
import { writeText } from '../../../bin/document/file.ts';

test('a full disk is no mistake of whoever named the file', async () => {
  const codeOf = (file: string) => writeText(file, 'text').then(() => 0, exitCodeOfError);
  assert.equal(await codeOf('/dev/full'), exit.incomplete);
  assert.equal(await codeOf(join(tmpdir(), 'no', 'such', 'folder')), exit.refused);
});
