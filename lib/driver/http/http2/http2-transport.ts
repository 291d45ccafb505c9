import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Target } from '../../model/benchmark.ts';
import { type Access, openSocket } from '../open-socket.ts';
import type { Transport, TransportHandler, TransportRequest } from '../transport.ts';
import { Connection, type Wire } from './connection.ts';
import { http2 } from './limits.ts';
import { UpgradeAnswer, upgradeRequest } from './upgrade.ts';

/**
 * HTTP/2 over one socket. The TLS handshake agrees on this version, or the document requires it, or Downpour
 * requests it by an upgrade from HTTP/1.1.
 */
export class Http2Transport implements Transport, Wire {
  readonly protocol = 'HTTP 2';
  bytesReceived = 0;
  readonly #target: Target;
  readonly #address: string | undefined;
  readonly #access: Access;
  readonly #closed: () => void;
  readonly #connection: Connection;
  capacityChanged: (() => void) | undefined;
  readonly #usable = Promise.withResolvers<void>();
  #socket: Socket | undefined;
  /** Reads the answer of the target to the upgrade. Undefined without an upgrade, and after the answer. */
  #upgrade: UpgradeAnswer | undefined;
  /**
   * The number of events that must still happen before requests can be sent. These are the settings of the
   * target, and the response to an upgrade request.
   */
  #awaits = 1;
  #isOpen = false;
  /** The reason why the connection has closed. */
  #why: Error | undefined;
  readonly #flush = (): void => this.#connection.flush();

  constructor(target: Target, address: string | undefined, closed: () => void, access: Access = {}) {
    this.#target = target;
    this.#address = address;
    this.#access = access;
    this.#closed = closed;
    const { protocol, authority, http2StreamsMax = http2.streamsMax } = target;
    const peer = { protocol, authority, streamsMax: http2StreamsMax };
    this.#connection = new Connection(peer, this);
    // A caller that closes the connection before it is open does not wait for this promise. Without a
    // handler, its rejection would end the process.
    this.#usable.promise.catch(() => {});
  }

  get capacity(): number {
    return this.#connection.capacity;
  }

  get drains(): boolean {
    return this.#connection.drains;
  }

  get bytesSent(): number {
    return this.#socket?.bytesWritten ?? 0;
  }

  async open(): Promise<void> {
    const { socket, opened } = openSocket(this.#target, {
      ...this.#access,
      address: this.#address,
      alpn: ['h2'],
      receive: (bytes, length) => this.receive(bytes, length),
    });
    this.#socket = socket;
    let using: Promise<void> | undefined;
    // The HTTP code must get the socket in the same iteration of the event loop. The target may send bytes
    // right after the handshake.
    socket.once(this.#target.protocol === 'https' ? 'secureConnect' : 'connect', () => {
      using = this.use(socket);
    });
    await opened;
    await using;
  }

  /** Starts with an open socket, which must pass the bytes that it reads to `receive`. */
  async use(socket: Socket): Promise<void> {
    this.#socket = socket;
    if (this.#connection.over) {
      socket.destroy();
      return;
    }
    if (socket instanceof TLSSocket && socket.alpnProtocol !== 'h2') throw new Error(notAgreed);
    socket.on('error', (error) => this.#connection.lost(error));
    socket.on('end', () => this.#connection.lost(new Error('the target closed the connection')));
    socket.on('close', () => this.#connection.lost(new Error('the connection to the target was closed')));
    if (this.#target.httpVersion === 'upgraded') {
      this.#upgrade = new UpgradeAnswer();
      socket.write(upgradeRequest(this.#target.authority), 'latin1');
    } else this.#connection.start();
    await this.#usable.promise;
    // The target may close the connection right after its settings.
    if (this.#why !== undefined) throw this.#why;
    if (this.capacity === 0)
      throw new Error('the target allows no HTTP/2 requests (SETTINGS_MAX_CONCURRENT_STREAMS is 0)');
    this.#isOpen = true;
  }

  dispatch(request: TransportRequest, handler: TransportHandler): void {
    this.#connection.dispatch(request, handler);
  }

  cancel(handler: TransportHandler, error: Error): void {
    this.#connection.cancel(handler, error);
  }

  close(error: Error): void {
    this.#connection.end(error);
    this.#socket?.destroy();
  }

  receive(bytes: Buffer, length: number): void {
    this.bytesReceived += length;
    if (this.#upgrade === undefined) this.#connection.receive(bytes, length);
    else this.#readUpgrade(this.#upgrade, bytes.subarray(0, length));
  }

  #readUpgrade(answer: UpgradeAnswer, bytes: Buffer): void {
    const rest = answer.read(bytes);
    if (answer.agreed === undefined) return;
    this.#upgrade = undefined;
    if (!answer.agreed) {
      const what = `it answers the upgrade to HTTP/2 with ${answer.refusal}`;
      this.close(new Error(`${what}; write 'directHttp2: true', or allow HTTP/1.x`));
      return;
    }
    // The response to the upgrade request comes on stream 1. Downpour ignores its content.
    this.#awaits += 1;
    const arrived = (): void => this.#arrived();
    this.#connection.start({ onHead() {}, onData() {}, onEnd: arrived, onError: arrived });
    if (rest.length > 0) this.#connection.receive(rest, rest.length);
  }

  #arrived(): void {
    this.#awaits -= 1;
    if (this.#awaits === 0) this.#usable.resolve();
  }

  settingsReceived(): void {
    this.#arrived();
  }

  flushSoon(): void {
    void thisTurn.then(this.#flush);
  }

  send(bytes: Buffer): void {
    this.#socket?.write(bytes);
  }

  get waiting(): number {
    return this.#socket?.writableLength ?? 0;
  }

  closed(error: Error): void {
    this.#why = error;
    this.#usable.reject(error);
    if (this.#isOpen) this.#closed();
  }

  end(): void {
    this.#socket?.destroy();
  }
}

export const notAgreed =
  'its TLS handshake does not agree on HTTP/2, and HTTP/1.x is not allowed; allow HTTP/1.x, or check the port';

/** A callback of this promise runs after the current code, in the same iteration of the event loop. */
const thisTurn = Promise.resolve();
