import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { suite, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates, type TlsOptions } from 'node:tls';
import type { TlsSettings } from '../../../../lib/driver/model/tls.ts';
import { totals } from '../../session/shards.ts';
import { fixture, password } from './fixtures.ts';
import { refusals, runAgainst, secureServer, secureTarget } from './servers.ts';

/**
 * The document decides which servers are trusted and which certificate a client sends. A user whose
 * connection is rejected gets the reason.
 */

const trusting: TlsSettings = { trustManager: { certFile: 'server-authority.crt' } };
const wantsClient: TlsOptions = { requestCert: true, ca: fixture('client-authority.crt') };

const versions = [
  { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' },
  { minVersion: 'TLSv1.3', maxVersion: 'TLSv1.3' },
] as const satisfies readonly TlsOptions[];

suite('trust', () => {
  const accepted: readonly (readonly [string, TlsSettings['trustManager'], certificate?: string])[] = [
    ['row 119: a JKS store with the authority', { storeFile: 'trust.jks', password }],
    ['row 119: the JKS key store of the server', { storeFile: 'server.jks', password }],
    ['row 119: the certificate of the authority', { certFile: 'server-authority.crt' }],
    ['row 119: the certificate of the server alone', { certFile: 'server.crt' }],
    ['a PKCS#12 store', { storeType: 'PKCS12', storeFile: 'trust.p12', password }],
    ['the public authorities and one of our own', { storeType: 'SYSTEM', certFile: 'server-authority.crt' }],
    ['any certificate, because there is no trustManager', undefined, 'expired'],
  ];
  for (const [name, trustManager, certificate] of accepted)
    test(name, async (t) => {
      const { port } = await secureServer(t, {}, certificate);
      const target = secureTarget(port, trustManager && { trustManager });
      assert.equal(await refusals(target), '');
      const { rows, outcome } = await runAgainst(target);
      assert.deepEqual([outcome.result, totals(rows).responses], ['completed', 1]);
    });

  const refused: readonly (readonly [string, TlsSettings['trustManager'], RegExp, certificate?: string])[] = [
    [
      'row 119: a wrong store',
      { storeFile: 'stranger.jks', password },
      /not signed by an authority that trustManager trusts/,
    ],
    [
      'row 119: a wrong certificate',
      { certFile: 'stranger.crt' },
      /not signed by an authority that trustManager trusts/,
    ],
    [
      'the public authorities alone',
      { storeType: 'SYSTEM' },
      /not signed by an authority that trustManager trusts/,
    ],
    ['a certificate that has expired', trusting.trustManager, /its certificate has expired/, 'expired'],
    [
      'an expired certificate that trustManager contains itself',
      { certFile: 'expired.crt' },
      /its certificate has expired/,
      'expired',
    ],
    [
      'a certificate of another host',
      trusting.trustManager,
      /its certificate is not for localhost \(.*shop\.example.*\)/,
      'elsewhere',
    ],
  ];
  for (const version of versions)
    for (const [name, trustManager, expected, certificate] of refused)
      test(`${name} fails, over ${version.maxVersion}`, async (t) => {
        const { port } = await secureServer(t, version, certificate);
        const target = secureTarget(port, trustManager && { trustManager });
        assert.match(await refusals(target), expected);
        await assert.rejects(runAgainst(target), expected);
      });

  test('the public authorities are those that Node trusts', async (t) => {
    const known = getCACertificates('default');
    t.after(() => setDefaultCACertificates(known));
    const { port } = await secureServer(t);
    for (const trustManager of [{ storeType: 'system' }, { storeType: 'SYSTEM', certFile: 'stranger.crt' }]) {
      setDefaultCACertificates([fixture('server-authority.crt').toString()]);
      assert.equal(await refusals(secureTarget(port, { trustManager })), '');
      setDefaultCACertificates([]);
      assert.match(await refusals(secureTarget(port, { trustManager })), /not signed by an authority/);
    }
  });

  test('a host that is an address is verified by that address, and given no name', async (t) => {
    const { port, shaken } = await secureServer(t);
    const target = secureTarget(port, trusting, { host: '127.0.0.1', addresses: [] });
    const { rows } = await runAgainst(target);
    assert.equal(totals(rows).responses, 1);
    assert.equal(shaken[0]?.servername, false);
    const other = secureTarget(port, trusting, { host: '127.0.0.9', addresses: [`127.0.0.1:${port}`] });
    assert.match(await refusals(other), /certificate is not for 127\.0\.0\.9/);
  });

  test('a connection to one of its addresses is verified by the name of the host, and gives that name', async (t) => {
    const { port, shaken } = await secureServer(t);
    await runAgainst(secureTarget(port, trusting));
    assert.equal(shaken[0]?.servername, 'localhost');
    assert.match(
      await refusals(secureTarget(port, trusting, { host: 'shop.example' })),
      /certificate is not for shop\.example/,
    );
  });
});

suite('the client', () => {
  const accepted: readonly (readonly [string, TlsSettings['keyManager']])[] = [
    ['row 119: a JKS store', { storeFile: 'client.jks', password }],
    ['row 119: a certificate and its key', { certFile: 'client.crt', keyFile: 'client.key' }],
    ['an encrypted key', { certFile: 'client.crt', keyFile: 'client.encrypted.key', password }],
    ['a PKCS#12 store', { storeFile: 'client-legacy.p12', password }],
    ['one of several keys', { storeFile: 'two.p12', password, alias: 'client' }],
  ];
  for (const [name, keyManager = {}] of accepted)
    test(name, async (t) => {
      const { port, shaken } = await secureServer(t, wantsClient);
      const target = secureTarget(port, { ...trusting, keyManager });
      assert.equal(await refusals(target), '');
      const { rows } = await runAgainst(target);
      assert.equal(totals(rows).responses, 1);
      assert.deepEqual(
        shaken.map(({ client }) => client),
        ['client', 'client'],
      );
    });

  test('a server that requires a certificate and gets none has its own message', async (t) => {
    for (const version of versions) {
      const { port } = await secureServer(t, { ...wantsClient, ...version });
      assert.match(await refusals(secureTarget(port, trusting)), /may want a client certificate/);
    }
  });
});

test('a server that closes the connection after the handshake has its own message', async (t) => {
  const { port } = await secureServer(t);
  // This server is a proxy: it forwards the first bytes of the client to the server, and closes both
  // connections at the next bytes.
  const between = createServer((client) => {
    const server = connect(port, '127.0.0.1');
    server.on('error', () => client.destroy()).pipe(client);
    client.once('data', (hello) => {
      server.write(hello);
      client.once('data', () => {
        server.destroy();
        client.destroy();
      });
    });
  });
  between.listen(0, '127.0.0.1');
  await once(between, 'listening');
  t.after(() => between.close());
  const message = await refusals(secureTarget((between.address() as AddressInfo).port, trusting));
  assert.match(
    message,
    /closed the connection right after the TLS handshake; it may want a client certificate/,
  );
});

suite('sessions', () => {
  for (const version of versions)
    for (const httpVersion of ['1.1', '2'] as const) {
      const over = `${version.maxVersion} and HTTP/${httpVersion}`;
      test(`connections after the first resume its session, over ${over}`, async (t) => {
        const { port, shaken } = await secureServer(t, { ...version, ...wantsClient });
        const settings = { ...trusting, keyManager: { storeFile: 'client.jks', password } };
        const target = secureTarget(port, settings, { connectionStrategy: 'ALWAYS_NEW', httpVersion });
        const { rows } = await runAgainst(target, 4);
        assert.equal(totals(rows).responses, 4);
        const [first, ...others] = shaken.map(({ resumed }) => resumed);
        assert.deepEqual([first, others], [false, [true, true, true]]);
        const seen = shaken.map(({ protocol, alpn, client }) => `${protocol} ${alpn} ${client}`);
        const alpn = httpVersion === '2' ? 'h2' : 'http/1.1';
        assert.deepEqual([...new Set(seen)], [`${version.maxVersion} ${alpn} client`]);
      });
    }

  test('a target does not resume sessions of another', async (t) => {
    const { port, shaken } = await secureServer(t);
    const [one, other] = ['one', 'other'].map((key) => secureTarget(port, trusting, { key, name: key }));
    assert.ok(one && other);
    const scenario = [
      { main: [one, other].map(({ name }) => ({ httpRequest: { GET: '/', endpoint: name } })) },
    ];
    await runAgainst(one, 0, { scenario, otherTargets: [other] });
    assert.deepEqual(
      shaken.map(({ resumed }) => resumed),
      [false, false],
    );
  });
});

test('a handshake that takes too long is given up, and has its own message', async (t) => {
  const server = createServer((socket) => socket.on('error', () => undefined));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  assert.match(
    await refusals(secureTarget(port, { handshakeTimeoutMs: 20 })),
    /its TLS handshake took longer than sslHandshakeTimeout allows/,
  );
});
