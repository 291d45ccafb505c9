import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { before, suite, test } from 'node:test';
import { listening, suiteScope } from '../../local/scratch.ts';
import { type Cloud, openCloud, runOf } from './cloud.ts';

/**
 * The resources that a run reports, compared with the observed calls of the state machine and the functions.
 */
suite('the cost of a burst', () => {
  const scope = suiteScope();
  let cloud: Cloud;
  let port = 0;
  before(async () => {
    const server = createServer((request, response) => {
      request.resume().once('end', () => response.end('ok'));
    });
    port = Number(new URL(await listening(scope, server)).port);
    cloud = await openCloud(scope);
  });

  const shards = 6;
  const document = (): string => `
name: priced
http: { host: "http://127.0.0.1:${port}", sharedConnections: 20 }
phases:
- a: { constantRate: { usersPerSec: 30, variance: false, duration: 1s, scenario: &visit [ one: [ httpRequest: { POST: /, body: "1234567890" } ] ] } }
- b: { atOnce: { users: ${shards}, startAfterStrict: a, scenario: *visit } }
`;

  test('is that of the states, invocations, time and bytes that were seen', async () => {
    await cloud.prepare('b-priced', document(), { shards });
    const began = performance.now();
    await cloud.run('b-priced');
    const elapsedS = (performance.now() - began) / 1e3;
    const { cost } = await runOf('b-priced');
    const counted = (type: string): number => cloud.events.filter((event) => event.type === type).length;
    // AWS also counts the start of an execution as a transition, and the start of each child of a map.
    const transitions = 1 + counted('entered') + counted('item-started') + counted('retried');
    const near = (output: number, seen: number, what: string): void =>
      assert.ok(Math.abs(output - seen) <= 0.15 * seen, `${what}: said ${output}, seen ${seen}`);
    assert.equal(cloud.drives.length, 2 * shards);
    near(cost.usage.transitions, transitions, 'transitions');
    assert.equal(cost.usage.bytesOut, (30 + shards) * (10 + 400));
    const driveS = cost.usage.gbSeconds / (1769 / 1024);
    assert.ok(driveS >= shards * 1, `${shards} drives of a second each took ${driveS} s`);
    assert.ok(driveS <= 2 * shards * (elapsedS + 60), `${driveS} s in ${elapsedS} s`);
    assert.equal(cost.charged, false);
    assert.ok(cost.dollars > 0);
  });
});
