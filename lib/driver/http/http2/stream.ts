import type { TransportHandler } from '../transport.ts';

/** One HTTP/2 stream: a request and its response. Only the connection changes it. */
export class Stream {
  readonly id: number;
  readonly handler: TransportHandler;
  /**
   * The method of the request. A response to HEAD has no content, whatever its header contains. A response to
   * CONNECT has no end.
   */
  readonly method: string;
  /** True when the final response has begun. */
  answered = false;
  /**
   * `received` is the number of content bytes that have arrived. `expected` is the number that the
   * content-length header gives, or undefined without this header.
   */
  received = 0;
  expected: number | undefined;
  /**
   * The number of received bytes that flow control has counted on the stream since Downpour last sent it a
   * WINDOW_UPDATE (permission for more).
   */
  taken = 0;
  /** The body of the request while a part of it remains to be sent. Undefined when all is sent. */
  body: Uint8Array | undefined;
  sent = 0;
  /** The number of bytes of the body that the target accepts now, by flow control. */
  windowBytes: number;

  constructor(id: number, handler: TransportHandler, method: string, windowBytes: number) {
    this.id = id;
    this.handler = handler;
    this.method = method;
    this.windowBytes = windowBytes;
  }
}
