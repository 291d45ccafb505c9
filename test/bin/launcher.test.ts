import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, suite, test } from 'node:test';
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

test('compiled code is in the cache folder of the user, and a failure to write it is ignored', async () => {
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

test('an address space that is too small for V8 is named before V8 ends the process', async (t) => {
  if (process.platform !== 'linux') return t.skip('only Linux has this limit');
  const limited = ['-c', 'ulimit -v 1800000; exec "$0" "$@"', process.execPath, launcher, '--version'];
  const { stderr } = await run('sh', limited).catch((error: { readonly stderr: string }) => error);
  assert.match(stderr, /lets a process use 1\.8 GB of address space.* Allow more: ulimit -v unlimited/);
});

test('Node prints no warning about two variables for colours', async () => {
  const env = { ...process.env, FORCE_COLOR: '1', NO_COLOR: '1' };
  const { stderr } = await run(process.execPath, [launcher, '--version'], { env });
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
  test(`in ${place} without a new enough Node the launcher names the next step`, async () => {
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

suite('in a clone an older Node starts the Node that npm installed', () => {
  /** Makes the launcher believe that it runs on Node 20. */
  const older = `data:text/javascript,${encodeURIComponent(
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.11.0' } });",
  )}`;
  /** A clone whose newer Node is a script. The script prints its arguments. */
  const cloneWith = async (script: string): Promise<string> => {
    const root = await mkdtemp(join(folder, 'handed-'));
    const platform = process.platform === 'win32' ? 'win' : process.platform;
    const beside = join(root, 'node_modules', `node-${platform}-${process.arch}`);
    for (const each of [join(root, 'bin'), join(beside, 'bin')]) await mkdir(each, { recursive: true });
    await writeFile(join(root, 'package.json'), '{"type":"module"}');
    for (const file of ['downpour', 'launch.js'])
      await copyFile(join(dirname(launcher), file), join(root, 'bin', file));
    await writeFile(join(root, 'bin/downpour.ts'), '');
    await writeFile(join(beside, 'package.json'), '{}');
    await writeFile(join(beside, 'bin/node'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return join(root, 'bin/downpour');
  };

  test('with the same words, terminal and exit code', { timeout: 30_000 }, async () => {
    const path = await cloneWith('echo "$@"; cat; exit 7');
    const child = spawn(process.execPath, ['--import', older, path, 'run', 'a b'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdin.end('typed\n');
    const ended = once(child, 'exit');
    assert.equal(await text(child.stdout), `${path} run a b\ntyped\n`);
    assert.deepEqual(await ended, [7, null]);
  });

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    test(`and hands ${signal} on`, async () => {
      // A shell that starts with an ignored signal cannot handle that signal, but Node can.
      const waiting = `process.on('${signal}', () => process.exit(9)); setTimeout(() => {}, 20_000); console.log('up');`;
      const path = await cloneWith(`exec '${process.execPath}' -e "${waiting}"`);
      const child = spawn(process.execPath, ['--import', older, path], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = once(child, 'exit');
      await once(child.stdout, 'data');
      child.kill(signal);
      assert.deepEqual(await ended, [9, null]);
    });

  test('a Node that a signal ends gives the exit code that a shell would give', async () => {
    const path = await cloneWith('kill -TERM $$; sleep 5');
    assert.equal((await exitOf(process.execPath, ['--import', older, path])).code, 128 + 15);
  });

  test('a Node that cannot be started is named', async () => {
    const path = await cloneWith('');
    const beside = join(dirname(dirname(path)), 'node_modules');
    const [packed = ''] = await readdir(beside);
    await chmod(join(beside, packed, 'bin/node'), 0o644);
    const { code, stderr } = await exitOf(process.execPath, ['--import', older, path]);
    assert.equal(code, 3);
    assert.match(stderr, /bin\/node cannot be started: .*EACCES/);
  });

  test('or reports what to do when npm installed none', async () => {
    const path = await cloneWith('');
    await rm(join(dirname(dirname(path)), 'node_modules'), { recursive: true });
    const { code, stderr } = await exitOf(process.execPath, ['--import', older, path]);
    assert.equal(code, 3);
    assert.match(
      stderr,
      /downpour needs Node 24 or newer; this is v.*, and no newer one is installed.*npm ci/s,
    );
  });
});

/** The Node that runs this test, and all other Nodes on PATH. */
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
