/** The part of a response that breaks a rule. Downpour then closes the connection. */
export type ResponseFault =
  | 'HTTP1_STATUS_LINE'
  | 'HTTP1_HEADER'
  | 'HTTP1_HEAD_SIZE'
  | 'HTTP1_CONTENT_LENGTH'
  | 'HTTP1_TRANSFER_ENCODING'
  | 'HTTP1_CHUNK'
  | 'HTTP1_TRAILER'
  | 'HTTP1_INTERIM';

/** The error when HTTP/1.1 does not allow a response, or when the response exceeds a bound of Downpour. */
export class ResponseRefused extends Error {
  override readonly name = 'ResponseRefused';
  readonly code: ResponseFault;

  constructor(code: ResponseFault, what: string) {
    super(`the target sent a response that breaks HTTP/1.1: ${what}`);
    this.code = code;
  }
}

/** The error when a connection ended before the response on it was complete. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
  readonly code: string;

  /** `cause` is the error of the operating system or of TLS. */
  constructor(message: string, code?: string, cause?: NodeJS.ErrnoException) {
    super(message, { cause });
    this.code = code ?? cause?.code ?? 'ECONNRESET';
  }
}
