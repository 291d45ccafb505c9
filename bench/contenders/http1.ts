/** The own HTTP/1.1 client and nothing else: what the engine stands on. */
import { Http1Connection } from '../../lib/driver/http/http1/connection.ts';
import type { TransportHandler } from '../../lib/driver/http/transport.ts';

const [url = '', seconds = '3', connections = '16'] = process.argv.slice(2);
const paths = ['/a', '/b', '/c', '/d'];
const headers = ['accept', '*/*', 'user-agent', 'downpour'];
const { protocol, hostname, port, host } = new URL(url);
const target = {
  key: url,
  protocol: protocol === 'https:' ? 'https' : 'http',
  host: hostname,
  port: Number(port),
  authority: host,
  isDefault: true,
  addresses: [],
  connectionStrategy: 'SHARED_POOL',
  connections: { core: 1, max: 1, buffer: 0, keepAliveMs: 0 },
  pipeliningLimit: 1,
} as const;
let requests = 0;
let over = false;
let active = 0;
let ended: () => void = () => {};

function loop(connection: Http1Connection): void {
  const send = (): void => {
    if (over) {
      active -= 1;
      if (active === 0) ended();
      return;
    }
    connection.dispatch({ method: 'GET', path: paths[requests & 3] ?? '/', headers, body: null }, handler);
  };
  const handler: TransportHandler = {
    onHead() {},
    onData() {},
    onEnd() {
      requests += 1;
      send();
    },
    onError(error) {
      throw error;
    },
  };
  active += 1;
  send();
}

const all = Array.from(
  { length: Number(connections) },
  () => new Http1Connection(target, undefined, () => {}),
);
await Promise.all(all.map((connection) => connection.open()));
const before = process.cpuUsage();
const start = performance.now();
const done = new Promise<void>((resolve) => {
  ended = resolve;
});
for (const connection of all) loop(connection);
setTimeout(() => {
  over = true;
}, Number(seconds) * 1000);
await done;
const cpu = process.cpuUsage(before);
console.log(
  JSON.stringify({
    requests,
    seconds: (performance.now() - start) / 1000,
    cpuSeconds: (cpu.user + cpu.system) / 1e6,
  }),
);
for (const connection of all) connection.close(new Error('done'));
