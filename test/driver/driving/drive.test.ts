import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { suite, type TestContext, test } from 'node:test';
import { realClock } from '../../../functions/driver/clock.ts';
import { parseBenchmark } from '../../../lib/driver/benchmark/benchmark.ts';
import type { Start } from '../../../lib/driver/conducting/answers.ts';
import type { DriveBackend, DriveEnvironment } from '../../../lib/driver/driving/backend.ts';
import { drive } from '../../../lib/driver/driving/drive.ts';
import type { Live } from '../../../lib/driver/driving/live.ts';
import { defaultCeilings, driving } from '../../../lib/driver/limits.ts';
import type { Plan } from '../../../lib/driver/model/plan.ts';
import { planBurst } from '../../../lib/driver/planning/plan.ts';
import type { Partial } from '../../../lib/driver/statistics/partial.ts';
import { type Handler, listen } from '../session/shards.ts';

/** A drive sends only what it was leased and released to send, stops when it must, and reports whatever happened. */

function planFor(port: number, kind: string): Plan {
  const text = `
name: test
http: { host: 'http://127.0.0.1:${port}', sharedConnections: 4 }
phases:
- only:
    ${kind}
      scenario:
      - fetch:
        - httpRequest: { GET: / }
`;
  const { benchmark, problems } = parseBenchmark(text);
  assert.ok(benchmark, JSON.stringify(problems));
  const order = {
    benchmark,
    burst: 'b',
    seed: 1,
    shards: 1,
    segmentMsMax: 60_000,
    plannedAt: 0,
    limits: defaultCeilings,
  };
  const { plan } = planBurst(order);
  assert.ok(plan);
  return plan;
}

const atOnce = 'atOnce:\n      users: 3';
const forever = 'always:\n      users: 3\n      duration: 60s';

type Stage = {
  readonly backend: DriveBackend;
  readonly environment: DriveEnvironment;
  readonly lives: Live[];
  readonly reports: string[];
  readonly warnings: string[];
  readonly partials: Partial[];
  readonly seen: readonly unknown[];
  connections(): number;
  readonly plan: Plan;
  /** Milliseconds that the monotonic clock is ahead, as if so much time had passed. */
  aheadMs: number;
  /** `live` after each second. */
  readonly events: EventEmitter;
  run(): ReturnType<typeof drive>;
};

/** From the answer of `start` to T0. */
const aheadMs = 100;

async function stage(
  t: TestContext,
  kind: string,
  body: {
    readonly backend?: Partially<DriveBackend>;
    readonly remainingMs?: () => number;
    readonly answer?: Handler;
  },
): Promise<Stage> {
  const { port, seen, connections, close } = await listen(
    body.answer ?? ((_, response) => response.end('ok')),
  );
  t.after(close);
  const plan = planFor(port, kind);
  const events = new EventEmitter();
  const own = {
    lives: [] as Live[],
    reports: [] as string[],
    warnings: [] as string[],
    partials: [] as Partial[],
    aheadMs: 0,
  };
  const backend: DriveBackend = {
    lease: async () => true,
    plan: async () => plan,
    stopReason: async () => undefined,
    ready: async () => void own.reports.push('ready'),
    start: async () => startIn(aheadMs),
    failed: async (reason) => void own.reports.push(`failed: ${reason}`),
    live: async (live) => {
      own.lives.push(live);
      events.emit('live');
    },
    finished: async () => void own.reports.push('finished'),
    deliver: async (partial) => {
      own.partials.push(partial);
      own.reports.push('delivered');
    },
    terminated: async () => void own.reports.push('terminated'),
    ...body.backend,
  };
  const environment: DriveEnvironment = {
    clock: { ...realClock, nowNs: () => realClock.nowNs() + result.aheadMs * 1e6 },
    lease: 'lease-1',
    remainingMs: body.remainingMs ?? (() => 900_000),
    meter: () => () => ({ cpuUs: 1, stalls: [], idle: [] }),
    warn: (message) => own.warnings.push(message),
  };
  const result: Stage = Object.assign(own, {
    backend,
    environment,
    seen,
    connections,
    plan,
    events,
    run: () => drive(task, backend, environment),
  });
  return result;
}

