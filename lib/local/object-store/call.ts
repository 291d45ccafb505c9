import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { element, leaf, xmlDocument } from './xml.ts';

/** One verified request. */
export type Call = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly method: string;
  readonly query: URLSearchParams;
  /** What the signature vouches for: hex SHA-256, `UNSIGNED-PAYLOAD` or `STREAMING-...`. */
  readonly payloadHash: string;
  readonly bucketName: string;
  readonly key: string;
};

/** A header, or the query parameter of that name: presigned URLs carry headers in the query. */
export function headerOf(call: Call, name: string): string | undefined {
  const value = call.request.headers[name];
  return (Array.isArray(value) ? value.join(',') : value) ?? call.query.get(name) ?? undefined;
}

export function answer(call: Call, status: number, headers: OutgoingHttpHeaders = {}): void {
  call.response.writeHead(status, { 'content-length': 0, ...headers });
  call.response.end();
}

/** Answers an XML document whose root is given. */
export function answerXml(call: Call, root: string): void {
  sendXml(call.response, 200, xmlDocument(root));
}

export function answerError(
  response: ServerResponse,
  method: string,
  error: { status: number; code: string; message: string; resource: string; requestId: string },
): void {
  const root = element(
    'Error',
    leaf('Code', error.code),
    leaf('Message', error.message),
    leaf('Resource', error.resource),
    leaf('RequestId', error.requestId),
  );
  sendXml(response, error.status, method === 'HEAD' || error.status === 304 ? '' : xmlDocument(root));
}

function sendXml(response: ServerResponse, status: number, body: string): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { 'content-type': 'application/xml', 'content-length': bytes.length });
  response.end(bytes);
}
