/** An error response of the AWS service that is simulated, for example `412 PreconditionFailed`. */
export class ProtocolError extends Error {
  readonly status: number;
  /** The service's own error name. */
  readonly code: string;

  constructor(status: number, code: string, message: string = code) {
    super(message);
    this.name = 'ProtocolError';
    this.status = status;
    this.code = code;
  }
}
