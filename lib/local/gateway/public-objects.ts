import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { DownpourError } from '../../errors.ts';
import { environment } from '../../names/environment.ts';
import type { Answer } from './answer.ts';

/** The object store of this machine, which only this machine can reach. */
export type InsideObjects = {
  readonly server: Server;
  /** The address of the bucket, such as `http://127.0.0.1:4000/runs`. */
  readonly bucketUrl: string;
};

/** The object store, for clients that reach this machine only through a proxy. */
export type PublicObjects = {
  /** Passes a request with a presigned URL on to the object store. False for other requests. */
  readonly take: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Changes presigned URLs in an answer to the public address, when the client used that address. */
  readonly translate: (request: IncomingMessage, answer: Answer) => Answer;
};

/**
 * Lets clients of the public address (`DOWNPOUR_PUBLIC_URL`) use presigned URLs. Large replies, parts of
 * uploads and files of documents have such URLs. The object store still checks each signature. Undefined
 * without a public address.
 * @throws DownpourError `PUBLIC_URL_INVALID` (400)
 */
export function publicObjects(
  { server, bucketUrl }: InsideObjects,
  publicUrl: string | undefined,
): PublicObjects | undefined {
  if (!publicUrl) return undefined;
  const outside = URL.parse(publicUrl);
  if (outside === null || !/^https?:$/.test(outside.protocol) || /[?#]/.test(publicUrl)) {
    const message = `${environment.publicUrl} is '${publicUrl}': expected the URL of the proxy, such as https://results.example.com/load`;
    throw new DownpourError('PUBLIC_URL_INVALID', 400, message);
  }
  const inside = new URL(bucketUrl);
  const path = `${inside.pathname}/`;
  const from = `${bucketUrl}/`;
  const to = publicUrl.replace(/\/+$/, '') + path;
  return {
    take(request, response) {
      const url = request.url ?? '/';
      if (!url.startsWith(path) || !url.includes('X-Amz-Signature=')) return false;
      // The signature contains the host for which the URL was made.
      request.headers.host = inside.host;
      return server.emit('request', request, response);
    },
    translate(request, answer) {
      if (request.headers.host?.toLowerCase() !== outside.host || !answer.body.includes(from)) return answer;
      const headers = { ...answer.headers };
      if (typeof headers.location === 'string') headers.location = headers.location.replace(from, to);
      return { ...answer, headers, body: Buffer.from(answer.body.toString().replaceAll(from, to)) };
    },
  };
}
