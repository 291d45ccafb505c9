import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DownpourError } from '../../errors.ts';

/**
 * The time in milliseconds after which the server closes an idle connection. Clients close it earlier, so the
 * server never closes a connection during a request.
 */
const keepAliveMs = 65_000;

/**
 * Listens on the loopback and returns the URL. Port 0 means any free port.
 *
 * @throws DownpourError `PORT_UNUSABLE` (409) for a port that another program uses or that this user may not
 * open.
 */
export async function listen(server: Server, port = 0): Promise<string> {
  server.keepAliveTimeout = keepAliveMs;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(portRefusal(error, port) ?? error));
    server.listen(port, '127.0.0.1', () => {
      server.removeAllListeners('error');
      resolve();
    });
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function portRefusal({ code }: NodeJS.ErrnoException, port: number): DownpourError | undefined {
  const why = { EADDRINUSE: 'is in use by another program', EACCES: 'needs more permissions' }[code ?? ''];
  if (why === undefined) return undefined;
  return new DownpourError(
    'PORT_UNUSABLE',
    409,
    `Port ${port} ${why}: choose another port, or port 0 for any free port`,
  );
}

/**
 * Closes a server: it accepts no more requests, waits `graceMs` for the running ones, and closes every
 * connection.
 */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  if (!server.listening) return;
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeIdleConnections();
  });
  clearTimeout(timer);
}
