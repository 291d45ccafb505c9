import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from '../../../bin/document/read-document.ts';
import { plain } from '../../../bin/terminal/control-characters.ts';
import { paintOf, unpainted } from '../../../bin/terminal/paint.ts';
import { planLines } from '../../../bin/terminal/plan.ts';

const document = `
name: shop
http: { host: http://localhost:8080, sharedConnections: 4 }
phases:
  - browse: { constantRate: { usersPerSec: 2, duration: 5s, scenario: [ look: [ httpRequest: { GET: / } ] ] } }
  - rest: { noop: { duration: 2s, startAfter: browse } }
`;

test('a plan is a headline, a dim heading over its phases, the targets and the price', async () => {
  const { plan } = await check('shop.yaml', document, { param: {}, shards: 1, seed: 1 });
  assert.ok(plan !== undefined);
  const paint = paintOf(true);
  const lines = planLines(plan, paint);
  assert.equal(lines[2], paint.dim(plain(lines[2] ?? '')));
  assert.deepEqual(lines.map(plain), [
    'shop  2 phases, 1 shard, seed 1',
    '',
    '  phase   load       starts        lasts  users  shards  segments  connections',
    '  browse  2 users/s  at once          5s     10       1         1    4 a shard',
    '  rest               after browse     2s      -       -         -',
    '',
    '  target  http://localhost:8080, 4 connections',
    '  price   less than $0.01 in AWS (35 GB-seconds), nothing on this machine',
  ]);
});

test('a plan reports how many event loops run in a shard, where that is more than one', async () => {
  const headline = async (threads: string): Promise<string | undefined> => {
    const { plan } = await check('shop.yaml', `${document}${threads}`, { param: {}, seed: 1 });
    assert.ok(plan !== undefined);
    return planLines(plan, unpainted)[0];
  };
  assert.equal(await headline('threads: 2'), 'shop  2 phases, 1 shard of 2 event loops, seed 1');
  assert.equal(await headline('threads: 1'), 'shop  2 phases, 1 shard, seed 1');
  const agents = 'agents: { one: { threads: 1 }, two: { threads: 3 } }';
  assert.equal(await headline(agents), 'shop  2 phases, 2 shards of 1 to 3 event loops, seed 1');
});

test('a plan names which parts its price has', async () => {
  const lines = async (usersPerSec: number): Promise<string[]> => {
    const dear = document
      .replace('duration: 5s', 'duration: 600s')
      .replace('usersPerSec: 2', `usersPerSec: ${usersPerSec}`);
    const { plan } = await check('shop.yaml', dear, { param: {}, shards: 2, seed: 1 });
    assert.ok(plan !== undefined);
    return planLines(plan, unpainted).slice(-2);
  };
  const price = '  price   about $0.07 in AWS (2125 GB-seconds), nothing on this machine';
  assert.deepEqual(await lines(2_000), [
    price,
    '          load generators $0.03, traffic without bodies $0.04',
  ]);
  assert.match((await lines(2)).at(-1) ?? '', /^ {2}price {3}about \$0\.03 in AWS/);
});

test('each part of a price has a name', async () => {
  const { plan } = await check('shop.yaml', document, { param: {}, seed: 1 });
  const { parts } = plan?.estimate ?? {};
  assert.ok(plan !== undefined && parts !== undefined);
  const dear = Object.fromEntries(Object.keys(parts).map((part) => [part, 0.5])) as typeof parts;
  const estimate = { ...plan.estimate, dollars: 3, parts: dear };
  const text = planLines({ ...plan, estimate }, unpainted).at(-1);
  const names = ['load generators', 'other functions', 'state machine', 'tables', 'objects'];
  const all = [...names, 'traffic without bodies'].map((name) => `${name} $0.50`);
  assert.equal(text?.trim(), all.join(', '));
});
