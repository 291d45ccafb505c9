import type { Target } from '../model/benchmark.ts';

/**
 * One socket to a target, from opening to close. It never opens again. The pool then makes another transport.
 */
export type Transport = {
  /** The name of the protocol in a run document. Known when the transport is open. */
  readonly protocol: 'HTTP 1.x' | 'HTTP 2';
  /**
   * The most requests at once: the pipelining limit over HTTP/1.1, or the number of streams over HTTP/2.
   * Known when the transport is open.
   */
  readonly capacity: number;
  /**
   * True when the target accepts no more requests on the socket and closes it after those in flight. Absent:
   * false.
   */
  readonly drains?: boolean;
  /**
   * The seconds after which the target closes the socket when it is idle, as the target has announced them. 0
   * or absent: not known.
   */
  readonly idleSeconds?: number;
  /**
   * The number of bytes that were sent on the socket so far, including the heads of messages. Over TLS, they
   * are counted before encryption.
   */
  readonly bytesSent: number;
  readonly bytesReceived: number;
  /**
   * Called when the target changes `capacity` while the transport is open. The owner of the transport sets
   * this function.
   */
  capacityChanged?: (() => void) | undefined;
  /**
   * Opens the socket. Called once, before any other function. Rejects with the error of the operating system
   * or of the TLS handshake.
   */
  open(): Promise<void>;
  /** Sends a request. The handler is notified exactly once of the end, during this call or later. */
  dispatch(request: TransportRequest, handler: TransportHandler): void;
  /**
   * Cancels a request. Its handler gets the error. With HTTP/1.1 this closes the socket, so other requests in
   * flight on it end too. With HTTP/2 it resets only the stream.
   */
  cancel(handler: TransportHandler, error: Error): void;
  /** Closes the socket, also while it is being opened. Requests in flight end with the error. */
  close(error: Error): void;
};

/**
 * Makes a transport (one socket). `address` is the address to connect to; undefined means the target's own
 * host. `closed` is called once when an open socket has closed for any reason, before its requests end. After
 * that, nothing can be sent on it.
 */
export type Connect = (target: Target, address: string | undefined, closed: () => void) => Transport;

export type TransportRequest = {
  readonly method: string;
  /** The path of the request in its encoded form, as it is sent. */
  readonly path: string;
  /**
   * The header fields: name, value, name, value and so on. The content of an array never changes, so its
   * encoded bytes are kept and used again.
   */
  readonly headers: readonly string[];
  /** Additional header fields in the same form: the user's cookies, and conditions from the user's cache. */
  readonly moreHeaders?: readonly string[] | undefined;
  readonly body: string | Uint8Array | null;
};

export type TransportHandler = {
  /**
   * Called when the final response begins. The transport handles interim responses (status 1xx) itself (RFC
   * 9110 section 15.2). `headers` is valid only during the call.
   */
  onHead(status: number, headers: ResponseHeaders): void;
  /**
   * Called with the length of the next part of the body. True: the handler does not need it, and `onData` is
   * not called with this part. Absent: every part is passed to `onData`.
   */
  skips?(bytes: number): boolean;
  /**
   * Called with a part of the body. `chunk` is valid only during the call, so handlers copy the bytes that
   * they keep.
   */
  onData(chunk: Buffer): void;
  onEnd(): void;
  onError(error: Error): void;
};

/**
 * The header fields of a response. They are decoded only when a caller reads them. Names are in lower case.
 */
export type ResponseHeaders = {
  /** The value of the first field with this name. */
  get(name: string): string | undefined;
  /** The values of all fields with this name. */
  all(name: string): readonly string[];
  each(visit: (name: string, value: string) => void): void;
};

/** The error when a request got no response within its time limit. */
export class TimedOut extends Error {
  constructor() {
    super('request timed out');
  }
}

/**
 * The error when a target reports that it has not processed the request. The request may be sent again (RFC
 * 9113 section 8.7).
 */
export class NotProcessed extends Error {
  /** The most times that a request may be sent again after this error. */
  readonly repeatsMax: number;

  constructor(message: string, repeatsMax = 1) {
    super(message);
    this.repeatsMax = repeatsMax;
  }
}

/**
 * The error when a target closed a connection after an earlier response, before any byte of the response to
 * this request. Often the target closed the idle connection before the request reached it. But the target may
 * have processed the request.
 */
export class StaleConnection extends Error {
  readonly code: string;

  /** `cause` is the error of the operating system or of TLS. */
  constructor(message: string, cause?: NodeJS.ErrnoException) {
    super(message, { cause });
    this.code = cause?.code ?? 'ECONNRESET';
  }
}

/**
 * The error when HTTP does not allow a request, for example because of a character in its path or in a
 * header. Also the error of a request whose head is too long.
 */
export class RequestRefused extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'RequestRefused';
  }
}
