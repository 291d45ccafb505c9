import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { suite, test } from 'node:test';
import { clocks } from '../../../../functions/driver/clock/limits.ts';
import { parseAnswer, question } from '../../../../functions/driver/clock/ntp.ts';
import { measureOffset } from '../../../../functions/driver/clock/time-server.ts';
import { ntpServer, writeTime } from './ntp-server.ts';

/** The milliseconds by which the operating system may correct the clock that server and drive read. */
const correctedMs = 10;

/**
 * A drive learns from a time server by how much its clock differs, and the largest error of this difference.
 * It ignores packets of other senders.
 */

const host = '127.0.0.1';

suite('the clock of this machine', () => {
  for (const aheadMs of [300, -300])
    test(`is found to be ${aheadMs} ms from a server's`, async (t) => {
      const server = await ntpServer(t, { aheadMs });
      const found = await measureOffset({ host, port: server.port });
      assert.ok(found);
      assert.ok(Math.abs(found.offsetMs - aheadMs) <= found.boundMs + correctedMs, JSON.stringify(found));
      assert.equal(server.asked, clocks.exchanges);
    });

  test('is known by the fastest exchange, though all others are slow', async (t) => {
    const server = await ntpServer(t, { aheadMs: 300, backMs: (n) => (n === 1 ? 0 : 60) });
    const found = await measureOffset({ host, port: server.port });
    assert.ok(found);
    assert.ok(Math.abs(found.offsetMs - 300) <= found.boundMs + correctedMs, JSON.stringify(found));
    // For a slow exchange with the time server, the largest error would be above 30 ms.
    assert.ok(found.boundMs < 30 || server.asked < 2, JSON.stringify(found));
  });

  test('is compared though some answers get lost', async (t) => {
    const server = await ntpServer(t, { aheadMs: 50, change: (packet, n) => (n < 2 ? undefined : packet) });
    const found = await measureOffset({ host, port: server.port });
    assert.ok(
      Math.abs((found?.offsetMs ?? 0) - 50) <= (found?.boundMs ?? 0) + correctedMs,
      JSON.stringify(found),
    );
  });

  const silent: readonly [what: string, change: (packet: Buffer) => Buffer | undefined][] = [
    ['nobody answers', () => undefined],
    ['the answer is to another question', (packet) => packet.fill(7, 24, 32)],
    ['the server has no time', (packet) => packet.fill(0xe4, 0, 1)],
  ];
  for (const [what, change] of silent)
    test(`is unknown when ${what}, and that is known in time`, async (t) => {
      const server = await ntpServer(t, { change });
      assert.equal(await measureOffset({ host, port: server.port }), undefined);
      // A timer may fire a millisecond early, so one more request is possible.
      assert.ok(server.asked <= clocks.measureMsMax / clocks.answerMsMax + 1, `asked ${server.asked} times`);
    });

  test('cannot be compared where no server listens', async () => {
    const free = createSocket('udp4').bind(0, host);
    await once(free, 'listening');
    const { port } = free.address();
    free.close();
    await once(free, 'close');
    await assert.rejects(measureOffset({ host, port }), { code: 'ECONNREFUSED' });
  });
});

suite('an answer', () => {
  const cookie = Buffer.from([1, 2, 3, 4, 5, 6, 7, 8]);
  const packet = (change: (packet: Buffer) => void = () => undefined): Buffer => {
    const made = Buffer.alloc(48);
    made[0] = (4 << 3) | 4;
    made[1] = 15;
    cookie.copy(made, 24);
    writeTime(made, 32, 1_700_000_000_250);
    writeTime(made, 40, 1_700_000_000_500);
    change(made);
    return made;
  };

  test('says when the question came and when it left, and how sure the server is', () => {
    const delays = packet((made) => {
      // The packet reports 20 ms of root delay and 5 ms of dispersion (the errors of the time server itself),
      // in units of 1/65536 s.
      made.writeUInt32BE(0.02 * 65_536, 4);
      made.writeUInt32BE(0.005 * 65_536, 8);
    });
    const { receivedAt, answeredAt, boundMs } = parseAnswer(cookie, delays) ?? {};
    assert.deepEqual(
      [receivedAt, answeredAt].map(Math.round as never),
      [1_700_000_000_250, 1_700_000_000_500],
    );
    assert.ok(Math.abs((boundMs ?? 0) - 15) < 0.05, String(boundMs));
  });

  test('after February 2036, where the seconds begin again', () => {
    const at = Date.UTC(2040, 0, 1);
    const later = parseAnswer(
      cookie,
      packet((made) => writeTime(made, 32, at)),
    );
    assert.equal(later?.receivedAt, at);
  });

  const wrong: readonly [what: string, change: (packet: Buffer) => void][] = [
    ['to another question', (made) => made.writeUInt8(9, 31)],
    ['in another mode', (made) => made.writeUInt8((4 << 3) | 3, 0)],
    ['of a server without the time', (made) => made.writeUInt8(0xc0 | (4 << 3) | 4, 0)],
    ['that refuses more questions', (made) => made.writeUInt8(0, 1)],
    ['of a server that is not trusted', (made) => made.writeUInt8(16, 1)],
  ];
  for (const [what, change] of wrong)
    test(`${what} is not a valid answer`, () => {
      assert.ok(parseAnswer(cookie, packet()));
      assert.equal(parseAnswer(cookie, packet(change)), undefined);
    });

  test('that is cut off does not count', () => {
    assert.equal(parseAnswer(cookie, packet().subarray(0, 47)), undefined);
  });

  test('belongs to a question of version 4 from a client', () => {
    const asked = question(cookie);
    assert.deepEqual([asked.length, asked[0], asked.subarray(40).equals(cookie)], [48, 0x23, true]);
  });
});
