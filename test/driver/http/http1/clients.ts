import { request as nodeRequest } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { Client } from 'undici';
import { Http1Connection } from '../../../../lib/driver/http/http1/connection.ts';
import { ResponseParser } from '../../../../lib/driver/http/http1/response-parser.ts';
import type { ResponseHeaders, TransportHandler } from '../../../../lib/driver/http/transport.ts';
import { targetAt } from '../../session/shards.ts';

/** A response as a client has received it. `code` is present when the response ended with an error. */
export type Received = {
  status: number;
  headers: Record<string, string[]>;
  body: string;
  ended: 'not' | 'well' | 'badly';
  code?: string;
};

/** A handler that records its calls. A call after the end counts as an error. */
export class Listener implements TransportHandler {
  readonly received: Received = { status: 0, headers: {}, body: '', ended: 'not' };
  readonly wrongs: string[] = [];
  readonly #over = Promise.withResolvers<Received>();

  get over(): Promise<Received> {
    return this.#over.promise;
  }

  onHead(status: number, headers: ResponseHeaders): void {
    if (this.received.ended !== 'not' || this.received.status !== 0) this.wrongs.push('a second head');
    this.received.status = status;
    headers.each((name, value) => {
      const values = this.received.headers[name] ?? [];
      values.push(value);
      this.received.headers[name] = values;
    });
  }

  onData(chunk: Buffer): void {
    if (this.received.ended !== 'not' || this.received.status === 0) this.wrongs.push('data at a wrong time');
    if (chunk.length === 0) this.wrongs.push('no data');
    this.received.body += chunk.toString('latin1');
  }

  onEnd(): void {
    this.#end('well');
  }

  onError(error: Error): void {
    this.received.code = (error as NodeJS.ErrnoException).code ?? error.message;
    this.#end('badly');
  }

  #end(how: 'well' | 'badly'): void {
    if (this.received.ended !== 'not') this.wrongs.push('a second end');
    this.received.ended = how;
    this.#over.resolve(this.received);
  }
}

/**
 * Parses one response in pieces, without a connection. `reusable`: the parser would accept another response.
 */
export function parsed(
  pieces: readonly Buffer[],
  {
    method = 'GET',
    closes = false,
  }: { readonly method?: string | undefined; readonly closes?: boolean | undefined } = {},
): Received & { reusable: boolean; wrongs: readonly string[] } {
  const listener = new Listener();
  let reusable = true;
  let due = 1;
  const shut = (): void => {
    reusable = false;
    parser.stop();
  };
  const parser: ResponseParser = new ResponseParser({
    closing: () => {},
    ended: (ends) => {
      due -= 1;
      if (ends) shut();
      listener.onEnd();
    },
    refused: (problem) => {
      shut();
      listener.onError(problem);
    },
  });
  parser.expect(listener, method);
  // All pieces use the same buffer, as in a real connection. Bytes that the parser does not copy are lost.
  const shared = Buffer.alloc(Math.max(0, ...pieces.map(({ length }) => length)));
  for (const piece of pieces) {
    if (!reusable) break;
    shared.fill(0xff);
    piece.copy(shared);
    if (due > 0) parser.read(shared, piece.length, due);
    else shut();
  }
  if (closes && listener.received.ended === 'not' && !parser.endOfInput())
    listener.onError(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
  if (closes) reusable = false;
  return { ...listener.received, reusable, wrongs: listener.wrongs };
}

/** A target that answers the first bytes of every connection with this response, in pieces. */
export async function answering(
  pieces: readonly Buffer[],
  { closes = false }: { closes?: boolean } = {},
): Promise<{ port: number; stop: () => void }> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', async () => {
      for (const piece of pieces) {
        if (socket.destroyed) return;
        await new Promise((resolve) => socket.write(piece, resolve));
        if (pieces.length > 1) await new Promise((resolve) => setImmediate(resolve));
      }
      if (closes) socket.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

export type SendOnce = (port: number, method: string) => Promise<Received>;

export const ours: SendOnce = async (port, method) => {
  const connection = new Http1Connection(targetAt(port), undefined, () => {});
  await connection.open();
  const listener = new Listener();
  connection.dispatch({ method, path: '/', headers: [], body: null }, listener);
  const received = await listener.over;
  connection.close(new Error('done'));
  return received;
};

export const undici: SendOnce = async (port, method) => {
  const listener = new Listener();
  const client = new Client(`http://127.0.0.1:${port}`, {
    maxHeaderSize: 65_536,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const onHead = (status: number, record: Readonly<Record<string, string | string[] | undefined>>): void => {
    if (status >= 200 || status === 101) listener.onHead(status, headersOf(record));
  };
  client.dispatch(
    { method: method as 'GET', path: '/', headers: [], body: null, reset: false },
    {
      onRequestStart() {},
      onResponseStart: (_controller, status, headers) => onHead(status, headers),
      onResponseData: (_controller, chunk) => listener.onData(chunk),
      onRequestUpgrade: (_controller, status, headers, socket) => {
        onHead(status, headers);
        socket.destroy();
        listener.onEnd();
      },
      onResponseEnd: () => listener.onEnd(),
      onResponseError: (_controller, error) => listener.onError(error),
    },
  );
  const received = await listener.over;
  client.destroy().catch(() => {});
  return received;
};

export const node: SendOnce = async (port, method) => {
  const listener = new Listener();
  const request = nodeRequest({ port, host: '127.0.0.1', method, agent: false, maxHeaderSize: 65_536 });
  const end = (call: () => void): void => {
    if (listener.received.ended === 'not') call();
  };
  request.on('error', (error) => end(() => listener.onError(error)));
  request.on('upgrade', (response, socket) => {
    listener.onHead(response.statusCode ?? 0, headersOf(response.headersDistinct));
    socket.destroy();
    listener.onEnd();
  });
  request.on('response', (response) => {
    listener.onHead(response.statusCode ?? 0, headersOf(response.headersDistinct));
    response.on('data', (chunk: Buffer) => listener.onData(chunk));
    response.on('end', () => end(() => listener.onEnd()));
    response.on('error', (error) => end(() => listener.onError(error)));
  });
  request.end();
  const received = await listener.over;
  request.destroy();
  return received;
};

const headersOf = (
  record: Readonly<Record<string, string | readonly string[] | undefined>>,
): ResponseHeaders => ({
  get: () => undefined,
  all: () => [],
  each: (visit) => {
    for (const [name, values = []] of Object.entries(record))
      for (const value of typeof values === 'string' ? [values] : values) visit(name, value);
  },
});
