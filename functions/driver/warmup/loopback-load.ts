import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../../lib/driver/clock.ts';
import { Findings } from '../../../lib/driver/document/problem.ts';
import { connectTarget } from '../../../lib/driver/http/connect.ts';
import type { Connect, Transport } from '../../../lib/driver/http/transport.ts';
import type { Assignment, ShardTarget } from '../../../lib/driver/model/plan.ts';
import { parseScenario } from '../../../lib/driver/scenario/parse.ts';
import { openShardRun, type ShardRun } from '../../../lib/driver/session/shard-run.ts';
import type { Rows } from '../../../lib/driver/statistics/partial.ts';

/**
 * A load on a server in the same process. Each user sends two requests, one with a body, and reads a value of
 * the response.
 */
export type LoopbackLoad = {
  readonly usersPerSec: number;
  readonly connections: number;
  /** The time since the start of the phase at which the load begins, in milliseconds. */
  readonly startMs: number;
  readonly durationMs: number;
  /** Whether the server speaks TLS. Absent: it does not. */
  readonly tls?: boolean;
  /** The additional time in milliseconds for the last users, when the machine is busy. */
  readonly lastUsersMs: number;
  /** Called when everything is loaded and connected, right before the first user. */
  readonly begins?: () => void;
};

/**
 * The objects of the latest load, which are kept on purpose. V8 discards compiled code when the last object
 * of a form is collected, and a drive collects all garbage before its users start.
 */
const kept: { run?: ShardRun; transports: Transport[] } = { transports: [] };

/** Runs the load engine against its own server on loopback, in this thread, and returns its measurements. */
export async function runLoopbackLoad(clock: Clock, load: LoopbackLoad): Promise<Rows> {
  const server = await openServer(load);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  try {
    await firstAlarm(clock);
    kept.transports = [];
    const connect: Connect = (...there) => {
      const transport = connectTarget(...there);
      kept.transports.push(transport);
      return transport;
    };
    const assignment = assignmentFor((server.address() as AddressInfo).port, load);
    const run = await openShardRun(assignment, { clock, connect });
    kept.run = run;
    load.begins?.();
    await run.run(clock.nowNs() - load.startMs * 1e6);
    run.recorder.live();
    const rows = run.recorder.rows();
    await run.close();
    return rows;
  } finally {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }
}

/** Opens the server. TLS is loaded only for this call, because the warm-up of a function needs none. */
async function openServer({ tls = false }: LoopbackLoad): Promise<Server> {
  const answer = (_: IncomingMessage, response: ServerResponse): unknown => response.end('{"id":"1"}');
  if (!tls) return createServer(answer);
  const [https, { ownCertificate }] = await Promise.all([import('node:https'), import('./certificate.ts')]);
  return https.createServer(ownCertificate(), answer);
}

/**
 * Waits for the first alarm. The thread of the alarms takes longer to start than the load lasts, so without
 * this wait no user would start.
 */
function firstAlarm(clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    const alarm = clock.alarm(() => {
      alarm.close();
      resolve();
    });
    alarm.set(1e6);
  });
}

function assignmentFor(
  port: number,
  { usersPerSec, connections, startMs, durationMs, lastUsersMs, tls = false }: LoopbackLoad,
): Assignment {
  const authority = `127.0.0.1:${port}`;
  const target: ShardTarget = {
    key: authority,
    protocol: tls ? 'https' : 'http',
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
    arrivals: { kind: 'constantRate', usersPerSec, variance: true },
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
