/** Measures autocannon with its default settings, in one process. Its latencies are in milliseconds. */
import autocannon from 'autocannon';
import { durationSeconds, type Task } from '../driver-loopback/load.ts';

const task = JSON.parse(process.argv[2] ?? '') as Task;
const { connections, ratePerSec, bodyBytes } = task.load;
const { latency } = await autocannon({
  url: `${task.url}a`,
  duration: durationSeconds(task),
  connections,
  ...(ratePerSec === undefined ? {} : { overallRate: ratePerSec }),
  ...(bodyBytes === undefined ? {} : { method: 'POST', body: 'x'.repeat(bodyBytes) }),
});
console.log(JSON.stringify({ p50Us: latency.p50 * 1e3, p99Us: latency.p99 * 1e3 }));
