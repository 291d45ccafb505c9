/**
 * A small shop as the target of a benchmark: products, search, a cart, checkout. It counts its requests, so
 * that you can compare a load report with the count of the target. It has no dependencies and stores nothing.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { answers } from './answers.ts';
import { Refusal, type Reply, readBody, sendReply } from './exchange.ts';

export type ShopOptions = {
  /** 0 or absent: any free port. */
  readonly port?: number;
  /** @default '127.0.0.1' */
  readonly host?: string;
  /** Uniform numbers in [0, 1), for the jitter of answers. @default Math.random */
  readonly random?: () => number;
  /** The key and the certificate (PEM) for TLS. Absent: no TLS. */
  readonly tls?: { readonly key: string; readonly cert: string };
};

/**
 * The requests since the start or the last reset. `unmatched` are requests to unknown routes. `/stats` counts
 * nothing.
 */
export type Counts = { readonly requests: number; readonly routes: Readonly<Record<string, number>> };

export type Shop = {
  /** For example `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly counts: () => Counts;
  readonly reset: () => void;
  /** Closes open connections and frees the port. */
  readonly close: () => Promise<void>;
};

/** Opens the shop, and resolves when it listens. Rejects when the port is in use. */
export async function startShop(options: ShopOptions = {}): Promise<Shop> {
  const { host = '127.0.0.1', port = 0, random = Math.random, tls } = options;
  const ledger = createLedger();
  const answer: RequestListener = (request, response) => {
    serve(request, ledger, random).then(
      (reply) => sendReply(request, response, reply),
      (error: unknown) => sendFailure(request, response, error),
    );
  };
  const server = tls === undefined ? createServer(answer) : createSecureServer(tls, answer);
  // Longer than any pause of a benchmark. A connection that the server closes first would cost the driver a
  // failed request.
  server.keepAliveTimeout = 65_000;
  server.listen(port, host);
  await once(server, 'listening');
  return {
    url: `${tls === undefined ? 'http' : 'https'}://${host}:${(server.address() as AddressInfo).port}`,
    counts: ledger.counts,
    reset: ledger.reset,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function serve(request: IncomingMessage, ledger: Ledger, random: () => number): Promise<Reply> {
  const url = new URL(request.url ?? '/', 'http://shop');
  if (url.pathname === '/stats') return { status: 200, body: ledger.counts() };
  if (url.pathname === '/stats/reset' && request.method === 'POST') return forget(ledger);
  const known = answers.filter(({ path }) => path.test(url.pathname));
  const answer = known.find(({ method }) => method === request.method);
  ledger.count(answer?.route ?? 'unmatched');
  if (answer === undefined) throw notAnswered(request.method ?? '', url.pathname, known);
  const body = answer.method === 'POST' ? await readBody(request, answer.takes) : undefined;
  const tookMs = latencyMs(answer.meanMs, random);
  await pause(tookMs);
  const id = answer.path.exec(url.pathname)?.[1] ?? '';
  const { authorization = '' } = request.headers;
  const reply = answer.reply({ id, query: url.searchParams, authorization, body });
  // The time of the shop itself, in nanoseconds. A load report can show it next to the waiting time of the
  // users.
  return { ...reply, headers: { 'x-backend-time': String(Math.round(tookMs * 1e6)), ...reply.headers } };
}

function forget(ledger: Ledger): Reply {
  ledger.reset();
  return { status: 200, body: ledger.counts() };
}

function notAnswered(method: string, path: string, known: readonly { readonly method: string }[]): Refusal {
  if (known.length === 0) return new Refusal(404, `nothing is at ${path}`);
  const allow = known.map((answer) => answer.method).join(', ');
  return new Refusal(405, `${path} does not answer to ${method}`, { allow });
}

/**
 * The distribution of answer times is skewed: most are near the mean, few are much longer, and none is longer
 * than eight times the mean.
 */
function latencyMs(meanMs: number, random: () => number): number {
  return Math.min(8 * meanMs, -Math.log(1 - random()) * meanMs);
}

function sendFailure(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (error instanceof Refusal)
    sendReply(request, response, {
      status: error.status,
      body: { error: error.message },
      headers: error.headers,
    });
  else if (!response.destroyed)
    sendReply(request, response, { status: 500, body: { error: 'the shop failed' } });
}

type Ledger = {
  readonly count: (route: string) => void;
  readonly counts: () => Counts;
  readonly reset: () => void;
};

function createLedger(): Ledger {
  const routes = new Map<string, number>();
  return {
    count: (route) => routes.set(route, (routes.get(route) ?? 0) + 1),
    counts: () => ({
      requests: [...routes.values()].reduce((sum, count) => sum + count, 0),
      routes: Object.fromEntries([...routes].sort(([a], [b]) => (a < b ? -1 : 1))),
    }),
    reset: () => routes.clear(),
  };
}
