import type { TransportHandler } from '../transport.ts';

/** One request and its response on a connection; only the connection writes here. */
export class Stream {
  readonly id: number;
  readonly handler: TransportHandler;
  /**
   * Of the request; the response to a HEAD has no content whatever its header says, that to a CONNECT no end.
   */
  readonly method: string;
  /** The final response has begun. */
  answered = false;
  /** What has arrived of its content, and what it must be; undefined: not said. */
  received = 0;
  expected: number | undefined;
  /** What flow control has counted since the target was last told. */
  taken = 0;
  /** What of the request's body is still to be sent; undefined: nothing. */
  body: Uint8Array | undefined;
  sent = 0;
  /** How much of it the target takes. */
  windowBytes: number;

  constructor(id: number, handler: TransportHandler, method: string, windowBytes: number) {
    this.id = id;
    this.handler = handler;
    this.method = method;
    this.windowBytes = windowBytes;
  }
}
