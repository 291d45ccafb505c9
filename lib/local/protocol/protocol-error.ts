/** An error response of the simulated AWS service, for example `412 PreconditionFailed`. */
export class ProtocolError extends Error {
  readonly status: number;
  /** The name of the error in the AWS service. */
  readonly code: string;

  constructor(status: number, code: string, message: string = code) {
    super(message);
    this.name = 'ProtocolError';
    this.status = status;
    this.code = code;
  }
}

/** The error for an action, such as `AmazonSQS.CreateQueue`, that the local cloud does not have. */
export const unknownOperation = (action: string): ProtocolError =>
  new ProtocolError(400, 'UnknownOperationException', `${action} is not supported by the local cloud`);
