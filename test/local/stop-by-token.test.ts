import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '../../bin/api/client.ts';
import { follow } from '../../bin/burst/follow.ts';
import { startCloud } from '../../lib/local/cloud.ts';
import { afterwards, scratchDir } from './scratch.ts';

test('a burst of real processes is silent soon after a stop, also by its token alone, and when its hold is not renewed', async (t) => {
  let hits = 0;
  let lastAt = 0;
  const target = createServer((_request, response) => {
    hits += 1;
    lastAt = performance.now();
    response.end('ok');
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  afterwards(t, async () => {
    target.closeAllConnections();
    target.close();
  });
  const cloud = await startCloud({ dataDir: scratchDir(t), drives: 2 });
  afterwards(t, cloud.close);
  const api = connect({ url: cloud.url, apiKey: readFileSync(cloud.adminKeyFile, 'utf8').trim() });
  const document = `name: silence
http: { host: 'http://127.0.0.1:${(target.address() as AddressInfo).port}', sharedConnections: 10 }
usersPerSec: 100
duration: 60s
scenario: [ { only: [ { httpRequest: { GET: / } } ] } ]
`;
  const byToken = async (burst: string): Promise<unknown> => {
    const body = JSON.stringify({ burst, token: api.stopToken(burst) });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${cloud.url}/api/burst/stop`, { method: 'POST', headers, body });
    return ((await answer.json()) as { status: string }).status;
  };
  for (const [way, stop] of [
    ['API', (burst: string) => api.stopBurst(burst)],
    ['token', async (burst: string) => assert.equal(await byToken(burst), 'SUCCEEDED')],
    ['hold that is not renewed', async () => undefined],
  ] as const) {
    const before = hits;
    const held = way.startsWith('hold') ? { holdS: 5 } : {};
    const burst = await api.startBurst({ document, shards: 2, ...held });
    while (hits < before + 100) await sleep(20);
    const at = performance.now();
    await stop(burst);
    let state = '';
    for await (const status of follow(api, burst, new AbortController().signal)) state = status.state;
    assert.equal(state, 'stopped', way);
    // Without the stop, the load would have continued for almost a minute.
    assert.ok(lastAt - at < 15_000, `${way}: last request ${lastAt - at} ms after the stop`);
    t.diagnostic(
      `${way}: silent after ${Math.round(lastAt - at)} ms, over after ${Math.round(performance.now() - at)} ms`,
    );
  }
});
