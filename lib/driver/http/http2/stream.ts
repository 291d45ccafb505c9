import type { TransportHandler } from '../transport.ts';

/** One request and its response on a connection. Only the connection changes it. */
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
   * `received` is the bytes of content that have arrived. `expected` is the bytes of content by the header,
   * or undefined when the header gives no length.
   */
  received = 0;
  expected: number | undefined;
  /** Bytes that flow control has counted on the stream since the latest WINDOW_UPDATE to the target. */
  taken = 0;
  /** The body of the request while a part remains to be sent. Undefined when the request is complete. */
  body: Uint8Array | undefined;
  sent = 0;
  /** The number of bytes of the body that the target accepts now. */
  windowBytes: number;

  constructor(id: number, handler: TransportHandler, method: string, windowBytes: number) {
    this.id = id;
    this.handler = handler;
    this.method = method;
    this.windowBytes = windowBytes;
  }
}
