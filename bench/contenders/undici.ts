/** undici's `Client.dispatch` and nothing else: the floor of any engine on it. */
import { Client, type Dispatcher } from 'undici';

const [url = '', seconds = '3', connections = '16'] = process.argv.slice(2);
const paths = ['/a', '/b', '/c', '/d'];
const headers = ['accept', '*/*', 'user-agent', 'downpour'];
let requests = 0;
let over = false;
let active = 0;
let ended: () => void = () => {};

function loop(client: Client): void {
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart() {},
    onResponseStart() {},
    onResponseData() {},
    onResponseEnd() {
      requests += 1;
      send();
    },
    onResponseError(_controller, error) {
      throw error;
    },
  };
  const send = (): void => {
    if (over) {
      active -= 1;
      if (active === 0) ended();
      return;
    }
    client.dispatch(
      { method: 'GET', path: paths[requests & 3] ?? '/', headers, body: null, blocking: false },
      handler,
    );
  };
  active += 1;
  send();
}

const clients = Array.from(
  { length: Number(connections) },
  () => new Client(url, { headersTimeout: 0, bodyTimeout: 0 }),
);
const before = process.cpuUsage();
const start = performance.now();
const done = new Promise<void>((resolve) => {
  ended = resolve;
});
for (const client of clients) loop(client);
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
await Promise.all(clients.map((client) => client.close()));
