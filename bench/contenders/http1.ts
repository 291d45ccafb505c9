/** Only Downpour's HTTP/1.1 client, without the engine. */
import { Http1Connection } from '../../lib/driver/http/http1/connection.ts';
import type { TransportHandler } from '../../lib/driver/http/transport.ts';
import { Histogram } from '../../lib/driver/statistics/histograms/histogram.ts';
import { valueAtPercentile } from '../../lib/driver/statistics/histograms/percentiles.ts';
import { durationSeconds, paths, type Task } from '../driver-loopback/load.ts';

const task = JSON.parse(process.argv[2] ?? '') as Task;
const { connections, protocol, bodyBytes } = task.load;
const { hostname, port, host, pathname } = new URL(task.url);
const target = {
  key: task.url,
  protocol: protocol === 'https' ? 'https' : 'http',
  host: hostname,
  port: Number(port),
  authority: host,
  isDefault: true,
  addresses: [],
  connectionStrategy: 'SHARED_POOL',
  connections: { core: 1, max: 1, buffer: 0, keepAliveMs: 0 },
  pipeliningLimit: 1,
} as const;
const headers = ['accept', '*/*', 'user-agent', 'downpour'];
const body = bodyBytes === undefined ? null : 'x'.repeat(bodyBytes);
const requests = paths.map((name) => ({
  method: body === null ? 'GET' : 'POST',
  path: `${pathname}${name}`,
  headers,
  body,
}));
const latency = new Histogram();
const startMs = performance.now();
let sent = 0;
let over = false;

/** Sends requests one after the other. The first response after the end time ends the loop. */
const loop = (connection: Http1Connection): Promise<void> =>
  new Promise((resolve, reject) => {
    let sentMs = 0;
    const send = (): void => {
      sentMs = performance.now();
      sent += 1;
      connection.dispatch(requests[sent & 3]!, handler);
    };
    const handler: TransportHandler = {
      onHead() {},
      onData() {},
      onEnd() {
        const nowMs = performance.now();
        if (nowMs - startMs > task.warmUpSeconds * 1e3) latency.record((nowMs - sentMs) * 1e6);
        if (over) resolve();
        else send();
      },
      onError: reject,
    };
    send();
  });

const all = Array.from({ length: connections }, () => new Http1Connection(target, undefined, () => {}));
await Promise.all(all.map((connection) => connection.open()));
setTimeout(() => {
  over = true;
}, durationSeconds(task) * 1000);
await Promise.all(all.map(loop));
for (const connection of all) connection.close(new Error('the measurement is over'));
const us = (percent: number): number => valueAtPercentile(latency, percent) / 1e3;
console.log(JSON.stringify({ p50Us: us(50), p99Us: us(99) }));
