import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { TLSSocket, TlsOptions } from 'node:tls';
import { realClock } from '../../../../functions/driver/clock/real-clock.ts';
import { preflight, reachableTargets } from '../../../../lib/driver/http/preflight/preflight.ts';
import { tlsContexts } from '../../../../lib/driver/http/tls/context.ts';
import type { Target } from '../../../../lib/driver/model/benchmark.ts';
import type { TlsSettings } from '../../../../lib/driver/model/tls.ts';
import { type Case, type Ran, runShard, targetAt } from '../../session/shards.ts';
import { fixture, fixtures } from './fixtures.ts';

/** The properties of a connection as the server sees them. */
export type Shaken = {
  readonly servername: string | false | undefined;
  readonly resumed: boolean;
  readonly protocol: string | null;
  /** The protocol of the handshake: `h2` or `http/1.1`. */
  readonly alpn: string | false | null;
  /** The name in the client's certificate, if the server trusts it. */
  readonly client: string | undefined;
};

/** A server with the certificate `name`. It answers every request over HTTP/2 and HTTP/1.1. */
export async function secureServer(
  t: TestContext,
  options: TlsOptions = {},
  name = 'server',
): Promise<{ readonly port: number; readonly shaken: Shaken[] }> {
  const identity = { key: fixture(`${name}.key`), cert: fixture(`${name}.crt`) };
  const server = createSecureServer({ allowHTTP1: true, ...identity, ...options }, (_, response) => {
    response.end('ok');
  });
  const sockets = new Set<TLSSocket>();
  const shaken: Shaken[] = [];
  server.on('secureConnection', (socket: TLSSocket) => {
    sockets.add(socket);
    const client = socket.authorized ? socket.getPeerCertificate().subject?.CN : undefined;
    shaken.push({
      servername: (socket as TLSSocket & { servername?: string | false }).servername,
      resumed: socket.isSessionReused(),
      protocol: socket.getProtocol(),
      alpn: socket.alpnProtocol,
      client: Array.isArray(client) ? client.join() : client,
    });
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, shaken };
}

export const secureTarget = (port: number, tls?: TlsSettings, more: Partial<Target> = {}): Target =>
  targetAt(port, {
    key: `https://localhost:${port}`,
    protocol: 'https',
    host: 'localhost',
    authority: `localhost:${port}`,
    addresses: [`127.0.0.1:${port}`],
    connections: { core: 1, max: 1, buffer: 0, keepAliveMs: 0 },
    ...(tls === undefined ? {} : { tls }),
    ...more,
  });

/** The problems that the preflight finds before any load. */
export async function refusals(target: Target): Promise<string> {
  const { contexts, faults } = await tlsContexts([target], fixtures, realClock);
  assert.deepEqual(faults, []);
  return (await preflight(reachableTargets([target], contexts), realClock)).join('|');
}

/** Runs one user who sends some requests, one after the other. */
export const runAgainst = (target: Target, requests = 1, more: Partial<Case> = {}): Promise<Ran> =>
  runShard({
    target,
    connections: 1,
    scenario: [{ main: Array.from({ length: requests }, () => ({ httpRequest: { GET: '/' } })) }],
    environment: { files: fixtures },
    ...more,
  });
