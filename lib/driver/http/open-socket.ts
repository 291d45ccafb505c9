import { connect, isIP, Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import type { Target } from '../model/benchmark.ts';
import { type AddressGuard, hostAndPort, onOwnMachine, socketHost } from './guard/lookup.ts';
import { connecting } from './limits.ts';
import type { TlsContext } from './tls/context.ts';

/** The settings that all sockets to a target share. */
export type Access = {
  /**
   * The TLS settings that the document gives for the target. Absent: any certificate is accepted, and
   * Downpour sends no certificate of its own.
   */
  readonly tls?: TlsContext | undefined;
  /** Decides which addresses Downpour may connect to. Absent: the rules for your own machine. */
  readonly guard?: AddressGuard | undefined;
};

/** The settings of one socket to a target. */
export type SocketOptions = Access & {
  /** The address to connect to instead of the target's host. It may contain a port as well. */
  readonly address: string | undefined;
  /**
   * Protocols to offer in the TLS handshake, the best first. After the handshake, `alpnProtocol` of the
   * socket is the selected protocol.
   */
  readonly alpn: readonly string[];
  /**
   * Receives the bytes that the socket reads: the first `length` bytes of a buffer that all sockets share.
   * They are valid only during the call. The socket emits no `data` event.
   */
  readonly receive: (bytes: Buffer, length: number) => void;
};

/**
 * A socket that is being opened. The caller must listen to its `error` event. `opened` rejects with the error
 * of the operating system or of TLS.
 */
export type Opening = { readonly socket: Socket; readonly opened: Promise<void> };

/**
 * Opens a socket for load. All sockets for load are opened here. The guard checks the address. The socket
 * uses the target's TLS settings, and one of its addresses.
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
    autoSelectFamilyAttemptTimeout: connecting.addressMsMax,
    onread: { buffer: shared, callback: receiver(options.receive) },
  };
  const socket = secure
    ? shakingHands({ ...plain, ...tlsOptions(host, options) }, options.tls)
    : connect(plain);
  socket.setNoDelay(true);
  socket.setKeepAlive(true, connecting.probeMs);
  return { socket, opened: opened(socket, secure) };
}

/** Returns a socket that only fails, with the reason why its address is forbidden. */
function refused(why: string, secure: boolean): Opening {
  const socket = new Socket();
  const opening = opened(socket, secure);
  socket.destroy(new Error(why));
  return { socket, opened: opening };
}

/** All sockets read into this buffer, because the bytes of one read are used before the next read. */
const shared = Buffer.allocUnsafeSlow(64 * 1024);

const receiver = (receive: SocketOptions['receive']) => (length: number) => {
  receive(shared, length);
  return true;
};

const tlsOptions = (host: string, { alpn, tls }: SocketOptions): ConnectionOptions => ({
  ALPNProtocols: [...alpn],
  rejectUnauthorized: false,
  // The TLS handshake contains the host only if it is a name, because an address is not a valid server name
  // (RFC 6066 section 3).
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
