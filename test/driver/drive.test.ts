import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { parseBenchmark } from '../../lib/driver/benchmark.ts';
import { type DriveEdge, drive, type Office } from '../../lib/driver/drive.ts';
import { defaultCeilings, driving } from '../../lib/driver/limits.ts';
import type { Live } from '../../lib/driver/live.ts';
import { type Plan, planBurst } from '../../lib/driver/plan.ts';
import type { Partial } from '../../lib/driver/statistics/partial.ts';
import { type Handler, listen } from './session/pouring.ts';

/** A drive sends only what it was leased and released to send, stops when it must, and reports whatever happened. */

const planFor = (port: number, kind: string): Plan => {
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
};

const atOnce = 'atOnce:\n      users: 3';
const forever = 'always:\n      users: 3\n      duration: 60s';

type Stage = {
  readonly office: Office;
  readonly edge: DriveEdge;
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
  run(t0?: number): ReturnType<typeof drive>;
};

const leadMs = 400;

const stage = async (
  t: TestContext,
  kind: string,
  body: {
    readonly office?: Partially<Office>;
    readonly remainingMs?: () => number;
    readonly answer?: Handler;
  },
): Promise<Stage> => {
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
  const office: Office = {
    lease: async () => true,
    plan: async () => plan,
    halt: async () => undefined,
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
    ...body.office,
  };
  const edge: DriveEdge = {
    clock: { nowNs: () => (performance.now() + result.aheadMs) * 1e6, epochMs: () => Date.now() },
    lease: 'lease-1',
    leadMs,
    remainingMs: body.remainingMs ?? (() => 900_000),
    pause: async (ms, signal) => {
      if (ms > 0) await pause(ms, undefined, { signal }).catch(() => {});
    },
    meter: () => () => ({ cpuUs: 1, stallNsMax: 2 }),
    warn: (message) => own.warnings.push(message),
  };
  const result: Stage = Object.assign(own, {
    office,
    edge,
    seen,
    connections,
    plan,
    events,
    run: (t0 = Date.now() + leadMs) => drive({ phase: 0, shard: 0, segment: 0, t0 }, office, edge),
  });
  return result;
};

type Partially<Whole> = { readonly [Key in keyof Whole]?: Whole[Key] };

/** Answers of `halt`, the last one for ever after. */
const halts = (...answers: (string | undefined | Error)[]): Partially<Office> => {
  let asked = 0;
  return {
    halt: async () => {
      const answer = answers[Math.min(asked++, answers.length - 1)];
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
};

suite('a drive', () => {
  test('pours, and reports finished, delivered, terminated in this order', async (t) => {
    const { run, seen, reports, partials, lives } = await stage(t, atOnce, {});
    assert.equal(await run(), 'completed');
    assert.equal(seen.length, 3);
    assert.deepEqual(reports, ['finished', 'delivered', 'terminated']);
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
    const { run, connections, reports } = await stage(t, atOnce, { office: { lease: async () => false } });
    assert.equal(await run(), 'duplicate');
    assert.deepEqual([connections(), reports], [0, []]);
  });

  test('that comes too late sends nothing', async (t) => {
    const { run, connections, partials } = await stage(t, atOnce, {});
    assert.equal(await run(Date.now() - driving.graceMs - 100), 'missed');
    assert.equal(connections(), 0);
    assert.deepEqual([partials[0].outcome.planned, partials[0].outcome.started], [3, 0]);
  });

  test('of a cancelled phase opens no connection', async (t) => {
    const { run, connections, partials } = await stage(t, atOnce, { office: halts('phase a failed') });
    assert.equal(await run(), 'stopped');
    assert.equal(connections(), 0);
    assert.equal(partials[0].outcome.reason, 'phase a failed');
  });

  test('of a phase that is cancelled while it warms up sends nothing', async (t) => {
    const { run, seen, reports } = await stage(t, atOnce, { office: halts(undefined, 'phase a failed') });
    assert.equal(await run(), 'stopped');
    assert.equal(seen.length, 0);
    assert.deepEqual(reports, ['delivered', 'finished', 'terminated']);
  });

  test('that cannot ask whether it may send does not', async (t) => {
    const { run, connections, partials } = await stage(t, atOnce, { office: halts(new Error('no network')) });
    assert.equal(await run(), 'failed');
    assert.equal(connections(), 0);
    assert.equal(partials[0].outcome.reason, 'no network');
  });

  test('whose target cannot be reached says so', async (t) => {
    const { office, edge, partials, plan } = await stage(t, atOnce, {});
    const [target] = plan.benchmark.targets;
    const elsewhere = { ...plan, benchmark: { ...plan.benchmark, targets: [{ ...target, port: 1 }] } };
    const task = { phase: 0, shard: 0, segment: 0, t0: Date.now() + leadMs };
    assert.equal(await drive(task, { ...office, plan: async () => elsewhere }, edge), 'failed');
    assert.match(partials[0].outcome.reason ?? '', /ECONNREFUSED|connect/i);
  });

  test('stops within a pulse of being told', async (t) => {
    const { run, partials } = await stage(t, forever, { office: halts(undefined, undefined, 'enough') });
    assert.equal(await run(), 'stopped');
    const { outcome } = partials[0];
    assert.equal(outcome.reason, 'enough');
    assert.ok(outcome.terminatedAt - outcome.startedAt < 2_000);
  });

  test('that cannot read the stop flag for too long stops itself', async (t) => {
    const at = await stage(t, forever, {
      office: halts(undefined, undefined, new Error('no network')),
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
    assert.deepEqual(at.reports, ['finished', 'delivered', 'terminated']);
  });

  test('goes on although its reports get lost', async (t) => {
    const lost = async (): Promise<void> => {
      throw new Error('no network');
    };
    const office = { finished: lost, live: lost, terminated: lost };
    const { run, seen, partials, warnings } = await stage(t, atOnce, { office });
    assert.equal(await run(), 'completed');
    assert.deepEqual([seen.length, partials.length], [3, 1]);
    assert.deepEqual(
      new Set(warnings),
      new Set(['live', 'finished', 'terminated'].map((what) => `a report was lost: ${what}`)),
    );
  });
});
