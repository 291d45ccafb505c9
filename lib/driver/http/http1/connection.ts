import type { Socket } from 'node:net';
import type { Target } from '../../model/benchmark.ts';
import { connecting } from '../limits.ts';
import { type Access, openSocket } from '../open-socket.ts';
import {
  StaleConnection,
  type Transport,
  type TransportHandler,
  type TransportRequest,
} from '../transport.ts';
import { ConnectionLost, type ResponseRefused } from './failures.ts';
import { RequestText } from './request-text.ts';
import { type ParserOwner, ResponseParser } from './response-parser.ts';

/**
 * A request that was sent and has no response yet. Several such requests may be in flight one after the
 * other.
 */
type InFlight = { readonly handler: TransportHandler; readonly method: string };

/**
 * HTTP/1.1 over one socket. The target's pipelining limit bounds the requests in flight.
 *
 * A request proceeds as follows. `dispatch` writes it to the socket. The parser receives the bytes that the
 * socket reads and calls the handlers of the requests, first in, first out. Besides a call of `close`, five
 * events close the socket and end every request in flight: a response that closes the connection, a response
 * that is refused, bytes that no request waits for, a request that is cancelled, and the end of the socket.
 */
export class Http1Connection implements Transport, ParserOwner {
  readonly protocol = 'HTTP 1.x';
  bytesSent = 0;
  bytesReceived = 0;
  readonly #limit: number;
  readonly #target: Target;
  readonly #address: string | undefined;
  readonly #access: Access;
  readonly #closed: () => void;
  readonly #text: RequestText;
  readonly #parser = new ResponseParser(this);
  #socket: Socket | undefined;
  /**
   * The state of the connection. `last`: it will end after the current or the awaited response, so no more
   * requests are sent.
   */
  #state: 'new' | 'open' | 'last' | 'closed' = 'new';
  /** The handler of the request whose response is current. The other handlers wait until it ends. */
  #first: TransportHandler | undefined;
  readonly #behind: InFlight[] = [];
  #reads = false;
  /** True when at least one response has arrived on this connection. */
  #used = false;
  /**
   * The text of requests that is not written to the socket yet. It is written at the end of this iteration of
   * the event loop.
   */
  #unwritten = '';
  /** The length of the latest request, as the socket counts it. */
  #latestLength = 0;

  constructor(target: Target, address: string | undefined, closed: () => void, access: Access = {}) {
    this.#target = target;
    this.#address = address;
    this.#access = access;
    this.#closed = closed;
    this.#limit = target.pipeliningLimit;
    this.#text = new RequestText(target.authority);
  }

  /**
   * The number of requests that the connection accepts at once. It is 0 when the connection will end after a
   * response in flight, because a later request would be lost.
   */
  get capacity(): number {
    return this.#state === 'open' ? this.#limit : 0;
  }

  get idleSeconds(): number {
    return this.#parser.idleSeconds;
  }

