import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { suite, test } from 'node:test';
import { FrameReader } from '../../../../lib/driver/http/http2/frame-reader.ts';
import { Http2Transport } from '../../../../lib/driver/http/http2/http2-transport.ts';
import { targetAt } from '../../session/shards.ts';
import { connectTo } from './client.ts';
import {
  answering,
  endStream,
  type Frame,
  frame,
  number,
  type Peer,
  portOf,
  scripted,
  setting,
  types,
} from './peers.ts';

/** Tests the order in which frames are sent, and the division of received bytes into frames. */

const sentTo = (peer: Peer | undefined, stream: number): number =>
  (peer?.frames ?? [])
    .filter((seen) => seen.type === types.data && seen.stream === stream)
    .reduce((sum, { payload }) => sum + payload.length, 0);

/** A script that answers requests without a body. */
function answersGet({ stream, flags }: Frame, peer: Peer): void {
  if ((flags & endStream) !== 0) peer.answer(stream);
}

suite('bodies of requests', () => {
  test('share the window of the connection', async (t) => {
    const peers: Peer[] = [];
    const port = await portOf(t, scripted(answering(answersGet, setting(4, 1_000_000)), peers));
    const client = await connectTo(t, port);
    const bodies = [1, 2].map(() => client.send({ method: 'POST', body: 'x'.repeat(40_000) }));
    // The peer has answered this request, so it has also read all frames before it.
    await client.request();
    assert.deepEqual([sentTo(peers[0], 1), sentTo(peers[0], 3)], [40_000, 25_535]);
    peers[0]?.send(frame(types.window, 0, 0, number(100_000)), frame(types.ping, 0, 0, Buffer.alloc(8)));
    await client.request();
    assert.equal(sentTo(peers[0], 3), 40_000);
    assert.deepEqual(
      bodies.map(({ ends }) => ends),
      [0, 0],
    );
  });

  test('are not sent any more once their request was given up', async (t) => {
    const peers: Peer[] = [];
    const port = await portOf(t, scripted(answering(answersGet, setting(4, 1_000_000)), peers));
    const client = await connectTo(t, port);
    const large = client.send({ method: 'POST', body: 'x'.repeat(70_000) });
    await client.request();
    client.transport.cancel(large, new Error('request timed out'));
    peers[0]?.send(frame(types.window, 0, 0, number(100_000)), frame(types.ping, 0, 0, Buffer.alloc(8)));
    // The client reads that the flow-control window is larger before it reads the first answer. If it still
    // sent the rest of the cancelled body, the server would get this rest before the second request.
    await client.request();
    await client.request();
    assert.equal(sentTo(peers[0], 1), 65_535);
  });
});

suite('an upgrade', () => {
  test('is over when the request that asked for it is answered', async (t) => {
    const peers: Peer[] = [];
    const acknowledged = Promise.withResolvers<void>();
    const script: Parameters<typeof scripted>[0] = {
      upgrade: (_head, { socket }) =>
        socket.write(
          Buffer.concat([
            Buffer.from('HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n'),
            frame(types.settings, 0, 0),
          ]),
        ),
      frame: ({ type, flags, stream }, peer) => {
        if (type === types.settings && flags === 1) acknowledged.resolve();
        if (type === types.headers) peer.answer(stream);
      },
    };
    let isOpen = false;
    const opening = connectTo(t, await portOf(t, scripted(script, peers)), { httpVersion: 'upgraded' });
    void opening.then(() => {
      isOpen = true;
    });
    await acknowledged.promise;
    assert.equal(isOpen, false);
    peers[0]?.answer(1);
    assert.equal((await (await opening).request()).body, 'Hello');
  });

  for (const answer of [
    'HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n',
  ]) {
    test(`that is answered with ${answer.slice(9, 12)} and no h2c ends there, and nothing more is sent`, async (t) => {
      const received: Buffer[] = [];
      const server = createServer((socket: Socket) => {
        socket.on('data', (chunk: Buffer) => {
          received.push(chunk);
          socket.write(answer);
        });
      });
      const closed = once(server, 'connection').then(([socket]) => once(socket as Socket, 'close'));
      const target = targetAt(await portOf(t, server), { httpVersion: 'upgraded' });
      await assert.rejects(new Http2Transport(target, undefined, () => {}).open(), /it answers the upgrade/);
      await closed;
      const all = Buffer.concat(received).toString('latin1');
      assert.ok(all.startsWith('OPTIONS * HTTP/1.1\r\n'));
      assert.equal(all.indexOf('\r\n\r\n'), all.length - 4);
    });
  }
});

test('frames are cut alike wherever the bytes are cut', () => {
  const bytes = Buffer.concat([
    frame(types.settings, 0, 0, setting(3, 1)),
    frame(types.data, 8, 1, Buffer.concat([Buffer.from([3]), Buffer.from('abc'), Buffer.alloc(3)])),
    frame(types.data, 8 | endStream, 1, Buffer.from([2, 0, 0])),
    frame(types.data, endStream, 3),
    frame(types.ping, 0, 0, 'abcdefgh'),
  ]);
  const heard = (...cuts: readonly number[]): string => {
    const events: string[] = [];
    let content = '';
    const reader = new FrameReader({
      over: false,
      frame: (type, _flags, _stream, from, start, end) =>
        events.push(`${type}:${from.toString('latin1', start, end)}`),
      dataFrame: (stream, length) => {
        content = '';
        events.push(`data ${stream} ${length}`);
      },
      data: (part) => {
        content += part.toString();
        if (content === 'abc') events.push(content);
      },
      dataEnd: () => events.push('end'),
    });
    const edges = [0, ...cuts, bytes.length];
    for (const [index, edge] of edges.entries()) {
      const next = edges[index + 1];
      // The buffer is shared, so bytes beyond the length may belong to another socket.
      if (next !== undefined)
        reader.read(Buffer.concat([bytes.subarray(edge, next), Buffer.from('other')]), next - edge);
    }
    return events.join(' ');
  };
  const whole = heard();
  assert.match(whole, /data 1 7 abc data 1 3 end data 3 0 end 6:abcdefgh$/);
  for (let cut = 1; cut < bytes.length; cut += 1) {
    assert.equal(heard(cut), whole, `cut at ${cut}`);
    for (let second = cut + 1; second < bytes.length; second += 1)
      assert.equal(heard(cut, second), whole, `cut at ${cut} and ${second}`);
  }
  assert.equal(heard(...Array.from({ length: bytes.length - 1 }, (_, index) => index + 1)), whole);
});
