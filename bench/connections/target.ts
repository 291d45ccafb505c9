/**
 * A target on a free port that answers each GET after two seconds. It reports its URL over IPC, and answers
 * each message with its counts since the last message.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Seen = { readonly requests: number; readonly connectionsAtOnce: number };

const answerMs = 2000;
let requests = 0;
let open = 0;
let connectionsAtOnce = 0;

const server = createServer((request, response) => {
  // Downpour checks with another method whether the target is reachable.
  if (request.method !== 'GET') return void response.end();
  requests += 1;
  setTimeout(() => response.end('ok'), answerMs);
});
server.on('connection', (socket) => {
  open += 1;
  connectionsAtOnce = Math.max(connectionsAtOnce, open);
  socket.once('close', () => {
    open -= 1;
  });
});
process.on('message', () => {
  process.send?.({ requests, connectionsAtOnce } satisfies Seen);
  requests = 0;
  connectionsAtOnce = open;
});
server.keepAliveTimeout = 600_000;
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () =>
  process.send?.((server.address() as AddressInfo).port),
);
