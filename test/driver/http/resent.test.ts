import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { suite, type TestContext, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import type { Target } from '../../../lib/driver/model/benchmark.ts';
import { listRows } from '../../../lib/driver/statistics/wire/row-cursor.ts';
import { type Case, openVirtually, runShard, targetAt, totals } from '../session/shards.ts';
import { answering, frame, number, portOf, scripted, types } from './http2/peers.ts';
import type { Answer } from './scripted-target.ts';

/**
 * When a target closes a connection between two requests, no idempotent request is lost. Downpour sends it
 * once more and counts the repeat. Requests at the target = reported requests + repeated requests.
 */

type Expected = {
  readonly requests: number;
  readonly responses: number;
  readonly connectionErrors: number;
  readonly resent: number;
};

async function countsOf(row: Case) {
  const { rows, outcome } = await runShard(row);
  const { requests, responses, connectionErrors, resent, staleConnections } = totals(rows);
  const counts: Expected = { requests, responses, connectionErrors, resent };
  return { counts, staleConnections, errors: outcome.errors };
}

const visit = (repeats: number, request: object): object[] => [
  { main: [{ loop: { counterVar: 'i', repeats, steps: [{ httpRequest: request }] } }] },
];

/**
 * The answer to the n-th request of a connection, counted from 1. An empty text: the target closes the
 * connection.
 */
type Rule = (nth: number, connection: number) => string;

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

/** A target that reads every request to its end before it answers, and counts the request. */
function target1(rule: Rule): { readonly server: ReturnType<typeof createServer>; readonly seen: string[] } {
  const seen: string[] = [];
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    const connection = connections;
    let nth = 0;
    let text = '';
    socket.on('error', () => {});
    socket.on('data', (bytes: Buffer) => {
      text += bytes.toString('latin1');
      for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
        seen.push(text.slice(0, text.indexOf(' ')));
        text = text.slice(end + 4);
        nth += 1;
        act(socket, rule(nth, connection));
      }
    });
  });
  return { server, seen };
}

function act(socket: Socket, answer: string): void {
  if (answer === '') socket.end();
  else if (answer === 'reset') socket.resetAndDestroy();
  else if (answer.endsWith('|')) socket.end(answer.slice(0, -1), () => socket.destroy());
  else socket.write(answer, 'latin1');
}

async function over1(t: TestContext, rule: Rule, row: Omit<Case, 'target'>, more: Partial<Target> = {}) {
  const { server, seen } = target1(rule);
  const port = await portOf(t, server);
  return { ...(await countsOf({ connections: 1, ...row, target: targetAt(port, more) })), seen };
}

