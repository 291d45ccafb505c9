import type { Socket } from 'node:net';
import { buildConnector, Client } from 'undici';
import { connecting, driving } from '../limits.ts';
import type { Target } from '../model/benchmark.ts';
import { withoutContinue } from './interim.ts';
import { guardedLookup, hostAndPort, socketHost } from './lookup.ts';
import type { Transport, TransportHandler, TransportRequest } from './transport.ts';

type Connector = ReturnType<typeof buildConnector>;
type ConnectOptions = Parameters<Connector>[0];

/**
 * HTTP/1.1 over a socket: an undici client, replaced when its socket has to be closed under a request.
 * undici connects when it first sends; `open` makes the socket beforehand and hands it over then.
 */
export class UndiciTransport implements Transport {
  readonly #target: Target;
  readonly #connector: Connector;
  readonly #address: () => string | undefined;
  #client: Client;
  #held: Socket | undefined;
  #latest: TransportHandler | undefined;
  /** The socket in use, also when it is closed, and what those before it have carried. */
  #socket: Socket | undefined;
  #pastSent = 0;
  #pastReceived = 0;

  constructor(target: Target, address: () => string | undefined) {
    this.#target = target;
    this.#address = address;
    this.#connector = buildConnector({
      allowH2: false,
      rejectUnauthorized: false,
      timeout: driving.reachMsMax,
      lookup: guardedLookup,
    });
    this.#client = this.#newClient();
  }

  get bytesSent(): number {
    return this.#pastSent + (this.#socket?.bytesWritten ?? 0);
  }

  get bytesReceived(): number {
    return this.#pastReceived + (this.#socket?.bytesRead ?? 0);
  }

  open(): Promise<void> {
    const { protocol, host, port } = this.#target;
    return new Promise((resolve, reject) => {
      this.#connect(
        { protocol: `${protocol}:`, hostname: socketHost(host), host, port: String(port) },
        (error, socket) => {
          if (error !== null) return reject(error);
          this.#held = socket;
          socket.once('close', () => this.#release(socket));
          resolve();
        },
      );
    });
  }

  dispatch(request: TransportRequest, handler: TransportHandler): void {
    this.#latest = handler;
    this.#client.dispatch(request, handler);
  }

  drop(error: Error): void {
    const old = this.#client;
    this.#client = this.#newClient();
    old.destroy(error).catch(() => {});
  }

  async close(): Promise<void> {
    this.#held?.destroy();
    this.#held = undefined;
    await this.#client.destroy();
  }

  #newClient(): Client {
    const { protocol, authority } = this.#target;
    return new Client(`${protocol}://${authority}`, {
      pipelining: this.#target.pipeliningLimit,
      // Time limits of requests are ours: undici's are coarse and count from other instants.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: connecting.idleMsMax,
      keepAliveMaxTimeout: connecting.idleMsMax,
      connect: (options, callback) => {
        const socket = this.#held;
        if (socket === undefined || socket.destroyed) return this.#connect(options, callback);
        this.#release(socket);
        // Not at once: undici ignores a connection that is there before its connect call returned.
        void Promise.resolve().then(() => callback(null, socket));
      },
    });
  }

  #connect(options: ConnectOptions, callback: Parameters<Connector>[1]): void {
    const [hostname, port] = hostAndPort(this.#address());
    this.#connector(
      { ...options, hostname: hostname ?? options.hostname, ...(port === undefined ? {} : { port }) },
      (...result) => {
        const [error, socket] = result;
        if (error === null) {
          this.#use(socket);
          withoutContinue(socket, () => this.#latest?.answered === false);
        }
        callback(...result);
      },
    );
  }

  #use(socket: Socket): void {
    this.#pastSent = this.bytesSent;
    this.#pastReceived = this.bytesReceived;
    this.#socket = socket;
  }

  #release(socket: Socket): void {
    if (this.#held === socket) this.#held = undefined;
  }
}
