import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';

const module = new URL('../../../bin/terminal/first-signs.js', import.meta.url).href;

/** Starts a program. Its only thread stops at each `hold()` until the test sends a byte. */
function start(lines: string) {
  const script = `
    import { readSync, writeSync } from 'node:fs';
    import { beginSigns, endAtFirstText } from ${JSON.stringify(module)};
    const hold = () => readSync(0, Buffer.alloc(1));
    ${lines}`;
  return spawn(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, TERM: 'xterm' },
  });
}

/** Reads a stream until its text contains `found`, and returns all of the text. */
async function until(stream: NodeJS.ReadableStream, found: RegExp, before = ''): Promise<string> {
  let read = before;
  for await (const [chunk] of on(stream, 'data')) {
    read += String(chunk);
    if (found.test(read)) return read;
  }
  return read;
}

test('a thread that is busy shows signs at once and each second, and its own text comes after the last', async () => {
  const child = start(
    "const end = beginSigns(process.stderr, 'Loading'); hold(); end(); console.error('done');",
  );
  const displayed = await until(child.stderr, /Loading, [2-9] s\n/);
  assert.match(displayed, /^Loading\n(Loading, \d s\n)*$/);
  child.stdin.write('.');
  assert.match(await until(child.stderr, /done/, displayed), /^(Loading.*\n)+done\n$/);
  await once(child, 'close');
});

test('signs end before the first text of a program, on either stream, and else with it', async () => {
  const cases = [
    ["process.stdout.write('mine'); process.stderr.write('err')", 'end err', 'mine'],
    ["process.stderr.write('err'); process.stdout.write('mine')", 'end err', 'mine'],
    ['', 'end ', ''],
  ] as const;
  for (const [lines, stderr, stdout] of cases) {
    const child = start(`endAtFirstText(() => writeSync(2, 'end ')); ${lines}`);
    assert.deepEqual(await Promise.all([text(child.stderr), text(child.stdout)]), [stderr, stdout]);
  }
});

test('in a terminal they are one line, no wider than it, which is gone at the end', async () => {
  const child = start(
    "const end = beginSigns({ isTTY: true, columns: 6 }, 'Loading'); hold(); end(); console.error('done');",
  );
  assert.equal(await until(child.stderr, /Loadi/), '\rLoadi\x1b[K');
  child.stdin.write('.');
  assert.ok((await until(child.stderr, /done/)).endsWith('\r\x1b[Kdone\n'));
  await once(child, 'close');
});

test('signs that end before their thread has begun show nothing, without a wait', async () => {
  const child = start("beginSigns(process.stderr, 'Loading')(); console.error('done');");
  assert.equal(await until(child.stderr, /done/), 'done\n');
  await once(child, 'close');
});
