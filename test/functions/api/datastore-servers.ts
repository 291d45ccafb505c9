import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

/** A request to the server: `METHOD /path`, its headers and its body. */
export type Asked = {
  readonly line: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

/** An answer: its JSON text, a status, or both. */
export type Told =
  | string
  | number
  | { readonly status: number; readonly text: string; readonly location?: string };

/** A server on a free port of this machine, which closes after the tests of the file. */
export type Server = {
  readonly url: string;
  readonly asked: Asked[];
  /** Answers a request. A test sets this function. */
  answer: (asked: Asked) => Told;
};

export async function openServer(): Promise<Server> {
  const asked: Asked[] = [];
  const http = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const line = `${request.method} ${request.url}`;
    const one = { line, headers: request.headers, body };
    asked.push(one);
    reply(response, server.answer(one));
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  after(() => void http.close());
  const { port } = http.address() as AddressInfo;
  const server: Server = { url: `http://127.0.0.1:${port}`, asked, answer: () => 404 };
  return server;
}

function reply(response: ServerResponse, reported: Told): void {
  const { status, text, location } =
    typeof reported === 'object'
      ? { location: undefined, ...reported }
      : {
          status: typeof reported === 'number' ? reported : 200,
          text: typeof reported === 'number' ? '{}' : reported,
          location: undefined,
        };
  response.writeHead(status, { 'content-type': 'application/json', ...(location && { location }) }).end(text);
}

type Document = { readonly id: string; readonly source: string };

/**
 * Answers like Elasticsearch: `GET /` with its version, documents by index and id, and a search with all
 * documents of an index.
 */
export const elasticsearch =
  (indexes: Readonly<Record<string, readonly Document[]>>) =>
  ({ line }: Asked): Told => {
    if (line === 'GET /') return '{"version":{"number":"8.15.0"},"tagline":"You Know, for Search"}';
    const [, index = '', id] = /^\w+ \/([^/]+)\/(?:_doc\/([^/?]+)|_search)$/.exec(line) ?? [];
    const documents = indexes[decodeURIComponent(index)];
    if (documents === undefined)
      return { status: 404, text: '{"error":{"reason":"no such index [it]"},"status":404}' };
    if (id === undefined) {
      const hits = documents.map(
        ({ id: _id, source }) => `{"_id":"${_id}","_score":1.0,"_source":${source}}`,
      );
      return `{"took":1,"hits":{"total":{"value":${hits.length}},"hits":[${hits.join(',')}]}}`;
    }
    const document = documents.find((each) => each.id === decodeURIComponent(id));
    if (document === undefined) return { status: 404, text: `{"_id":"${id}","found":false}` };
    return `{"_index":"${index}","_id":"${id}","found":true,"_source":${document.source}}`;
  };

/** Answers like a collector: its tags, and the documents of all tags. */
export const collector =
  (tags: readonly string[], documents: string) =>
  ({ line }: Asked): Told =>
    line === 'GET /api/tags/distinct' ? JSON.stringify(tags) : line.startsWith('GET /api?') ? documents : 404;
