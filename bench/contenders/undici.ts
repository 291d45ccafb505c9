/** Only undici's `Client.dispatch`: the minimum of every engine that uses it. */
import { Client, type Dispatcher } from 'undici';
import { Histogram } from '../../lib/driver/statistics/histograms/histogram.ts';
import { valueAtPercentile } from '../../lib/driver/statistics/histograms/percentiles.ts';
import { durationSeconds, paths, type Task } from '../driver-loopback/load.ts';

const task = JSON.parse(process.argv[2] ?? '') as Task;
const { connections, protocol, bodyBytes } = task.load;
const { origin, pathname } = new URL(task.url);
const headers = ['accept', '*/*', 'user-agent', 'downpour'];
const body = bodyBytes === undefined ? null : 'x'.repeat(bodyBytes);
const requests = paths.map((name) => ({
  method: body === null ? ('GET' as const) : ('POST' as const),
  path: `${pathname}${name}`,
  headers,
  body,
  blocking: false,
}));
const latency = new Histogram();
const startMs = performance.now();
let sent = 0;
let over = false;

/** Sends requests one after the other. The first response after the end time ends the loop. */
const loop = (client: Client): Promise<void> =>
  new Promise((resolve, reject) => {
    let sentMs = 0;
    const send = (): void => {
      sentMs = performance.now();
      sent += 1;
      client.dispatch(requests[sent & 3] as Dispatcher.DispatchOptions, handler);
    };
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart() {},
      onResponseStart() {},
      onResponseData() {},
      onResponseEnd() {
        const nowMs = performance.now();
        if (nowMs - startMs > task.warmUpSeconds * 1e3) latency.record((nowMs - sentMs) * 1e6);
        if (over) resolve();
        else send();
      },
      onResponseError: (_controller, error) => reject(error),
    };
    send();
  });

const clients = Array.from(
  { length: connections },
  () =>
    new Client(origin, {
      headersTimeout: 0,
      bodyTimeout: 0,
      allowH2: protocol === 'h2',
      connect: { rejectUnauthorized: false },
    }),
);
setTimeout(() => {
  over = true;
}, durationSeconds(task) * 1000);
await Promise.all(clients.map(loop));
await Promise.all(clients.map((client) => client.close()));
const us = (percent: number): number => valueAtPercentile(latency, percent) / 1e3;
console.log(JSON.stringify({ p50Us: us(50), p99Us: us(99) }));
