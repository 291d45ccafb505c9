import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { realClock } from '../../../functions/driver/clock.ts';
import { Findings } from '../../../lib/driver/document/problem.ts';
import type { Arrivals } from '../../../lib/driver/model/arrivals.ts';
import type { Phase, Target } from '../../../lib/driver/model/benchmark.ts';
import type { Assignment } from '../../../lib/driver/model/plan.ts';
import { parseScenario } from '../../../lib/driver/scenario/parse.ts';
import { type Environment, openShardRun, type ShardOutcome } from '../../../lib/driver/session/shard-run.ts';
import type { Counters, Row } from '../../../lib/driver/statistics/partial.ts';

/** Everything that a loopback server saw. */
export type Seen = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};
export type Handler = (request: IncomingMessage, response: ServerResponse, seen: Seen) => void;

/** A real server on a port of its own that remembers its requests. */
export async function listen(
  handler: Handler,
): Promise<{ server: Server; port: number; seen: Seen[]; connections: () => number; close: () => void }> {
  const seen: Seen[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const entry = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      seen.push(entry);
      handler(request, response, entry);
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    server,
    port: (server.address() as AddressInfo).port,
    seen,
    connections: () => connections,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export const ok: Handler = (_request, response) => {
  response.end('ok');
};

export const targetAt = (port: number, more: Partial<Target> = {}): Target => ({
  key: `http://127.0.0.1:${port}`,
  protocol: 'http',
  host: '127.0.0.1',
  port,
  authority: `127.0.0.1:${port}`,
  isDefault: true,
  addresses: [],
  connectionStrategy: 'SHARED_POOL',
  connections: { core: 4, max: 4, buffer: 0, keepAliveMs: 0 },
  pipeliningLimit: 1,
  requestTimeoutMs: 30_000,
  ...more,
});

export type Case = {
  readonly scenario: unknown;
  readonly arrivals?: Arrivals;
  readonly target: Target;
  readonly phase?: Partial<Phase>;
  readonly connections?: number;
  readonly maxSessions?: number;
  readonly ergonomics?: Partial<Assignment['ergonomics']>;
  readonly environment?: Partial<Environment>;
};

/** The assignment of the only shard of a one-segment phase. */
export function assignmentOf(row: Case): Assignment {
  const findings = new Findings();
  const arrivals: Arrivals = row.arrivals ?? { kind: 'atOnce', users: 1 };
  const ergonomics = {
    userAgentFromSession: true,
    autoRangeCheck: true,
    stopOnInvalid: true,
    ...row.ergonomics,
  };
  const scenario = parseScenario(row.scenario, [], {
    targets: [row.target],
    ergonomics,
    findings,
  });
  if (findings.refused || scenario === undefined) throw new Error(JSON.stringify(findings.list));
  const durationMs = row.phase?.durationMs ?? 0;
  const connections = row.connections ?? 4;
  return {
    phase: {
      name: 'test',
      phase: 'test',
      fork: '',
      arrivals,
      startTimeMs: 0,
      startAfter: [],
      startAfterStrict: [],
      maxSessions: row.maxSessions ?? 100,
      sessionLimitPolicy: 'FAIL',
      isWarmup: false,
      scenario,
      ...row.phase,
    },
    phaseIndex: 0,
    shard: 0,
    shards: 1,
    segment: { index: 0, startMs: 0, endMs: durationMs, last: true },
    seed: 7,
    users: 'users' in arrivals ? arrivals.users : 0,
    maxSessions: row.maxSessions ?? 100,
    targets: [
      { ...row.target, shardConnections: { ...row.target.connections, core: connections, max: connections } },
    ],
    ergonomics,
  };
}

export { realClock as clock };

export type Ran = {
  readonly outcome: ShardOutcome;
  readonly rows: readonly Row[];
  readonly log: readonly string[];
};

/** Runs a case to its end. */
export async function runShard(row: Case): Promise<Ran> {
  const log: string[] = [];
  const opened = await openShardRun(assignmentOf(row), {
    clock: realClock,
    log: (line) => log.push(line),
    ...row.environment,
  });
  try {
    const outcome = await opened.run(realClock.nowNs());
    return { outcome, rows: opened.recorder.rows(), log };
  } finally {
    await opened.close();
  }
}

/** Counters of one metric, or of all, over all seconds. */
export function totals(rows: readonly Row[], metric?: string): Counters {
  const sum: Record<string, number> = {};
  for (const row of rows) {
    if (metric !== undefined && row.metric !== metric) continue;
    for (const [key, value] of Object.entries(row.counters)) sum[key] = (sum[key] ?? 0) + value;
  }
  return sum as unknown as Counters;
}
