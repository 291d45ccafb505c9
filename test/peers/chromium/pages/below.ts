import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Context } from 'aws-lambda';
import { handler as pages } from '../../../../functions/api/pages.ts';
import type { Event } from '../../../../functions/api/pipeline/types.ts';
import { listening, type Scope } from '../../../local/scratch.ts';

/**
 * Serves a local cloud below a path, as a private API serves the deployment below the name of its stage. A
 * request for a page reaches the pages' function as an event of a REST API. All other requests go to the
 * local cloud. Returns the origin.
 */
export function serveBelow(scope: Scope, base: string, url: string): Promise<string> {
  return listening(
    scope,
    createServer((request, response) => void answer(request, response, base, url)),
  );
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  base: string,
  url: string,
): Promise<void> {
  const { method = 'GET', url: whole = '/', headers } = request;
  const to = whole.startsWith(base) ? whole.slice(base.length) || '/' : '/nowhere';
  if (!/^\/(api|openapi)\b/.test(to)) return await page(to, base, headers.accept, response);
  const key = headers['x-downpour-api-key'];
  const body = method === 'GET' ? undefined : await buffer(request);
  const reply = await fetch(url + to, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(typeof key === 'string' && { 'x-downpour-api-key': key }),
    },
    ...(body && { body: new Uint8Array(body) }),
  });
  response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? '' });
  response.end(Buffer.from(await reply.arrayBuffer()));
}

async function page(to: string, base: string, accept = '', response: ServerResponse): Promise<void> {
  const [path = '/'] = to.split('?');
  const event = {
    httpMethod: 'GET',
    path,
    multiValueHeaders: { Accept: [accept] },
    body: null,
    isBase64Encoded: false,
    requestContext: { apiId: 'a', requestId: 'r', stage: base.slice(1), path: base + path, identity: {} },
  };
  const {
    statusCode = 200,
    headers = {},
    body = '',
    isBase64Encoded,
  } = await pages(event as unknown as Event, {} as Context);
  response.writeHead(
    statusCode,
    Object.entries(headers).flatMap(([name, value]) => [name, String(value)]),
  );
  response.end(Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'));
}
