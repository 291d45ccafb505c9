import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { http2 } from '../../../../lib/driver/http/http2/limits.ts';
import { TimedOut } from '../../../../lib/driver/http/transport.ts';
import { connectTo, type Gathering } from './client.ts';
import {
  answering,
  endHeaders,
  endStream,
  type Frame,
  frame,
  literal,
  number,
  type Peer,
  portOf,
  type Script,
  scripted,
  setting,
  status200,
  types,
} from './peers.ts';

/** Targets that break the rules of HTTP/2, or use them up to their limits. */

const head = (stream: number, block: Buffer = status200, more = 0): Buffer =>
  frame(types.headers, endHeaders | more, stream, block);
/** The head of a response with status 200 and these fields. */
const headOf = (stream: number, ...fields: readonly (readonly [name: string, value: string])[]): Buffer =>
  head(stream, Buffer.concat([status200, ...fields.map(([name, value]) => literal(name, value))]));
const data = (stream: number, content: Buffer | string, more = endStream): Buffer =>
  frame(types.data, more, stream, content);

type Row = readonly [name: string, answer: (stream: number) => readonly Buffer[], error: RegExp];

/** Faults of one response. Its request fails, and the next request on the connection succeeds. */
const ofStream: readonly Row[] = [
  ['no status', (id) => [head(id, literal('a', 'b'), endStream)], /a response without a status/],
  [
    'a status that is no number',
    (id) => [head(id, literal(':status', 'abc'), endStream)],
    /the invalid status 'abc'/,
  ],
  ['status 101', (id) => [head(id, literal(':status', '101'))], /status 101 as the final response/],
  [
    'an interim response alone',
    (id) => [head(id, literal(':status', '103'), endStream)],
    /status 103 as the final/,
  ],
  ['capitals in a name', (id) => [headOf(id, ['Server', 'x'])], /name "Server"/],
  [
    'a pseudo-header behind a field',
    (id) => [head(id, Buffer.concat([literal('a', 'b'), status200]))],
    /a header field with the invalid name ":status"/,
  ],
  [
    'a field of HTTP/1.1',
    (id) => [headOf(id, ['connection', 'close'])],
    /the header field connection, which HTTP\/2 does not have/,
  ],
  ['a line break in a value', (id) => [headOf(id, ['a', 'b\r\nc'])], /a line break or NUL/],
  [
    'a length that is no number',
    (id) => [headOf(id, ['content-length', '1e3'])],
    /the invalid content-length '1e3'/,
  ],
  [
    'two lengths',
    (id) => [headOf(id, ['content-length', '1'], ['content-length', '2'])],
    /the invalid content-length '1, 2'/,
  ],
  [
    'less content than its length',
    (id) => [headOf(id, ['content-length', '5']), data(id, 'abc')],
    /a body of 3 bytes, and the content-length of the response is 5/,
  ],
  [
    'more content than its length',
    (id) => [headOf(id, ['content-length', '2']), data(id, 'abc')],
    /a longer body than the 2 bytes/,
  ],
  [
    'content of a 204',
    (id) => [head(id, literal(':status', '204')), data(id, 'abc')],
    /a longer body than the 0 bytes/,
  ],
  ['content before its head', (id) => [data(id, 'abc')], /the body of a response before its headers/],
  [
    'a second head that ends nothing',
    (id) => [head(id), head(id, literal('a', 'b'))],
    /a second block of headers in one response/,
  ],
  [
    'trailers with a status',
    (id) => [head(id), head(id, status200, endStream)],
    /a second block of headers in one response/,
  ],
  [
    'a WINDOW_UPDATE frame of 0 bytes',
    (id) => [frame(types.window, 0, id, number(0))],
    /a WINDOW_UPDATE frame of 0 bytes/,
  ],
  [
    'a window of 2 GB and more',
    (id) => [frame(types.window, 0, id, number(0x7fff_ffff))],
    /a flow-control window of more than 2 GB/,
  ],
];

