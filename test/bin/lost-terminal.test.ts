import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, suite, test } from 'node:test';
import type { RunSummary } from '../../lib/api.generated.ts';
import { downpour, startDownpour } from './downpour.ts';

/** Who reads a command may go away: it ends, without a word about pipes, and leaves no load behind. */

suite('a command whose reader is gone', () => {
  let folder = '';
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    response.end('ok');
  });

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'downpour-'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await writeFile(
      join(folder, 'long.hf.yaml'),
      `
name: long
http: { host: 'http://127.0.0.1:${port}', sharedConnections: 20 }
usersPerSec: 50
duration: 10m
scenario:
- browse: [ { httpRequest: { GET: / } } ]
`,
    );
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  });

  const file = (): string => join(folder, 'long.hf.yaml');

  test('ends as if all had been read when nothing is under way', async () => {
    const child = startDownpour(['plan', file()]);
    child.stdout.destroy();
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    assert.deepEqual([code, stderr], [0, '']);
  });

  type Child = ReturnType<typeof startDownpour>;
  const ways: Readonly<Record<string, (child: Child) => void>> = {
    '| head': (child) => child.stdout.destroy(),
    '2>&1 | head': (child) => {
      child.stdout.destroy();
      child.stderr.destroy();
    },
    'a terminal that is closed': (child) => child.kill('SIGHUP'),
  };
  for (const [name, leave] of Object.entries(ways))
    test(`stops its burst: ${name}`, { timeout: 300_000 }, async () => {
      const data = join(folder, name.replaceAll(/\W/g, '-'));
      requests = 0;
      const child = startDownpour(['run', file(), '--data', data]);
      const closed = once(child, 'close');
      let stderr = '';
      child.stderr.on('data', (chunk: Buffer) => {
        stderr += chunk.toString();
      });
      await Promise.race([firstSecond(child), closed.then(([code]) => assert.fail(`${code}: ${stderr}`))]);
      leave(child);
      assert.equal((await closed)[0], 130, stderr);
      assert.doesNotMatch(stderr, /EPIPE|bug in downpour|\n {4}at /);
      const sent = requests;
      assert.ok(sent > 0);
      const { runs } = JSON.parse((await downpour(['runs', '--json', '--data', data])).stdout) as {
        readonly runs: readonly RunSummary[];
      };
      assert.deepEqual(
        runs.map(({ outcome }) => [outcome?.state, outcome?.requests]),
        [['stopped', sent]],
      );
      assert.equal(requests, sent, 'nothing is sent any more');
    });
});

/** The first second of load has been told. */
function firstSecond(child: ReturnType<typeof startDownpour>): Promise<void> {
  return new Promise((resolve) => {
    let heard = '';
    child.stdout.on('data', (chunk: Buffer) => {
      heard += chunk.toString();
      if (/ +\d+s /.test(heard)) resolve();
    });
  });
}
