import assert from 'node:assert/strict';
import { createServer as createHttp1 } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { Server } from 'node:net';
import { suite, type TestContext, test } from 'node:test';
import type { Target } from '../../../../lib/driver/model/benchmark.ts';
import { type Case, type Ran, runShard, targetAt, totals } from '../../session/shards.ts';
import {
  answering,
  type Frame,
  frame,
  identity,
  number,
  type Peer,
  portOf,
  scripted,
  setting,
  types,
} from './peers.ts';

/** The counters of requests over HTTP/2, from the step to the statistics. */

const secure = (answer: (request: Http2ServerRequest, response: Http2ServerResponse) => void): Server =>
  createSecureServer(identity, answer) as unknown as Server;

async function run(t: TestContext, server: Server, request: object, more: Partial<Case> = {}): Promise<Ran> {
  const port = await portOf(t, server);
  const target = targetAt(port, { protocol: 'https', key: `https://127.0.0.1:${port}` });
  return runShard({ scenario: [{ main: [{ httpRequest: request }] }], target, ...more });
}

const throwing = { addToInt: 'unset += 1' };
const zero = {
  requests: 0,
  responses: 0,
  status2xx: 0,
  status4xx: 0,
  invalid: 0,
  connectionErrors: 0,
  internalErrors: 0,
  timeouts: 0,
  failed: 0,
};

function countersOf({ rows }: Ran): typeof zero {
  const all = totals(rows);
  const names = Object.keys(zero) as (keyof typeof zero)[];
  return Object.fromEntries(names.map((name) => [name, all[name]])) as typeof zero;
}

