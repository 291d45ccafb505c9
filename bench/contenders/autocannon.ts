/** autocannon in its usual form, one process. */
import autocannon from 'autocannon';

const [url = '', seconds = '3', connections = '16'] = process.argv.slice(2);
const before = process.cpuUsage();
const start = performance.now();
const result = await autocannon({ url, duration: Number(seconds), connections: Number(connections) });
const cpu = process.cpuUsage(before);
console.log(
  JSON.stringify({
    requests: result['2xx'],
    seconds: (performance.now() - start) / 1000,
    cpuSeconds: (cpu.user + cpu.system) / 1e6,
  }),
);
