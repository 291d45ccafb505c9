/** The whole engine: `node engine.ts URL SECONDS CONNECTIONS` prints requests, seconds and CPU seconds. */

import { openEngine } from './engine-run.ts';

const [url = '', seconds = '3', connections = '16'] = process.argv.slice(2);
const run = await openEngine({
  url,
  users: Number(connections),
  durationMs: Number(seconds) * 1000,
  scenario: [
    {
      main: [
        { randomItem: { toVar: 'path', list: ['/a', '/b', '/c', '/d'] } },
        { addToInt: { var: 'count', value: 1, orElseSetTo: 1 } },
        { httpRequest: { GET: '${path}', headers: { accept: '*/*', 'user-agent': 'downpour' } } },
      ],
    },
  ],
});
const sealing = setInterval(
  () => run.recorder.seal(Math.floor((performance.now() - startMs) / 1000) - 2),
  1000,
);
const startMs = performance.now();
const before = process.cpuUsage();
await run.run(startMs * 1e6);
const cpu = process.cpuUsage(before);
const elapsed = (performance.now() - startMs) / 1000;
clearInterval(sealing);
const requests = run.recorder.rows().reduce((sum, row) => sum + row.counters.responses, 0);
await run.close();
console.log(JSON.stringify({ requests, seconds: elapsed, cpuSeconds: (cpu.user + cpu.system) / 1e6 }));
