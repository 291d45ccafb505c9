import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createPlain } from 'node:http';
import { createServer as createSecure, type ServerOptions } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { suite, type TestContext, test } from 'node:test';
import { realClock } from '../../../functions/driver/clock/real-clock.ts';
import { unreachable } from '../../../lib/driver/http/connect-failures/unreachable.ts';
import { preflight } from '../../../lib/driver/http/preflight/preflight.ts';
import type { Target } from '../../../lib/driver/model/benchmark.ts';
import { targetAt } from '../session/shards.ts';

/**
 * When a target cannot be loaded, one sentence gives the reason before any request is sent. Each reason has
 * its own sentence.
 */

const file = (name: string): Buffer => readFileSync(new URL(`../../data/tls/${name}`, import.meta.url));
const identity = { key: file('localhost.key'), cert: file('localhost.crt') };

async function portOf(t: TestContext, server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const secure = (options: ServerOptions = {}): Server => createSecure({ ...identity, ...options }, () => {});
const at = (protocol: Target['protocol'], port: number): Target => ({
  ...targetAt(port),
  protocol,
  key: `${protocol}://127.0.0.1:${port}`,
});

const rows: readonly (readonly [string, Target['protocol'], () => Server, RegExp | undefined])[] = [
  ['a plain server', 'http', () => createPlain(), undefined],
  ['a TLS server with any certificate', 'https', secure, undefined],
  [
    'TLS where plain HTTP was expected',
    'http',
    secure,
    /^cannot reach http:\/\/127\.0\.0\.1:\d+: the server at this address uses TLS; write https:\/\/127/,
  ],
  [
    'plain HTTP where TLS was expected',
    'https',
    () => createPlain(),
    /^cannot reach https:\/\/127\.0\.0\.1:\d+: the server at this address does not use TLS; write http:\/\/127/,
  ],
  ['a server that says nothing', 'https', () => createServer(() => {}), /did not answer on port \d+ in time/],
  ['a silent server is no reason to refuse plain HTTP', 'http', () => createServer(() => {}), undefined],
  [
    'a server that hangs up',
    'https',
    () => createServer((socket) => socket.destroy()),
    /closed the connection during the TLS handshake/,
  ],
  [
    'no protocol version in common',
    'https',
    () => secure({ minVersion: 'TLSv1', maxVersion: 'TLSv1' }),
    /the TLS handshake (failed|was refused) \(/,
  ],
];

suite('preflight', () => {
  for (const [name, protocol, make, expected] of rows) {
    test(name, async (t) => {
      const problems = await preflight([at(protocol, await portOf(t, make()))], realClock);
      if (expected === undefined) assert.deepEqual(problems, []);
      else assert.match(problems.join('|'), expected);
      assert.ok(problems.length <= 1 && !problems.join().includes('\n'));
    });
  }

  test('a port without a server', async (t) => {
    const server = createServer();
    const port = await portOf(t, server);
    server.close();
    assert.match(
      (await preflight([at('http', port)], realClock)).join(),
      /nothing listens on port \d+ of 127\.0\.0\.1; start/,
    );
  });

  test('a name that no host has', async () => {
    const problems = await preflight([{ ...at('http', 80), host: 'nobody.invalid' }], realClock);
    assert.match(
      problems.join(),
      /no host has the name nobody\.invalid|the name nobody\.invalid could not be looked up/,
    );
  });

  test('an address that refuses is named with its port, among several addresses', async (t) => {
    const port = await portOf(t, createPlain());
    const target = {
      ...at('http', 80),
      host: 'half.example',
      addresses: [`127.0.0.1:${port}`, '127.0.0.1:1'],
    };
    assert.deepEqual(await preflight([target], realClock), [
      'cannot reach http://half.example at 127.0.0.1:1: nothing listens on port 1 of 127.0.0.1; start the target, or check host and port',
    ]);
  });

  for (const [protocol, server, hint] of [
    ['https', createPlain, 'does not use TLS; write http://half.example:443'],
    ['http', secure, 'uses TLS; write https://half.example:443'],
  ] as const)
    test(`at an address, a server that ${hint}`, async (t) => {
      const address = `127.0.0.1:${await portOf(t, server())}`;
      const target = { ...at(protocol, 443), host: 'half.example', addresses: [address] };
      assert.deepEqual(await preflight([target], realClock), [
        `cannot reach ${protocol}://half.example at ${address}: the server at this address ${hint}`,
      ]);
    });

  test('every target that cannot be reached is named, and no request is sent to the others', async (t) => {
    const requests: string[] = [];
    const well = createPlain((request, response) => {
      requests.push(request.url ?? '');
      response.end();
    });
    const targets = [at('http', await portOf(t, well)), at('http', 1), at('https', 1)];
    const problems = await preflight(targets, realClock);
    assert.deepEqual(
      problems.map((sentence) => sentence.slice(0, 35)),
      ['cannot reach http://127.0.0.1:1: no', 'cannot reach https://127.0.0.1:1: n'],
    );
    assert.deepEqual(requests, []);
  });
});

suite('the reason', () => {
  const location = { protocol: 'https', host: 'shop.example', port: 8443 };
  const table: readonly (readonly [object, RegExp, boolean])[] = [
    [{ code: 'ENOTFOUND' }, /no host has the name shop\.example; check the spelling/, false],
    [{ code: 'EAI_AGAIN' }, /could not be looked up/, true],
    [{ code: 'ECONNREFUSED', message: '' }, /nothing listens on port 8443/, true],
    [{ code: 'ETIMEDOUT' }, /did not answer on port 8443 in time/, true],
    [{ code: 'UND_ERR_CONNECT_TIMEOUT' }, /did not answer on port 8443 in time/, true],
    [{ code: 'EHOSTUNREACH' }, /has no network route to shop\.example/, true],
    [{ code: 'EMFILE' }, /no file descriptors or ports left.*ulimit -n/, false],
    [
      { code: 'EPROTO', reason: 'wrong version number', message: '40DD:error:0A00010B:SSL routines:...\n' },
      /does not use TLS; write http:\/\/shop\.example:8443/,
      false,
    ],
    [
      { code: 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', reason: 'sslv3 alert handshake failure' },
      /client certif/,
      false,
    ],
    [
      { code: 'ECONNRESET' },
      /during the TLS handshake; check whether it uses TLS.* client certificate/,
      true,
    ],
    [
      {
        code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
        message:
          'self-signed certificate; if the root CA is installed locally, try running Node.js with --use-system-ca',
      },
      /trustManager trusts \(self-signed certificate\); add the authority, or the certificate itself$/,
      false,
    ],
    [new Error('x resolves to 169.254.169.254, which is reserved'), /which is reserved$/, false],
  ];
  for (const [error, expected, passing] of table) {
    test(`${(error as { code?: string }).code ?? 'any other'} is one sentence`, () => {
      const { message, passing: may } = unreachable(location, error);
      assert.match(message, expected);
      assert.match(message, /^cannot reach https:\/\/shop\.example:8443: [^\n]+$/);
      assert.equal(may, passing);
    });
  }

  test('a certificate with many names is one short sentence with the next step', () => {
    const names = Array.from({ length: 2_000 }, (_each, at) => `DNS:host-${at}.example`).join(', ');
    const message = `Host: shop.example. is not in the cert's altnames: ${names}`;
    const why = unreachable(location, { code: 'ERR_TLS_CERT_ALTNAME_INVALID', message }).message;
    assert.match(why, /altnames: DNS:host-0\.example, .* \.\.\.\); use a host name of the certificate/);
    assert.ok(why.length < 1_000);
  });

  test('a name service that ends the connection has no TLS handshake', () => {
    const { message } = unreachable(
      { protocol: 'dns', host: 'shop.example', port: 53 },
      { code: 'ECONNRESET' },
    );
    assert.match(message, /: the target closed the connection at once;/);
  });
});
