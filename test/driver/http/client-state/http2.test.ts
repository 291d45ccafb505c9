import assert from 'node:assert/strict';
import { createSecureServer } from 'node:http2';
import type { Server } from 'node:net';
import { test } from 'node:test';
import { runShard, targetAt, totals } from '../../session/shards.ts';
import { identity, portOf } from '../http2/peers.ts';

/** Cookies and stored responses are the same over HTTP/1.1 and HTTP/2. */

test('cookies and validators travel over HTTP/2', async (t) => {
  const seen: (string | undefined)[][] = [];
  const server = createSecureServer(identity, ({ httpVersion, headers }, response) => {
    const known = headers['if-none-match'];
    seen.push([httpVersion, headers.cookie, known]);
    response.writeHead(known === undefined ? 200 : 304, {
      'set-cookie': ['a=1; Secure', 'b=2; Path=/'],
      etag: '"1"',
      'cache-control': known === undefined ? 'no-cache' : 'max-age=60',
    });
    response.end();
  });
  const port = await portOf(t, server as unknown as Server);
  const get = { httpRequest: { GET: '/' } };
  const { rows, outcome } = await runShard({
    scenario: [{ visit: [get, get, get] }],
    target: targetAt(port, { protocol: 'https', key: `https://127.0.0.1:${port}` }),
  });
  assert.deepEqual(outcome.errors, []);
  assert.deepEqual(seen, [
    ['2.0', undefined, undefined],
    ['2.0', 'a=1; b=2', '"1"'],
  ]);
  const { requests, status2xx, status3xx, cacheHits } = totals(rows);
  assert.deepEqual([requests, status2xx, status3xx, cacheHits], [3, 1, 1, 1]);
});