suite('a request on a connection that was in use before, over HTTP/1.1', () => {
  for (const how of ['', 'reset'] as const)
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE'])
      test(`${method} is sent once more when the target ${how === '' ? 'closes' : 'resets'} it unanswered`, async (t) => {
        const head = 'HTTP/1.1 204 No Content\r\n\r\n';
        const rule: Rule = (nth) => (nth === 1 ? head : how);
        const { counts, seen } = await over1(t, rule, { scenario: visit(4, { [method]: '/' }) });
        assert.deepEqual(counts, { requests: 4, responses: 4, connectionErrors: 0, resent: 3 });
        assert.equal(seen.length, counts.requests + counts.resent);
      });

  for (const method of ['POST', 'PATCH'])
    test(`${method} is an error, and the message reports the reason it is not sent again`, async (t) => {
      const request = { [method]: '/', handler: { stopOnInvalid: false } };
      const { counts, staleConnections, errors, seen } = await over1(t, (nth) => (nth === 1 ? ok : ''), {
        scenario: visit(4, request),
      });
      assert.deepEqual(counts, { requests: 4, responses: 2, connectionErrors: 2, resent: 0 });
      assert.equal(staleConnections, 2);
      assert.equal(seen.length, 4);
      assert.deepEqual(errors, [
        `the target closed the connection before it answered; Downpour does not send a ${method} request again, because the target may have processed it`,
      ]);
    });

  test('a target that closes behind every response, without a word of it, costs nothing', async (t) => {
    const { counts, seen } = await over1(t, () => `${ok}|`, { scenario: visit(50, { GET: '/' }) });
    assert.deepEqual(
      { ...counts, resent: 0 },
      { requests: 50, responses: 50, connectionErrors: 0, resent: 0 },
    );
    // The target has not read the requests on connections that it had closed.
    assert.ok(seen.length >= 50 && seen.length <= counts.requests + counts.resent);
  });

  test('a new connection is closed for another reason: an error', async (t) => {
    const { counts, seen } = await over1(t, () => '', { scenario: visit(1, { GET: '/' }) });
    assert.deepEqual(counts, { requests: 1, responses: 0, connectionErrors: 1, resent: 0 });
    assert.equal(seen.length, 1);
  });

  test('a target that is gone by then gets it no third time', async (t) => {
    const rule: Rule = (nth, connection) => (nth + connection === 2 ? ok : '');
    const { counts, seen } = await over1(t, rule, { scenario: visit(2, { GET: '/' }) });
    assert.deepEqual(counts, { requests: 2, responses: 1, connectionErrors: 1, resent: 1 });
    assert.equal(seen.length, 3);
  });

  test('a response that has begun is lost', async (t) => {
    const rule: Rule = (nth) => (nth === 1 ? ok : 'HTTP/1.1 2|');
    const { counts, errors } = await over1(t, rule, { scenario: visit(2, { GET: '/' }) });
    assert.deepEqual(counts, { requests: 2, responses: 1, connectionErrors: 1, resent: 0 });
    assert.deepEqual(errors, ['the target closed the connection in the middle of a response']);
  });

  test('pipelined requests behind the last response are sent again', async (t) => {
    // Each connection answers two requests and then closes, although it has read more requests.
    const rule: Rule = (nth) => (nth < 3 ? ok : '');
    const row = { scenario: visit(1, { GET: '/' }), arrivals: { kind: 'atOnce', users: 4 } } as const;
    const { counts, errors, seen } = await over1(t, rule, row, { pipeliningLimit: 4 });
    assert.deepEqual([counts.responses, counts.connectionErrors, errors], [4, 0, []]);
    assert.equal(seen.length, counts.requests + counts.resent);
  });

  for (const connectionStrategy of ['SHARED_POOL', 'SESSION_POOLS', 'OPEN_ON_REQUEST'] as const)
    test(`no request goes to a second stale connection, with ${connectionStrategy}`, async (t) => {
      // In this case every connection reads two requests and answers only the first.
      const row = {
        scenario: visit(10, { GET: '/' }),
        arrivals: { kind: 'atOnce', users: 8 },
        connections: 8,
      } as const;
      const { counts, seen } = await over1(t, (nth) => (nth === 1 ? ok : ''), row, { connectionStrategy });
      assert.deepEqual([counts.requests, counts.responses, counts.connectionErrors], [80, 80, 0]);
      assert.equal(seen.length, counts.requests + counts.resent);
    });

  test('is withdrawn when its user is stopped while it waits behind another user', async () => {
    const answers: readonly Answer[] = [
      { kind: 'response', afterMs: 5 },
      { kind: 'not processed' },
      { kind: 'silence' },
    ];
    const { time, clock, target, shardRun } = await openVirtually(
      { scenario: visit(1, { GET: '/' }), arrivals: { kind: 'atOnce', users: 3 }, connections: 1 },
      { answer: (_request, nth) => answers[nth] ?? assert.fail('nothing more is sent') },
    );
    clock.after(500, () => shardRun.stop('enough'));
    const { result } = await time.until(shardRun.run(clock.nowNs()));
    assert.deepEqual([result, target.seen.length], ['stopped', 3]);
    await time.pass(60_000);
    const { timeouts, blockedNs } = totals(listRows(shardRun.recorder.rows()));
    assert.equal(timeouts, 0, 'its time limit has ended with it');
    assert.equal(blockedNs / 1e6, 10, 'it had its first connection after 5 ms, and so had the third request');
    await shardRun.close();
  });

  test('its body is sent again as well', async (t) => {
    const bodies: string[] = [];
    const server = createServer((socket) => {
      let answered = false;
      socket.on('error', () => {});
      socket.on('data', (bytes: Buffer) => {
        bodies.push(bytes.toString('latin1').split('\r\n\r\n')[1] ?? '');
        if (answered) socket.end();
        else socket.write(ok);
        answered = true;
      });
    });
    const port = await portOf(t, server);
    const { rows } = await runShard({
      scenario: visit(2, { PUT: '/', body: 'hello' }),
      target: targetAt(port),
      connections: 1,
    });
    assert.deepEqual(bodies, ['hello', 'hello', 'hello']);
    assert.deepEqual([totals(rows).resent, totals(rows).bytesSent], [1, 15]);
  });
});