/** Faults of the connection. All requests in flight fail. */
const ofConnection: readonly Row[] = [
  ['a push', (id) => [frame(types.push, endHeaders, id, number(2))], /a PUSH_PROMISE frame/],
  [
    'a frame above the largest size',
    () => [frame(200, 0, 0, Buffer.alloc(16_385))],
    /a frame of 16385 bytes/,
  ],
  ['a frame for a stream that is still to come', (id) => [head(id + 2)], /which was never opened/],
  ['a response on a stream of its own', () => [head(2)], /stream 2, which was never opened/],
  ['content on stream 0', () => [data(0, 'x')], /stream 0, which was never opened/],
  ['settings on a stream', (id) => [frame(types.settings, 0, id)], /a frame for the whole connection/],
  [
    'settings of five bytes',
    () => [frame(types.settings, 0, 0, Buffer.alloc(5))],
    /a SETTINGS frame of a wrong length/,
  ],
  [
    'an acknowledgement with content',
    () => [frame(types.settings, 1, 0, Buffer.alloc(6))],
    /a SETTINGS frame of a wrong length/,
  ],
  [
    'a window of 2 GB in its settings',
    () => [frame(types.settings, 0, 0, setting(4, 0x8000_0000))],
    /a flow-control window of more than/,
  ],
  [
    'a largest frame of 1 byte',
    () => [frame(types.settings, 0, 0, setting(5, 1))],
    /SETTINGS_MAX_FRAME_SIZE 1, which must be from 16384 to 16777215/,
  ],
  [
    'the wish to receive pushes',
    () => [frame(types.settings, 0, 0, setting(2, 1))],
    /SETTINGS_ENABLE_PUSH 1, which a server must not send/,
  ],
  ['a ping of four bytes', () => [frame(types.ping, 0, 0, number(1))], /a frame of a wrong length/],
  ['a reset of two bytes', (id) => [frame(types.reset, 0, id, Buffer.alloc(2))], /a frame of a wrong length/],
  [
    'a reset of a stream still to come',
    (id) => [frame(types.reset, 0, id + 2, number(8))],
    /which was never opened/,
  ],
  [
    'a GOAWAY of four bytes',
    () => [frame(types.goAway, 0, 0, number(0))],
    /a GOAWAY frame that is too short/,
  ],
  [
    'a connection window that opens by nothing',
    () => [frame(types.window, 0, 0, number(0))],
    /a WINDOW_UPDATE frame of 0 bytes/,
  ],
  [
    'a connection window above 2 GB',
    () => [frame(types.window, 0, 0, number(0x7fff_ffff))],
    /a flow-control window of more than 2 GB/,
  ],
  [
    'more padding than there is',
    (id) => [head(id, Buffer.concat([Buffer.from([9]), status200]), 8)],
    /more padding than/,
  ],
  [
    'a header block that means nothing',
    (id) => [head(id, Buffer.from([0x80]))],
    /compressed headers \(HPACK\) with index 0/,
  ],
  [
    'a CONTINUATION without HEADERS',
    (id) => [frame(types.continuation, endHeaders, id, status200)],
    /without its HEADERS/,
  ],
  [
    'another frame between HEADERS and its CONTINUATION',
    (id) => [frame(types.headers, 0, id, status200), frame(types.ping, 0, 0, Buffer.alloc(8))],
    /another frame between HEADERS and its CONTINUATION/,
  ],
  [
    'a header block without end',
    (id) => [
      frame(types.headers, 0, id, status200),
      ...Array.from({ length: 40 }, () => frame(types.continuation, 0, id, Buffer.alloc(16_000))),
    ],
    /headers of more than \d+ bytes/,
  ],
  [
    'CONTINUATIONs with nothing in them',
    (id) => [
      frame(types.headers, 0, id, status200),
      ...Array.from({ length: 20_000 }, () => frame(types.continuation, 0, id)),
    ],
    /headers of more than \d+ bytes/,
  ],
  [
    'garbage',
    () => [Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
    /the target broke HTTP\/2: it sent a frame of \d+ bytes/,
  ],
  [
    'GOAWAY with an error',
    () => [frame(types.goAway, 0, 0, number(0, 11))],
    /GOAWAY ENHANCE_YOUR_CALM\) and has not processed the request/,
  ],
  [
    'GOAWAY of a target that requires HTTP/1.1',
    () => [frame(types.goAway, 0, 0, number(0, 13))],
    /GOAWAY HTTP_1_1_REQUIRED\) and has not processed the request; to use HTTP\/1\.1 for this target, set allowHttp2 to false$/,
  ],
  [
    'GOAWAY with an error, although the target has seen the requests and keeps the socket open',
    (id) => [frame(types.goAway, 0, 0, number(id, 11))],
    /GOAWAY ENHANCE_YOUR_CALM\)$/,
  ],
];

