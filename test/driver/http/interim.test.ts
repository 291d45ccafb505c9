import assert from 'node:assert/strict';
import { createServer, type Server, type Socket } from 'node:net';
import { suite, test } from 'node:test';
import { runShard, targetAt, totals } from '../session/shards.ts';

/** Responses over real sockets, written byte by byte where that matters. */

type Answering = (socket: Socket, request: string, index: number) => void | Promise<void>;

async function withServer(
  answer: Answering,
  use: (port: number, seen: { connections: number }) => Promise<void>,
): Promise<void> {
  const seen = { connections: 0 };
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    let requests = 0;
    seen.connections += 1;
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => sockets.delete(socket));
    socket.on('data', (data: Buffer) => {
      requests += 1;
      void answer(socket, data.toString('latin1'), requests - 1);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  try {
    await use(port, seen);
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

const loop = (steps: readonly unknown[], repeats: number) => [
  { main: [{ loop: { counterVar: 'i', repeats, steps } }] },
];

suite('an interim response', () => {
  const go = 'HTTP/1.1 100 Continue\r\nx-note: wait\r\n\r\n';
  const body = 'HTTP/1.1 100 is how this body begins\r\n\r\n';
  const head = `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n`;
  const rows: readonly (readonly [what: string, pieces: readonly string[]])[] = [
    ['in one piece with the response', [go + head + body]],
    ['before it', [go, head + body]],
    ['several times', [go + go, go, head, body]],
    ['cut within its status line', ['HTTP/1', '.1 100 Continue\r\n\r\n', head, body]],
    ['cut within its head', [go.slice(0, 30), go.slice(30) + head, body]],
    ['not at all, and the status line is cut', ['HT', head.slice(2), body]],
  ];
  for (const [what, pieces] of rows) {
    test(`100 ${what} is not the response`, async () => {
      const write: Answering = async (socket) => {
        for (const piece of pieces) {
          socket.write(piece);
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      };
      await withServer(write, async (port, seen) => {
        const scenario = loop([{ httpRequest: { GET: '/' } }], 3);
        const { rows } = await runShard({ scenario, target: targetAt(port), connections: 1 });
        const { responses, connectionErrors, bytesReceived } = totals(rows);
        assert.deepEqual([responses, connectionErrors, bytesReceived], [3, 0, 3 * body.length]);
        assert.equal(seen.connections, 1);
      });
    });
  }
});

test('HEAD keeps its connection', async () => {
  await withServer(
    (socket) => void socket.write('HTTP/1.1 200 OK\r\nconnection: keep-alive\r\ncontent-length: 5\r\n\r\n'),
    async (port, seen) => {
      const scenario = loop([{ httpRequest: { HEAD: '/' } }], 20);
      const { rows } = await runShard({ scenario, target: targetAt(port), connections: 1 });
      assert.deepEqual([totals(rows).responses, seen.connections], [20, 1]);
    },
  );
});
