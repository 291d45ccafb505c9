import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { TLSSocket, TlsOptions } from 'node:tls';
import { fileURLToPath } from 'node:url';
import type { Target } from '../../../../lib/driver/model/benchmark.ts';
import type { TlsSettings } from '../../../../lib/driver/model/tls.ts';
import { type Case, type Ran, runShard, targetAt } from '../../session/shards.ts';
import { fixture, fixtures } from './fixtures.ts';

/** What a server saw of one connection. */
export type Shaken = {
  readonly servername: string | false | undefined;
  readonly resumed: boolean;
  readonly protocol: string | null;
  /** Who the client says it is, by a certificate that the server trusts. */
  readonly client: string | undefined;
};

/** A server with the certificate `name`, which answers every request. */
export async function secureServer(
  t: TestContext,
  options: TlsOptions = {},
  name = 'server',
): Promise<{ readonly port: number; readonly shaken: Shaken[] }> {
  const identity = { key: fixture(`${name}.key`), cert: fixture(`${name}.crt`) };
  const server = createServer({ ...identity, ...options }, (_, response) => response.end('ok'));
  const shaken: Shaken[] = [];
  server.on('secureConnection', (socket: TLSSocket) => {
    const client = socket.authorized ? socket.getPeerCertificate().subject?.CN : undefined;
    shaken.push({
      servername: (socket as TLSSocket & { servername?: string | false }).servername,
      resumed: socket.isSessionReused(),
      protocol: socket.getProtocol(),
      client: Array.isArray(client) ? client.join() : client,
    });
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, shaken };
}

/** OpenSSL's own server, which refuses clients during the handshake, as most servers do and those of Node do not. */
export async function opensslServer(t: TestContext, ...options: readonly string[]): Promise<number> {
  const cwd = fileURLToPath(new URL('../../../data/tls/stores/', import.meta.url));
  const own = ['-accept', '127.0.0.1:0', '-cert', 'server.crt', '-key', 'server.key', '-www'];
  const child = spawn('openssl', ['s_server', ...own, ...options], { cwd });
  t.after(() => child.kill());
  let said = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    said += chunk;
    const port = /ACCEPT 127\.0\.0\.1:(\d+)/.exec(said)?.[1];
    if (port !== undefined) return Number(port);
  }
  throw new Error(`openssl s_server ended: ${said}`);
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

/** One user who sends some requests, one after the other. */
export const runAgainst = (target: Target, requests = 1, more: Partial<Case> = {}): Promise<Ran> =>
  runShard({
    target,
    connections: 1,
    scenario: [{ main: Array.from({ length: requests }, () => ({ httpRequest: { GET: '/' } })) }],
    environment: { files: fixtures },
    ...more,
  });
