import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { realClock } from '../../../functions/driver/clock/real-clock.ts';
import type { Clock } from '../../../lib/driver/clock.ts';
import { Findings } from '../../../lib/driver/document/problem.ts';
import type { Arrivals } from '../../../lib/driver/model/arrivals.ts';
import type { Phase, Target } from '../../../lib/driver/model/benchmark.ts';
import type { Assignment, Segment, ShardTarget } from '../../../lib/driver/model/plan.ts';
import { parseScenario } from '../../../lib/driver/scenario/parse.ts';
import {
  type Environment,
  openShardRun,
  type ShardOutcome,
  type ShardRun,
} from '../../../lib/driver/session/shard-run.ts';
import type { Counters, Row } from '../../../lib/driver/statistics/partial.ts';
import { listRows } from '../../../lib/driver/statistics/wire/row-cursor.ts';
import { type Script, ScriptedTarget } from '../http/scripted-target.ts';
import { type Flaws, VirtualClock } from '../virtual-clock.ts';

/** The requests and connections of a loopback server. */
export type Seen = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};
export type Handler = (request: IncomingMessage, response: ServerResponse, seen: Seen) => void;

/** Starts a real server on its own port, which records its requests. */
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
  /** Targets in addition to the default target of requests. */
  readonly otherTargets?: readonly Target[];
  readonly phase?: Partial<Phase>;
  readonly hotRod?: Assignment['hotRod'];
  readonly connections?: number;
  readonly shardConnections?: Pick<ShardTarget['shardConnections'], 'core' | 'max'>;
  readonly maxSessions?: number;
  /** The segment that runs. Absent: the whole phase. */
  readonly segment?: Segment;
  readonly partitions?: Assignment['partitions'];
  readonly ergonomics?: Partial<Assignment['ergonomics']>;
  readonly guards?: Assignment['guards'];
  readonly environment?: Partial<Environment>;
};

/** The assignment of the only shard of a phase with one segment. */
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
    targets: [row.target, ...(row.otherTargets ?? [])],
    ergonomics,
    findings,
    phaseKind: arrivals.kind,
  });
  if (findings.refused || scenario === undefined) throw new Error(JSON.stringify(findings.list));
  const durationMs = row.phase?.durationMs ?? 0;
  const connections = row.connections ?? 4;
  return {
    phase: {
      name: 'test',
      phase: 'test',
      iteration: '',
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
    segment: row.segment ?? { index: 0, startMs: 0, endMs: durationMs, last: true },
    ...(row.partitions === undefined ? {} : { partitions: row.partitions }),
    ...(row.hotRod === undefined ? {} : { hotRod: row.hotRod }),
    seed: 7,
    users: 'users' in arrivals ? arrivals.users : 0,
    maxSessions: 'users' in arrivals ? arrivals.users : (row.maxSessions ?? 100),
    targets: [row.target, ...(row.otherTargets ?? [])].map((target) => ({
      ...target,
      shardConnections: {
        ...target.connections,
        ...(row.shardConnections ?? { core: connections, max: connections }),
      },
    })),
    ergonomics,
    ...(row.guards === undefined ? {} : { guards: row.guards }),
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
    return { outcome, rows: listRows(opened.recorder.rows()), log };
  } finally {
    await opened.close();
  }
}

/** A shard run in virtual time against a scripted target. */
export type VirtualRun = {
  readonly time: VirtualClock;
  readonly clock: Clock;
  readonly target: ScriptedTarget;
  readonly shardRun: ShardRun;
  readonly log: readonly string[];
};

/** Opens the shard run of a case. The script may be a function of the clock. */
export async function openVirtually(
  row: VirtualCase,
  script: Script | ((clock: Clock) => Script),
  flaws?: Flaws,
): Promise<VirtualRun> {
  const time = new VirtualClock(flaws);
  const { clock } = time;
  const target = new ScriptedTarget(clock, typeof script === 'function' ? script(clock) : script);
  const log: string[] = [];
  const shardRun = await time.until(
    openShardRun(assignmentOf({ target: targetAt(80, row.targetLimits), ...row }), {
      clock,
      connect: target.connect,
      log: (line) => log.push(line),
      ...row.environment,
    }),
  );
  return { time, clock, target, shardRun, log };
}

export type VirtualCase = Omit<Case, 'target'> & { readonly targetLimits?: Partial<Target> };

/** Runs a case to its end in virtual time. Checks the rules that every run must keep. */
export async function runVirtually(
  row: VirtualCase,
  script: Script | ((clock: Clock) => Script),
  { flaws, eventsPerTurn }: { readonly flaws?: Flaws; readonly eventsPerTurn?: number } = {},
): Promise<VirtualRun & { readonly outcome: ShardOutcome; readonly rows: () => readonly Row[] }> {
  const run = await openVirtually(row, script, flaws);
  const { time, clock, target, shardRun } = run;
  const t0Ns = clock.nowNs();
  const cancelSealing = clock.every(60_000, () =>
    shardRun.recorder.seal(Math.floor((clock.nowNs() - t0Ns) / 1e9)),
  );
  const outcome = await time.until(shardRun.run(t0Ns), eventsPerTurn);
  cancelSealing();
  assert.deepEqual(shardRun.active, { sessions: 0, inFlight: 0 });
  assert.deepEqual(target.wrongs, []);
  await time.until(shardRun.close());
  await time.pass(100);
  assert.deepEqual(
    [time.waiting, time.periodic, time.alarms],
    [0, 0, 0],
    'nothing is ordered from the clock any more',
  );
  assert.equal(target.open, 0);
  return { ...run, outcome, rows: () => listRows(shardRun.recorder.rows()) };
}

/** The counters of one metric, or of all metrics, over all seconds. */
export function totals(rows: readonly Row[], metric?: string): Counters {
  const sum: Record<string, number> = {};
  for (const row of rows) {
    if (metric !== undefined && row.metric !== metric) continue;
    for (const [key, value] of Object.entries(row.counters)) sum[key] = (sum[key] ?? 0) + value;
  }
  return sum as unknown as Counters;
}
