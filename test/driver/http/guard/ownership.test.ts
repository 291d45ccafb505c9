import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { realClock } from '../../../../functions/driver/clock/real-clock.ts';
import { addressGuard } from '../../../../lib/driver/http/guard/lookup.ts';
import { proving } from '../../../../lib/driver/http/preflight/limits.ts';
import {
  Proofs,
  proofPath,
  proofRecord,
  proofToken,
  unproven,
} from '../../../../lib/driver/http/preflight/ownership.ts';
import type { Reachable } from '../../../../lib/driver/http/preflight/preflight.ts';
import { ownMachine } from '../../../../lib/driver/model/guards.ts';
import { type Handler, listen, targetAt } from '../../session/shards.ts';

/**
 * A deployment that requires proof of ownership loads only targets that permit the load. The test uses real
 * sockets and a scripted name service.
 */

const name = 'load.shop.example';
const token = proofToken(name, 'shop.example');
const noRecord = () => Promise.reject(Object.assign(new Error('none'), { code: 'ENODATA' }));
const guard = addressGuard(ownMachine, (_host, options, callback) =>
  options.all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4),
);

/** The server of shop.example, and the list of requests that it got. */
async function shop(t: TestContext, answer: Handler, addresses: readonly string[] = []) {
  const server = await listen(answer);
  t.after(() => server.close());
  const http = targetAt(server.port, { host: 'shop.example', authority: 'shop.example' });
  const { protocol, host, port } = http;
  const target: Reachable = { protocol, host, port, addresses, http: { ...http, addresses }, guard };
  return { server, target };
}

const fileWith =
  (text: string, status = 200): Handler =>
  (_request, response) => {
    response.writeHead(status).end(text);
  };

const missingProof = (
  target: Reachable,
  resolveTxt: (host: string) => Promise<readonly (readonly string[])[]> = noRecord,
) => unproven(name, target, { clock: realClock, resolveTxt });

suite('the token of a target', () => {
  test('is the same for a host in every spelling, and another for another host or deployment', () => {
    assert.match(token, /^downpour-[0-9a-f]{32}$/);
    assert.equal(proofToken(name, 'SHOP.example.'), token);
    assert.notEqual(proofToken(name, 'www.shop.example'), token);
    assert.notEqual(proofToken('load.other.example', 'shop.example'), token);
  });
});

suite('a target proves that its people want the load', () => {
  test('by a line of its file, among others', async (t) => {
    const { server, target } = await shop(t, fileWith(`downpour-${'0'.repeat(32)}\n${token}\n`));
    assert.equal(await missingProof(target, () => assert.fail('the file was enough')), undefined);
    assert.deepEqual(
      server.seen.map(({ method, url }) => `${method} ${url}`),
      [`GET ${proofPath}`],
    );
  });

  test('by a file that begins with a byte order mark', async (t) => {
    const { target } = await shop(t, fileWith(`\ufeff${token}\r\n`));
    assert.equal(await missingProof(target), undefined);
  });

  test('by a TXT record, in pieces as long ones are', async (t) => {
    const { target } = await shop(t, fileWith('', 404));
    const queried: string[] = [];
    const records = async (host: string) => {
      queried.push(host);
      return [['v=spf1 -all'], [token.slice(0, 10), token.slice(10)]];
    };
    assert.equal(await missingProof(target, records), undefined);
    assert.deepEqual(queried, ['_downpour-load-test.shop.example']);
  });

  test('and not otherwise: it hears what to put where', async (t) => {
    for (const [answer, found] of [
      [fileWith('', 404), 'the target answered the request for the file with status 404'],
      [fileWith(token, 500), 'the target answered the request for the file with status 500'],
      [fileWith(proofToken('another', 'shop.example')), 'the file at the target does not contain the token'],
      [fileWith(`x${token}`), 'the file at the target does not contain the token'],
      [
        fileWith(`${'x'.repeat(proving.bytesMax)}\n${token}`),
        'the file at the target does not contain the token',
      ],
      [fileWith('', 302), 'the target answered the request for the file with status 302'],
    ] as const) {
      const { target } = await shop(t, answer);
      assert.equal(
        await missingProof(target),
        `shop.example does not permit this deployment to send load to it (${found}; there is no TXT record of ${proofRecord('shop.example')}): ` +
          `put the token ${token} into the file http://shop.example:${target.port}${proofPath}, or into a TXT record of _downpour-load-test.shop.example`,
      );
    }
  });

  test('at each address that the document writes: a name says nothing of whose they are', async (t) => {
    const mine = await shop(t, fileWith(token));
    const foreign = await shop(t, fileWith('', 404));
    const at = (...ports: number[]) => {
      const addresses = ports.map((port) => `127.0.0.1:${port}`);
      const { http, ...location } = mine.target;
      assert.ok(http);
      return { ...location, addresses, http: { ...http, addresses } };
    };
    const records = async () => [[token]];
    assert.equal(await missingProof(at(mine.server.port), records), undefined);
    assert.match(
      (await missingProof(at(mine.server.port, foreign.server.port), records)) ?? '',
      /at each address of the target$/,
    );
  });

  test('by a record alone where it speaks no HTTP', async () => {
    const cache = { protocol: 'hotrod', host: 'shop.example', port: 1, addresses: [], guard };
    assert.equal(await missingProof(cache, async () => [[token]]), undefined);
    assert.match(
      (await missingProof(cache)) ?? '',
      /put the token downpour-\w+ into a TXT record of _downpour-load-test\.shop\.example$/,
    );
  });

  test('as long as it was seen a while ago, and again after that', async (t) => {
    let content = token;
    const { server, target } = await shop(t, (_request, response) => response.end(content));
    const proofs = new Proofs();
    const at = (nowMs: number) =>
      proofs.unproven(name, [target], { clock: realClock, resolveTxt: noRecord }, nowMs);
    assert.deepEqual(await at(1_000), []);
    content = '';
    assert.deepEqual(await at(1_000 + proving.freshMs - 1), []);
    assert.equal(server.seen.length, 1);
    assert.equal((await at(1_000 + proving.freshMs)).length, 1);
    assert.equal((await at(2_000 + proving.freshMs)).length, 1, 'a refusal is not kept');
    content = token;
    assert.deepEqual(await at(3_000 + proving.freshMs), []);
  });
});
