import { connect, isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls, TLSSocket } from 'node:tls';
import type { Clock } from '../../clock.ts';
import type { Target } from '../../model/benchmark.ts';
import { type Place, tlsFound } from '../connect-failures/connect-failure.ts';
import { placeAt } from '../connect-failures/place-at.ts';
import { Unreachable, unreachable } from '../connect-failures/unreachable.ts';
import { type AddressGuard, onOwnMachine, socketHost } from '../guard/lookup.ts';
import { alpnOf } from '../http-version.ts';
import { Http2Transport, notAgreed } from '../http2/http2-transport.ts';
import { connecting } from '../limits.ts';
import type { TlsContext } from '../tls/context.ts';

/**
 * Connects to every target once before any load is sent, or once to each of its `addresses`. It resolves the
 * name, connects, does the TLS handshake, and agrees on HTTP/2 if the document requires it. It sends no
 * request except the request for an upgrade.
 *
 * With a target without TLS, it also tries a TLS handshake. A server that answers this handshake does not
 * speak plain HTTP on that port. It checks all targets at the same time. `reachMs` of each target limits the
 * time to connect.
 *
 * @param report receives the version of HTTP for each address of a target.
 * @returns one message for each address of a target that cannot be loaded.
 */
export async function preflight(
  targets: readonly Reachable[],
  clock: Clock,
  report: (message: string) => void = () => {},
): Promise<readonly string[]> {
  const answers = await Promise.all(
    targets.flatMap((target) => addressesOf(target).map(reachOnce(target, clock, report))),
  );
  return [...new Set(answers.filter((answer) => answer !== undefined))];
}

/**
 * A server to connect to. A protocol that ends with `s` means TLS. `context` has the TLS settings that a
 * drive will use there. Absent: any certificate is accepted.
 */
export type Reachable = Place &
  Pick<Target, 'addresses'> & {
    readonly context?: TlsContext;
    /** The longest time for the connection, in milliseconds. Absent: `connecting.reachMsMax`. */
    readonly reachMs?: number;
    /** The HTTP target at this address. Absent: the server speaks another protocol. */
    readonly http?: Target;
    /** Decides which addresses Downpour may connect to. Absent: the rules for your own machine. */
    readonly guard?: AddressGuard;
  };

/** The targets of a benchmark as servers to connect to, with their TLS settings. */
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
  (target: Reachable, clock: Clock, report: (message: string) => void) =>
  async (address: string | undefined): Promise<string | undefined> => {
    const { protocol, host, http, guard = onOwnMachine } = target;
    const named = placeAt(target, address);
    const place = named.at ?? named;
    const there = { host: socketHost(place.host), port: place.port, lookup: guard.lookup };
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
          report(await within(clock, connecting.reachMsMax, named, versionAt(http, address, socket, guard)));
        return undefined;
      }
      return unreachable(named, { code: tlsFound }).message;
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

/**
 * Returns a message with the version of HTTP that a target speaks. Throws when the target speaks no version
 * that the document allows.
 */
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
      : `${url} chooses no HTTP version in its TLS handshake, so Downpour uses ${version}`;
  }
  if (httpVersion !== '2' && httpVersion !== 'upgraded') return `Downpour sends load to ${url} over HTTP/1.1`;
  const transport = new Http2Transport(target, address, () => {}, { guard });
  try {
    await transport.open();
  } finally {
    transport.close(new Error('the check of the target is over'));
  }
  return `${url} ${httpVersion === '2' ? 'speaks' : 'agrees to an upgrade to'} HTTP/2`;
}

const opened = (socket: Socket, clock: Clock): Promise<void> =>
  new Promise((resolve, reject) => {
    let code = 'ECONNRESET';
    socket.once('close', () => reject(Object.assign(new Error(code), { code })));
    socket.on('error', reject);
    if (!(socket instanceof TLSSocket)) {
      socket.once('connect', () => resolve());
      return;
    }
    // Over TLS 1.3, a server checks the client's certificate only after the handshake. It sends a session
    // ticket (`session`) only when it accepts the certificate.
    socket.once('session', () => resolve());
    socket.once('secureConnect', () => {
      code = 'ERR_TLS_CLOSED';
      clock.after(connecting.greetingMsMax, resolve);
    });
  });

/** Waits for a promise. Rejects when the promise has not resolved after `ms` milliseconds. */
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
  // The rejection waits for one more iteration of the event loop. Timers run before sockets. So after a
  // blocked event loop, an answer may have arrived that was not read yet.
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
    // A server that requires a client certificate uses TLS, and ends the handshake with a TLS alert. A server
    // without TLS sends other bytes or closes the connection.
    socket.once('error', (error) => end(/alert/.test((error as { reason?: string }).reason ?? '')));
    socket.once('close', () => end(false));
  });
