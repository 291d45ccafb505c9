import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type LookupFunction } from 'node:net';
import { suite, type TestContext, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { realClock } from '../../../../functions/driver/clock/real-clock.ts';
import { addressGuard, resolveGuarded } from '../../../../lib/driver/http/guard/lookup.ts';
import { openSocket } from '../../../../lib/driver/http/open-socket.ts';
import { preflight, reachableTargets } from '../../../../lib/driver/http/preflight/preflight.ts';
import { type AddressRules, ownMachine } from '../../../../lib/driver/model/guards.ts';
import { listen, ok, runShard, targetAt, totals } from '../../session/shards.ts';

/**
 * The guard checks addresses when a connection is made, over real sockets. A script plays the name service.
 */

/** A name service that answers each question with the next list of the script. The last list is repeated. */
function scriptedResolver(...script: readonly (readonly string[])[]): LookupFunction & { queries: number } {
  const answer = Object.assign(
    ((_name, options, callback) => {
      const found = script[Math.min(answer.queries, script.length - 1)] ?? [];
      answer.queries += 1;
      const all = found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      if (options.all) callback(null, all);
      else callback(null, all[0]?.address ?? '', all[0]?.family);
    }) satisfies LookupFunction as LookupFunction,
    { queries: 0 },
  );
  return answer;
}

const cloud: AddressRules = { loopback: false, privateNetworks: false, named: [] };
const metadata = '169.254.169.254';

async function serving(t: TestContext) {
  const server = await listen(ok);
  t.after(() => server.close());
  const named = targetAt(server.port, { host: 'shop.example', key: 'shop', authority: 'shop.example' });
  return { server, named };
}

/**
 * The port of a server that accepts no connection. The operating system keeps the first connections, and does
 * not answer the others.
 */
async function overloaded(t: TestContext): Promise<number> {
  const code = `
    const server = require('node:net').createServer();
    server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      require('node:worker_threads').parentPort.postMessage(server.address().port);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`;
  const server = new Worker(code, { eval: true });
  t.after(() => server.terminate());
  const port: number = await new Promise((resolve) => server.once('message', resolve));
  const sockets = Array.from({ length: 8 }, () => connect(port, '127.0.0.1').on('error', () => {}));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
  });
  await Promise.race(sockets.map((socket) => once(socket, 'connect')));
  return port;
}

test('a slow answer to a request to connect does not count as an unreachable address', async (t) => {
  const { opened } = openSocket(targetAt(await overloaded(t), { host: 'shop.example' }), {
    address: undefined,
    alpn: [],
    receive: () => {},
    guard: addressGuard(ownMachine, scriptedResolver(['127.0.0.1', '::1'])),
  });
  const events: string[] = [];
  setTimeout(() => events.push('the operating system asks again'), 1000);
  await opened.catch(() => events.push('the next address is tried'));
  assert.deepEqual(events, ['the operating system asks again', 'the next address is tried']);
});

suite('a socket is opened', () => {
  const rows: readonly [string, AddressRules, readonly string[], RegExp | undefined][] = [
    ['to loopback on a machine of one’s own', ownMachine, ['127.0.0.1'], undefined],
    [
      'never to metadata',
      ownMachine,
      [metadata],
      /^shop\.example resolves to 169\.254\.169\.254, which is reserved .*$/,
    ],
    [
      'to no name that has metadata among its addresses',
      ownMachine,
      ['127.0.0.1', metadata],
      /254, which is reserved .*/,
    ],
    [
      'not to loopback on Lambda',
      cloud,
      ['127.0.0.1'],
      /resolves to 127\.0\.0\.1, which is an address of the Lambda function itself/,
    ],
    [
      'not to a private network',
      cloud,
      ['10.0.0.7'],
      /resolves to 10\.0\.0\.7, which is in a private network/,
    ],
    ['not to one in IPv6', cloud, ['fd12::1'], /resolves to fd12::1, which is in a private network/],
    [
      'to a private address that the deployment names',
      { loopback: true, privateNetworks: false, named: ['10.0.0.7'] },
      ['127.0.0.1'],
      undefined,
    ],
  ];
  for (const [what, rules, addresses, refusal] of rows)
    test(what, async (t) => {
      const { server, named } = await serving(t);
      const guard = addressGuard(rules, scriptedResolver(addresses));
      const { socket, opened } = openSocket(named, {
        address: undefined,
        alpn: [],
        receive: () => {},
        guard,
      });
      if (refusal === undefined) await opened;
      else await assert.rejects(opened, { message: refusal });
      socket.destroy();
      assert.equal(server.connections(), refusal === undefined ? 1 : 0);
    });

  test('to no forbidden address by a client that looks it up first', async () => {
    const guard = addressGuard(cloud, scriptedResolver([metadata]));
    const reasonOf = (host: string) => resolveGuarded(host, guard).catch(({ message }: Error) => message);
    assert.match(await reasonOf('shop.example'), /^shop\.example resolves to 169\.254\.169\.254, which /);
    assert.match(await reasonOf(metadata), /^169\.254\.169\.254 (?!resolves)/);
  });

  test('to no forbidden address, also when it is not looked up', async (t) => {
    const { server, named } = await serving(t);
    for (const [rules, address] of [
      [ownMachine, `${metadata}:80`],
      [ownMachine, `[::ffff:${metadata}]:80`],
      [cloud, `127.0.0.1:${server.port}`],
      [cloud, '10.0.0.7'],
    ] as const) {
      const guard = addressGuard(rules, () => assert.fail('an address is not looked up'));
      const { socket, opened } = openSocket(named, { address, alpn: [], receive: () => {}, guard });
      await assert.rejects(opened, /is reserved|the Lambda function itself|in a private network/, address);
      assert.equal(socket.destroyed, true);
    }
    assert.equal(server.connections(), 0);
  });
});

