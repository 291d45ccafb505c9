import { connect, isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import type { Clock } from '../clock.ts';
import { connecting, driving } from '../limits.ts';
import type { Target } from '../model/benchmark.ts';
import { guardedLookup, hostAndPort, socketHost } from './lookup.ts';
import { type Place, Unreachable, unreachable } from './unreachable.ts';

/**
 * Reaches every target once before any load is sent: looks its name up, connects, shakes hands. No request is sent. A
 * plain target is also greeted in TLS once, because a server that answers that speaks no plain HTTP on the port.
 * All at the same time, each bounded by `driving.reachMsMax`.
 *
 * @returns one message for each target that cannot be loaded.
 */
export async function preflight(targets: readonly Reachable[], clock: Clock): Promise<readonly string[]> {
  const answers = await Promise.all(
    targets.flatMap((target) => addressesOf(target).map(reachOnce(target, clock))),
  );
  return [...new Set(answers.filter((answer) => answer !== undefined))];
}

/** A plain protocol, or the same over TLS with an `s` behind its name. */
export type Reachable = Place & Pick<Target, 'addresses'>;

const addressesOf = ({ addresses }: Reachable): readonly (string | undefined)[] =>
  addresses.length === 0 ? [undefined] : addresses.slice(0, connecting.addressesMax);

const reachOnce =
  (target: Reachable, clock: Clock) =>
  async (address: string | undefined): Promise<string | undefined> => {
    const { protocol, host, port } = target;
    const [place = host, portThere = port] = hostAndPort(address);
    const options = {
      ...{ host: socketHost(place), port: Number(portThere), lookup: guardedLookup },
      // What a drive will do: any certificate is good enough.
      ...{ rejectUnauthorized: false, ...(isIP(socketHost(host)) === 0 ? { servername: host } : {}) },
    };
    const secure = protocol.endsWith('s');
    const socket = secure ? connectTls(options) : connect(options);
    try {
      await within(clock, driving.reachMsMax, target, opened(socket, secure));
      if (secure || !(await speaksTls(options, clock))) return undefined;
      return `cannot reach ${protocol}://${host}:${port}: what listens there speaks TLS; write ${protocol}s://${host}:${port}`;
    } catch (error) {
      return unreachable(target, error).message;
    } finally {
      socket.destroy();
    }
  };

const opened = (socket: Socket, secure: boolean): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once(secure ? 'secureConnect' : 'connect', () => resolve());
    socket.on('error', reject);
  });

/** The promise, or after so many milliseconds the reason that nothing came. */
export async function within<T>(
  clock: Clock,
  ms: number,
  { protocol, host, port }: Place,
  promise: Promise<T>,
): Promise<T> {
  const late = Promise.withResolvers<never>();
  const cancel = clock.after(ms, () => {
    const why = unreachable({ protocol, host, port }, { code: 'ETIMEDOUT' });
    late.reject(new Unreachable(why.message, true));
  });
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    cancel();
  }
}

const speaksTls = (options: ConnectionOptions, clock: Clock): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connectTls(options);
    const cancel = clock.after(connecting.greetingMsMax, () => end(false));
    const end = (answer: boolean): void => {
      cancel();
      socket.destroy();
      resolve(answer);
    };
    socket.once('secureConnect', () => end(true));
    // A server that wants a client certificate speaks TLS too; a plain one answers something else or hangs up.
    socket.once('error', (error) => end(/alert/.test((error as { reason?: string }).reason ?? '')));
    socket.once('close', () => end(false));
  });