suite('a target that breaks the rules', () => {
  for (const [name, answer, error] of ofStream) {
    test(`fails one request: ${name}`, async (t) => {
      const peers: Peer[] = [];
      const script = answering(({ stream }, peer) => {
        if (stream === 1) peer.send(...answer(stream));
        else peer.answer(stream);
      });
      const client = await connectTo(t, await portOf(t, scripted(script, peers)));
      const bad = client.send({ method: 'POST', body: 'x' });
      assert.match((await bad.ended).error ?? '', error);
      assert.match((await bad.ended).error ?? '', /^the target broke HTTP\/2: it sent /);
      assert.equal((await client.request()).body, 'Hello');
      assert.deepEqual([bad.ends, client.closings()], [1, 0]);
      const reset = peers[0]?.frames.find(({ type }) => type === types.reset);
      assert.equal(reset?.stream, 1);
    });
  }

  for (const [name, answer, error] of ofConnection) {
    test(`fails all requests in flight: ${name}`, async (t) => {
      const peers: Peer[] = [];
      const script = answering(({ stream }, peer) => {
        if (stream === 3) peer.send(...answer(stream));
      });
      const client = await connectTo(t, await portOf(t, scripted(script, peers)));
      const all = [client.send({}), client.send({})];
      const [first, second] = await Promise.all(all.map(({ ended }) => ended));
      assert.match(second?.error ?? '', error);
      assert.equal(first?.error, second?.error);
      assert.deepEqual([all.map(({ ends }) => ends), client.closings()], [[1, 1], 1]);
    });
  }

  const greetings: readonly (readonly [string, readonly Buffer[], RegExp])[] = [
    [
      'HTTP/1.1',
      [Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
      /the server at this address does not speak HTTP\/2/,
    ],
    [
      'a ping',
      [frame(types.ping, 0, 0, Buffer.alloc(8))],
      /the server at this address does not speak HTTP\/2/,
    ],
    [
      'an acknowledgement',
      [frame(types.settings, 1, 0)],
      /the server at this address does not speak HTTP\/2/,
    ],
    [
      'settings that allow nothing',
      [frame(types.settings, 0, 0, setting(3, 0))],
      /the target allows no HTTP\/2 requests/,
    ],
    ['GOAWAY', [frame(types.settings, 0, 0), frame(types.goAway, 0, 0, number(0, 0))], /GOAWAY NO_ERROR/],
  ];
  for (const [name, greeting, error] of greetings) {
    test(`greets with ${name}`, async (t) => {
      const port = await portOf(t, scripted({ start: (peer) => peer.send(...greeting) }));
      await assert.rejects(connectTo(t, port), error);
    });
  }

  test('closes before it greets', async (t) => {
    const port = await portOf(t, scripted({ start: (peer) => peer.socket.destroy() }));
    await assert.rejects(connectTo(t, port), /closed|ECONNRESET/);
  });

  test('closes in the middle of a response', async (t) => {
    const script = answering(({ stream }, peer) => {
      peer.socket.end(Buffer.concat([head(stream), data(stream, 'half', 0).subarray(0, 11)]));
    });
    const client = await connectTo(t, await portOf(t, scripted(script)));
    const { status, body, error } = await client.request();
    assert.deepEqual([status, body], [200, 'ha']);
    assert.equal(error, 'the target closed the connection in the middle of a response');
    assert.equal(client.closings(), 1);
  });

  for (const [how, end] of [
    ['closed', (peer: Peer) => peer.socket.end()],
    ['reset', (peer: Peer) => peer.socket.resetAndDestroy()],
  ] as const)
    test(`the connection is ${how} before a response`, async (t) => {
      const client = await connectTo(t, await portOf(t, scripted(answering((_request, peer) => end(peer)))));
      const { error } = await client.request();
      assert.equal(error, `the target ${how} the connection before it answered`);
    });

  test('sends pings without end and reads no answer', async (t) => {
    const peers: Peer[] = [];
    const client = await connectTo(
      t,
      await portOf(
        t,
        scripted(
          answering(() => {}),
          peers,
        ),
      ),
    );
    const waiting = client.send({});
    const [peer] = peers;
    assert.ok(peer);
    peer.socket.pause();
    // A byte of the response between the pings, because pings alone would count as a flood of useless frames.
    peer.send(frame(types.headers, endHeaders, 1, status200));
    const pings = Buffer.concat([
      ...Array.from({ length: 1000 }, () => frame(types.ping, 0, 0, Buffer.alloc(8))),
      frame(types.data, 0, 1, 'x'),
    ]);
    const sendPings = (): void => {
      while (!peer.socket.destroyed && peer.socket.write(pings));
      peer.socket.once('drain', sendPings);
    };
    sendPings();
    assert.match(
      (await waiting.ended).error ?? '',
      /PING or SETTINGS frames without reading the answers|closed|RESET/,
    );
  });

  test('answers requests and reads none of them', async (t) => {
    const peers: Peer[] = [];
    const most = 0x7fff_ffff;
    const script: Script = {
      start: (peer) =>
        peer.send(
          frame(types.settings, 0, 0, setting(4, most)),
          frame(types.window, 0, 0, number(most - 65_535)),
        ),
    };
    const client = await connectTo(t, await portOf(t, scripted(script, peers)));
    const [peer] = peers;
    assert.ok(peer);
    // One request of this size is within the limit, and two are not.
    const body = Buffer.alloc(http2.unsentBytesMax / 2 + 1_000_000);
    const post = async (id: number): Promise<string | undefined> => {
      const request = client.send({ method: 'POST', body });
      peer.socket.pause();
      peer.send(frame(types.headers, endHeaders | endStream, id, status200));
      return (await request.ended).error;
    };
    assert.deepEqual([await post(1), client.closings()], [undefined, 0]);
    assert.deepEqual([await post(3), client.closings()], [undefined, 1]);
  });

  test('sends more than the windows it was given', async (t) => {
    const chunk = Buffer.concat(Array.from({ length: 64 }, () => data(1, Buffer.alloc(16_384), 0)));
    const client = await connectTo(
      t,
      await portOf(
        t,
        scripted(
          answering(({ stream }, peer) => {
            peer.send(head(stream));
            // The peer sends more bytes than the flow-control window of the driver allows.
            for (let sent = 0; sent < 80; sent += 1) peer.send(chunk);
            peer.send(data(stream, 'end'));
          }),
        ),
      ),
    );
    // The client reads all chunks together, so the target stays within the flow-control window here.
    const { bytes, error } = await client.request();
    assert.deepEqual([bytes, error], [80 * chunk.length - 80 * 64 * 9 + 3, undefined]);
  });
});

suite('a target that bends the rules', () => {
  test('fragments: every byte comes by itself', async (t) => {
    const block = Buffer.concat([status200, literal('content-length', '10'), literal('a', 'b')]);
    const script = answering(async ({ stream }, peer) => {
      const bytes = Buffer.concat([
        // The target sends a frame with padding and a priority.
        frame(
          types.headers,
          endHeaders | 8 | 0x20,
          stream,
          Buffer.concat([Buffer.from([2]), Buffer.alloc(5), block, Buffer.alloc(2)]),
        ),
        frame(
          types.data,
          8,
          stream,
          Buffer.concat([Buffer.from([3]), Buffer.from('01234'), Buffer.alloc(3)]),
        ),
        frame(types.ping, 0, 0, 'abcdefgh'),
        frame(77, 0xff, 99, 'unknown'),
        frame(types.data, endStream, stream, '56789'),
      ]);
      for (const byte of bytes) {
        await new Promise((resolve) => peer.socket.write(Buffer.from([byte]), resolve));
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
    const peers: Peer[] = [];
    const client = await connectTo(t, await portOf(t, scripted(script, peers)));
    const { status, headers, body, error } = await client.request();
    assert.deepEqual([status, headers.a, body, error], [200, 'b', '0123456789', undefined]);
    // The peer has answered this request, so it has also read the bytes before it.
    await client.request();
    const pong = peers[0]?.frames.find(({ type }) => type === types.ping);
    assert.deepEqual([pong?.flags, pong?.payload.toString()], [1, 'abcdefgh']);
  });

  test('a header block in pieces, with interim responses before it', async (t) => {
    const script = answering(({ stream }, peer) => {
      const block = Buffer.concat([status200, literal('a', 'b')]);
      peer.send(head(stream, literal(':status', '103')), head(stream, literal(':status', '100')));
      peer.send(frame(types.headers, 0, stream, block.subarray(0, 2)));
      peer.send(
        frame(types.continuation, 0, stream),
        frame(types.continuation, endHeaders, stream, block.subarray(2)),
      );
      peer.send(data(stream, ''));
    });
    const client = await connectTo(t, await portOf(t, scripted(script)));
    const { status, headers, error } = await client.request();
    assert.deepEqual([status, headers.a, error], [200, 'b', undefined]);
  });

  test('frames for a request that was given up are taken as they come', async (t) => {
    const peers: Peer[] = [];
    const keeping = Buffer.concat([status200, Buffer.from('4001610162', 'hex')]);
    const script: Parameters<typeof scripted>[0] = {
      start: (peer) => peer.send(frame(types.settings, 0, 0)),
      frame: ({ type, stream }: Frame, peer: Peer) => {
        // The late response head adds a field to the HPACK table. The next response uses that field by its
        // index.
        if (type === types.reset) peer.send(head(stream, keeping), data(stream, 'late'));
        if (type === types.headers && stream === 3)
          peer.send(head(stream, Buffer.from([0x88, 0xbe]), endStream));
      },
    };
    const client = await connectTo(t, await portOf(t, scripted(script, peers)));
    const first = client.send({});
    client.transport.cancel(first, new Error('given up'));
    const { status, headers, error } = await client.request();
    assert.deepEqual([status, headers.a, error], [200, 'b', undefined]);
    assert.equal(first.ends, 1);
  });

  test('a window that opens byte by byte lets the whole body through', async (t) => {
    const received: Buffer[] = [];
    const script: Parameters<typeof scripted>[0] = {
      start: (peer) => peer.send(frame(types.settings, 0, 0, setting(4, 0))),
      frame: ({ type, flags, stream, payload }: Frame, peer: Peer) => {
        if (type === types.headers) peer.send(frame(types.window, 0, stream, number(2)));
        if (type !== types.data) return;
        received.push(payload);
        if ((flags & endStream) !== 0) peer.answer(stream);
        // The setting makes the flow-control window of every stream one byte larger.
        else if (received.length === 2) peer.send(frame(types.settings, 0, 0, setting(4, 1)));
        else peer.send(frame(types.window, 0, stream, number(1)));
      },
    };
    const client = await connectTo(t, await portOf(t, scripted(script)));
    assert.equal((await client.request({ method: 'POST', body: 'abcdefg' })).body, 'Hello');
    assert.equal(Buffer.concat(received).toString(), 'abcdefg');
    assert.deepEqual(received[0]?.toString(), 'ab');
  });

  test('a window that never opens leaves the other requests alone', async (t) => {
    const script = answering(
      ({ stream, flags }, peer) => {
        if ((flags & endStream) !== 0) peer.answer(stream);
      },
      setting(4, 0),
    );
    const client = await connectTo(t, await portOf(t, scripted(script)));
    const stuck = client.send({ method: 'POST', body: 'x' });
    assert.equal((await client.request()).body, 'Hello');
    client.transport.cancel(stuck, new Error('request timed out'));
    assert.equal((await stuck.ended).error, 'request timed out');
  });

  test('a connection on which the target answers neither requests nor a ping is closed', async (t) => {
    const peers: Peer[] = [];
    const client = await connectTo(
      t,
      await portOf(
        t,
        scripted(
          answering(() => {}),
          peers,
        ),
      ),
    );
    const timeOut = (request: Gathering) => client.transport.cancel(request, new TimedOut());
    const [first, beside] = [client.send({}), client.send({})];
    timeOut(first);
    timeOut(beside);
    assert.equal(client.closings(), 0, 'both requests began before the ping');
    const [second, last] = [client.send({}), client.send({})];
    timeOut(second);
    assert.equal((await second.ended).error, 'request timed out');
    assert.match((await last.ended).error ?? '', /answers neither requests nor pings/);
    assert.equal(client.closings(), 1);
  });

  test('a connection of a target that is slow and answers pings stays open', async (t) => {
    const script: Script = {
      ...answering(() => {}),
      frame: ({ type, payload }, peer) => {
        if (type !== types.ping) return;
        peer.send(frame(types.ping, 1, 0, payload));
        peer.answer(3);
      },
    };
    const client = await connectTo(t, await portOf(t, scripted(script)));
    const [slow, answered] = [client.send({}), client.send({})];
    client.transport.cancel(slow, new TimedOut());
    assert.equal((await answered.ended).body, 'Hello');
    const slowToo = client.send({});
    client.transport.cancel(slowToo, new TimedOut());
    assert.equal((await slowToo.ended).error, 'request timed out');
    assert.equal(client.closings(), 0);
  });

  test('a response before the end of the body ends the upload', async (t) => {
    const peers: Peer[] = [];
    const script = answering(({ stream }, peer) => peer.answer(stream), setting(4, 10));
    const client = await connectTo(t, await portOf(t, scripted(script, peers)));
    assert.equal((await client.request({ method: 'POST', body: 'x'.repeat(1000) })).body, 'Hello');
    assert.equal((await client.request()).body, 'Hello');
    const reset = peers[0]?.frames.find(({ type }) => type === types.reset);
    assert.deepEqual([reset?.stream, reset?.payload.readUInt32BE()], [1, 0]);
  });

  test('GOAWAY: processed requests succeed, later ones fail, and the connection closes', async (t) => {
    const script = answering(({ stream }, peer) => {
      if (stream !== 5) return;
      peer.send(frame(types.goAway, 0, 0, number(3, 0)));
      peer.answer(1);
      peer.answer(3);
    });
    const client = await connectTo(t, await portOf(t, scripted(script)));
    const all = [client.send({}), client.send({}), client.send({})];
    const [first, second, third] = await Promise.all(all.map(({ ended }) => ended));
    assert.deepEqual([first?.body, second?.body], ['Hello', 'Hello']);
    assert.match(third?.error ?? '', /GOAWAY NO_ERROR\) and has not processed the request/);
    assert.equal(client.closings(), 1);
  });

  test('GOAWAY with an error: a response in the same bytes still counts', async (t) => {
    const script = answering(({ stream }, peer) => {
      if (stream !== 3) return;
      peer.send(frame(types.goAway, 0, 0, number(3, 2)), head(1), data(1, 'Hello'));
    });
    const client = await connectTo(t, await portOf(t, scripted(script)));
    const [first, second] = await Promise.all([client.send({}), client.send({})].map(({ ended }) => ended));
    assert.equal(first?.body, 'Hello');
    assert.match(second?.error ?? '', /GOAWAY INTERNAL_ERROR\)$/);
    assert.equal(client.closings(), 1);
  });

  test('a flood of GOAWAYs ends the connection, although a request is still in flight', async (t) => {
    const peers: Peer[] = [];
    const farewell = frame(types.goAway, 0, 0, number(0x7fff_ffff, 0));
    const script = answering((_head, peer) => {
      peer.send(...Array.from({ length: 100_000 }, () => farewell));
    });
    const client = await connectTo(t, await portOf(t, scripted(script, peers)));
    assert.match((await client.request()).error ?? '', /it sent more than 10 GOAWAY frames/);
    assert.equal(client.closings(), 1);
  });

  const useless = {
    pings: () => frame(types.ping, 0, 0, Buffer.alloc(8)),
    settings: () => frame(types.settings, 0, 0, setting(3, 100)),
    'bytes of the window': () => frame(types.window, 0, 0, number(1)),
    'unknown frames': () => frame(0xee, 0, 0, 'x'),
    'empty data': (stream: number) => frame(types.data, 0, stream),
    'interim responses': (stream: number) =>
      frame(types.headers, endHeaders, stream, literal(':status', '103')),
  };
  for (const [name, make] of Object.entries(useless))
    test(`a flood of ${name} ends the connection, as many before each answer do not`, async (t) => {
      const isData = name === 'empty data';
      const script = answering(({ stream }, peer) => {
        const head = isData ? [frame(types.headers, endHeaders, stream, status200)] : [];
        const floods = stream > 3;
        peer.send(...head, ...Array.from({ length: floods ? 10_001 : 9_000 }, () => make(stream)));
        if (!floods && isData) peer.send(frame(types.data, endStream, stream, 'Hello'));
        else if (!floods) peer.answer(stream);
      });
      const client = await connectTo(t, await portOf(t, scripted(script)));
      assert.equal((await client.request()).body, 'Hello');
      assert.equal((await client.request()).body, 'Hello');
      assert.match((await client.request()).error ?? '', /it sent more than 10000 frames in a row/);
      assert.equal(client.closings(), 1);
    });

  test('a flood of settings in few frames ends the connection', async (t) => {
    const settings = Buffer.concat(Array.from({ length: 2_500 }, () => setting(4, 65_535)));
    const script = answering(({ stream }, peer) => {
      const frames = stream > 1 ? 5 : 3;
      peer.send(...Array.from({ length: frames }, () => frame(types.settings, 0, 0, settings)));
      peer.answer(stream);
    });
    const client = await connectTo(t, await portOf(t, scripted(script)));
    assert.equal((await client.request()).body, 'Hello');
    assert.match((await client.request()).error ?? '', /it sent more than 10000 frames in a row/);
  });

  test('a target that sends two GOAWAYs, the first as a warning, answers the requests before the second', async (t) => {
    const script = answering(({ stream }, peer) => {
      peer.send(
        frame(types.goAway, 0, 0, number(0x7fff_ffff, 0)),
        frame(types.goAway, 0, 0, number(stream, 0)),
      );
      peer.answer(stream);
    });
    const client = await connectTo(t, await portOf(t, scripted(script)));
    assert.equal((await client.request()).body, 'Hello');
  });

  test('the client sends first: no push, large windows, an empty table', async (t) => {
    const peers: Peer[] = [];
    const script = answering(({ stream }, peer) => peer.answer(stream));
    const client = await connectTo(t, await portOf(t, scripted(script, peers)));
    await client.request();
    await client.request();
    const [settings, window, ...rest] = peers[0]?.frames ?? [];
    assert.equal(settings?.payload.subarray(0, 12).toString('hex'), `000200000000${'000401000000'}`);
    assert.deepEqual(window?.payload, number(http2.connectionWindowBytes - 65_535));
    const heads = rest.filter(({ type }) => type === types.headers);
    assert.deepEqual([heads[0]?.payload[0], heads[1]?.payload[0]], [0x20, 0x82]);
  });
});
