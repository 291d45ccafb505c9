import type { TransportHandler } from '../transport.ts';
import { Chunks } from './chunks.ts';
import { ResponseRefused } from './failures.ts';
import { ends } from './framing.ts';
import { KeptBytes } from './kept-bytes.ts';
import { responses } from './limits.ts';
import { ResponseHead, refused, unfinished } from './response-head.ts';

/** The connection that owns a parser, and to which the parser reports. */
export type ParserOwner = {
  /** Called when the connection will end after the current response. */
  closing(): void;
  /**
   * Called when the response is complete. The owner then sets the next request or stops the parser, and calls
   * the handler.
   */
  ended(closes: boolean): void;
  /** Called when the response breaks a rule. The owner then stops the parser and calls the handlers. */
  refused(problem: ResponseRefused): void;
};

const reading = { head: 0, length: 1, chunks: 2, untilClose: 3, done: 4, nothing: 5 } as const;

/**
 * Reads responses from the bytes of one connection, in pieces of any size. While the parser calls a handler,
 * the handler may send, cancel or close.
 */
export class ResponseParser {
  readonly #owner: ParserOwner;
  readonly #head = new ResponseHead();
  readonly #chunks = new Chunks();
  readonly #kept = new KeptBytes();
  #handler: TransportHandler | undefined;
  #method = '';
  #reading: number = reading.head;
  /** The number of bytes of the current body that have not arrived yet, when its length is known. */
  #left = 0;
  /** The number of interim responses (status 1xx) before the current response. */
  #interim = 0;
  #closes = false;

  constructor(owner: ParserOwner) {
    this.#owner = owner;
  }

  /** Sets the handler and the method of the request to which the next response belongs. */
  expect(handler: TransportHandler, method: string): void {
    this.#handler = handler;
    this.#method = method;
  }

  /**
   * The seconds after which the target closes an idle connection, as its last response announced. 0: not
   * known.
   */
  get idleSeconds(): number {
    return this.#head.framing.idleSeconds;
  }

  /** The status of the latest response. */
  get status(): number {
    return this.#head.status;
  }

  /** True when a part of the current response has arrived. */
  get begun(): boolean {
    return this.#reading !== reading.head || this.#kept.length > 0 || this.#interim > 0;
  }

  /**
   * Reads the first `length` bytes of `input`. `due` is the number of requests that wait for a response.
   * Bytes after the last of these responses close the connection, because they cannot answer a request that
   * is sent later.
   */
  read(input: Buffer, length: number, due: number): void {
    let bytes = input;
    let end = length;
    if (this.#kept.length > 0) {
      end = this.#kept.append(input, length);
      bytes = this.#kept.bytes;
    }
    let at = 0;
    let left = due;
    while (at < end && this.#reading !== reading.nothing) {
      at = this.#readOn(bytes, at, end);
      if (this.#reading !== reading.done) continue;
      left -= 1;
      this.#end(left === 0 && at < end);
    }
    if (at === end && this.#kept.length > 0) this.#kept.drop();
  }

  /** Called when the target has closed its side of the connection. True when this ends the response. */
  endOfInput(): boolean {
    if (this.#reading !== reading.untilClose) return false;
    this.#end(true);
    return true;
  }

  /** Stops the parser. After this, it calls no handler. */
  stop(): void {
    this.#reading = reading.nothing;
    this.#handler = undefined;
    this.#kept.drop();
  }

  /**
   * Reads some of the bytes and returns the offset that it reached. An offset beyond `end` means that the
   * remaining bytes were kept for later.
   */
  #readOn(bytes: Buffer, at: number, end: number): number {
    switch (this.#reading) {
      case reading.head:
        return this.#readHead(bytes, at, end);
      case reading.length:
        return this.#readLength(bytes, at, end);
      case reading.chunks:
        return this.#readChunks(bytes, at, end);
      default:
        this.#pass(bytes, at, end);
        return end;
    }
  }

  #readHead(bytes: Buffer, start: number, end: number): number {
    const head = this.#head;
    const behind = head.scan(bytes, start, end);
    if (behind === unfinished) {
      this.#kept.keep(bytes, start, end);
      return end + 1;
    }
    if (behind === refused) this.#owner.refused(head.problem!);
    else if (head.status < 200 && head.status !== switchingProtocols) this.#skipInterim();
    else this.#beginBody(head);
    return behind === refused ? end : behind;
  }

  #skipInterim(): void {
    this.#interim += 1;
    if (this.#interim > responses.interimMax)
      this.#owner.refused(
        new ResponseRefused(
          'HTTP1_INTERIM',
          `more than ${responses.interimMax} interim responses (status 1xx)`,
        ),
      );
  }

  #beginBody(head: ResponseHead): void {
    const { status, framing } = head;
    const ending = this.#endOf(status, framing.end);
    this.#closes = framing.closes || ending === ends.withConnection;
    if (this.#closes) this.#owner.closing();
    if (ending === ends.atLength) {
      this.#left = framing.length;
      this.#reading = reading.length;
    } else if (ending === ends.byChunks) {
      this.#chunks.begin();
      this.#reading = reading.chunks;
    } else this.#reading = ending === ends.withHead ? reading.done : reading.untilClose;
    this.#handler!.onHead(status, head.fields);
  }

  /**
   * Finds the end of the body. The method of the request and status 101 have priority over the header fields
   * (RFC 9112 section 6.3, rules 1 and 2).
   */
  #endOf(status: number, end: number): number {
    const method = this.#method;
    if (status === switchingProtocols || (method === 'CONNECT' && status < 300)) {
      this.#head.framing.closes = true;
      return ends.withHead;
    }
    return method === 'HEAD' ? ends.withHead : end;
  }

  #readLength(bytes: Buffer, at: number, end: number): number {
    const stop = Math.min(end, at + this.#left);
    this.#left -= stop - at;
    if (this.#left === 0) this.#reading = reading.done;
    this.#pass(bytes, at, stop);
    return stop;
  }

  #pass(bytes: Buffer, at: number, stop: number): void {
    const handler = this.#handler!;
    if (handler.skips?.(stop - at) !== true) handler.onData(bytes.subarray(at, stop));
  }

  #readChunks(bytes: Buffer, start: number, end: number): number {
    const chunks = this.#chunks;
    const at = chunks.read(bytes, start, end);
    if (chunks.problem !== undefined) {
      this.#owner.refused(chunks.problem);
      return end;
    }
    if (chunks.done) {
      this.#reading = reading.done;
      return at;
    }
    if (at === end) return end;
    const stop = Math.min(end, at + chunks.left);
    chunks.take(stop - at);
    this.#pass(bytes, at, stop);
    return stop;
  }

  #end(surplus: boolean): void {
    this.#reading = reading.head;
    this.#interim = 0;
    this.#owner.ended(this.#closes || surplus);
  }
}

const switchingProtocols = 101;