suite('requests over HTTP/2', () => {
  const rows: readonly (readonly [string, object, Partial<typeof zero>])[] = [
    ['row 104: status 400', { GET: '/bad' }, { responses: 1, status4xx: 1, invalid: 1, failed: 1 }],
    ['row 104: a stream that is reset', { GET: '/reset' }, { connectionErrors: 1, invalid: 1, failed: 1 }],
    [
      'row 104: an exception in a body handler',
      { GET: '/', handler: { body: throwing } },
      { status2xx: 1, internalErrors: 1, invalid: 1, failed: 1 },
    ],
    [
      'row 104: an exception in a completion handler',
      { GET: '/', handler: { onCompletion: throwing } },
      { responses: 1, status2xx: 1, internalErrors: 1, invalid: 1, failed: 1 },
    ],
    ['a timeout', { GET: '/silent', timeout: '50ms' }, { timeouts: 1, invalid: 1, failed: 1 }],
  ];
  for (const [name, request, expected] of rows) {
    test(name, async (t) => {
      const versions: number[] = [];
      const server = secure((seen, response) => {
        versions.push(seen.httpVersionMajor);
        if (seen.url === '/silent') return;
        if (seen.url === '/reset') response.stream.close(2);
        else response.writeHead(seen.url === '/bad' ? 400 : 200).end('hello');
      });
      const ran = await run(t, server, request);
      assert.deepEqual(countersOf(ran), { ...zero, requests: 1, ...expected });
      assert.deepEqual(versions, [2]);
    });
  }

  test('a connection carries as many requests as the target allows, and no more', async (t) => {
    let atOnce = 0;
    let most = 0;
    const sessions = new Set<unknown>();
    const server = createSecureServer(
      { ...identity, settings: { maxConcurrentStreams: 7 } },
      (_seen, response) => {
        sessions.add(response.stream.session);
        atOnce += 1;
        most = Math.max(most, atOnce);
        setImmediate(() => {
          atOnce -= 1;
          response.end('ok');
        });
      },
    );
    const ran = await run(
      t,
      server as unknown as Server,
      { GET: '/' },
      {
        arrivals: { kind: 'atOnce', users: 50 },
        connections: 1,
      },
    );
    assert.deepEqual(countersOf(ran), { ...zero, requests: 50, responses: 50, status2xx: 50 });
    assert.deepEqual([most, sessions.size], [7, 1]);
  });

  test('no waiting request is sent when the end of the phase cancels the requests before it', async (t) => {
    const server = createSecureServer({ ...identity, settings: { maxConcurrentStreams: 1 } }, () => {});
    const ran = await run(
      t,
      server as unknown as Server,
      { GET: '/' },
      { arrivals: { kind: 'atOnce', users: 2 }, connections: 1, phase: { maxDurationMs: 100 } },
    );
    assert.equal(countersOf(ran).requests, 1);
  });

  test('a target that allows no more requests for a while gets none, and then all that waited', async (t) => {
    const none = frame(types.settings, 0, 0, setting(3, 0));
    const many = frame(types.settings, 0, 0, setting(3, 100));
    const seen: number[] = [];
    let isClosed = false;
    const script = {
      start: (peer: Peer) => peer.send(frame(types.settings, 0, 0, setting(3, 1))),
      frame: ({ type, flags, stream }: Frame, peer: Peer) => {
        if (type === types.headers) {
          seen.push(stream);
          assert.equal(isClosed, false, 'a request came while none is allowed');
          if (stream !== 1) peer.answer(stream);
          else {
            isClosed = true;
            peer.send(none);
            peer.answer(stream);
            peer.send(frame(types.ping, 0, 0, '12345678'));
          }
        }
        // The target sends the answer to the ping after everything that the response caused.
        if (type === types.ping && flags === 1 && isClosed) {
          isClosed = false;
          peer.send(many);
        }
      },
    };
    for (const connectionStrategy of ['SHARED_POOL', 'SESSION_POOLS'] as const) {
      seen.length = 0;
      const port = await portOf(t, scripted(script));
      const ran = await runShard({
        scenario: [{ main: [{ httpRequest: { GET: '/' } }] }],
        arrivals: { kind: 'atOnce', users: 5 },
        target: targetAt(port, { httpVersion: '2', connectionStrategy }),
        connections: 1,
      });
      assert.deepEqual(countersOf(ran), { ...zero, requests: 5, responses: 5, status2xx: 5 });
      assert.deepEqual(seen, [1, 3, 5, 7, 9]);
    }
  });

  test('a target that allows more requests gets those that wait, also while others are in flight', async (t) => {
    let first: number | undefined;
    const script = {
      start: (peer: Peer) => peer.send(frame(types.settings, 0, 0, setting(3, 1))),
      frame: ({ type, stream }: Frame, peer: Peer) => {
        if (type !== types.headers) return;
        if (first === undefined) {
          first = stream;
          peer.send(frame(types.settings, 0, 0, setting(3, 100)));
          return;
        }
        // The first request is answered only after the last.
        peer.answer(stream);
        if (stream === 9) peer.answer(first);
      },
    };
    const port = await portOf(t, scripted(script));
    const ran = await runShard({
      scenario: [{ main: [{ httpRequest: { GET: '/', timeout: '20s' } }] }],
      arrivals: { kind: 'atOnce', users: 5 },
      target: targetAt(port, { httpVersion: '2' }),
      connections: 1,
    });
    assert.deepEqual(countersOf(ran), { ...zero, requests: 5, responses: 5, status2xx: 5 });
  });

  test('a target that sends GOAWAY every few requests gets another connection', async (t) => {
    const answered = new Map<number, number>();
    const script = answering(
      ({ stream }, peer) => {
        const { remotePort = 0 } = peer.socket;
        answered.set(remotePort, (answered.get(remotePort) ?? 0) + 1);
        // The GOAWAY comes before the answer, so no request follows that the target has not processed.
        if (stream === 5) peer.send(frame(types.goAway, 0, 0, number(5, 0)));
        peer.answer(stream);
      },
      Buffer.from([0, 3, 0, 0, 0, 1]),
    );
    const port = await portOf(t, scripted(script));
    const scenario = [
      { main: [{ loop: { counterVar: 'i', repeats: 30, steps: [{ httpRequest: { GET: '/' } }] } }] },
    ];
    const ran = await runShard({ scenario, target: targetAt(port, { httpVersion: '2' }), connections: 1 });
    assert.deepEqual(countersOf(ran), { ...zero, requests: 30, responses: 30, status2xx: 30 });
    assert.deepEqual(
      [...answered.values()],
      Array.from({ length: 10 }, () => 3),
    );
  });

  test('a request that the target has not processed is sent once more, and counted once', async (t) => {
    for (const [refusals, expected] of [
      [1, { responses: 1, status2xx: 1 }],
      [2, { connectionErrors: 1, invalid: 1, failed: 1 }],
    ] as const) {
      let arrived = 0;
      const script = answering(({ stream }, peer) => {
        arrived += 1;
        if (arrived > refusals) peer.answer(stream);
        else peer.send(frame(types.reset, 0, stream, number(7)));
      });
      const port = await portOf(t, scripted(script));
      const scenario = [{ main: [{ httpRequest: { GET: '/' } }] }];
      const ran = await runShard({ scenario, target: targetAt(port, { httpVersion: '2' }), connections: 1 });
      assert.deepEqual(countersOf(ran), { ...zero, requests: 1, ...expected });
      assert.equal(arrived, 2);
    }
  });

  test('a GOAWAY with requests after it loses none of them', async (t) => {
    // The server closes every connection after its third request, even when more requests are in flight.
    const script = answering(
      ({ stream }, peer) => {
        if (stream === 5) peer.send(frame(types.goAway, 0, 0, number(5, 0)));
        if (stream <= 5) peer.answer(stream);
      },
      Buffer.from([0, 3, 0, 0, 0, 10]),
    );
    const port = await portOf(t, scripted(script));
    const ran = await runShard({
      scenario: [{ main: [{ httpRequest: { GET: '/' } }] }],
      arrivals: { kind: 'atOnce', users: 6 },
      target: targetAt(port, { httpVersion: '2' }),
      connections: 1,
    });
    assert.deepEqual(countersOf(ran), { ...zero, requests: 6, responses: 6, status2xx: 6 });
  });

  test('closeConnection lets the other requests of the connection end, also over HTTP/1.1', async (t) => {
    const request = { GET: '/', handler: { body: 'closeConnection' } };
    const scenario = [
      { main: [{ loop: { counterVar: 'i', repeats: 3, steps: [{ httpRequest: request }] } }] },
    ];
    for (const httpVersion of ['2', '1.1'] as const) {
      const server =
        httpVersion === '2'
          ? scripted(answering(({ stream }, peer) => setImmediate(() => peer.answer(stream))))
          : (createHttp1((_seen, response) => response.end('ok')) as Server);
      let connections = 0;
      server.on('connection', () => {
        connections += 1;
      });
      const target = targetAt(await portOf(t, server), { httpVersion, pipeliningLimit: 6 });
      const row = { scenario, arrivals: { kind: 'atOnce', users: 6 }, target, connections: 1 } as const;
      const ran = await runShard(row);
      assert.deepEqual(countersOf(ran), { ...zero, requests: 18, responses: 18, status2xx: 18 });
      assert.ok(connections >= 3, `${connections} connections`);
    }
  });

  test('a connection that is lost takes its requests along, and the next ones get another', async (t) => {
    let connections = 0;
    const server = secure((_seen, response) => response.end('ok'));
    server.on('session', (session) => {
      connections += 1;
      const [, ...rest] = Array.from({ length: connections });
      if (rest.length === 0) session.on('stream', () => session.destroy());
    });
    const ran = await run(
      t,
      server,
      { GET: '/', handler: { stopOnInvalid: false } },
      {
        arrivals: { kind: 'always', users: 5 },
        phase: { durationMs: 300 },
        connections: 1,
      },
    );
    const { requests, responses, connectionErrors, failed } = countersOf(ran);
    assert.equal(connections, 2);
    assert.ok(connectionErrors >= 1 && connectionErrors <= 5 && failed === connectionErrors);
    assert.equal(requests, responses + connectionErrors);
    assert.ok(responses > 0);
  });
});

