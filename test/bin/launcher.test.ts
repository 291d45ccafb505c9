import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const launcher = fileURLToPath(new URL('../../bin/downpour', import.meta.url));
let folder = '';

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'downpour-'));
});
after(() => rm(folder, { recursive: true }));

test('through a symlink, as npm installs it, the launcher still finds its program', async () => {
  await symlink(launcher, join(folder, 'downpour'));
  const { stdout } = await run(process.execPath, [join(folder, 'downpour'), '--version']);
  assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
});

test('on every Node of this machine, older ones too, the exit code is that of the program', async () => {
  for (const node of await nodes()) {
    const { code, stderr } = await exitOf(node, [launcher, 'vaildate', 'x']);
    assert.equal(code, 2, node);
    assert.match(stderr, /Did you mean validate/, node);
  }
});

test('without any Node 24 the launcher says what to do', async () => {
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await copyFile(launcher, join(folder, 'alone'));
  for (const node of await nodes()) {
    if (await isNew(node)) continue;
    const { code, stderr } = await exitOf(node, [join(folder, 'alone'), '--version']);
    assert.equal(code, 3);
    assert.match(stderr, /needs Node 24 or newer.*npm ci/s);
  }
});

/** This Node and those on PATH. */
async function nodes(): Promise<string[]> {
  const folders = [dirname(process.execPath), ...(process.env.PATH ?? '').split(delimiter)];
  const found = await Promise.all(
    [...new Set(folders)].map(async (each) => {
      const node = join(each, 'node');
      return (await exitOf(node, ['--version'])).code === 0 ? node : undefined;
    }),
  );
  return found.filter((node) => node !== undefined);
}

async function isNew(node: string): Promise<boolean> {
  return Number.parseInt((await run(node, ['--version'])).stdout.slice(1), 10) >= 24;
}

async function exitOf(
  command: string,
  parameters: string[],
): Promise<{ code: number | string; stderr: string }> {
  try {
    const { stderr } = await run(command, parameters);
    return { code: 0, stderr };
  } catch (error) {
    const failed = error as { code?: number | string; stderr?: string };
    return { code: failed.code ?? 'unknown', stderr: failed.stderr ?? '' };
  }
}
