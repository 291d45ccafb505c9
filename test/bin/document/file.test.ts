import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { exit, exitCodeOfError } from '../../../bin/cli/exit-code.ts';
import {
  checkUtf8,
  checkWritable,
  fileUnusable,
  makeFolder,
  readBytes,
  writeText,
} from '../../../bin/document/file.ts';

test('a full disk is no mistake of the user who named the file', async () => {
  const codeOf = (file: string) => writeText(file, 'text').then(() => 0, exitCodeOfError);
  assert.equal(await codeOf('/dev/full'), exit.incomplete);
  assert.equal(await codeOf(join(tmpdir(), 'no', 'such', 'folder')), exit.refused);
});

test('a file that cannot be opened, because the shell allows too few files, names the next step', () => {
  const { message } = fileUnusable('Cannot read a.yaml', { code: 'EMFILE' });
  assert.match(
    message,
    /^Cannot read a\.yaml: this shell lets a process open too few files; allow more files, .* `ulimit -n 4096`$/,
  );
});

test('a file that is not text is named with its kind and the next step', () => {
  for (const [bytes, message] of [
    [gzipSync('{}'), 'a.json is compressed with gzip: unpack the file with gunzip'],
    [Buffer.from('{}', 'utf16le'), 'a.json is not UTF-8 text: save the file as UTF-8'],
  ] as const)
    assert.throws(() => checkUtf8('a.json', bytes), { code: 'FILE_UNUSABLE', status: 400, message });
  assert.equal(checkUtf8('a.json', Buffer.from('{}')), undefined);
});

test('a file is read up to its limit, and a device that never ends is refused', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'downpour-file-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'a.json');
  writeFileSync(file, '{"a":1}');
  assert.equal(String(await readBytes(file, 7)), '{"a":1}');
  for (const [name, bytesMax] of [
    [file, 6],
    ['/dev/zero', 1_000_000],
  ] as const)
    await assert.rejects(readBytes(name, bytesMax), {
      code: 'FILE_UNUSABLE',
      message: `Cannot read ${name}: the file is larger than the limit of ${bytesMax} bytes`,
    });
  assert.equal((await readBytes('/dev/null')).length, 0);
  await assert.rejects(readBytes(folder), { message: `Cannot read ${folder}: it is a folder` });
});

test('a folder is created with the folders above it, or the message names the folder that cannot be created', async (t) => {
  const top = mkdtempSync(join(tmpdir(), 'downpour-folder-'));
  t.after(() => rmSync(top, { recursive: true }));
  writeFileSync(join(top, 'file'), '');
  symlinkSync(join(top, 'nowhere'), join(top, 'link'));
  // Two commands may export into new folders of the same new folder at the same time.
  await Promise.all(['new/a', 'new/a', 'new/b'].map((path) => makeFolder(join(top, path))));
  assert.deepEqual(readdirSync(join(top, 'new')).sort(), ['a', 'b']);
  for (const [folder, message] of [
    ['', 'The name of the folder is empty: name a folder'],
    [
      join(top, 'file/below'),
      `Cannot make the folder ${top}/file: a file has this name; name another folder`,
    ],
    [
      join(top, 'link/below'),
      `Cannot make the folder ${top}/link: a file has this name; name another folder`,
    ],
    ...(existsSync('/proc/self')
      ? [
          [
            '/proc/nothing/below',
            'Cannot make the folder /proc/nothing: this file system does not allow a new folder there; name another folder',
          ] as const,
        ]
      : []),
  ] as const)
    await assert.rejects(makeFolder(folder), { code: 'FILE_UNUSABLE', status: 400, message });
});

function namedPipe(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'downpour-pipe-'));
  t.after(() => rmSync(folder, { recursive: true }));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  return join(folder, 'pipe');
}

test('a named pipe is not opened before there is something to write', async (t) => {
  const pipe = namedPipe(t);
  const reader = spawn('cat', [pipe], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => reader.kill());
  const read = text(reader.stdout);
  await checkWritable(pipe);
  // The reader opens the pipe later. Until then the pipe has no reader.
  for (;;) {
    const refusal = await writeText(pipe, '{"state": "passed"}').then(
      () => undefined,
      (error: Error) => error.message,
    );
    if (refusal === undefined) break;
    assert.match(refusal, /no program reads this named pipe/);
  }
  assert.equal(await read, '{"state": "passed"}');
});

test('a named pipe that no program reads is refused, and waits for none', async (t) => {
  const pipe = namedPipe(t);
  await checkWritable(pipe);
  await assert.rejects(writeText(pipe, 'text'), {
    code: 'FILE_UNUSABLE',
    message: `Cannot write ${pipe}: no program reads this named pipe; start the reader first`,
  });
});
