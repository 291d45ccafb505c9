import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { describe, test } from 'node:test';
import { connecting } from '../../../../lib/driver/http/limits.ts';
import type { ResponseHeaders } from '../../../../lib/driver/http/transport.ts';
import { Listener } from './clients.ts';
import { okResponse, Wire } from './fake-socket.ts';

/** Every request ends exactly once, and no request is sent on a connection that cannot answer it. */

describe('writes', () => {
  test('a request is written as it is sent, head and body at once', () => {
    const wire = new Wire();
    // The original driver has this order: the length comes after the host, and before the headers of the
    // document.
    wire.send('/', { method: 'POST', body: 'ž', headers: ['X-Own', 'a'] });
    assert.deepEqual(wire.writes, [
      'POST / HTTP/1.1\r\nhost: 127.0.0.1:80\r\ncontent-length: 2\r\nX-Own: a\r\n\r\n\xc5\xbe',
    ]);
  });

  test('requests of one turn are one write', async () => {
    const wire = new Wire(3);
    for (const path of ['/a', '/b', '/c']) wire.send(path);
    assert.equal(wire.writes.length, 0);
    await Promise.resolve();
    assert.equal(wire.writes.length, 1);
    assert.deepEqual(wire.writes[0]?.match(/GET \/./g), ['GET /a', 'GET /b', 'GET /c']);
  });

  test('requests that follow on the responses of one read are one write', async () => {
    const wire = new Wire(2);
    class Again extends Listener {
      override onEnd(): void {
        super.onEnd();
        wire.send('/next');
      }
    }
    for (const path of ['/a', '/b']) wire.send(path, {}, new Again());
    await Promise.resolve();
    wire.arrive(okResponse + okResponse);
    assert.equal(wire.writes.length, 2);
    assert.deepEqual(wire.writes[1]?.match(/GET \/next/g)?.length, 2);
  });

  test('a large body goes with its head, behind what waits', async () => {
    const wire = new Wire(2);
    wire.send('/first');
    wire.send('/large', { method: 'PUT', body: 'x'.repeat(connecting.joinedBytesMax + 1) });
    await Promise.resolve();
    assert.equal(wire.writes.length, 1);
    assert.match(wire.writes[0]!, /^GET \/first .*\r\n\r\nPUT \/large .*\r\n\r\nx+$/s);
  });

  test('nothing is written to a socket that was closed in the same turn', async () => {
    const wire = new Wire(2);
    wire.send();
    wire.connection.close(new Error('closed'));
    await Promise.resolve();
    assert.deepEqual(wire.writes, []);
  });

  test('a handler that needs no body gets only its length', () => {
    const wire = new Wire();
    const lengths: number[] = [];
    class Counting extends Listener {
      skips(bytes: number): boolean {
        lengths.push(bytes);
        return true;
      }
    }
    const { received } = wire.send('/', {}, new Counting());
    wire.arrive(okResponse.slice(0, -1));
    wire.arrive(okResponse.slice(-1));
    assert.deepEqual([lengths, received.body, received.ended], [[1, 1], '', 'well']);
  });

  test('bytes are counted both ways, heads included', () => {
    const wire = new Wire();
    wire.send('/', { method: 'POST', body: 'ž' });
    assert.equal(wire.connection.bytesSent, wire.writes[0]?.length);
    wire.arrive(okResponse);
    assert.equal(wire.connection.bytesReceived, okResponse.length);
  });
});

describe('pipelining', () => {
  test('responses go to requests in their order, whatever of HEAD and GET they answer', () => {
    const wire = new Wire(3);
    const head = wire.send('/', { method: 'HEAD' });
    const [second, third] = [wire.send(), wire.send()];
    wire.arrive('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nHTTP/1.1 201 Created\r\n');
    wire.arrive(`content-length: 1\r\n\r\n2${okResponse}`);
    assert.deepEqual([head.received.body, second.received.body, third.received.body], ['', '2', 'ok']);
    assert.deepEqual(
      [head.received.ended, second.received.ended, third.received.ended],
      ['well', 'well', 'well'],
    );
  });

  test('requests behind a response that closes end with an error, and the pool knows before', () => {
    const wire = new Wire(3);
    const order: string[] = [];
    wire.onClosed = () => order.push('closed');
    class Ordered extends Listener {
      readonly #name: string;
      constructor(name: string) {
        super();
        this.#name = name;
      }
      override onEnd(): void {
        super.onEnd();
        order.push(`${this.#name} well`);
      }
      override onError(error: Error): void {
        super.onError(error);
        order.push(`${this.#name} badly`);
      }
    }
    const sendNamed = (name: string): Listener => wire.send('/', {}, new Ordered(name));
    sendNamed('first');
    const second = sendNamed('second');
    sendNamed('third');
    wire.arrive(`HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nok${okResponse}`);
    assert.deepEqual(order, ['closed', 'first well', 'second badly', 'third badly']);
    assert.equal(second.received.code, 'ECONNRESET');
    assert.equal(wire.destroyed, true);
  });

  test('nothing is sent behind a response that closes, once its head is there', () => {
    for (const field of ['connection: close\r\ncontent-length: 2', 'x: up to the close']) {
      const wire = new Wire(2);
      wire.send();
      wire.arrive(`HTTP/1.1 200 OK\r\n${field}\r\n\r\n`);
      assert.equal(wire.send().received.ended, 'badly', field);
    }
  });
});

