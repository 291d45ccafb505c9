import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ownMachine } from '../../../../lib/driver/model/guards.ts';
import { parseAllowList } from '../../../../lib/driver/planning/targets/allow-list.ts';
import { inTheCloud, type TargetPolicy } from '../../../../lib/driver/planning/targets/guards.ts';
import { listen, ok, runShard, targetAt } from '../../session/shards.ts';
import { planned } from '../planned.ts';

/** The deployment's rules for targets reach its drives, from the plan to the connection. */

function guardsOf(targetPolicy: TargetPolicy | undefined, ergonomics = '{}') {
  const text = `name: n\nhttp: { host: 'http://10.0.0.7', sharedConnections: 1 }\nergonomics: ${ergonomics}\nusersPerSec: 1\nduration: 1s\nscenario:\n- main: [{ httpRequest: { GET: / } }]\n`;
  const { guards } = planned(text, {
    burst: 'b7',
    allowList: parseAllowList('10.0.0.7,shop.example', true),
    ...(targetPolicy === undefined ? {} : { targetPolicy }),
  });
  assert.ok(guards);
  return guards;
}

suite('the guards of a plan', () => {
  test('hold the addresses that the deployment allows', () => {
    assert.deepEqual(guardsOf(undefined).addresses, {
      loopback: false,
      privateNetworks: false,
      named: ['10.0.0.7'],
    });
  });

  test('let requests name the run, and the contact where there is one', () => {
    assert.equal(guardsOf(undefined).loadTest, undefined);
    assert.equal(guardsOf(inTheCloud).loadTest, 'downpour; run=b7');
    const contact = 'ops@load.example';
    assert.equal(guardsOf({ ...inTheCloud, contact }).loadTest, 'downpour; run=b7; contact=ops@load.example');
  });

  test('obey a target as the deployment does, unless the document decides', () => {
    for (const [targetPolicy, ergonomics, obeys] of [
      [undefined, '{}', false],
      [inTheCloud, '{}', true],
      [inTheCloud, '{ stopOnRetryAfter: false }', false],
      [undefined, '{ stopOnRetryAfter: true }', true],
    ] as const)
      assert.equal(guardsOf(targetPolicy, ergonomics).stopOnRetryAfter, obeys, ergonomics);
  });
});

suite('the header of a load test', () => {
  const seenWith = async (loadTest: string | undefined, headers: object) => {
    const guards = { addresses: ownMachine, stopOnRetryAfter: false };
    const server = await listen(ok);
    const post = { POST: '/', body: 'x', headers };
    await runShard({
      scenario: [{ main: [{ set: 'v <- own' }, { httpRequest: post }] }],
      target: targetAt(server.port),
      guards: { ...guards, ...(loadTest === undefined ? {} : { loadTest }) },
    });
    server.close();
    return server.seen[0]?.headers['x-load-test'];
  };

  test('goes with each request', async () => {
    assert.equal(await seenWith('downpour; run=b', {}), 'downpour; run=b');
    assert.equal(await seenWith('downpour; run=b', { 'x-page': '${v}' }), 'downpour; run=b');
    assert.equal(await seenWith(undefined, {}), undefined);
  });

  test('gives way to that of the document', async () => {
    assert.equal(await seenWith('downpour; run=b', { 'X-Load-Test': 'mine' }), 'mine');
    assert.equal(await seenWith('downpour; run=b', { 'x-Load-Test': 'mine ${v}' }), 'mine own');
  });
});
