import type { TLSSocket } from 'node:tls';
import type { Target } from '../model/benchmark.ts';
import { alpnOf, versionOf } from './http-version.ts';
import { Http1Connection } from './http1/connection.ts';
import { Http2Transport } from './http2/http2-transport.ts';
import { type Access, openSocket } from './open-socket.ts';
import type { Transport, TransportHandler, TransportRequest } from './transport.ts';

/** Makes a transport (one socket) in the HTTP version of the target. */
export function connectTarget(
  target: Target,
  address: string | undefined,
  closed: () => void,
  access: Access = {},
): Transport {
  const version = versionOf(target);
  if (version === 'agreed') return new AgreedTransport(target, address, closed, access);
  const Kind = version === '1.1' ? Http1Connection : Http2Transport;
  return new Kind(target, address, closed, access);
}

/** A transport (one socket) over TLS whose handshake selects the version of HTTP. */
class AgreedTransport implements Transport {
  readonly #target: Target;
  readonly #address: string | undefined;
  readonly #closed: () => void;
  readonly #access: Access;
  #spoken: Http1Connection | Http2Transport | undefined;
  #giveUp: () => void = () => {};

  constructor(target: Target, address: string | undefined, closed: () => void, access: Access) {
    this.#target = target;
    this.#address = address;
    this.#closed = closed;
    this.#access = access;
  }

  get protocol(): Transport['protocol'] {
    return this.#spoken?.protocol ?? 'HTTP 1.x';
  }

  get capacity(): number {
    return this.#spoken?.capacity ?? 1;
  }

  get drains(): boolean {
    return (this.#spoken as Transport | undefined)?.drains === true;
  }

  get idleSeconds(): number {
    return (this.#spoken as Transport | undefined)?.idleSeconds ?? 0;
  }

  get bytesSent(): number {
    return this.#spoken?.bytesSent ?? 0;
  }

  get bytesReceived(): number {
    return this.#spoken?.bytesReceived ?? 0;
  }

  async open(): Promise<void> {
    const { socket, opened } = openSocket(this.#target, {
      ...this.#access,
      address: this.#address,
      alpn: alpnOf(this.#target),
      receive: (bytes, length) => this.#spoken?.receive(bytes, length),
    });
    this.#giveUp = () => socket.destroy();
    let using: Promise<void> | undefined;
    // The HTTP code must get the socket in the same iteration of the event loop. The target may send bytes
    // right after the handshake.
    socket.once('secureConnect', () => {
      using = this.#speak(socket as TLSSocket);
    });
    await opened;
    await using;
  }

  async #speak(socket: TLSSocket): Promise<void> {
    const Kind = socket.alpnProtocol === 'h2' ? Http2Transport : Http1Connection;
    this.#spoken = new Kind(this.#target, this.#address, this.#closed, this.#access);
    await this.#spoken.use(socket);
  }

  set capacityChanged(call: () => void) {
    if (this.#spoken !== undefined) (this.#spoken as Transport).capacityChanged = call;
  }

  dispatch(request: TransportRequest, handler: TransportHandler): void {
    this.#spoken?.dispatch(request, handler);
  }

  cancel(handler: TransportHandler, error: Error): void {
    this.#spoken?.cancel(handler, error);
  }

  close(error: Error): void {
    this.#giveUp();
    this.#spoken?.close(error);
  }
}
