import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
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

test('compiled code stays in the cache folder of the user, and where it cannot nobody is bothered', async () => {
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  const caches = { XDG_CACHE_HOME: join(folder, 'cache'), LOCALAPPDATA: join(folder, 'cache') };
  await run(process.execPath, [launcher, '--version'], { env: { ...env, ...caches } });
  const kept = await readdir(join(folder, 'cache', 'downpour', 'compiled'), { recursive: true });
  assert.ok(kept.length > 1);
  await writeFile(join(folder, 'file'), '');
  const nowhere = { XDG_CACHE_HOME: join(folder, 'file'), LOCALAPPDATA: join(folder, 'file') };
  const { stdout, stderr } = await run(process.execPath, [launcher, '--version'], {
    env: { ...env, ...nowhere },
  });
  assert.match(stdout, /^\d/);
  assert.equal(stderr, '');
});

test('on every Node of this machine, older ones too, the exit code is that of the program', async () => {
  for (const node of await nodes()) {
    const { code, stderr } = await exitOf(node, [launcher, 'vaildate', 'x']);
    assert.equal(code, 2, node);
    assert.match(stderr, /Did you mean validate/, node);
  }
});

const tooOld = [
  { place: 'a clone', files: ['bin/downpour.ts'], needed: 24, says: /needs Node 24 or newer.*npm ci/s },
  {
    place: 'an installed package',
    files: [],
    needed: 22,
    says: /needs Node 22\.19 or newer.*newer Node first/s,
  },
];

for (const { place, files, needed, says } of tooOld) {
  test(`in ${place} without a new enough Node the launcher says what to do`, async () => {
    const root = await mkdtemp(join(folder, 'top-'));
    await mkdir(join(root, 'bin'));
    await writeFile(join(root, 'package.json'), '{"type":"module"}');
    for (const file of ['downpour', 'launch.js'])
      await copyFile(join(dirname(launcher), file), join(root, 'bin', file));
    for (const file of files) await writeFile(join(root, file), '');
    for (const node of await nodes()) {
      if ((await majorOf(node)) >= needed) continue;
      const { code, stderr } = await exitOf(node, [join(root, 'bin/downpour'), '--version']);
      assert.equal(code, 3);
      assert.match(stderr, says);
    }
  });
}

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

async function majorOf(node: string): Promise<number> {
  return Number.parseInt((await run(node, ['--version'])).stdout.slice(1), 10);
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
