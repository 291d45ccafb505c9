import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { datelessServer } from './dateless-server.ts';
import { ProtocolError } from './protocol-error.ts';

type JsonService = {
  readonly answer: (request: IncomingMessage) => Promise<unknown>;
  readonly contentType: string;
  /** Makes the body of an error in the form of the service. */
  readonly problem: (code: string, message: string) => object;
  /** True when the code of an error is in the header `x-amzn-errortype`. */
  readonly hasErrorHeader?: boolean;
  /** The error code of the service for an internal error. */
  readonly fault: string;
  /**
   * Converts an error of the disk, for example when the disk is full, to the error of the service. Undefined
   * for other errors.
   */
  readonly refusal: (error: unknown) => ProtocolError | undefined;
  /** Called with internal errors of the server. */
  readonly log?: ((error: unknown) => void) | undefined;
};

/** Creates a server for an AWS service that answers with JSON. The server does not listen yet. */
export function createJsonServer(service: JsonService): Server {
  const { answer, contentType, problem, hasErrorHeader, fault, refusal, log } = service;
  const send = (response: ServerResponse, status: number, body: unknown, code?: string): void => {
    const bytes = Buffer.from(JSON.stringify(body));
    response.writeHead(status, {
      'content-type': contentType,
      'content-length': bytes.length,
      ...(hasErrorHeader && code !== undefined && { 'x-amzn-errortype': code }),
    });
    response.end(bytes);
  };
  return datelessServer((request, response) => {
    answer(request).then(
      (result) => send(response, 200, result),
      (error: unknown) => {
        const isKnown = error instanceof ProtocolError;
        if (!isKnown && !request.destroyed) log?.(error);
        const { status, code, message } = isKnown ? error : (refusal(error) ?? new ProtocolError(500, fault));
        send(response, status, problem(code, message), code);
      },
    );
  });
}
