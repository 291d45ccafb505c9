import { randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { performance } from 'node:perf_hooks';
import { type ClockOffset, clockOffset, type Exchange } from '../../../lib/driver/clock-offset.ts';
import { epochOriginMs } from '../../../lib/driver/epoch-origin.ts';
import type { TimeServer } from '../../deployment.ts';
import { clocks } from './limits.ts';
import { parseAnswer, question } from './ntp.ts';

/**
 * Compares the clock of this machine with a time server. Undefined when the server does not answer.
 * @throws Error when the server has no address or refuses the connection.
 */
export async function measureOffset({ host, port }: TimeServer): Promise<ClockOffset | undefined> {
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
  try {
    // After `connect`, the kernel drops packets from other senders.
    socket.connect(port, host);
    await once(socket, 'connect');
    return clockOffset(await exchangesOver(socket));
  } finally {
    socket.close();
  }
}

async function exchangesOver(socket: Socket): Promise<readonly Exchange[]> {
  const originMs = epochOriginMs({ wallMs: Date.now, nowMs: () => performance.now() });
  const now = (): number => originMs + performance.now();
  const refused = Promise.withResolvers<never>();
  refused.promise.catch(() => undefined);
  socket.on('error', refused.reject);
  const exchanges: Exchange[] = [];
  const endMs = performance.now() + clocks.measureMsMax;
  for (let attempts = 0; attempts < clocks.exchanges && performance.now() < endMs; attempts += 1) {
    const exchange = await Promise.race([exchangeOver(socket, now), refused.promise]);
    if (exchange !== undefined) exchanges.push(exchange);
  }
  return exchanges;
}

async function exchangeOver(socket: Socket, now: () => number): Promise<Exchange | undefined> {
  const cookie = randomBytes(8);
  const sentAt = now();
  const { promise, resolve } = Promise.withResolvers<Exchange | undefined>();
  const receive = (packet: Buffer): void => {
    const receivedAt = now();
    const answer = parseAnswer(cookie, packet);
    if (answer === undefined) return;
    resolve({
      sentAt,
      receivedAt,
      serverReceivedAt: answer.receivedAt,
      serverSentAt: answer.answeredAt,
      serverBoundMs: answer.boundMs,
    });
  };
  const timer = setTimeout(() => resolve(undefined), clocks.answerMsMax);
  socket.on('message', receive);
  try {
    socket.send(question(cookie));
    return await promise;
  } finally {
    clearTimeout(timer);
    socket.off('message', receive);
  }
}
