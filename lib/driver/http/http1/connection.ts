import type { Socket } from 'node:net';
import { connecting } from '../../limits.ts';
import type { Target } from '../../model/benchmark.ts';
import { openSocket, type SocketOptions } from '../open-socket.ts';
import { ConnectionLost, type ResponseRefused } from './failures.ts';
import { RequestText } from './request-text.ts';
import { type ParserOwner, ResponseParser } from './response-parser.ts';
import type { Transport, TransportHandler, TransportRequest } from './transport-draft.ts';

/** A request that is sent, behind others that are not answered yet. */
type InFlight = { readonly handler: TransportHandler; readonly method: string };

/**
 * HTTP/1.1 over one socket, with as many requests in flight as the target's pipelining limit.
 *
 * The path of a request: `dispatch` lays it out and writes it; the parser hears what the socket reads and tells its handler,
 * first in, first out. A response that closes the connection, one that is refused, a request that is given up and the end
 * of the socket all lead to `close`, which tells everybody in flight.
 */
export class Http1Connection implements Transport, ParserOwner {
  bytesSent = 0;
  bytesReceived = 0;
  readonly #limit: number;
  readonly #target: Target;
  readonly #address: string | undefined;
  readonly #tls: SocketOptions['tls'];
  readonly #closed: () => void;
  readonly #text: RequestText;
  readonly #parser = new ResponseParser(this);
  #socket: Socket | undefined;
  #state: 'new' | 'open' | 'last' | 'closed' = 'new';
  /** Whose response is read; the others wait behind it. */
  #first: TransportHandler | undefined;
  readonly #behind: InFlight[] = [];
  #reads = false;
  /** Requests of this turn that are not written yet. */
  #unwritten = '';

  constructor(target: Target, address: string | undefined, closed: () => void, tls?: SocketOptions['tls']) {
    this.#target = target;
    this.#address = address;
    this.#tls = tls;
    this.#closed = closed;
    this.#limit = target.pipeliningLimit;
    this.#text = new RequestText(target.authority);
  }

  /** None once the connection is known to end. */
  get capacity(): number {
    return this.#state === 'open' || this.#state === 'new' ? this.#limit : 0;
  }

  async open(): Promise<void> {
    const { socket, opened } = openSocket(this.#target, {
      address: this.#address,
      alpn: ['http/1.1'],
      tls: this.#tls,
      receive: (bytes, length) => this.receive(bytes, length),
    });
    this.#socket = socket;
    await opened;
    this.use(socket);
  }

  /** Takes an open socket that hands what it reads to `receive`. */
  use(socket: Socket): void {
    this.#socket = socket;
    this.#state = 'open';
    socket.on('end', () => this.#endOfInput());
    socket.on('error', (error) => this.#lost(error));
    socket.on('close', () => {
      this.#lost();
      this.#closed();
    });
  }

  dispatch(request: TransportRequest, handler: TransportHandler): void {
    if (this.#state !== 'open') {
      handler.onError(new ConnectionLost('the connection was closed before it was sent'));
      return;
    }
    const { body } = request;
    const bodyBytes = body === null ? 0 : typeof body === 'string' ? Buffer.byteLength(body) : body.length;
    let head: string;
    try {
      head = this.#text.head(request, bodyBytes);
    } catch (error) {
      handler.onError(error as Error);
      return;
    }
    if (this.#text.closes) this.#state = 'last';
    if (this.#first === undefined) this.#expect(handler, request.method);
    else this.#behind.push({ handler, method: request.method });
    this.bytesSent += head.length + bodyBytes;
    if (body === null || bodyBytes === 0) this.#write(head);
    else if (bodyBytes <= connecting.joinedBytesMax) this.#write(head + latin1Of(body, bodyBytes));
    else this.#writeLarge(head, body);
  }

  cancel(handler: TransportHandler, error: Error): void {
    const isInFlight = handler === this.#first || this.#behind.some((each) => each.handler === handler);
    if (!isInFlight) return;
    const others = new ConnectionLost(
      'another request on the connection was given up, which closes it',
      'ECONNABORTED',
    );
    this.#end((each) => (each === handler ? error : others));
  }

  close(error: Error = new ConnectionLost('the connection was closed')): void {
    this.#end(() => error);
  }

  /** What the socket has read. Bytes that nobody asked for close the connection: no request may take them for its own. */
  receive(bytes: Buffer, length: number): void {
    this.bytesReceived += length;
    if (this.#first === undefined) {
      this.close();
      return;
    }
    this.#reads = true;
    try {
      this.#parser.read(bytes, length, 1 + this.#behind.length);
    } finally {
      this.#reads = false;
    }
    if (this.#unwritten !== '') this.#flush();
  }

  closing(): void {
    if (this.#state === 'open') this.#state = 'last';
  }

  ended(closes: boolean): void {
    const handler = this.#first!;
    const next = this.#behind.shift();
    if (next === undefined) this.#first = undefined;
    else this.#expect(next.handler, next.method);
    if (closes) this.closing();
    const isLast = closes || (this.#state === 'last' && next === undefined);
    if (isLast) this.#parser.stop();
    handler.onEnd();
    if (isLast)
      this.close(
        new ConnectionLost('the target closed the connection behind the response to another request'),
      );
  }

  refused(problem: ResponseRefused): void {
    this.close(problem);
  }

  #expect(handler: TransportHandler, method: string): void {
    this.#first = handler;
    this.#parser.expect(handler, method);
  }

  /** One write for all that is sent in a turn. With one request at a time there is nothing to wait for. */
  #write(text: string): void {
    if (this.#limit === 1) {
      this.#socket!.write(text, 'latin1');
      return;
    }
    if (this.#unwritten === '' && !this.#reads) void soon.then(() => this.#flush());
    this.#unwritten += text;
  }

  #writeLarge(head: string, body: string | Uint8Array): void {
    const socket = this.#socket!;
    socket.cork();
    socket.write(this.#unwritten + head, 'latin1');
    this.#unwritten = '';
    socket.write(body);
    socket.uncork();
  }

  #flush(): void {
    const text = this.#unwritten;
    this.#unwritten = '';
    if (text !== '' && this.#state !== 'closed') this.#socket!.write(text, 'latin1');
  }

  #endOfInput(): void {
    if (!this.#parser.endOfInput()) this.#lost();
  }

  #lost(error?: Error): void {
    if (this.#state === 'closed') return;
    const when = this.#parser.begun ? 'in the middle of a response' : 'before it answered';
    const how = error === undefined ? 'closed' : 'reset';
    this.close(new ConnectionLost(`the target ${how} the connection ${when}`, undefined, error));
  }

  /** The socket goes first: whoever hears of the end may connect anew at once. */
  #end(errorOf: (handler: TransportHandler) => Error): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#parser.stop();
    this.#socket?.destroy();
    const first = this.#first;
    this.#first = undefined;
    const behind = this.#behind.splice(0);
    first?.onError(errorOf(first));
    for (const { handler } of behind) handler.onError(errorOf(handler));
  }
}

const soon = Promise.resolve();

/** The bytes of a body as text with one character a byte. */
function latin1Of(body: string | Uint8Array, bytes: number): string {
  if (typeof body !== 'string') return Buffer.from(body.buffer, body.byteOffset, bytes).toString('latin1');
  return body.length === bytes ? body : Buffer.from(body).toString('latin1');
}
