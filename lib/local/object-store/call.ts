import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { element, leaf, xmlDocument } from './xml.ts';

/** A request with a valid signature. */
export type Call = {
  readonly method: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: AsyncIterable<Buffer> | Iterable<Buffer>;
  /** The payload hash of the signature: SHA-256 in hexadecimal, `UNSIGNED-PAYLOAD` or `STREAMING-...`. */
  readonly payloadHash: string;
  readonly bucketName: string;
  readonly key: string;
};

/** An answer of the store. For HEAD, the headers have a content length without a body. */
export type Reply = {
  readonly status: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: Buffer | Readable;
};

/**
 * The value of a header, or of the query parameter with its name, because presigned URLs have headers in the
 * query.
 */
export function headerOf({ headers, query }: Call, name: string): string | undefined {
  const value = headers[name];
  return (Array.isArray(value) ? value.join(',') : value) ?? query.get(name) ?? undefined;
}

/** An answer with an XML document that has this root element. */
export const xmlReply = (root: string, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: Buffer.from(xmlDocument(root)),
});

export function errorReply(
  method: string,
  error: { status: number; code: string; message: string; resource: string; requestId: string },
): Reply {
  const root = element(
    'Error',
    leaf('Code', error.code),
    leaf('Message', error.message),
    leaf('Resource', error.resource),
    leaf('RequestId', error.requestId),
  );
  const { body, ...head } = xmlReply(root, error.status);
  return method === 'HEAD' || error.status === 304 || body === undefined ? head : { ...head, body };
}
