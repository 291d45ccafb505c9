import { connect, isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls, TLSSocket } from 'node:tls';
import type { Clock } from '../../clock.ts';
import type { Target } from '../../model/benchmark.ts';
import { type AddressGuard, hostAndPort, onOwnMachine, socketHost } from '../guard/lookup.ts';
import { alpnOf } from '../http-version.ts';
import { Http2Transport, notAgreed } from '../http2/http2-transport.ts';
import { connecting } from '../limits.ts';
import type { TlsContext } from '../tls/context.ts';
import { type Place, Unreachable, unreachable } from '../unreachable.ts';

/**
 * Reaches every target once before any load is sent: looks its name up, connects, shakes hands, and agrees on
 * HTTP/2 where the document wants that. No request is sent but the one that asks for an upgrade. A plain
 * target is also greeted in TLS once, because a server that answers that speaks no plain HTTP on the port.
 * All at the same time, each bounded by `connecting.reachMsMax`.
 *
 * @param tell hears in which version of HTTP each address of a target is spoken to.
 * @returns one message for each target that cannot be loaded.
 */
export async function preflight(
  targets: readonly Reachable[],
  clock: Clock,
  tell: (message: string) => void = () => {},
): Promise<readonly string[]> {
  const answers = await Promise.all(
    targets.flatMap((target) => addressesOf(target).map(reachOnce(target, clock, tell))),
  );
  return [...new Set(answers.filter((answer) => answer !== undefined))];
}

/**
 * A plain protocol, or the same over TLS with an `s` behind its name. `context` is what a drive will do
 * there; absent: any certificate is good enough.
 */
export type Reachable = Place &
  Pick<Target, 'addresses'> & {
    readonly context?: TlsContext;
    /** Absent: `connecting.reachMsMax`. */
    readonly reachMs?: number;
    /** What HTTP is spoken to there; absent: another protocol. */
    readonly http?: Target;
    /** Where may be connected to; absent: what anybody may on a machine of their own. */
    readonly guard?: AddressGuard;
  };

/** The targets of a benchmark with what was compiled for them. */
export const reachableTargets = (
  targets: readonly Target[],
  contexts: ReadonlyMap<string, TlsContext>,
  guard: AddressGuard = onOwnMachine,
): readonly Reachable[] =>
  targets.map((http) => {
    const { key, protocol, host, port, addresses, tls } = http;
    const context = contexts.get(key);
    const { handshakeTimeoutMs = 0 } = tls ?? {};
    const reachMs = connecting.reachMsMax + Math.min(handshakeTimeoutMs, connecting.handshakeMs);
    return {
      protocol,
      host,
      port,
      addresses,
      reachMs,
      http,
      guard,
      ...(context === undefined ? {} : { context }),
    };
  });

const addressesOf = ({ addresses }: Reachable): readonly (string | undefined)[] =>
  addresses.length === 0 ? [undefined] : addresses.slice(0, connecting.addressesMax);

const reachOnce =
  (target: Reachable, clock: Clock, tell: (message: string) => void) =>
  async (address: string | undefined): Promise<string | undefined> => {
    const { protocol, host, port, http, guard = onOwnMachine } = target;
    const [place = host, portThere = port] = hostAndPort(address);
    const named: Place =
      address === undefined ? target : { protocol, host, port, at: { host: place, port: Number(portThere) } };
    const there = { host: socketHost(place), port: Number(portThere), lookup: guard.lookup };
    const refusal = guard.refusal(there.host);
    if (refusal !== undefined) return unreachable(named, new Error(refusal)).message;
    const alpn = http === undefined ? {} : { ALPNProtocols: [...alpnOf(http)] };
    const greeting = { ...there, rejectUnauthorized: false, ...serverNameOf(host), ...alpn };
    const secure = protocol.endsWith('s');
    const socket = secure ? shakingHands(target, greeting) : connect(there);
    try {
      await within(clock, target.reachMs ?? connecting.reachMsMax, named, opened(socket, clock));
      if (secure || !(await speaksTls(greeting, clock))) {
        if (http !== undefined)
          tell(await within(clock, connecting.reachMsMax, named, versionAt(http, address, socket, guard)));
        return undefined;
      }
      return `cannot reach ${protocol}://${host}:${port}: what listens there speaks TLS; write ${protocol}s://${host}:${port}`;
    } catch (error) {
      return unreachable(named, error).message;
    } finally {
      socket.destroy();
    }
  };

const serverNameOf = (host: string): ConnectionOptions =>
  isIP(socketHost(host)) === 0 ? { servername: host } : {};

function shakingHands({ context }: Reachable, options: ConnectionOptions): TLSSocket {
  const socket = connectTls({ ...options, ...context?.options() });
  context?.watch(socket);
  return socket;
}

/** Says which version of HTTP a target speaks, or throws why it speaks none that is allowed. */
async function versionAt(
  target: Target,
  address: string | undefined,
  socket: Socket,
  guard: AddressGuard,
): Promise<string> {
  const { protocol, host, port, httpVersion } = target;
  const url = `${protocol}://${host}:${port}`;
  if (protocol === 'https') {
    const { alpnProtocol } = socket as TLSSocket;
    if (httpVersion === '2' && alpnProtocol !== 'h2') throw new Error(notAgreed);
    const version = alpnProtocol === 'h2' ? 'HTTP/2' : 'HTTP/1.1';
    return alpnProtocol
      ? `${url} agrees on ${version}`
      : `${url} agrees on no version, which means ${version}`;
  }
  if (httpVersion !== '2' && httpVersion !== 'upgraded') return `${url} is spoken to in HTTP/1.1`;
  const transport = new Http2Transport(target, address, () => {}, { guard });
  try {
    await transport.open();
  } finally {
    transport.close(new Error('the target can be reached'));
  }
  return `${url} ${httpVersion === '2' ? 'speaks' : 'agrees to an upgrade to'} HTTP/2`;
}

const opened = (socket: Socket, clock: Clock): Promise<void> =>
  new Promise((resolve, reject) => {
    let code = 'ECONNRESET';
    socket.once('close', () => reject(Object.assign(new Error('closed'), { code })));
    socket.on('error', reject);
    if (!(socket instanceof TLSSocket)) {
      socket.once('connect', () => resolve());
      return;
    }
    // Over TLS 1.3 a server looks at the client's certificate afterwards, and gives a ticket only when it
    // likes it.
    socket.once('session', () => resolve());
    socket.once('secureConnect', () => {
      code = 'ERR_TLS_CLOSED';
      const cancel = clock.after(connecting.greetingMsMax, resolve);
      socket.once('close', cancel);
    });
  });

/** The promise, or after so many milliseconds the reason that nothing came. */
export async function within<T>(
  clock: Pick<Clock, 'after' | 'soon'>,
  ms: number,
  place: Place,
  promise: Promise<T>,
): Promise<T> {
  const late = Promise.withResolvers<never>();
  const giveUp = (): void => {
    const why = unreachable(place, { code: 'ETIMEDOUT' });
    late.reject(new Unreachable(why.message, true));
  };
  // An event loop that stood still may have an answer that it has not read: timers come before sockets.
  const cancel = clock.after(ms, () => clock.soon(giveUp));
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
    // A server that wants a client certificate speaks TLS too; a plain one answers something else or hangs
    // up.
    socket.once('error', (error) => end(/alert/.test((error as { reason?: string }).reason ?? '')));
    socket.once('close', () => end(false));
  });