suite('a request that a target over HTTP/2 has not answered', () => {
  type Stream = Parameters<Parameters<typeof answering>[0]>;

  async function over2(t: TestContext, answer: (...of: Stream) => void, row: Omit<Case, 'target'>) {
    let seen = 0;
    const script = answering((head, peer) => {
      seen += 1;
      answer(head, peer);
    });
    const port = await portOf(t, scripted(script));
    const target = targetAt(port, { httpVersion: '2' });
    return { ...(await countsOf({ connections: 1, ...row, target })), seen };
  }

  test('is sent once more when the target refuses its stream, with any method', async (t) => {
    for (const method of ['GET', 'POST']) {
      const refused = new Set<unknown>();
      const { counts, seen } = await over2(
        t,
        ({ stream }, peer) => {
          // The target resets every second stream.
          if (stream % 4 === 1) peer.send(frame(types.reset, 0, stream, number(7)));
          else peer.answer(stream);
          refused.add(stream);
        },
        { scenario: visit(5, { [method]: '/' }) },
      );
      assert.deepEqual(counts, { requests: 5, responses: 5, connectionErrors: 0, resent: 5 });
      assert.equal(seen, 10);
    }
  });

  test('is sent up to five times more to a target that closes its connections in good order', async (t) => {
    for (const [closings, code, expected] of [
      [5, 0, { requests: 1, responses: 1, connectionErrors: 0, resent: 5 }],
      [6, 0, { requests: 1, responses: 0, connectionErrors: 1, resent: 5 }],
      [2, 11, { requests: 1, responses: 0, connectionErrors: 1, resent: 1 }],
    ] as const) {
      let closed = 0;
      const { counts, seen } = await over2(
        t,
        ({ stream }, peer) => {
          closed += 1;
          if (closed > closings) peer.answer(stream);
          else peer.send(frame(types.goAway, 0, 0, number(0, code)));
        },
        { scenario: visit(1, { POST: '/' }) },
      );
      assert.deepEqual(counts, expected);
      assert.equal(seen, 1 + counts.resent);
    }
  });

  test('is sent once more when the target sends GOAWAY and has not processed it', async (t) => {
    const { counts, seen } = await over2(
      t,
      ({ stream }, peer) => {
        if (stream === 1) peer.answer(stream);
        else peer.send(frame(types.goAway, 0, 0, number(1, 0)));
      },
      { scenario: visit(3, { POST: '/' }) },
    );
    assert.deepEqual(counts, { requests: 3, responses: 3, connectionErrors: 0, resent: 2 });
    assert.equal(seen, 5);
  });

  for (const how of ['end', 'resetAndDestroy'] as const)
    test(`is sent once more when the connection was in use before and is lost (${how}), unless it is a POST`, async (t) => {
      for (const [method, expected] of [
        ['GET', { requests: 3, responses: 3, connectionErrors: 0, resent: 2 }],
        ['POST', { requests: 3, responses: 2, connectionErrors: 1, resent: 0 }],
      ] as const) {
        const { counts, seen } = await over2(
          t,
          ({ stream }, peer) => {
            if (stream === 1) peer.answer(stream);
            else peer.socket[how]();
          },
          { scenario: visit(3, { [method]: '/', handler: { stopOnInvalid: false } }) },
        );
        assert.deepEqual(counts, expected);
        assert.equal(seen, counts.requests + counts.resent);
      }
    });

  test('is lost with a new connection', async (t) => {
    const { counts, seen } = await over2(t, (_head, peer) => peer.socket.end(), {
      scenario: visit(1, { GET: '/' }),
    });
    assert.deepEqual(counts, { requests: 1, responses: 0, connectionErrors: 1, resent: 0 });
    assert.equal(seen, 1);
  });
});

/** The code of a target in its own thread. It closes connections while the generator is blocked. */
const impatient = `
const { createServer } = require('node:net');
const { parentPort, workerData } = require('node:worker_threads');
const closed = new Int32Array(workerData);
createServer((socket) => {
  socket.on('error', () => {});
  socket.once('data', () => {
    socket.write('HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nok');
    socket.on('data', () => socket.write('HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nok'));
    setTimeout(() => {
      socket.end();
      Atomics.add(closed, 0, 1);
      Atomics.notify(closed, 0);
    }, 300);
  });
}).listen(0, '127.0.0.1', function () { parentPort.postMessage(this.address().port); });
`;

suite('a generator that is blocked until the target has closed its connections', () => {
  async function stalled(t: TestContext, method: string) {
    const closed = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(impatient, { eval: true, workerData: closed.buffer });
    t.after(() => worker.terminate());
    const port = await new Promise<number>((resolve) => worker.once('message', resolve));
    const scenario = [
      { main: [{ httpRequest: { GET: '/' } }, { log: 'stand still' }, { httpRequest: { [method]: '/' } }] },
    ];
    return countsOf({
      scenario,
      target: targetAt(port),
      connections: 1,
      environment: { log: () => void Atomics.wait(closed, 0, 0) },
    });
  }

  test('sends a GET once more', async (t) => {
    const { errors, counts } = await stalled(t, 'GET');
    assert.deepEqual(counts, { requests: 2, responses: 2, connectionErrors: 0, resent: 1 });
    assert.deepEqual(errors, []);
  });

  test('is named as the cause where a POST is lost', async (t) => {
    const { errors, counts } = await stalled(t, 'POST');
    assert.deepEqual(counts, { requests: 2, responses: 1, connectionErrors: 1, resent: 0 });
    const [error = ''] = errors;
    assert.match(
      error,
      /^the target (closed|reset) the connection before it answered; Downpour does not send a POST request again/,
    );
    assert.match(error, /the generator had stalled for \d+ ms before it sent the request/);
  });
});
