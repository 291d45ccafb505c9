import type { TestContext } from 'node:test';
import { Http2Transport } from '../../../../lib/driver/http/http2/http2-transport.ts';
import type {
  ResponseHeaders,
  TransportHandler,
  TransportRequest,
} from '../../../../lib/driver/http/transport.ts';
import type { Target } from '../../../../lib/driver/model/benchmark.ts';
import { targetAt } from '../../session/shards.ts';

/** The result of a request. */
export type Ended = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly bytes: number;
  /** The reason of the failure. Absent: the request did not fail. */
  readonly error?: string;
};

/** A handler that collects the response and counts its ends. */
export class Gathering implements TransportHandler {
  ends = 0;
  bytes = 0;
  readonly ended: Promise<Ended>;
  /** Resolves when the head of the response has arrived. */
  readonly answered: Promise<void>;
  readonly #answered = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<Ended>();
  readonly #chunks: Buffer[] = [];
  #status = 0;
  #headers: Record<string, string> = {};

  constructor() {
    this.ended = this.#ended.promise;
    this.answered = this.#answered.promise;
  }

  onHead(status: number, headers: ResponseHeaders): void {
    this.#status = status;
    headers.each((name, value) => {
      this.#headers[name] = name in this.#headers ? `${this.#headers[name]} | ${value}` : value;
    });
    this.#answered.resolve();
  }

  onData(chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.bytes <= 65_536) this.#chunks.push(Buffer.from(chunk));
  }

  onEnd(): void {
    this.#end();
  }

  onError(error: Error): void {
    this.#end(error.message);
  }

  #end(error?: string): void {
    this.ends += 1;
    this.#ended.resolve({
      status: this.#status,
      headers: this.#headers,
      bytes: this.bytes,
      body: Buffer.concat(this.#chunks).toString('latin1'),
      ...(error === undefined ? {} : { error }),
    });
  }
}

export type Client = {
  readonly transport: Http2Transport;
  /** The number of times that the connection has reported its close. */
  readonly closings: () => number;
  send(request: Partial<TransportRequest>): Gathering;
  /** Sends a request and waits for its end. */
  request(request?: Partial<TransportRequest>): Promise<Ended>;
};

/** Opens an HTTP/2 connection for a test. */
export async function connectTo(t: TestContext, port: number, more: Partial<Target> = {}): Promise<Client> {
  let closings = 0;
  const target = targetAt(port, { httpVersion: '2', ...more });
  const transport = new Http2Transport(target, undefined, () => {
    closings += 1;
  });
  t.after(() => transport.close(new Error('the test is over')));
  await transport.open();
  const send = (request: Partial<TransportRequest>): Gathering => {
    const handler = new Gathering();
    transport.dispatch({ method: 'GET', path: '/', headers: [], body: null, ...request }, handler);
    return handler;
  };
  return { transport, closings: () => closings, send, request: (request = {}) => send(request).ended };
}
