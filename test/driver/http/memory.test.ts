import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { createSecureServer as createHttp2 } from 'node:http2';
import { createServer as createHttps } from 'node:https';
import type { Server } from 'node:net';
import { suite, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Target } from '../../../lib/driver/model/benchmark.ts';
import { runShard, targetAt, totals } from '../session/shards.ts';
import { identity, portOf } from './http2/peers.ts';

/** Large responses are read and passed on, and their memory is freed. */

setFlagsFromString('--expose_gc');
const collect = runInNewContext('gc') as () => void;

const bytes = 4 * 1024 * 1024;
const page = Buffer.alloc(bytes, 'x');
function answer(_request: unknown, response: { end(body: Buffer): unknown }): void {
  response.end(page);
}

const secure: Partial<Target> = { protocol: 'https', key: 'over TLS' };
const servers: Readonly<Record<string, readonly [listen: () => Server, target: Partial<Target>]>> = {
  plain: [() => createServer(answer), {}],
  'over TLS': [() => createHttps(identity, answer), { ...secure, httpVersion: '1.1' }],
  'over HTTP/2': [() => createHttp2(identity, answer) as unknown as Server, secure],
};

suite('row 139: 200 responses of 4 MB', () => {
  for (const [how, [listen, target]] of Object.entries(servers))
    test(`row 139: leave nothing behind, ${how}`, async (t) => {
      const port = await portOf(t, listen());
      const visit = async (repeats: number): Promise<number> => {
        const steps = [{ httpRequest: { GET: '/', handler: { body: { count: 'seen' } } } }];
        const { rows } = await runShard({
          scenario: [{ main: [{ loop: { counterVar: 'at', repeats, steps } }] }],
          target: targetAt(port, { ...target, useHttpCache: false }),
          connections: 1,
        });
        return totals(rows).bytesReceived;
      };
      await visit(10);
      const before = await heldBytes();
      assert.equal(await visit(200), 200 * bytes);
      const grown = (await heldBytes()) - before;
      assert.ok(grown < 5 * bytes, `${grown} bytes more are held`);
    });
});

/**
 * The smallest memory of several measurements, because sockets free their memory some turns after their end.
 */
async function heldBytes(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let look = 0; look < 20; look += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    collect();
    const { heapUsed, external, arrayBuffers } = process.memoryUsage();
    least = Math.min(least, heapUsed + external + arrayBuffers);
  }
  return least;
}
