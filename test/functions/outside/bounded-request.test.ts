import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { after, suite, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { requestFrom } from '../../../functions/outside/bounded-request.ts';
import type { AddressRules } from '../../../lib/driver/model/guards.ts';

/** A response is complete, in time and within its limit of bytes. Otherwise an error states the reason. */

const own: AddressRules = { loopback: true, privateNetworks: false, named: [] };
const open = new Set<Socket>();

/**
 * Starts a server. After each request, a function of the test handles the connection. Records all received
 * bytes.
 */
async function serverThat(answers: (socket: Socket) => void) {
  const requests: string[] = [];
  const server = createServer((socket) => {
    open.add(socket.on('error', () => socket.destroy()).once('close', () => open.delete(socket)));
    socket.once('data', (bytes) => {
      requests.push(String(bytes));
      answers(socket);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/found`, host: `127.0.0.1:${port}`, requests };
}

/** Resolves when the client has closed the only connection. */
async function closed(): Promise<void> {
  await Promise.all([...open].map((socket) => new Promise((gone) => socket.once('close', gone))));
}

after(() => {
  for (const socket of open) socket.destroy();
});

const head = (...lines: readonly string[]): string => ['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n');
const soonMs = 300;
const requested = { headers: { accept: 'application/json' }, bytesMax: 1000 };

suite('an answer', () => {
  test('is complete at the maximum number of bytes, whatever its pieces', async () => {
    const { url, requests } = await serverThat((socket) => {
      socket.write(head('content-length: 1000'));
      for (let n = 0; n < 10; n += 1) setImmediate(() => socket.write('x'.repeat(100)));
    });
    const { status, body } = await requestFrom(url, { ...requested, body: '{"ä":1}' }, own);
    assert.deepEqual([status, String(body)], [200, 'x'.repeat(1000)]);
    assert.match(requests[0] ?? '', /^POST \/found HTTP\/1\.1\r\n(.*\r\n)*content-length: 8\r\n/i);
    assert.match(requests[0] ?? '', /accept: application\/json/i);
  });

  test('is requested with GET where there is nothing to be sent', async () => {
    const { url, requests } = await serverThat((socket) => socket.end(head('content-length: 0')));
    assert.equal((await requestFrom(url, requested, own)).body.length, 0);
    assert.match(requests[0] ?? '', /^GET \/found /);
  });

  for (const [what, framing] of [
    ['says how long it is', 'content-length: 1001'],
    ['does not say how long it is', 'connection: close'],
  ] as const)
    test(`above the maximum is rejected, and its connection closed, when it ${what}`, async () => {
      const { url, host } = await serverThat((socket) => socket.write(`${head(framing)}${'x'.repeat(1001)}`));
      await assert.rejects(requestFrom(url, requested, own), {
        message: `the answer of ${host} has more than 1,000 bytes`,
      });
      await closed();
    });

  test('without an end is refused at its limit, not at the end of the time', async () => {
    const { url, host } = await serverThat((socket) => {
      socket.write(head('connection: close'));
      const more = (): void => {
        while (!socket.destroyed && socket.write('x'.repeat(10_000)));
        if (!socket.destroyed) socket.once('drain', more);
      };
      more();
    });
    await assert.rejects(requestFrom(url, requested, own), {
      message: `the answer of ${host} has more than 1,000 bytes`,
    });
    await closed();
  });

  test('that never comes is waited for so long', async () => {
    const { url, host } = await serverThat(() => {});
    await assert.rejects(requestFrom(url, requested, own, soonMs), {
      message: `${host} did not answer in time`,
    });
    await closed();
  });

  test('that drips is waited for as long, however little it is late', async () => {
    const { url, host } = await serverThat((socket) => {
      socket.write(head('content-length: 1000'));
      const drip = setInterval(() => socket.write('x'), 20);
      socket.once('close', () => clearInterval(drip));
    });
    await assert.rejects(requestFrom(url, requested, own, soonMs), {
      message: `${host} did not answer in time`,
    });
    await closed();
  });

  test('with a slow head has the same time limit', async () => {
    const { url, host } = await serverThat((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx: ');
      const drip = setInterval(() => socket.write('x'), 20);
      socket.once('close', () => clearInterval(drip));
    });
    await assert.rejects(requestFrom(url, requested, own, soonMs), {
      message: `${host} did not answer in time`,
    });
    await closed();
  });

  test('that breaks off is an error', async () => {
    for (const part of [
      `${head('content-length: 10')}half`,
      `${head('transfer-encoding: chunked')}4\r\nhalf\r\n`,
    ]) {
      const { url, host } = await serverThat((socket) => socket.end(part));
      await assert.rejects(requestFrom(url, requested, own), {
        message: `${host} closed the connection before the end of its answer: other side closed`,
      });
    }
    const { url, host } = await serverThat((socket) => socket.resetAndDestroy());
    await assert.rejects(requestFrom(url, requested, own), {
      message: `${host} cannot be reached: read ECONNRESET`,
    });
  });

  test('that is not HTTP is an error', async () => {
    const { url, host } = await serverThat((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'));
    await assert.rejects(requestFrom(url, requested, own), {
      message: new RegExp(`^${host} cannot be reached: Response does not match the HTTP/1\\.1 protocol`),
    });
  });

  test('that redirects is an answer, and no request follows it', async () => {
    const elsewhere = await serverThat((socket) => socket.end(head('content-length: 0')));
    const { url } = await serverThat((socket) =>
      socket.end(`HTTP/1.1 302 Found\r\nlocation: ${elsewhere.url}\r\ncontent-length: 0\r\n\r\n`),
    );
    assert.equal((await requestFrom(url, requested, own)).status, 302);
    assert.equal(elsewhere.requests.length, 0);
  });

  test('that is compressed, unasked, is not inflated', async () => {
    const bomb = gzipSync(Buffer.alloc(500_000));
    assert.ok(bomb.length < requested.bytesMax && gunzipSync(bomb).length > requested.bytesMax);
    const { url, requests } = await serverThat((socket) => {
      socket.write(head('content-encoding: gzip', `content-length: ${bomb.length}`));
      socket.end(bomb);
    });
    assert.deepEqual(Buffer.from((await requestFrom(url, requested, own)).body), bomb);
    assert.doesNotMatch(requests[0] ?? '', /accept-encoding/i);
  });
});
