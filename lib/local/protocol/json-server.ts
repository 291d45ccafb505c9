import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { ProtocolError } from './protocol-error.ts';

type JsonService = {
  readonly answer: (request: IncomingMessage) => Promise<unknown>;
  readonly contentType: string;
  /** The body of an error, in the form of the service. */
  readonly problem: (code: string, message: string) => object;
  /** True when the code of an error is in the header `x-amzn-errortype`. */
  readonly hasErrorHeader?: boolean;
  /** The code of an error of this program itself. */
  readonly fault: string;
  /** The refusal for another error that the service knows. Absent: there are none. */
  readonly refusal?: (error: unknown) => ProtocolError | undefined;
  /** Is called with errors of this program itself. */
  readonly log?: ((error: unknown) => void) | undefined;
};

/** A server for a service of AWS that answers with JSON. It does not listen yet. */
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
  return createServer((request, response) => {
    answer(request).then(
      (result) => send(response, 200, result),
      (error: unknown) => {
        const known = error instanceof ProtocolError ? error : refusal?.(error);
        if (known === undefined && !request.destroyed) log?.(error);
        const { status, code, message } = known ?? new ProtocolError(500, fault);
        send(response, status, problem(code, message), code);
      },
    );
  });
}
