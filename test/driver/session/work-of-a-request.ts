/**
 * Prints the work of one request as JSON: averages of some thousand requests after a warm-up. `bytes`
 * is the memory allocated on the heap. `objects` are the numbers of asynchronous resources that Node creates,
 * such as promises, timers and ticks, by kind.
 *
 * node --expose-gc work-of-a-request.ts memory | socket
 */
import { createHook } from 'node:async_hooks';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { openEngine } from '../../../bench/contenders/engine-run.ts';
import { InMemoryTransport } from '../../../bench/contenders/in-memory.ts';

/**
 * The code of a target in its own thread, so that its work does not count. It answers each request at once.
 */
const target = `
  const { createServer } = require('node:net');
  const { parentPort, workerData } = require('node:worker_threads');
  const response = 'HTTP/1.1 200 OK\\r\\ncontent-type: application/json\\r\\ncontent-length: 11\\r\\n\\r\\n{"id":4711}';
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', () => {
      Atomics.add(workerData, 0, 1);
      socket.write(response);
    });
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;
const users = 16;
const warmUp = 10_000;
const measured = 4_000;
const overSocket = process.argv[2] === 'socket';

/** The number of requests that the target received, in shared memory. */
const received = new Int32Array(new SharedArrayBuffer(4));
const thread = overSocket ? new Worker(target, { eval: true, workerData: received }) : undefined;
const url = thread && `http://127.0.0.1:${(await once(thread, 'message'))[0]}`;
const visit = [
  { randomItem: { toVar: 'path', list: ['/a', '/b', '/c', '/d'] } },
  { httpRequest: { GET: '${path}', handler: { body: { json: '.id -> id' } } } },
  { set: 'done <- yes' },
];
const run = await openEngine({
  users,
  durationMs: 600_000,
  ...(url === undefined ? { connect: () => new InMemoryTransport() } : { url }),
  scenario: [{ main: [{ loop: { counterVar: 'i', repeats: 10, steps: visit } }] }],
});
const done = run.run(performance.now() * 1e6);
await reached(warmUp);
// The smallest of three measurements counts, because compiled code and growing lists also take memory.
const all: number[] = [];
while (all.length < 3) all.push(await bytesPerRequest());
const bytes = Math.min(...all);
const objects = new Map<string, number>();
const hook = createHook({ init: (_id, type) => void objects.set(type, (objects.get(type) ?? 0) + 1) });
hook.enable();
const requests = await more();
hook.disable();
run.stop('measured');
await done;
await run.close();
await thread?.terminate();
const rounded = [...objects].map(([type, count]) => [type, Math.round((100 * count) / requests) / 100]);
console.log(JSON.stringify({ bytes: Math.round(bytes), objects: Object.fromEntries(rounded) }));

async function bytesPerRequest(): Promise<number> {
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const requests = await more();
  return (process.memoryUsage().heapUsed - before) / requests;
}

/** Waits for some thousand further requests, and returns their number. */
async function more(): Promise<number> {
  const before = responses();
  await reached(before + measured);
  return responses() - before;
}

function responses(): number {
  return overSocket ? Atomics.load(received, 0) : InMemoryTransport.answered;
}

/** Resolves when the target has answered this many requests. */
async function reached(count: number): Promise<void> {
  while (responses() < count) await new Promise((resolve) => setTimeout(resolve, 5));
}