describe('ends', () => {
  test('bytes behind the last response close the connection, and answer no request that follows on it', () => {
    const wire = new Wire();
    const follower = new Listener();
    class Again extends Listener {
      override onEnd(): void {
        super.onEnd();
        wire.send('/', {}, follower);
      }
    }
    const first = wire.send('/', {}, new Again());
    wire.arrive(okResponse + okResponse);
    assert.equal(first.received.ended, 'well');
    assert.deepEqual([follower.received.status, follower.received.ended], [0, 'badly']);
    assert.deepEqual([wire.destroyed, wire.closes], [true, 1]);
  });

  test('with room for more, bytes behind the last response answer no request that follows on it either', () => {
    const wire = new Wire(4);
    const follower = new Listener();
    class Again extends Listener {
      override onEnd(): void {
        super.onEnd();
        wire.send('/', {}, follower);
      }
    }
    wire.send('/', {}, new Again());
    const second = wire.send();
    wire.arrive(okResponse + okResponse + okResponse);
    assert.deepEqual(
      [second.received.ended, follower.received.status, follower.received.ended],
      ['well', 0, 'badly'],
    );
  });

  test('bytes without a request close the connection', () => {
    const wire = new Wire();
    wire.arrive('HTTP/1.1 408 Request Timeout\r\n\r\n');
    assert.deepEqual([wire.destroyed, wire.closes], [true, 1]);
    assert.equal(wire.send().received.ended, 'badly');
  });

  for (const [name, event, begun, message] of [
    ['closed, unanswered', undefined, false, /^the target closed the connection before it answered$/],
    ['closed in a head', undefined, true, /^the target closed the connection in the middle of a response$/],
    ['reset', 'ECONNRESET', false, /^the target reset the connection before it answered$/],
    ['broken', 'EPIPE', true, /^the target reset the connection in the middle of a response$/],
  ] as const)
    test(`a socket that is ${name} ends what is in flight with its reason`, () => {
      const wire = new Wire(2);
      const errors: Error[] = [];
      for (const listener of [new Listener(), new Listener()]) {
        listener.onError = (error) => errors.push(error);
        wire.send('/', {}, listener);
      }
      if (begun) wire.arrive('HTTP/1.1 200');
      if (event === undefined) wire.emit('end');
      else wire.emit('error', Object.assign(new Error(event), { code: event }));
      wire.emit('close');
      assert.deepEqual(
        errors.map((error) => [message.test(error.message), (error as NodeJS.ErrnoException).code]),
        [0, 1].map(() => [true, event ?? 'ECONNRESET']),
      );
      assert.equal(wire.closes, 1);
    });

  test('a socket that comes after the close is closed', () => {
    const wire = new Wire();
    wire.connection.close(new Error());
    wire.destroyed = false;
    wire.connection.use(wire as unknown as Socket);
    assert.equal(wire.destroyed, true);
    assert.equal(wire.send().received.ended, 'badly');
  });

  test('an idle socket that the target closes is closed once', () => {
    const wire = new Wire();
    wire.emit('end');
    wire.emit('close');
    assert.deepEqual([wire.destroyed, wire.closes], [true, 1]);
  });

  test('a refused response ends it with what is wrong, and the others with it', () => {
    const wire = new Wire(2);
    const listeners = [wire.send(), wire.send()];
    wire.arrive('nonsense');
    assert.deepEqual(
      listeners.map(({ received }) => received.code),
      ['HTTP1_STATUS_LINE', 'HTTP1_STATUS_LINE'],
    );
    assert.equal(wire.closes, 1);
  });

  for (const [name, method, response] of [
    ['101', 'GET', 'HTTP/1.1 101 Switching Protocols\r\n\r\nno HTTP any more'],
    ['a success of CONNECT', 'CONNECT', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n'],
  ] as const)
    test(`${name} is the end of its response and of the connection`, () => {
      const wire = new Wire();
      const { received } = wire.send('example.org:443', method === 'GET' ? { path: '/' } : { method });
      wire.arrive(response);
      assert.deepEqual([received.ended, received.body, wire.destroyed], ['well', '', true]);
    });

  test('a refusal of CONNECT is a response like others', () => {
    const wire = new Wire();
    const { received } = wire.send('example.org:443', { method: 'CONNECT' });
    wire.arrive('HTTP/1.1 407 No\r\ncontent-length: 2\r\n\r\nok');
    assert.deepEqual([received.ended, received.body, wire.destroyed], ['well', 'ok', false]);
  });

  test('a request that asks for the close gets it behind its response', () => {
    for (const headers of [
      ['Connection', 'close'],
      ['connection', 'x, Close'],
    ]) {
      const wire = new Wire();
      const { received } = wire.send('/', { headers });
      wire.arrive(okResponse);
      assert.deepEqual([received.ended, wire.destroyed, wire.closes], ['well', true, 1]);
    }
    const wire = new Wire();
    wire.send('/', { headers: ['connection', 'keep-alive'] });
    wire.arrive(okResponse);
    assert.equal(wire.destroyed, false);
  });
});

describe('giving up', () => {
  test('the request gets the error, and the others get an error that names it', () => {
    const wire = new Wire(3);
    const [first, second, third] = [wire.send(), wire.send(), wire.send()];
    wire.connection.cancel(second, Object.assign(new Error(), { code: 'MINE' }));
    assert.deepEqual(
      [first, second, third].map(({ received }) => received.code),
      ['ECONNABORTED', 'MINE', 'ECONNABORTED'],
    );
    assert.deepEqual([wire.destroyed, wire.closes], [true, 1]);
  });

  test('a request that is not in flight changes nothing', () => {
    const wire = new Wire();
    const other = wire.send();
    wire.connection.cancel(new Listener(), new Error());
    assert.deepEqual([other.received.ended, wire.destroyed], ['not', false]);
  });

  test('bytes that come afterwards call no handler', () => {
    const wire = new Wire();
    const { received, wrongs } = wire.send();
    wire.arrive('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nok');
    wire.connection.close(new Error());
    wire.arrive('ok');
    wire.emit('end');
    wire.emit('error', new Error());
    wire.emit('close');
    wire.connection.close(new Error());
    assert.deepEqual([received.ended, received.body, wrongs, wire.closes], ['badly', 'ok', [], 1]);
  });
});

describe('handlers act while they are called', () => {
  const chunkedResponse =
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\no\r\n1\r\nk\r\n0\r\n\r\n';
  type Act = (wire: Wire, self: Listener) => void;
  const acts: Readonly<Record<string, Act>> = {
    'gives itself up': (wire, self) => wire.connection.cancel(self, new Error('given up')),
    'closes the connection': (wire) => wire.connection.close(new Error('closed')),
    'sends another request': (wire) => void wire.send('/another'),
    'loses the socket': (wire) => wire.emit('error', new Error('lost')),
  };
  const moments = ['onHead', 'onData', 'onEnd'] as const;
  for (const [what, act] of Object.entries(acts))
    for (const moment of moments)
      for (const response of [okResponse, chunkedResponse])
        test(`${what} in ${moment}, ${response === okResponse ? 'length' : 'chunks'}`, () => {
          const wire = new Wire(4);
          class Acting extends Listener {
            override onHead(status: number, headers: ResponseHeaders): void {
              super.onHead(status, headers);
              if (moment === 'onHead') act(wire, this);
            }
            override onData(chunk: Buffer): void {
              super.onData(chunk);
              if (moment === 'onData') act(wire, this);
            }
            override onEnd(): void {
              super.onEnd();
              if (moment === 'onEnd') act(wire, this);
            }
          }
          const acting = wire.send('/', {}, new Acting());
          const behind = wire.send('/behind');
          wire.arrive(response + okResponse);
          const goesOn = what === 'sends another request';
          assert.deepEqual([acting.wrongs, behind.wrongs], [[], []]);
          assert.equal(acting.received.ended, goesOn || moment === 'onEnd' ? 'well' : 'badly');
          const behindWell = goesOn || (moment === 'onEnd' && what === 'gives itself up');
          assert.equal(behind.received.ended, behindWell ? 'well' : 'badly');
          assert.equal(wire.closes, behindWell ? 0 : 1);
          if (moment === 'onHead' && !goesOn) assert.equal(acting.received.body, '');
        });
});
