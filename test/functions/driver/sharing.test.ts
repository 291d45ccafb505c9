import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { before, suite, test } from 'node:test';
import { suiteScope } from '../../local/scratch.ts';
import { type Cloud, openCloud, runOf } from './cloud.ts';

/**
 * Values that users share pass through the store to the next phase. Global counters become a part of the run.
 */

suite('state beyond a session', () => {
  const scope = suiteScope();
  const paths: string[] = [];
  let port = 0;
  let cloud: Cloud;

  before(async () => {
    const server = createServer((request, response) => {
      paths.push(request.url ?? '');
      response.end('ok');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
    scope.after(async () => {
      server.closeAllConnections();
      server.close();
    });
    cloud = await openCloud(scope);
  });

  test('maps, counters and data of one phase are there for every shard of the next; sums are in the run', async () => {
    const document = `
name: shared
http: { host: 'http://127.0.0.1:${port}', sharedConnections: 20 }
phases:
- fill:
    atOnce:
      users: 6
      scenario:
      - main:
        - setInt: one <- 1
        - addToSharedCounter: made++
        - getSharedCounter: made
        - pushSharedMap: { key: accounts, vars: [made] }
        - publishGlobalCounters: { key: totals, vars: [made, { accounts: one }] }
- publish:
    atOnce:
      users: 1
      scenario: [{ main: [{ set: token <- abc }, { publishAgentData: token }] }]
- use:
    atOnce:
      users: 6
      startAfterStrict: [fill, publish]
      scenario:
      - main:
        - pullSharedMap: { key: accounts, vars: [made] }
        - readAgentData: token
        - getSharedCounter: { key: made, toVar: count }
        - httpRequest:
            GET: /use/\${token}/\${made}/\${count}
            sla: { blockedRatio: 10 }
`;
    await cloud.prepare('b-shared', document, { shards: 3 });
    const ended = await cloud.run('b-shared');
    assert.equal(ended.status, 'SUCCEEDED', ended.cause);
    const run = await runOf('b-shared');
    assert.deepEqual(run.info.errors, []);
    // Each of the three shards of the first phase made two accounts, with numbers of its own counter.
    assert.deepEqual(
      paths.sort(),
      ['1', '1', '1', '2', '2', '2'].map((made) => `/use/abc/${made}/2`),
    );
    assert.deepEqual(run.globalCounters, { totals: { accounts: 6, made: 9 } });
    assert.match(run.state, /^(passed|inconclusive)$/);
  });
});
