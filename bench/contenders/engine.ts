/** The whole engine: `node engine.ts URL SECONDS CONNECTIONS` prints requests, seconds and CPU seconds. */

import { realClock } from '../../functions/driver/clock.ts';
import { Findings } from '../../lib/driver/document/problem.ts';
import type { Target } from '../../lib/driver/model/benchmark.ts';
import { parseScenario } from '../../lib/driver/scenario/parse.ts';
import { openShardRun } from '../../lib/driver/session/shard-run.ts';

const [url = '', seconds = '3', connections = '16'] = process.argv.slice(2);
const { hostname, port } = new URL(url);
const count = Number(connections);
const durationMs = Number(seconds) * 1000;

const target: Target = {
  key: url,
  protocol: 'http',
  host: hostname,
  port: Number(port),
  authority: `${hostname}:${port}`,
  isDefault: true,
  addresses: [],
  connectionStrategy: 'SHARED_POOL',
  connections: { core: count, max: count, buffer: 0, keepAliveMs: 0 },
  pipeliningLimit: 1,
  requestTimeoutMs: 30_000,
};
const ergonomics = { userAgentFromSession: false, autoRangeCheck: true, stopOnInvalid: true };
const findings = new Findings();
const scenario = parseScenario(
  [
    {
      main: [
        { randomItem: { toVar: 'path', list: ['/a', '/b', '/c', '/d'] } },
        { addToInt: { var: 'count', value: 1, orElseSetTo: 1 } },
        { httpRequest: { GET: '${path}', headers: { accept: '*/*', 'user-agent': 'downpour' } } },
      ],
    },
  ],
  [],
  { targets: [target], ergonomics, findings },
);
if (scenario === undefined || findings.refused) throw new Error(JSON.stringify(findings.list));

const run = await openShardRun(
  {
    phase: {
      name: 'bench',
      phase: 'bench',
      iteration: '',
      fork: '',
      arrivals: { kind: 'always', users: count },
      startTimeMs: 0,
      startAfter: [],
      startAfterStrict: [],
      durationMs,
      maxSessions: count,
      sessionLimitPolicy: 'FAIL',
      isWarmup: false,
      scenario,
    },
    phaseIndex: 0,
    shard: 0,
    shards: 1,
    segment: { index: 0, startMs: 0, endMs: durationMs, last: true },
    seed: 1,
    users: count,
    maxSessions: count,
    targets: [{ ...target, shardConnections: { core: count, max: count, buffer: 0 } }],
    ergonomics,
  },
  { clock: realClock },
);
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
