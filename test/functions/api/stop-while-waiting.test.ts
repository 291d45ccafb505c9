import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { before, suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BurstStatus } from '../../../lib/api.generated.ts';
import { environment } from '../../../lib/names/environment.ts';
import { suiteScope } from '../../local/scratch.ts';
import { type Cloud, openCloud } from '../driver/cloud.ts';
import { adminKey } from './admin-key.ts';
import { send } from './requests.ts';

/**
 * A stopped burst ends when its last running drive has ended. It does not wait for drives that have not woken
 * yet.
 */

suite('a stopped burst', () => {
  const scope = suiteScope();
  let hits = 0;
  let url = '';
  let key = '';
  let cloud: Cloud;

  before(async () => {
    const server = createServer((_request, response) => {
      hits += 1;
      response.end('ok');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    scope.after(async () => {
      server.closeAllConnections();
      server.close();
    });
    cloud = await openCloud(scope);
    key = await adminKey();
  });

  const documentOf = (phases: string): string =>
    `name: waiting\nhttp: { host: '${url}', sharedConnections: 10 }\nphases:\n${phases}`;
  const phase = (name: string, conditions: string, duration: string): string => `
- ${name}:
    constantRate:
      usersPerSec: 50
      ${conditions}
      duration: ${duration}
      maxSessions: 50
      scenario: [ { only: [ { httpRequest: { GET: / } } ] } ]
`;
  const started = async (document: string): Promise<string> => {
    const { body, status } = await send('POST /api/burst', {
      key,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ document, shards: 2 }),
    });
    assert.equal(status, 202, body);
    return (JSON.parse(body) as { id: string }).id;
  };
  const statusOf = async (id: string): Promise<BurstStatus> =>
    JSON.parse((await send(`GET /api/burst/${id}`, { key })).body) as BurstStatus;
  const hitsAbove = async (number: number): Promise<void> => {
    while (hits < number) await sleep(20);
  };

  /** Stops a burst and waits for its final state. Returns the state, and the milliseconds that it took. */
  const stopped = async (id: string): Promise<readonly [BurstStatus, number]> => {
    const at = performance.now();
    assert.equal((await send(`PUT /api/burst/${id}/stop`, { key })).status, 202);
    await cloud.executions.ended(`${id}-end`);
    return [await statusOf(id), performance.now() - at];
  };

  test('is settled and merged without waiting for a phase that was released before its start', async () => {
    const phases = phase('first', '', '20s') + phase('second', 'startAfter: first', '20s');
    const before = hits;
    const id = await started(documentOf(phases));
    await hitsAbove(before + 50);
    const [status, tookMs] = await stopped(id);
    assert.deepEqual(
      [status.state, status.reason],
      ['stopped', 'stopped by the administrator of this machine'],
    );
    assert.ok((status.runId ?? 0) > 0);
    assert.deepEqual(
      status.phases.map((each) => each.status),
      ['TERMINATED', 'CANCELLED'],
    );
    // The second drive would wake only after 18 s. Even on a busy machine the stop is far below that.
    assert.ok(tookMs < 12_000, `took ${tookMs} ms`);
    console.log(`# stopped after ${Math.round(tookMs)} ms`);
    const { status: root } = await cloud.executions.ended(id);
    assert.equal(root, 'ABORTED');
    const counted = hits - before;
    const { requests = 0, responses = 0 } = status.phases[0]?.totals ?? {};
    assert.ok(responses <= counted && requests >= counted, `${responses} <= ${counted} <= ${requests}`);
  });

  test('ends without later segments that wait for their turn, and with all measurements', async () => {
    process.env[environment.segmentMsMax] = '8000';
    try {
      const before = hits;
      const id = await started(documentOf(phase('long', '', '40s')));
      await hitsAbove(before + 50);
      const [status, tookMs] = await stopped(id);
      assert.equal(status.state, 'stopped');
      assert.ok(tookMs < 12_000, `took ${tookMs} ms`);
      console.log(`# stopped after ${Math.round(tookMs)} ms`);
      const counted = hits - before;
      const { requests = 0, responses = 0 } = status.phases[0]?.totals ?? {};
      assert.ok(responses <= counted && requests >= counted, `${responses} <= ${counted} <= ${requests}`);
      assert.ok((status.runId ?? 0) > 0);
    } finally {
      delete process.env[environment.segmentMsMax];
    }
  });

  test('ends by itself when nothing waits', async () => {
    const before = hits;
    const id = await started(documentOf(phase('only', '', '20s')));
    await hitsAbove(before + 50);
    await send(`PUT /api/burst/${id}/stop`, { key });
    assert.equal((await cloud.executions.ended(id)).status, 'SUCCEEDED');
    assert.equal((await statusOf(id)).state, 'stopped');
    assert.ok(!cloud.executions.list().some(({ name }) => name === `${id}-end`));
  });
});
