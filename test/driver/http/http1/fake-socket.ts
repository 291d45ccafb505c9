import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { Http1Connection } from '../../../../lib/driver/http/http1/connection.ts';
import type { Access } from '../../../../lib/driver/http/open-socket.ts';
import type { TransportRequest } from '../../../../lib/driver/http/transport.ts';
import { targetAt } from '../../session/shards.ts';
import { Listener } from './clients.ts';

/** A connection whose socket only records its calls. */
export class Wire extends EventEmitter {
  /** The written texts, one for each write. */
  readonly writes: string[] = [];
  readonly connection: Http1Connection;
  destroyed = false;
  /** The number of times that the connection's owner was notified of its close. */
  closes = 0;
  corked = 0;

  constructor(pipeliningLimit = 1, access: Access = {}) {
    super();
    const closed = (): void => {
      this.closes += 1;
      this.onClosed();
    };
    this.connection = new Http1Connection(targetAt(80, { pipeliningLimit }), undefined, closed, access);
    this.connection.use(this as unknown as Socket);
  }

  onClosed = (): void => {};

  write(data: string | Uint8Array, encoding?: BufferEncoding): boolean {
    const bytes = typeof data === 'string' ? Buffer.from(data, encoding) : Buffer.from(data);
    const text = bytes.toString('latin1');
    if (this.corked > 1) this.writes[this.writes.length - 1] += text;
    else this.writes.push(text);
    if (this.corked > 0) this.corked += 1;
    return true;
  }

  cork(): void {
    this.corked = 1;
  }

  uncork(): void {
    this.corked = 0;
  }

  destroy(): void {
    this.destroyed = true;
  }

  /** Sends a GET request, or the given request. */
  send(path = '/', more: Partial<TransportRequest> = {}, listener: Listener = new Listener()): Listener {
    this.connection.dispatch({ method: 'GET', path, headers: [], body: null, ...more }, listener);
    return listener;
  }

  /** Simulates the arrival of bytes from the target, one byte for each character. */
  arrive(text: string): void {
    const bytes = Buffer.from(text, 'latin1');
    this.connection.receive(bytes, bytes.length);
  }
}

export const okResponse = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
