import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';

/**
 * Load ends with its command, whichever of its processes ends and however: the launcher, which an older Node runs, or the
 * program, which the launcher starts. The load of these tests would go on for ten minutes.
 */

const launcher = fileURLToPath(new URL('../../bin/downpour', import.meta.url));
/** Makes the launcher believe that it runs on Node 20. */
const older = `data:text/javascript,${encodeURIComponent(
  "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.11.0' } });",
)}`;

/** Half of the load's ten minutes: a test that reaches it has seen load that did not end. */
const timeout = 300_000;

type Child = ChildProcessByStdio<null, Readable, null>;

suite('load ends with its command', () => {
  let folder = '';
  const open = new Set<Socket>();
  const server = createServer((_, response) => response.end('ok'));
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => open.delete(socket));
  });

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'downpour-'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await writeFile(
      file(),
      `
name: long
http: { host: 'http://127.0.0.1:${port}', sharedConnections: 4 }
usersPerSec: 50
duration: 10m
scenario:
- browse: [ { httpRequest: { GET: / } } ]
`,
    );
  });
  after(async () => {
    for (const child of started) child.kill('SIGKILL');
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  });

  const file = (): string => join(folder, 'long.hf.yaml');
  const started: Child[] = [];
  const start = (parameters: readonly string[]): Child => {
    const child = spawn(process.execPath, ['--import', older, launcher, ...parameters], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    started.push(child);
    return child;
  };
  /** Every connection of the load is closed: the kernel closes those of a process that is gone. */
  const silent = async (): Promise<void> => {
    for (let [socket] = open; socket; [socket] = open) {
      const { promise, resolve } = Promise.withResolvers<void>();
      socket.once('close', resolve);
      await promise;
    }
  };
  /** The output ends when the last process that writes to it has ended. */
  const gone = async (child: Child): Promise<void> => {
    await once(child, 'close');
  };
  /** Some of the load has arrived. */
  const loaded = async (): Promise<void> => {
    for (let count = 0; count < 20; count += 1) await once(server, 'request');
  };

  type Serving = { readonly pid: number; readonly url: string };
  const servingOf = async (data: string): Promise<Serving> =>
    JSON.parse(await readFile(join(data, 'serve.json'), 'utf8')) as Serving;
  /** A `serve`, and a `run` beside it whose load it sends. */
  const servedLoad = async (data: string): Promise<readonly [server: Child, client: Child]> => {
    const server = start(['serve', '--port', '0', '--json', '--data', data]);
    await once(server.stdout, 'data');
    const client = start(['run', file(), '--shards', '2', '--data', data]);
    for (const child of [server, client]) child.stdout.resume();
    await loaded();
    return [server, client];
  };

  const victims = {
    launcher: (child: Child) => Promise.resolve(child.pid),
    program: async (_: Child, data: string) => (await servingOf(data)).pid,
  };
  for (const [victim, pidOf] of Object.entries(victims))
    for (const signal of ['SIGKILL', 'SIGTERM', 'SIGQUIT'] as const) {
      const name = `${victim} ${signal}`;
      test(`of run: ${name}`, { timeout }, async () => {
        const data = join(folder, `run ${name}`);
        const child = start(['run', file(), '--shards', '2', '--data', data]);
        const ended = gone(child);
        child.stdout.resume();
        await loaded();
        process.kill((await pidOf(child, data)) ?? 0, signal);
        await Promise.all([ended, silent()]);
      });

      test(`of serve: ${name}`, { timeout }, async () => {
        const data = join(folder, `serve ${name}`);
        const [child, client] = await servedLoad(data);
        const ended = gone(child);
        process.kill((await pidOf(child, data)) ?? 0, signal);
        await Promise.all([ended, silent()]);
        client.kill('SIGKILL');
        await gone(client);
      });
    }

  test('of run beside a serve, which sends its load and goes on without it', { timeout }, async () => {
    const data = join(folder, 'beside');
    const [child, client] = await servedLoad(data);
    const ended = gone(client);
    client.kill('SIGKILL');
    await Promise.all([ended, silent()]);
    const { url } = await servingOf(data);
    assert.equal((await fetch(`${url}/api/config/version`)).status, 200);
    child.kill('SIGTERM');
    await gone(child);
  });

  test('of serve that is asked to end, before it has waited for a request that does not end', {
    timeout,
  }, async () => {
    const data = join(folder, 'waiting');
    const [child, client] = await servedLoad(data);
    const key = (await readFile(join(data, 'admin.key'), 'utf8')).trim();
    const headers = { 'x-downpour-api-key': key, 'content-type': 'application/json', 'content-length': 100 };
    const hanging = request(`${(await servingOf(data)).url}/api/burst`, { method: 'POST', headers });
    const cut = new Promise((resolve) => hanging.once('error', resolve));
    hanging.flushHeaders();
    await once(hanging, 'socket');
    const ended = gone(child);
    child.kill('SIGTERM');
    // The request is waited for, the load is not.
    assert.equal(await Promise.race([silent().then(() => 'silent'), cut]), 'silent');
    client.kill('SIGKILL');
    hanging.destroy();
    await Promise.all([ended, gone(client)]);
  });
});
