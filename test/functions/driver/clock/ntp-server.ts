import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export type NtpServer = {
  readonly port: number;
  /** The number of requests that the server has received so far. */
  readonly asked: number;
};

export type NtpAnswers = {
  /** The milliseconds by which the server's clock is ahead of this machine's. */
  readonly aheadMs?: number;
  /** Changes the answer to the n-th request before it is sent. Undefined: no answer is sent. */
  readonly change?: (packet: Buffer, n: number) => Buffer | undefined;
  /** The milliseconds by which the answer to the n-th request is delayed on its way back. */
  readonly backMs?: (n: number) => number;
};

/** Starts an NTP server on loopback. */
export async function ntpServer(
  scope: { after(end: () => void): void },
  { aheadMs = 0, change = (packet) => packet, backMs = () => 0 }: NtpAnswers = {},
): Promise<NtpServer> {
  const socket = createSocket('udp4');
  let asked = 0;
  socket.on('message', (question, { port, address }) => {
    const n = asked++;
    const now = performance.timeOrigin + performance.now() + aheadMs;
    const packet = Buffer.alloc(48);
    packet[0] = (4 << 3) | 4;
    packet[1] = 2;
    question.copy(packet, 24, 40, 48);
    writeTime(packet, 32, now);
    writeTime(packet, 40, now);
    const answer = change(packet, n);
    if (answer === undefined) return;
    setTimeout(() => socket.send(answer, port, address), backMs(n));
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  scope.after(() => socket.close());
  return {
    port: socket.address().port,
    get asked() {
      return asked;
    },
  };
}

export function writeTime(packet: Buffer, at: number, epochMs: number): void {
  const seconds = epochMs / 1000 + 2_208_988_800;
  packet.writeUInt32BE(Math.floor(seconds) % 2 ** 32, at);
  packet.writeUInt32BE(Math.floor((seconds % 1) * 2 ** 32), at + 4);
}
