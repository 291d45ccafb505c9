import type { Socket } from 'node:net';
import { buildConnector, Client } from 'undici';
import { connecting, driving } from '../limits.ts';
import type { Target } from '../model/benchmark.ts';
import { withoutContinue } from './interim.ts';
import { guardedLookup, hostAndPort, socketHost } from './lookup.ts';
import {
  RequestRefused,
  type ResponseHeaders,
  type Transport,
  type TransportHandler,
  type TransportRequest,
} from './transport.ts';

/** HTTP/1.1 over a socket: an undici client that never connects again. */
export class UndiciTransport implements Transport {
  readonly protocol = 'HTTP 1.x';
  readonly #target: Target;
  readonly #address: string | undefined;
  readonly #closed: () => void;
  #client: Client | undefined;
  #socket: Socket | undefined;
  #isClosed = false;
  #latest: Heard | undefined;

  constructor(target: Target, address: string | undefined, closed: () => void) {
    this.#target = target;
    this.#address = address;
    this.#closed = closed;
  }

  get capacity(): number {
    return this.#target.pipeliningLimit;
  }

  get bytesSent(): number {
    return this.#socket?.bytesWritten ?? 0;
  }

  get bytesReceived(): number {
    return this.#socket?.bytesRead ?? 0;
  }

  async open(): Promise<void> {
    const socket = await this.#connect();
    if (this.#isClosed) {
      socket.destroy();
      return;
    }
    this.#socket = socket;
    withoutContinue(socket, () => this.#latest?.answered === false);
    socket.once('close', () => this.#closed());
    this.#client = this.#newClient(socket);
  }

  dispatch(request: TransportRequest, handler: TransportHandler): void {
    const heard = new Heard(handler);
    this.#latest = heard;
    const { method, path, headers, moreHeaders = [], body } = request;
    const options = { method, path, headers: [...headers, ...moreHeaders], body, ...always };
    this.#client?.dispatch(options, heard);
  }

  cancel(_handler: TransportHandler, error: Error): void {
    this.close(error);
  }

  close(error: Error): void {
    this.#isClosed = true;
    this.#client?.destroy(error).catch(() => {});
    this.#socket?.destroy();
  }

  #newClient(socket: Socket): Client {
    const { protocol, authority } = this.#target;
    let used = false;
    return new Client(`${protocol}://${authority}`, {
      pipelining: this.#target.pipeliningLimit,
      // Time limits of requests are ours: undici's are coarse and count from other instants.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: connecting.idleMsMax,
      keepAliveMaxTimeout: connecting.idleMsMax,
      connect: (_options, callback) => {
        const first = !used;
        used = true;
        // Not at once: undici ignores a connection that is there before its connect call returned.
        void Promise.resolve().then(() => {
          if (first && !socket.destroyed) callback(null, socket);
          else callback(Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }), null);
        });
      },
    });
  }

  #connect(): Promise<Socket> {
    const { protocol, host, port } = this.#target;
    const [hostname, portThere] = hostAndPort(this.#address);
    const connector = buildConnector({
      allowH2: false,
      rejectUnauthorized: false,
      timeout: driving.reachMsMax,
      lookup: guardedLookup,
    });
    return new Promise((resolve, reject) => {
      connector(
        {
          protocol: `${protocol}:`,
          hostname: hostname ?? socketHost(host),
          host,
          port: portThere ?? String(port),
        },
        (error, socket) => {
          if (error === null) resolve(socket);
          else reject(error);
        },
      );
    });
  }
}

/** The connection stays open, also behind a method whose response undici does not trust (HEAD). */
const always = { blocking: false, idempotent: true, reset: false } as const;

/** Passes on what undici says. */
class Heard {
  answered = false;
  readonly #handler: TransportHandler;

  constructor(handler: TransportHandler) {
    this.#handler = handler;
  }

  onRequestStart(): void {}

  onResponseStart(_controller: unknown, status: number, headers: UndiciHeaders): void {
    if (status < 200 && status !== 101) return;
    this.answered = true;
    this.#handler.onHead(status, new RecordHeaders(headers));
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.#handler.onData(chunk);
  }

  onRequestUpgrade(
    controller: unknown,
    status: number,
    headers: UndiciHeaders,
    socket: { destroy(): unknown },
  ): void {
    this.onResponseStart(controller, status, headers);
    socket.destroy();
    this.onResponseEnd();
  }

  onResponseEnd(): void {
    this.#handler.onEnd();
  }

  onResponseError(_controller: unknown, error: Error): void {
    const refused = (error as NodeJS.ErrnoException).code === 'UND_ERR_INVALID_ARG';
    this.#handler.onError(refused ? new RequestRefused(error.message, error) : error);
  }
}

type UndiciHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Header fields that lie there as a record. */
export class RecordHeaders implements ResponseHeaders {
  readonly #record: UndiciHeaders;

  constructor(record: UndiciHeaders) {
    this.#record = record;
  }

  get(name: string): string | undefined {
    return this.all(name)[0];
  }

  all(name: string): readonly string[] {
    const value = this.#record[name];
    return typeof value === 'string' ? [value] : (value ?? []);
  }

  each(visit: (name: string, value: string) => void): void {
    for (const name in this.#record) for (const value of this.all(name)) visit(name, value);
  }
}
