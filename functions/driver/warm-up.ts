import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../lib/driver/clock.ts';
import { Findings } from '../../lib/driver/document/problem.ts';
import type { Assignment, ShardTarget } from '../../lib/driver/model/plan.ts';
import { parseScenario } from '../../lib/driver/scenario/parse.ts';
import { openShardRun } from '../../lib/driver/session/shard-run.ts';

/**
 * Runs the engine once against a server of its own on loopback, while the function initialises: code that runs for the
 * first time is compiled on the way, and those milliseconds would stand in the latency of the first users.
 */
export async function warmUp(clock: Clock): Promise<void> {
  const server = createServer((_request, response) => response.end('{"id":"1"}'));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  try {
    await firstAlarm(clock);
    const run = await openShardRun(rehearsal((server.address() as AddressInfo).port), { clock });
    await run.run(clock.nowNs() - startMs * 1e6);
    run.recorder.live();
    run.recorder.rows();
    await run.close();
  } finally {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }
}

/** The thread of the alarms takes longer to start than the rehearsal lasts, which nobody would come to without it. */
function firstAlarm(clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    const alarm = clock.alarm(() => {
      alarm.close();
      resolve();
    });
    alarm.set(1e6);
  });
}

/**
 * The phase is this old already. Instants are nanoseconds from T0, and V8 keeps those below 2^31 in another way: code
 * compiled for such small ones only would be thrown away in the third second of every run.
 */
const startMs = 10_000;
/** Some hundred requests. Ten times as many would halve what V8 still has to compile in the first seconds of a run. */
const durationMs = 100;
/** For those who come last, when the machine is busy. */
const lastUsersMs = 25;
const connections = 8;

function rehearsal(port: number): Assignment {
  const authority = `127.0.0.1:${port}`;
  const target: ShardTarget = {
    key: authority,
    protocol: 'http',
    host: '127.0.0.1',
    port,
    authority,
    isDefault: true,
    addresses: [],
    connectionStrategy: 'SHARED_POOL',
    connections: { core: connections, max: connections, buffer: 0, keepAliveMs: 0 },
    shardConnections: { core: connections, max: connections, buffer: 0 },
    pipeliningLimit: 1,
    requestTimeoutMs: 1000,
  };
  const ergonomics = { userAgentFromSession: true, autoRangeCheck: true, stopOnInvalid: true };
  const findings = new Findings();
  const scenario = parseScenario(steps, [], { targets: [target], ergonomics, findings });
  const phase = {
    name: 'warm-up',
    phase: 'warm-up',
    iteration: '',
    fork: '',
    arrivals: { kind: 'constantRate', usersPerSec: 4000, variance: true },
    startTimeMs: 0,
    startAfter: [],
    startAfterStrict: [],
    durationMs: startMs + durationMs,
    maxDurationMs: startMs + durationMs + lastUsersMs,
    maxSessions: connections,
    sessionLimitPolicy: 'CONTINUE',
    isWarmup: true,
    scenario,
  } as const;
  const segment = { index: 0, startMs, endMs: startMs + durationMs, last: true };
  return {
    phase,
    phaseIndex: 0,
    shard: 0,
    shards: 1,
    segment,
    seed: 0,
    users: 0,
    maxSessions: connections,
    targets: [target],
    ergonomics,
  };
}

const steps = [
  {
    first: [
      { randomItem: { toVar: 'path', list: ['/a', '/b'] } },
      { randomInt: 'n <- 9 .. 9' },
      { addToInt: 'n++' },
      {
        httpRequest: {
          POST: '${path}?n=${n}',
          headers: { 'x-n': '${n}' },
          body: '{"n":${n}}',
          handler: { status: { range: '2xx' }, body: { json: '.id -> id' } },
        },
      },
      { httpRequest: { GET: '/${id}' } },
    ],
  },
];
