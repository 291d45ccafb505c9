import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { connect as connectHttp2, createSecureServer as createHttp2Server } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TLSSocket } from 'node:tls';
import { Http1Connection } from '../../../../lib/driver/http/http1/connection.ts';
import { openSocket } from '../../../../lib/driver/http/open-socket.ts';
import type { Target } from '../../../../lib/driver/model/benchmark.ts';
import { targetAt } from '../../session/shards.ts';
import { answering, Listener } from './clients.ts';
import { okResponse } from './fake-socket.ts';

/**
 * Real sockets, with and without TLS: they are opened by the document's settings, read into one buffer, and
 * closed once.
 */

const data = join(import.meta.dirname, '../../../data/tls');
const pair = {
  key: readFileSync(join(data, 'localhost.key')),
  cert: readFileSync(join(data, 'localhost.crt')),
};

for (const secure of [false, true]) {
  const kind = secure ? 'TLS' : 'plain';

  test(`${kind}: bodies of all sizes arrive on many connections at once`, async () => {
    const body = (size: number): Buffer => Buffer.alloc(size, `${size}.`);
    await serving(
      secure,
      (request, response) => response.end(body(Number(request.url?.slice(1)))),
      async (target) => {
        const sizes = [0, 1, 100, 16_384, 65_536, 70_000, 1_000_000];
        await Promise.all(
          sizes.flatMap((size) =>
            [1, 3].map(async (pipeliningLimit) => {
              const connection = await opened({ ...target, pipeliningLimit });
              const all = Array.from({ length: pipeliningLimit }, () => sendTo(connection, `/${size}`));
              for (const listener of all) {
                const received = await listener.over;
                assert.equal(received.ended, 'well');
                assert.ok(body(size).equals(Buffer.from(received.body, 'latin1')), `${size} bytes`);
              }
              connection.close(new Error('done'));
            }),
          ),
        );
      },
    );
  });

  test(`${kind}: one connection takes a thousand requests, and its close is reported once`, async () => {
    let sockets = 0;
    await serving(
      secure,
      (request, response) => response.end(request.url),
      async (target, server) => {
        server.on(secure ? 'secureConnection' : 'connection', () => {
          sockets += 1;
        });
        let closes = 0;
        const connection = new Http1Connection(target, undefined, () => {
          closes += 1;
        });
        await connection.open();
        for (let count = 0; count < 1000; count += 1) {
          const { body } = await sendTo(connection, `/${count}`).over;
          assert.equal(body, `/${count}`);
        }
        assert.deepEqual([sockets, closes], [1, 0]);
        connection.close(new Error('done'));
        connection.close(new Error('done'));
        assert.equal(closes, 1);
      },
    );
  });

  test(`${kind}: a target that goes away in the middle of a body ends the request`, async () => {
    await serving(
      secure,
      (_request, response) => {
        response.writeHead(200, { 'content-length': 10 });
        response.write('five.', () => response.socket?.destroy());
      },
      async (target) => {
        const { ended, body, code } = await sendTo(await opened(target), '/').over;
        assert.deepEqual([ended, body, code], ['badly', 'five.', 'ECONNRESET']);
      },
    );
  });

  test(`${kind}: a large body is sent whole`, async () => {
    await serving(
      secure,
      async (request, response) => {
        let bytes = 0;
        for await (const chunk of request) bytes += (chunk as Buffer).length;
        response.end(String(bytes));
      },
      async (target) => {
        const connection = await opened(target);
        const body = Buffer.alloc(3_000_000, 'x');
        assert.equal((await sendTo(connection, '/', { method: 'POST', body }).over).body, '3000000');
        assert.ok(connection.bytesSent > 3_000_000);
        assert.equal(connection.capacity, 1);
        connection.close(new Error('done'));
      },
    );
  });

  for (const [code, capacity] of [
    [413, 0],
    [200, 1],
  ] as const)
    test(`${kind}: a connection takes ${capacity} requests after status ${code} at the beginning of a body`, async () => {
      await serving(
        secure,
        (request, response) => {
          request.pause();
          response.writeHead(code, { 'content-length': 0 }).end();
        },
        async (target) => {
          const connection = await opened(target);
          const body = Buffer.alloc(30_000_000);
          const { status, ended } = await sendTo(connection, '/', { method: 'POST', body }).over;
          assert.deepEqual([status, ended, connection.capacity], [code, 'well', capacity]);
          connection.close(new Error('done'));
        },
      );
    });

  test(`${kind}: a target that reads nothing cannot answer a request that has not left this machine`, async () => {
    let answer: (text: string) => void = () => {};
    await serving(
      secure,
      ({ socket }) => {
        socket.pause();
        answer = (text) => socket.write(text);
        answer(empty);
      },
      async (target) => {
        const connection = await opened(target);
        const post = { method: 'POST', body: Buffer.alloc(30_000_000) } as const;
        const first = await sendTo(connection, '/', post).over;
        const second = sendTo(connection, '/', post);
        answer(empty);
        const { ended } = await second.over;
        assert.deepEqual([first.status, first.ended, ended], [200, 'well', 'badly']);
        assert.equal(connection.capacity, 0);
      },
    );
  });
}

