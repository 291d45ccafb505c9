import type { Target } from '../model/benchmark.ts';

/**
 * One socket to a target, from its opening to its close. It never opens again: the pool takes another one.
 */
export type Transport = {
  /** As a run document names it. Known once it is open. */
  readonly protocol: 'HTTP 1.x' | 'HTTP 2';
  /**
   * Requests that it takes at once: the pipelining limit over HTTP/1.1, streams over HTTP/2. Known once it is
   * open.
   */
  readonly capacity: number;
  /** What its socket has carried so far, heads included; over TLS without the encryption. */
  readonly bytesSent: number;
  readonly bytesReceived: number;
  /**
   * Called once, before anything else. Rejects with the reason that the operating system or the TLS handshake
   * gave.
   */
  open(): Promise<void>;
  /** Sends. The handler hears of exactly one end, at once or later. */
  dispatch(request: TransportRequest, handler: TransportHandler): void;
  /**
   * Gives a request up; its handler hears of the error. HTTP/1.1 closes the socket under whatever else is in
   * flight there, HTTP/2 resets the stream.
   */
  cancel(handler: TransportHandler, error: Error): void;
  /** Closes the socket, also one that is being opened; what is in flight ends with the error. */
  close(error: Error): void;
};

/**
 * Makes a transport. `address` is where its socket goes; undefined: to the target's own host. `closed` is
 * called once when an open socket has closed, whoever closed it, and before its requests hear their end:
 * nothing can be sent there any more.
 */
export type Connect = (target: Target, address: string | undefined, closed: () => void) => Transport;

export type TransportRequest = {
  readonly method: string;
  /** As it is sent. */
  readonly path: string;
  /** Name, value, name, value ... The same array stands for the same text, so that it is laid out once. */
  readonly headers: readonly string[];
  /** As `headers`, beside them: the cookies of its user, what its cache asks. Absent: none. */
  readonly moreHeaders?: readonly string[] | undefined;
  readonly body: string | Uint8Array | null;
};

export type TransportHandler = {
  /**
   * The final response begins; interim ones (RFC 9110 section 15.2) stay with the transport. `headers` holds
   * during the call.
   */
  onHead(status: number, headers: ResponseHeaders): void;
  /** `chunk` holds during the call: who keeps it copies it. */
  onData(chunk: Buffer): void;
  onEnd(): void;
  onError(error: Error): void;
};

/** The header fields of a response, read when somebody asks for them. Names in lower case. */
export type ResponseHeaders = {
  /** The value of the first field of this name. */
  get(name: string): string | undefined;
  /** The values of all fields of this name. */
  all(name: string): readonly string[];
  each(visit: (name: string, value: string) => void): void;
};

/**
 * The target says that it has done nothing with the request, so that it may be sent once more (RFC 9113
 * section 8.7).
 */
export class NotProcessed extends Error {
  override readonly name = 'NotProcessed';
}

/**
 * The target ended a connection that had carried a response before, and no byte of an answer to this request
 * has come. Often the target had closed the idle connection before the request reached it, but it may have
 * processed the request.
 */
export class StaleConnection extends Error {
  override readonly name = 'StaleConnection';
  readonly code: string;

  /** `cause`: what the operating system or TLS said. */
  constructor(message: string, cause?: NodeJS.ErrnoException) {
    super(message, { cause });
    this.code = cause?.code ?? 'ECONNRESET';
  }
}

/** HTTP does not allow the request: a character in its path or in a header. */
export class RequestRefused extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'RequestRefused';
  }
}
