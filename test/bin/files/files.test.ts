import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { exit, exitCodeOfError } from '../../../bin/cli/exit-code.ts';
import { fileUnusable } from '../../../bin/files/file-error.ts';
import { makeFolder } from '../../../bin/files/make-folder.ts';
import { checkUtf8, readBytes } from '../../../bin/files/read-file.ts';
import { checkWritable, writeText } from '../../../bin/files/write-file.ts';
import { grouped } from '../../../lib/words.ts';
import { scratchDir } from '../../local/scratch.ts';

test('a full disk is no mistake of the user who named the file', async () => {
  const codeOf = (file: string) => writeText(file, 'text').then(() => 0, exitCodeOfError);
  assert.equal(await codeOf('/dev/full'), exit.incomplete);
  assert.equal(await codeOf(join(tmpdir(), 'no', 'such', 'folder')), exit.refused);
});

test('a file keeps its text when the new text does not fit, and no other file remains', (t) => {
  const folder = scratchDir(t);
  const [file, fresh] = [join(folder, 'a.json'), join(folder, 'b.json')];
  writeFileSync(file, '{"old": true}');
  const module = new URL('../../../bin/files/write-file.ts', import.meta.url).href;
  const script = `const { writeText } = await import('${module}');
    for (const file of process.argv.slice(1))
      for (const flag of ['w', 'wx'])
        await writeText(file, 'x'.repeat(9e6), flag).catch((error) => console.log(error.message));`;
  const limited = 'ulimit -f 1000; exec "$0" --input-type=module -e "$@"';
  const said = execFileSync('sh', ['-c', limited, process.execPath, script, file, fresh], {
    encoding: 'utf8',
  });
  const why = 'the file would be larger than this shell allows (ulimit -f)';
  const exists = 'the file exists already; --force overwrites it, -o FILE names another file';
  assert.deepEqual(said.trim().split('\n'), [
    `Cannot write ${file}: ${why}`,
    `Cannot write ${file}: ${exists}`,
    `Cannot write ${fresh}: ${why}`,
    `Cannot write ${fresh}: ${why}`,
  ]);
  assert.deepEqual(readdirSync(folder), ['a.json']);
  assert.equal(readFileSync(file, 'utf8'), '{"old": true}');
});

test('a new file has no part of its text under its name before all of it', async (t) => {
  const folder = scratchDir(t);
  const file = join(folder, 'new.hf.yaml');
  const seen: string[][] = [];
  function* pieces(): Generator<string> {
    yield 'name: a\n';
    seen.push(readdirSync(folder));
    yield 'phases: []\n';
  }
  await writeText(file, pieces() as unknown as string, 'wx');
  assert.equal(seen[0]?.length, 1);
  assert.notEqual(seen[0]?.[0], 'new.hf.yaml');
  assert.deepEqual(readdirSync(folder), ['new.hf.yaml']);
  assert.equal(readFileSync(file, 'utf8'), 'name: a\nphases: []\n');
});

test('a link to a missing file may be an output, and a link to itself is named', async (t) => {
  const folder = scratchDir(t);
  const [fresh, loop] = [join(folder, 'newest.json'), join(folder, 'loop.json')];
  symlinkSync('absent.json', fresh);
  symlinkSync('loop.json', loop);
  await checkWritable(fresh);
  assert.deepEqual(readdirSync(folder), ['loop.json', 'newest.json']);
  const message = `Cannot write ${loop}: it is a link that leads to itself`;
  for (const write of [checkWritable(loop), writeText(loop, 'text')])
    await assert.rejects(write, { code: 'FILE_UNUSABLE', status: 400, message });
});

test('a file that is replaced keeps its permissions and its links', async (t) => {
  const folder = scratchDir(t);
  const at = (name: string) => join(folder, name);
  writeFileSync(at('file'), 'old', { mode: 0o640 });
  symlinkSync('file', at('link'));
  symlinkSync('absent', at('link to no file'));
  writeFileSync(at('first name'), 'old');
  linkSync(at('first name'), at('second name'));
  for (const name of ['link', 'link to no file', 'second name']) await writeText(at(name), 'new');
  assert.equal(statSync(at('file')).mode & 0o777, 0o640);
  for (const name of ['file', 'absent', 'first name'])
    assert.equal(readFileSync(at(name), 'utf8'), 'new', name);
  assert.equal(lstatSync(at('link')).isSymbolicLink(), true);
});

test('a file that is a mount is written in place', async (t) => {
  const folder = scratchDir(t);
  const [file, inside] = [join(folder, 'file'), join(folder, 'inside')];
  for (const name of [file, inside]) writeFileSync(name, 'old');
  if (spawnSync('mount', ['--bind', file, inside]).status !== 0) return t.skip('no file can be mounted here');
  try {
    await writeText(inside, 'new');
    assert.equal(readFileSync(file, 'utf8'), 'new');
    assert.deepEqual(readdirSync(folder), ['file', 'inside']);
  } finally {
    spawnSync('umount', [inside]);
  }
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
    [
      Buffer.from('{\n"a": "\0"}'),
      'a.json has a zero byte in line 2, so it is no text: name another file, or remove this byte',
    ],
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
      message: `Cannot read ${name}: the file is larger than the limit of ${grouped(bytesMax)} bytes`,
    });
  assert.equal((await readBytes('/dev/null')).length, 0);
  await assert.rejects(readBytes(folder), { message: `Cannot read ${folder}: it is a folder; name a file` });
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
  // The reader opens the pipe after some time. Until then, a write to the pipe fails.
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
