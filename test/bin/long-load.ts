import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { listening, type Scope, scratchDir } from '../local/scratch.ts';

/**
 * A document whose load on a target in this process lasts ten minutes, and the observations of that target.
 */
export type LongLoad = {
  readonly folder: string;
  readonly file: string;
  /** The number of requests since the last `forget`. */
  readonly requests: () => number;
  readonly forget: () => void;
  /** Resolves when some of the load has arrived. */
  readonly loaded: () => Promise<void>;
  /**
   * Resolves when every connection of the load is closed. The system closes the connections of a process that
   * has ended.
   */
  readonly silent: () => Promise<void>;
};

/**
 * Makes the document.
 * @param before lines of the document before its phases.
 */
export async function startLongLoad(scope: Scope, before = ''): Promise<LongLoad> {
  const folder = scratchDir(scope);
  const file = join(folder, 'long.hf.yaml');
  const open = new Set<Socket>();
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    response.end('ok');
  });
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => open.delete(socket));
  });
  const url = await listening(scope, server);
  const document = `
name: long
http: { host: '${url}', sharedConnections: 20 }
usersPerSec: 50
duration: 10m
scenario:
- browse: [ { httpRequest: { GET: / } } ]
`;
  writeFileSync(file, `${before}${document}`);
  return {
    folder,
    file,
    requests: () => requests,
    forget: () => {
      requests = 0;
    },
    async loaded() {
      for (let count = 0; count < 20; count += 1) await once(server, 'request');
    },
    async silent() {
      // `once` of node:events would reject when a killed process resets its connection.
      for (let [socket] = open; socket; [socket] = open) await closed(socket);
    },
  };
}

const closed = (socket: Socket): Promise<unknown> => new Promise((resolve) => socket.once('close', resolve));
