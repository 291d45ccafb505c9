import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { scratchDir, suiteScope } from '../local/scratch.ts';
import { type LongLoad, startLongLoad } from './long-load.ts';

/**
 * The load ends when its command ends, in any way and by any of its processes: the launcher, which an older
 * Node runs, or the program, which the launcher starts. The load of these tests would last ten minutes.
 */

const launcher = fileURLToPath(new URL('../../bin/downpour', import.meta.url));
/** Makes the launcher believe that it runs on Node 20. */
const older = `data:text/javascript,${encodeURIComponent(
  "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.11.0' } });",
)}`;

/** Half of the ten minutes that the load would last. If a test takes this long, the load did not end. */
const timeout = 300_000;

type Child = ChildProcessByStdio<null, Readable, null>;

suite('load ends with its command', () => {
  const scope = suiteScope();
  let load: LongLoad;
  before(async () => {
    load = await startLongLoad(scope);
  });
  after(() => {
    for (const child of started) child.kill('SIGKILL');
  });

  const started: Child[] = [];
  const start = (parameters: readonly string[]): Child => {
    const child = spawn(process.execPath, ['--import', older, launcher, ...parameters], {
      stdio: ['ignore', 'pipe', 'ignore'],
      // A command that is killed leaves its temporary files.
      env: { ...process.env, TMPDIR: scratchDir(scope) },
    });
    started.push(child);
    return child;
  };
  /** The output closes when the last process that can write to it has ended. */
  const gone = async (child: Child): Promise<void> => {
    await once(child, 'close');
  };
  type Serving = { readonly pid: number; readonly url: string };
  const servingOf = async (data: string): Promise<Serving> =>
    JSON.parse(await readFile(join(data, 'serve.json'), 'utf8')) as Serving;
  /** Starts a `serve`, and a `run` whose load that server sends. */
  const servedLoad = async (data: string): Promise<readonly [server: Child, client: Child]> => {
    const server = start(['serve', '--port', '0', '--json', '--data', data]);
    await once(server.stdout, 'data');
    const client = start(['run', load.file, '--shards', '2', '--data', data]);
    for (const child of [server, client]) child.stdout.resume();
    await load.loaded();
    return [server, client];
  };

  const victims = {
    launcher: (child: Child) => Promise.resolve(child.pid),
    program: async (_: Child, data: string) => (await servingOf(data)).pid,
  };
  for (const [victim, pidOf] of Object.entries(victims))
    for (const signal of ['SIGKILL', 'SIGTERM', 'SIGQUIT'] as const) {
      const name = `${victim} ${signal}`;
      test(`with run: ${name}`, { timeout }, async () => {
        const data = join(load.folder, `run ${name}`);
        const child = start(['run', load.file, '--shards', '2', '--data', data]);
        const ended = gone(child);
        child.stdout.resume();
        await load.loaded();
        process.kill((await pidOf(child, data)) ?? 0, signal);
        await Promise.all([ended, load.silent()]);
      });

      test(`with serve: ${name}`, { timeout }, async () => {
        const data = join(load.folder, `serve ${name}`);
        const [child, client] = await servedLoad(data);
        const ended = gone(child);
        process.kill((await pidOf(child, data)) ?? 0, signal);
        await Promise.all([ended, load.silent()]);
        client.kill('SIGKILL');
        await gone(client);
      });
    }

  test('with run when a serve sends its load, and the serve continues', { timeout }, async () => {
    const data = join(load.folder, 'beside');
    const [child, client] = await servedLoad(data);
    const ended = gone(client);
    client.kill('SIGKILL');
    await Promise.all([ended, load.silent()]);
    const { url } = await servingOf(data);
    assert.equal((await fetch(`${url}/api/config/version`)).status, 200);
    child.kill('SIGTERM');
    await gone(child);
  });

  test('with serve when it must end, before it has waited for a request that does not end', {
    timeout,
  }, async () => {
    const data = join(load.folder, 'waiting');
    const [child, client] = await servedLoad(data);
    const key = (await readFile(join(data, 'admin.key'), 'utf8')).trim();
    const headers = { 'x-downpour-api-key': key, 'content-type': 'application/json', 'content-length': 100 };
    const hanging = request(`${(await servingOf(data)).url}/api/burst`, { method: 'POST', headers });
    const cut = new Promise((resolve) => hanging.once('error', resolve));
    hanging.flushHeaders();
    await once(hanging, 'socket');
    const ended = gone(child);
    child.kill('SIGTERM');
    // The server waits until the open request is answered, but not until the load of the burst is over.
    assert.equal(await Promise.race([load.silent().then(() => 'silent'), cut]), 'silent');
    client.kill('SIGKILL');
    hanging.destroy();
    await Promise.all([ended, gone(client)]);
  });

  for (const victim of ['launcher', 'program'] as const)
    test(`and so do the commands around it: ${victim} SIGKILL`, { timeout }, async () => {
      const { pipe, held } = await heldPipe();
      const command = `exec 9> '${pipe}'; echo $PPID >&9; (trap '' TERM HUP INT; sleep 600) & sleep 600`;
      const { file, folder } = await startLongLoad(scope, `pre: { wait: ${JSON.stringify(command)} }\n`);
      const child = start(['run', file, '--allow-hooks', '--data', join(folder, victim)]);
      child.stdout.resume();
      const [program] = (await once(held, 'data')) as [Buffer];
      const released = once(held, 'end');
      const ended = gone(child);
      process.kill(victim === 'launcher' ? (child.pid ?? 0) : Number(program), 'SIGKILL');
      await Promise.all([released, ended]);
    });

  /** Makes a named pipe. Its reader sees the end when no process has the pipe open any more. */
  const heldPipe = async () => {
    const pipe = join(scratchDir(scope), 'pipe');
    await once(spawn('mkfifo', [pipe]), 'exit');
    return { pipe, held: createReadStream(pipe) };
  };
});