suite('a name that changes its mind', () => {
  const guards = { addresses: ownMachine, stopOnRetryAfter: false };

  test('is judged at every connection', async (t) => {
    const { server, named } = await serving(t);
    const resolve = scriptedResolver(['127.0.0.1'], [metadata]);
    const get = { httpRequest: { GET: '/', sync: true } };
    const { rows, outcome } = await runShard({
      scenario: [{ main: [get, get, get] }],
      target: { ...named, connectionStrategy: 'ALWAYS_NEW' },
      ergonomics: { stopOnInvalid: false },
      guards,
      environment: { resolve },
    });
    assert.deepEqual([server.seen.length, server.connections(), resolve.queries], [1, 1, 3]);
    const { status2xx, connectionErrors } = totals(rows);
    assert.deepEqual([status2xx, connectionErrors], [1, 2]);
    assert.match(outcome.errors.join(), /shop\.example resolves to 169\.254\.169\.254, which is reserved .*/);
  });

  test('is judged again where a redirect leads', async (t) => {
    const { server, named } = await serving(t);
    const first = await listen((_request, response) => {
      response.writeHead(302, { location: `http://shop.example:${server.port}/` }).end();
    });
    t.after(() => first.close());
    const visit = (...addresses: string[]) =>
      runShard({
        scenario: [{ main: [{ httpRequest: { GET: '/', handler: { followRedirect: 'LOCATION_ONLY' } } }] }],
        target: targetAt(first.port),
        otherTargets: [{ ...named, isDefault: false, connectionStrategy: 'ALWAYS_NEW' }],
        guards,
        environment: { resolve: scriptedResolver(addresses) },
      });
    assert.equal(totals((await visit('127.0.0.1')).rows).status2xx, 1);
    const { rows, outcome } = await visit(metadata);
    assert.deepEqual([totals(rows).status3xx, totals(rows).connectionErrors], [1, 1]);
    assert.match(outcome.errors.join(), /which is reserved .*/);
    assert.equal(server.connections(), 1);
  });

  test('is refused before the load begins, where it does so early', async (t) => {
    const { server, named } = await serving(t);
    const reach = (rules: AddressRules, addresses: readonly string[], host: readonly string[] = []) =>
      preflight(
        reachableTargets(
          [{ ...named, addresses: host }],
          new Map(),
          addressGuard(rules, scriptedResolver(addresses)),
        ),
        realClock,
      );
    assert.deepEqual(await reach(ownMachine, ['127.0.0.1']), []);
    for (const [rules, found, written] of [
      [cloud, ['127.0.0.1'], []],
      [ownMachine, [metadata], []],
      [ownMachine, ['127.0.0.1'], [metadata]],
    ] as const) {
      const before = server.connections();
      const [message, ...more] = await reach(rules, found, written);
      assert.match(
        message ?? '',
        /^cannot reach http:\/\/shop\.example( at \S+)?:\d+: .*(is reserved|the Lambda function itself)/,
      );
      assert.deepEqual([more, server.connections()], [[], before]);
    }
  });
});