  async open(): Promise<void> {
    const { socket, opened } = openSocket(this.#target, {
      ...this.#access,
      address: this.#address,
      alpn: ['http/1.1'],
      receive: (bytes, length) => this.receive(bytes, length),
    });
    this.#socket = socket;
    await opened;
    this.use(socket);
  }

  /** Starts with an open socket, which must pass the bytes that it reads to `receive`. */
  use(socket: Socket): void {
    this.#socket = socket;
    if (this.#state === 'closed') {
      socket.destroy();
      return;
    }
    this.#state = 'open';
    socket.on('end', () => this.#endOfInput());
    socket.on('error', (error) => this.#lost(error));
    socket.on('close', () => this.#lost());
  }

  dispatch(request: TransportRequest, handler: TransportHandler): void {
    if (this.#state !== 'open') {
      handler.onError(new ConnectionLost('the connection was closed before the request was sent'));
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
    const isLarge = bodyBytes > connecting.joinedBytesMax;
    this.#latestLength = head.length + (isLarge ? (body?.length ?? 0) : bodyBytes);
    if (body === null || bodyBytes === 0) this.#write(head);
    else if (isLarge) this.#writeLarge(head, body);
    else this.#write(head + latin1Of(body, bodyBytes));
  }

  cancel(handler: TransportHandler, error: Error): void {
    if (handler !== this.#first && !this.#behind.some((each) => each.handler === handler)) return;
    const others = new ConnectionLost(
      'another request on the connection was cancelled, which closes the connection',
      'ECONNABORTED',
    );
    for (const each of this.#shut()) each.onError(each === handler ? error : others);
  }

  close(error: Error): void {
    for (const each of this.#shut()) each.onError(error);
  }

  /**
   * Handles the bytes that the socket has read. Bytes that arrive while no request waits for a response close
   * the connection. Otherwise a later request would take them as its response.
   */
  receive(bytes: Buffer, length: number): void {
    this.bytesReceived += length;
    if (this.#first === undefined || this.#isUnsent) {
      this.close(new ConnectionLost('the target sent bytes that are not part of a response'));
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

  /**
   * True when the only request in flight has not left this machine, because the target has not read an
   * earlier one. A target could answer such requests for ever, and their bodies would fill the memory.
   */
  get #isUnsent(): boolean {
    const unsent = this.#limit === 1 ? this.#socket!.writableLength : 0;
    return unsent > this.#latestLength;
  }

  closing(): void {
    if (this.#state === 'open') this.#state = 'last';
  }

  ended(closes: boolean): void {
    this.#used = true;
    const handler = this.#first!;
    const next = this.#behind.shift();
    if (next === undefined) this.#first = undefined;
    else this.#expect(next.handler, next.method);
    // A target that refuses a request early may never read the rest of its body, and the next request would
    // wait for that. Other clients close such a connection too.
    const { status } = this.#parser;
    const refused = status >= 400 && next === undefined && this.#socket!.writableLength > 0;
    if (!closes && !refused && (this.#state === 'open' || next !== undefined)) {
      handler.onEnd();
      return;
    }
    const rest = this.#shut();
    handler.onEnd();
    const error = new StaleConnection(
      'the target closed the connection after the response to an earlier request',
    );
    for (const each of rest) each.onError(error);
  }

  refused(problem: ResponseRefused): void {
    this.close(problem);
  }

  #expect(handler: TransportHandler, method: string): void {
    this.#first = handler;
    this.#parser.expect(handler, method);
  }

  /**
   * Writes all requests of one iteration of the event loop together. If the connection accepts only one
   * request at once, it is written immediately.
   */
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
    const { begun } = this.#parser;
    const how = error === undefined ? 'closed' : 'reset';
    const what = `the target ${how} the connection ${begun ? 'in the middle of a response' : 'before it answered'}`;
    const lost = new ConnectionLost(what, undefined, error);
    const unanswered = this.#used ? new StaleConnection(what, error) : lost;
    for (const [at, each] of this.#shut().entries()) each.onError(begun && at === 0 ? lost : unanswered);
  }

  /**
   * Closes the socket and returns the handlers of the requests in flight. The pool must be notified before
   * these handlers, because a handler may send a new request.
   */
  #shut(): readonly TransportHandler[] {
    if (this.#state === 'closed') return [];
    const wasOpen = this.#state !== 'new';
    this.#state = 'closed';
    this.#parser.stop();
    this.#socket?.destroy();
    const handlers = this.#first === undefined ? [] : [this.#first];
    for (const { handler } of this.#behind.splice(0)) handlers.push(handler);
    this.#first = undefined;
    if (wasOpen) this.#closed();
    return handlers;
  }
}

const soon = Promise.resolve();

/** The bytes of a body as text, with one character for each byte. */
function latin1Of(body: string | Uint8Array, bytes: number): string {
  if (typeof body !== 'string') return Buffer.from(body.buffer, body.byteOffset, bytes).toString('latin1');
  return body.length === bytes ? body : Buffer.from(body).toString('latin1');
}
