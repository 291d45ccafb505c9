import { connect, isIP, Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import type { Target } from '../model/benchmark.ts';
import { type AddressGuard, hostAndPort, onOwnMachine, socketHost } from './guard/lookup.ts';
import { connecting } from './limits.ts';
import type { TlsContext } from './tls/context.ts';

/** What all sockets to a target are opened with. */
export type Access = {
  /** What the target's document says of TLS; absent: any certificate is trusted, and none is shown. */
  readonly tls?: TlsContext | undefined;
  /** Where may be connected to; absent: what anybody may on a machine of their own. */
  readonly guard?: AddressGuard | undefined;
};

/** How a socket to a target is opened. */
export type SocketOptions = Access & {
  /** In place of the target's own host, and port when it has one. */
  readonly address: string | undefined;
  /** Protocols to offer over TLS, the best first; which one was taken is the socket's `alpnProtocol`. */
  readonly alpn: readonly string[];
  /**
   * Is handed what the socket reads, the first `length` bytes of a buffer that all sockets share: it holds
   * during the call only. The socket emits no `data` then. (An HTTP/2 session may take such a socket over as
   * it is.)
   */
  readonly receive: (bytes: Buffer, length: number) => void;
};

/**
 * A socket on its way. Its owner listens to `error`; `opened` rejects with the reason of the operating system
 * or TLS.
 */
export type Opening = { readonly socket: Socket; readonly opened: Promise<void> };

/**
 * The one place where load is connected: by the name guard, with the target's TLS, to one of its addresses.
 */
export function openSocket(target: Target, options: SocketOptions): Opening {
  const { protocol, host, port } = target;
  const [place = host, portThere = port] = hostAndPort(options.address);
  const { guard = onOwnMachine } = options;
  const there = socketHost(place);
  const secure = protocol === 'https';
  const refusal = guard.refusal(there);
  if (refusal !== undefined) return refused(refusal, secure);
  const plain = {
    host: there,
    port: Number(portThere),
    lookup: guard.lookup,
    onread: { buffer: shared, callback: receiver(options.receive) },
  };
  const socket = secure
    ? shakingHands({ ...plain, ...tlsOptions(host, options) }, options.tls)
    : connect(plain);
  socket.setNoDelay(true);
  socket.setKeepAlive(true, connecting.probeMs);
  return { socket, opened: opened(socket, secure) };
}

/** As a socket whose name leads to where nothing may be sent. */
function refused(why: string, secure: boolean): Opening {
  const socket = new Socket();
  const opening = opened(socket, secure);
  socket.destroy(new Error(why));
  return { socket, opened: opening };
}

/** One for all sockets: what is read is used up before the next read. */
const shared = Buffer.allocUnsafeSlow(64 * 1024);

const receiver = (receive: SocketOptions['receive']) => (length: number) => {
  receive(shared, length);
  return true;
};

const tlsOptions = (host: string, { alpn, tls }: SocketOptions): ConnectionOptions => ({
  ALPNProtocols: [...alpn],
  rejectUnauthorized: false,
  // An address is no server name (RFC 6066 section 3).
  ...(isIP(socketHost(host)) === 0 ? { servername: host } : {}),
  ...tls?.options(),
});

function shakingHands(options: ConnectionOptions, tls: TlsContext | undefined): Socket {
  const socket = connectTls(options);
  tls?.watch(socket);
  return socket;
}

const opened = (socket: Socket, secure: boolean): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once(secure ? 'secureConnect' : 'connect', () => resolve());
    socket.once('error', reject);
    socket.once('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
  });