test('a socket that cannot be opened rejects with the reason, and reports no close', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  const connection = new Http1Connection(targetAt(port), undefined, () => assert.fail('it was never open'));
  await assert.rejects(connection.open(), { code: 'ECONNREFUSED' });
  connection.close(new Error('done'));
});

test('TLS with a plain target rejects with the reason of OpenSSL', async () => {
  const plain = await answering([Buffer.from(okResponse)]);
  const connection = new Http1Connection(targetAt(plain.port, { protocol: 'https' }), undefined, () => {});
  await assert.rejects(connection.open(), { code: /SSL|EPROTO/ });
  plain.stop();
});

test('a connection that is closed while it opens rejects, and leaves no socket', async () => {
  const target = await answering([]);
  const connection = new Http1Connection(targetAt(target.port), undefined, () =>
    assert.fail('it was never open'),
  );
  const opening = assert.rejects(connection.open());
  connection.close(new Error('done'));
  await opening;
  target.stop();
});

test('the address of a target takes the place of its host, with its port or the one of the target', async () => {
  const target = await answering([Buffer.from(okResponse)]);
  const unresolvable = (port: number): Target => targetAt(port, { host: 'nowhere.invalid' });
  for (const [named, address] of [
    [unresolvable(1), `127.0.0.1:${target.port}`],
    [unresolvable(target.port), '127.0.0.1'],
  ] as const) {
    const connection = new Http1Connection(named, address, () => {});
    await connection.open();
    assert.equal((await sendTo(connection, '/').over).body, 'ok');
    connection.close(new Error('done'));
  }
  target.stop();
});

test('a name that leads to a link-local address is not connected', async () => {
  // A host name that is an address in another notation is resolved and checked before any byte is sent.
  const { opened: opening, socket } = openSocket(targetAt(80, { host: '0xa9.0xfe.0xa9.0xfe' }), {
    address: undefined,
    alpn: [],
    receive: () => {},
  });
  await assert.rejects(opening, /resolves to 169\.254\.169\.254, which is reserved .*/);
  assert.equal(socket.destroyed, true);
});

test('the server name is sent, but for an address, and the protocol is agreed on', async () => {
  const agreed: RequestListener = ({ socket }, response) => {
    const { servername, alpnProtocol } = socket as TLSSocket & { servername?: string | false };
    response.end(`${servername} ${alpnProtocol}`);
  };
  await serving(true, agreed, async (target) => {
    for (const [host, expected] of [
      ['localhost', 'localhost http/1.1'],
      ['127.0.0.1', 'false http/1.1'],
    ] as const) {
      const connection = await opened({ ...target, host });
      assert.equal((await sendTo(connection, '/').over).body, expected);
      connection.close(new Error('done'));
    }
  });
});

test('an HTTP/2 session takes over a socket that agreed on it', async () => {
  const server = createHttp2Server({ ...pair }, (_request, response) => response.end('x'.repeat(200_000)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const { socket, opened: opening } = openSocket(targetAt(port, { protocol: 'https' }), {
    address: undefined,
    alpn: ['h2', 'http/1.1'],
    receive: () => assert.fail('the session reads'),
  });
  await opening;
  assert.equal((socket as TLSSocket).alpnProtocol, 'h2');
  const session = connectHttp2('https://localhost', { createConnection: () => socket });
  const stream = session.request();
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  await new Promise((resolve) => stream.once('end', resolve));
  assert.equal(bytes, 200_000);
  session.destroy();
  server.close();
});

async function serving(
  secure: boolean,
  listener: RequestListener,
  use: (target: Target, server: Server) => Promise<void>,
): Promise<void> {
  const server = secure ? createHttpsServer(pair, listener) : createHttpServer(listener);
  server.maxRequestsPerSocket = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as { port: number };
    await use(
      targetAt(port, { protocol: secure ? 'https' : 'http', host: 'localhost', addresses: [] }),
      server,
    );
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function opened(target: Target): Promise<Http1Connection> {
  const connection = new Http1Connection(target, '127.0.0.1', () => {});
  await connection.open();
  return connection;
}

function sendTo(
  connection: Http1Connection,
  path: string,
  { method = 'GET', body = null }: { readonly method?: string; readonly body?: Buffer | null } = {},
): Listener {
  const listener = new Listener();
  connection.dispatch({ method, path, headers: [], body }, listener);
  return listener;
}

const empty = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';