const task = { phase: 0, shard: 0, segment: 0 };

function startIn(ms: number): Start {
  const t0 = Date.now() + ms;
  return { kind: 'start', t0, lookAt: t0 - 50 };
}

type Partially<Whole> = { readonly [Key in keyof Whole]?: Whole[Key] };

/** Accepts connections and never says a word, so that a TLS handshake with it hangs. */
async function silentServer(t: TestContext): Promise<number> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Answers of `stopReason`, the last one for ever after. */
function stops(...answers: (string | undefined | Error)[]): Partially<DriveBackend> {
  let asked = 0;
  return {
    stopReason: async () => {
      const answer = answers[Math.min(asked++, answers.length - 1)];
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
}

suite('a drive', () => {
  test('pours, and reports finished, delivered, terminated in this order', async (t) => {
    const { run, seen, reports, partials, lives } = await stage(t, atOnce, {});
    assert.equal(await run(), 'completed');
    assert.equal(seen.length, 3);
    assert.deepEqual(reports, ['ready', 'finished', 'delivered', 'terminated']);
    const [{ outcome, lease, rows }] = partials;
    assert.deepEqual([outcome.planned, outcome.started, lease], [3, 3, 'lease-1']);
    assert.equal(
      rows.reduce((sum, { counters }) => sum + counters.requests, 0),
      3,
    );
    assert.deepEqual(lives.at(-1)?.ended, true);
    assert.equal(lives.at(-1)?.totals.requests, 3);
  });

  test('without the lease sends nothing and reports nothing', async (t) => {
    const { run, connections, reports } = await stage(t, atOnce, { backend: { lease: async () => false } });
    assert.equal(await run(), 'duplicate');
    assert.deepEqual([connections(), reports], [0, []]);
  });

  test('that comes too late sends nothing', async (t) => {
    const late = { start: async () => startIn(-driving.graceMs - 100) };
    const { run, seen, partials } = await stage(t, atOnce, { backend: late });
    assert.equal(await run(), 'missed');
    assert.equal(seen.length, 0);
    assert.deepEqual([partials[0].outcome.planned, partials[0].outcome.started], [3, 0]);
    assert.match(partials[0].outcome.reason ?? '', /ready 5\.\d s after its start.*too busy/);
  });

  test('of a cancelled phase opens no connection', async (t) => {
    const { run, connections, partials } = await stage(t, atOnce, { backend: stops('phase a failed') });
    assert.equal(await run(), 'stopped');
    assert.equal(connections(), 0);
    assert.equal(partials[0].outcome.reason, 'phase a failed');
  });

  test('of a phase that is cancelled while it warms up sends nothing', async (t) => {
    const { run, seen, reports } = await stage(t, atOnce, { backend: stops(undefined, 'phase a failed') });
    assert.equal(await run(), 'stopped');
    assert.equal(seen.length, 0);
    assert.deepEqual(reports, ['ready', 'delivered', 'finished', 'terminated']);
  });

  test('that cannot ask whether it may send does not', async (t) => {
    const { run, connections, partials } = await stage(t, atOnce, {
      backend: stops(new Error('no network')),
    });
    assert.equal(await run(), 'failed');
    assert.equal(connections(), 0);
    assert.equal(partials[0].outcome.reason, 'no network');
  });

  test('whose target cannot be reached says so', async (t) => {
    const { backend, environment, partials, plan, reports } = await stage(t, atOnce, {});
    const [target] = plan.benchmark.targets;
    const elsewhere = { ...plan, benchmark: { ...plan.benchmark, targets: [{ ...target, port: 1 }] } };
    assert.equal(await drive(task, { ...backend, plan: async () => elsewhere }, environment), 'failed');
    const reason = 'cannot reach http://127.0.0.1:1: nothing listens on port 1 of 127.0.0.1';
    assert.ok(partials[0].outcome.reason?.startsWith(reason), partials[0].outcome.reason);
    assert.ok(reports[0]?.startsWith(`failed: ${reason}`), 'the phase hears of it before its start');
  });

  test('waits, connected, until it is told when to start', async (t) => {
    const answers: Start[] = [
      { kind: 'wait', ms: 5, tickAt: 0 },
      { kind: 'wait', ms: 5, tickAt: 0 },
    ];
    const seenThen: number[] = [];
    const at = await stage(t, atOnce, {
      backend: {
        start: async () => {
          seenThen.push(at.seen.length);
          return answers.shift() ?? startIn(aheadMs);
        },
      },
    });
    assert.equal(await at.run(), 'completed');
    assert.deepEqual([seenThen, at.seen.length, at.connections()], [[0, 0, 0], 3, 4]);
  });

  test('that is told not to start sends nothing', async (t) => {
    const backend = { start: async (): Promise<Start> => ({ kind: 'stop', reason: 'phase a failed' }) };
    const { run, seen, partials } = await stage(t, atOnce, { backend });
    assert.equal(await run(), 'stopped');
    assert.deepEqual([seen.length, partials[0].outcome.reason], [0, 'phase a failed']);
  });

  test('of a later segment reports no readiness and starts at its own offset', async (t) => {
    const { backend, environment, reports, plan, seen } = await stage(t, forever, {});
    const cut = (index: number) => ({
      index,
      startMs: index * 200,
      endMs: (index + 1) * 200,
      last: index === 1,
    });
    const phases = plan.phases.map((phase) => ({ ...phase, segments: [cut(0), cut(1)] }));
    const t0 = Date.now();
    const started: Start = { kind: 'start', t0, lookAt: t0 - 50 };
    const cutBackend = { ...backend, plan: async () => ({ ...plan, phases }), start: async () => started };
    assert.equal(await drive({ ...task, segment: 1 }, cutBackend, environment), 'completed');
    assert.ok(seen.length > 0 && !reports.includes('ready'), String(reports));
  });

  test('stops while its connections are being opened', async (t) => {
    const { backend, environment, partials, plan } = await stage(t, atOnce, {
      backend: stops(undefined, 'enough'),
    });
    const [target] = plan.benchmark.targets;
    const tls = { ...target, protocol: 'https' as const, port: await silentServer(t) };
    const hanging = { ...plan, benchmark: { ...plan.benchmark, targets: [tls] } };
    assert.equal(await drive(task, { ...backend, plan: async () => hanging }, environment), 'stopped');
    assert.equal(partials[0].outcome.reason, 'enough');
  });

  test('stops within a pulse of being told', async (t) => {
    const { run, partials } = await stage(t, forever, { backend: stops(undefined, undefined, 'enough') });
    assert.equal(await run(), 'stopped');
    const { outcome } = partials[0];
    assert.equal(outcome.reason, 'enough');
    assert.ok(outcome.terminatedAt - outcome.startedAt < 2_000);
  });

  test('that cannot read the stop flag for too long stops itself', async (t) => {
    const at = await stage(t, forever, {
      backend: stops(undefined, undefined, new Error('no network')),
      // Nobody is answered, so a clock that jumps starts nobody anew.
      answer: () => {},
    });
    const running = at.run();
    await once(at.events, 'live');
    at.aheadMs = driving.blindMsMax + 1_000;
    assert.equal(await running, 'stopped');
    assert.match(at.partials[0].outcome.reason ?? '', /could not be read for 10 s/);
    assert.ok(at.warnings.includes('the stop flag could not be read'));
  });

  test('stops before the machine does it, and delivers', async (t) => {
    let remaining = 900_000;
    const at = await stage(t, forever, { remainingMs: () => remaining });
    const running = at.run();
    await once(at.events, 'live');
    remaining = driving.reserveMs - 1;
    assert.equal(await running, 'stopped');
    assert.match(at.partials[0].outcome.reason ?? '', /ran out of time/);
    assert.deepEqual(at.reports, ['ready', 'finished', 'delivered', 'terminated']);
  });

  test('goes on although its reports get lost', async (t) => {
    const lost = async (): Promise<void> => {
      throw new Error('no network');
    };
    const backend = { finished: lost, live: lost, terminated: lost };
    const { run, seen, partials, warnings } = await stage(t, atOnce, { backend });
    assert.equal(await run(), 'completed');
    assert.deepEqual([seen.length, partials.length], [3, 1]);
    assert.deepEqual(
      new Set(warnings),
      new Set(['live', 'finished', 'terminated'].map((what) => `a report was lost: ${what}`)),
    );
  });
});
