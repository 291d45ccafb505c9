import { realClock } from '../../functions/driver/clock/real-clock.ts';
import { Findings } from '../../lib/driver/document/problem.ts';
import type { Connect } from '../../lib/driver/http/transport.ts';
import type { Target } from '../../lib/driver/model/benchmark.ts';
import { parseScenario } from '../../lib/driver/scenario/parse.ts';
import { openShardRun, type ShardRun } from '../../lib/driver/session/shard-run.ts';

/** The engine with a fixed number of users that begin again at once, with one connection each. */
export function openEngine(options: {
  readonly scenario: unknown;
  readonly users: number;
  readonly durationMs: number;
  /** The URL of the target. Absent: a target that only `connect` reaches. */
  readonly url?: string;
  readonly connect?: Connect;
  /** True: users have cookies and a cache, as by default in a document. Absent: true. */
  readonly remembers?: boolean;
}): Promise<ShardRun> {
  const { users, durationMs, connect, url = 'http://127.0.0.1:80', remembers = true } = options;
  const { protocol, hostname, port } = new URL(url);
  const target: Target = {
    key: url,
    protocol: protocol === 'https:' ? 'https' : 'http',
    host: hostname,
    port: Number(port),
    authority: `${hostname}:${port}`,
    isDefault: true,
    addresses: [],
    connectionStrategy: 'SHARED_POOL',
    connections: { core: users, max: users, buffer: 0, keepAliveMs: 0 },
    pipeliningLimit: 1,
    requestTimeoutMs: 30_000,
    useHttpCache: remembers,
  };
  const checks = { userAgentFromSession: false, autoRangeCheck: true, stopOnInvalid: true };
  const ergonomics = { ...checks, repeatCookies: remembers };
  const findings = new Findings();
  const scenario = parseScenario(options.scenario, [], { targets: [target], ergonomics, findings });
  if (scenario === undefined || findings.refused) throw new Error(JSON.stringify(findings.list));
  return openShardRun(
    {
      phase: {
        name: 'bench',
        phase: 'bench',
        iteration: '',
        fork: '',
        arrivals: { kind: 'always', users },
        startTimeMs: 0,
        startAfter: [],
        startAfterStrict: [],
        durationMs,
        maxSessions: users,
        sessionLimitPolicy: 'FAIL',
        isWarmup: false,
        scenario,
      },
      phaseIndex: 0,
      shard: 0,
      shards: 1,
      segment: { index: 0, startMs: 0, endMs: durationMs, last: true },
      seed: 1,
      users,
      maxSessions: users,
      targets: [{ ...target, shardConnections: { core: users, max: users, buffer: 0 } }],
      ergonomics,
    },
    { clock: realClock, ...(connect === undefined ? {} : { connect }) },
  );
}
