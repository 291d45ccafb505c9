import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import {
  createServer as createPlainH2,
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2';
import { createServer as createTls } from 'node:https';
import type { Server } from 'node:net';
import { suite, test } from 'node:test';
import { createServer as createBareTls } from 'node:tls';
import { realClock } from '../../../functions/driver/clock/real-clock.ts';
import { connectTarget } from '../../../lib/driver/http/connect.ts';
import { preflight, reachableTargets } from '../../../lib/driver/http/preflight/preflight.ts';
import type { Target } from '../../../lib/driver/model/benchmark.ts';
import { runShard, targetAt, totals } from '../session/shards.ts';
import { identity, portOf, type Script, scripted, upgrading } from './http2/peers.ts';

/**
 * The version of HTTP follows from the versions that the document allows and the versions that the target
 * supports.
 */

type Answer = { readonly httpVersionMajor: number; readonly url?: string | undefined };

/** Answers like the server in a test of Hyperfoil: clients over HTTP/2 get 200, other clients get 500. */
function wantsHttp2(request: Answer, response: { statusCode: number; end(text: string): unknown }): void {
  response.statusCode = request.httpVersionMajor === 2 ? 200 : 500;
  response.end('seen');
}

const secureH2 = (): Server =>
  createSecureServer(identity, (request: Http2ServerRequest, response: Http2ServerResponse) =>
    wantsHttp2(request, response),
  ) as unknown as Server;
const secureH1 = (): Server => createTls(identity, wantsHttp2);
const secureBoth = (): Server =>
  createSecureServer({ ...identity, allowHTTP1: true }, (request, response) =>
    wantsHttp2(request, response as Http2ServerResponse),
  ) as unknown as Server;
const plainH1 = (): Server => createServer(wantsHttp2);
const wouldUpgrade = (): Server => plainH1().on('upgrade', (_request, socket) => socket.destroy());
const plainH2 = (): Server => createPlainH2(wantsHttp2) as unknown as Server;
const upgrades = (): Server => scripted(upgrading);
const withoutAlpn = (): Server => createBareTls(identity, (socket) => socket.on('error', () => {}));

type Row = {
  readonly name: string;
  readonly protocol: Target['protocol'];
  readonly version?: Target['httpVersion'];
  readonly server: () => Server;
  /** A status, or the reason why the target cannot be reached. */
  readonly expected: number | RegExp;
};

const rows: readonly Row[] = [
  {
    name: 'row 118: both allowed, the server takes HTTP/2',
    protocol: 'https',
    server: secureBoth,
    expected: 200,
  },
  {
    name: 'row 118: both allowed, the server has HTTP/1.1 only',
    protocol: 'https',
    server: secureH1,
    expected: 500,
  },
  {
    name: 'row 118: HTTP/2 alone is allowed and there',
    protocol: 'https',
    version: '2',
    server: secureH2,
    expected: 200,
  },
  {
    name: 'row 118: HTTP/2 alone is allowed, the server has HTTP/1.1 only',
    protocol: 'https',
    version: '2',
    server: secureH1,
    expected: /the target accepts none of the HTTP versions/,
  },
  {
    name: 'row 118: HTTP/1.1 alone is allowed, the server has HTTP/2 only',
    protocol: 'https',
    version: '1.1',
    server: secureH2,
    expected: /the target accepts none of the HTTP versions/,
  },
  {
    name: 'row 118: an upgrade in clear text',
    protocol: 'http',
    version: 'upgraded',
    server: upgrades,
    expected: 200,
  },
  {
    name: 'row 118: clear text is HTTP/1.1 although HTTP/2 is allowed, and the server would upgrade',
    protocol: 'http',
    server: wouldUpgrade,
    expected: 500,
  },
  { name: 'row 118: clear text to a server of HTTP/1.1', protocol: 'http', server: plainH1, expected: 500 },
  {
    name: 'row 118: clear text, HTTP/1.1 alone',
    protocol: 'http',
    version: '1.1',
    server: plainH1,
    expected: 500,
  },
  {
    name: 'HTTP/1.1 alone is allowed, and the server has both',
    protocol: 'https',
    version: '1.1',
    server: secureBoth,
    expected: 500,
  },
  { name: 'HTTP/2 known ahead', protocol: 'http', version: '2', server: plainH2, expected: 200 },
  {
    name: 'HTTP/2 known ahead, the server has HTTP/1.1 only',
    protocol: 'http',
    version: '2',
    server: plainH1,
    expected: /the server at this address does not speak HTTP\/2; allow HTTP\/1\.x/,
  },
  {
    name: 'an upgrade that is refused',
    protocol: 'http',
    version: 'upgraded',
    server: plainH1,
    expected:
      /it answers the upgrade to HTTP\/2 with "HTTP\/1\.1 500 Internal Server Error"; write 'directHttp2: true'/,
  },
  {
    name: 'a server whose handshake says nothing of protocols',
    protocol: 'https',
    version: '2',
    server: withoutAlpn,
    expected: /its TLS handshake does not agree on HTTP\/2/,
  },
];

suite('the version of HTTP', () => {
  for (const { name, protocol, version, server, expected } of rows) {
    test(name, async (t) => {
      const port = await portOf(t, server());
      const target = {
        ...targetAt(port, { protocol, key: `${protocol}://127.0.0.1:${port}` }),
        ...(version === undefined ? {} : { httpVersion: version }),
      };
      const scenario = [{ main: [{ httpRequest: { GET: '/ping', handler: { autoRangeCheck: false } } }] }];
      const run = () => runShard({ scenario, target });
      const problems = await preflight(reachableTargets([target], new Map()), realClock);
      if (typeof expected !== 'number') {
        await assert.rejects(run(), expected);
        assert.equal(problems.length, 1);
        assert.match(problems.join(), expected);
        assert.match(problems.join(), /^cannot reach https?:\/\/127\.0\.0\.1:\d+: [^\n]+$/);
        return;
      }
      const { rows: recorded } = await run();
      const { requests, responses, status2xx, status5xx, connectionErrors } = totals(recorded);
      assert.deepEqual(
        { requests, responses, status2xx, status5xx, connectionErrors },
        {
          requests: 1,
          responses: 1,
          connectionErrors: 0,
          status2xx: expected === 200 ? 1 : 0,
          status5xx: expected === 500 ? 1 : 0,
        },
      );
      assert.deepEqual(problems, []);
    });
  }

  test('a keep-alive time that a target over TLS announces is known', async (t) => {
    const port = await portOf(
      t,
      createTls({ ...identity, keepAliveTimeout: 5_000 }, (_request, response) => response.end()),
    );
    const transport = connectTarget(targetAt(port, { protocol: 'https' }), undefined, () => {});
    await transport.open();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    transport.dispatch(
      { method: 'GET', path: '/', headers: [], body: null },
      { onHead: () => {}, onData: () => {}, onEnd: resolve, onError: reject },
    );
    await promise;
    assert.equal(transport.idleSeconds, 5);
    transport.close(new Error('the test has ended'));
  });

  test('an upgrade is requested from the server itself', async (t) => {
    const heads: string[] = [];
    const upgrade: NonNullable<Script['upgrade']> = (head, peer) => {
      heads.push(head);
      upgrading.upgrade?.(head, peer);
    };
    const port = await portOf(t, scripted({ ...upgrading, upgrade }));
    const scenario = [{ main: [{ httpRequest: { POST: '/ping', body: 'x' } }] }];
    const target = targetAt(port, { httpVersion: 'upgraded' });
    const { rows: recorded } = await runShard({ scenario, target, connections: 1 });
    // The client's HTTP/2 settings in base64: no push, windows of 16 MB, 256 KB of header.
    const settings = Buffer.from('000200000000000401000000000600040000', 'hex').toString('base64url');
    assert.deepEqual(heads, [
      [
        'OPTIONS * HTTP/1.1',
        `Host: 127.0.0.1:${port}`,
        'Connection: Upgrade, HTTP2-Settings',
        'Upgrade: h2c',
        `HTTP2-Settings: ${settings}`,
      ].join('\r\n'),
    ]);
    assert.equal(totals(recorded).requests, 1);
  });

  test('is reported before a run', async (t) => {
    const reports: string[] = [];
    const at = async (protocol: Target['protocol'], server: Server, version?: Target['httpVersion']) => {
      const port = await portOf(t, server);
      const more = { protocol, key: `${protocol}://127.0.0.1:${port}` };
      return { ...targetAt(port, more), ...(version === undefined ? {} : { httpVersion: version }) };
    };
    const targets = [
      await at('https', secureBoth()),
      await at('https', secureH1()),
      await at('https', withoutAlpn()),
      await at('http', plainH1()),
      await at('http', plainH2(), '2'),
      await at('http', upgrades(), 'upgraded'),
    ];
    const reachable = reachableTargets(targets, new Map());
    assert.deepEqual(await preflight(reachable, realClock, (message) => reports.push(message)), []);
    assert.deepEqual(reports.map((message) => message.replace(/:\d+/, '')).sort(), [
      'Downpour sends load to http://127.0.0.1 over HTTP/1.1',
      'http://127.0.0.1 agrees to an upgrade to HTTP/2',
      'http://127.0.0.1 speaks HTTP/2',
      'https://127.0.0.1 agrees on HTTP/1.1',
      'https://127.0.0.1 agrees on HTTP/2',
      'https://127.0.0.1 chooses no HTTP version in its TLS handshake, so Downpour uses HTTP/1.1',
    ]);
  });
});