suite('row 91: spaces in a path and a query', () => {
  const paths = ['/ping pong?rules', '/ping?pong rules', '/ping pong?rules one', '/a b c d?one two three'];
  const listening: Readonly<
    Record<string, (seen: (url: string) => void) => readonly [Server, Partial<Target>]>
  > = {
    'HTTP/1.1': (seen) => [
      createHttp1((request, response) => {
        seen(`${request.httpVersion} ${request.url}`);
        response.end();
      }),
      {},
    ],
    'HTTP/2': (seen) => [
      secure((request, response) => {
        seen(`${request.httpVersion} ${request.url}`);
        response.end();
      }),
      { protocol: 'https', key: 'over TLS' },
    ],
  };
  for (const [version, listen] of Object.entries(listening)) {
    test(`row 91: the server sees none, over ${version}`, async (t) => {
      const urls: string[] = [];
      const [server, more] = listen((url) => urls.push(url));
      const port = await portOf(t, server);
      const scenario = [{ main: paths.map((path) => ({ httpRequest: { GET: path } })) }];
      await runShard({ scenario, target: targetAt(port, more) });
      const number = version === 'HTTP/2' ? '2.0' : '1.1';
      assert.deepEqual(
        urls,
        [
          '/ping%20pong?rules',
          '/ping?pong+rules',
          '/ping%20pong?rules+one',
          '/a%20b%20c%20d?one+two+three',
        ].map((url) => `${number} ${url}`),
      );
    });
  }
});
