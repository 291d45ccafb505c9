import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { BurstStatus } from '../../lib/api.generated.ts';

export type Heard = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
};

export type ApiScript = {
  /** The status of a burst at each request. After the last status, the API repeats it. */
  readonly statuses?: readonly BurstStatus[];
  /** The status after a stop. */
  readonly stopped?: BurstStatus;
  /** Other answers than those of `schema/openapi.json`, by `METHOD /path`. */
  readonly answers?: Readonly<
    Record<string, { readonly status: number; readonly body: string; readonly location?: string }>
  >;
};

export const apiKey = 'dpr_1_secret';

/**
 * An HTTP server that answers the requests of a script by `schema/openapi.json`, and records what it
 * receives.
 */
export async function startApi(script: ApiScript) {
  const heard: Heard[] = [];
  let looks = 0;
  let stopped = false;
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://api');
    const method = request.method ?? '';
    heard.push({
      method,
      path: url.pathname,
      query: url.searchParams,
      body: (await buffer(request)).toString(),
    });
    answer(`${method} ${url.pathname}`, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    heard,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  function answer(route: string, request: IncomingMessage, response: ServerResponse): void {
    const scripted = script.answers?.[route];
    if (route === 'GET /api/config/version') send(response, 200, { version: '0.1.0' });
    else if (route !== 'POST /api/burst/stop' && request.headers['x-downpour-api-key'] !== apiKey) {
      send(response, 401, { code: 'UNAUTHORIZED', message: 'This operation needs a valid API key' });
    } else if (scripted !== undefined) {
      const { status, body, location } = scripted;
      response.writeHead(status, {
        'content-type': typeOf(body),
        ...(location !== undefined && { location }),
      });
      response.end(body);
    } else if (route === 'POST /api/burst') send(response, 202, { id: 'b1', stopToken: 'secret' });
    else if (route === 'GET /api/burst/b1') send(response, 200, look());
    else if (route === 'PUT /api/burst/b1/stop') {
      stopped = true;
      send(response, 202, {});
    } else send(response, 404, { code: 'NOT_FOUND', message: `There is no ${route}` });
  }

  function look(): BurstStatus | undefined {
    if (stopped && script.stopped !== undefined) return script.stopped;
    looks += 1;
    return script.statuses?.[Math.min(looks, script.statuses.length) - 1];
  }
}

const typeOf = (body: string): string =>
  /^[[{]/.test(body) ? 'application/json' : body.startsWith('<') ? 'text/html' : 'text/plain';

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
