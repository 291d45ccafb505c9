import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { before, mock, suite, test } from 'node:test';
import { handler as drive } from '../../../functions/driver/drive.ts';
import { burstStores } from '../../../functions/stores.ts';
import { startFor } from '../../../lib/driver/conducting/replies.ts';
import {
  type ConductorState,
  type PhaseState,
  phaseAt,
  startConducting,
} from '../../../lib/driver/conducting/state.ts';
import { flagOf } from '../../../lib/driver/conducting/stop-flag.ts';
import type { Plan, Segment } from '../../../lib/driver/model/plan.ts';
import { pacing } from '../../../lib/driver/planning/pacing/limits.ts';
import { environment } from '../../../lib/names/environment.ts';
import type { BurstRecord } from '../../../lib/store/bursts.ts';
import { node, scheduled } from '../../driver/conducting/graphs.ts';
import { planFrom } from '../../driver/run/records.ts';
import { listening, suiteScope } from '../../local/scratch.ts';
import { openMemory } from '../memory.ts';
import { context } from './cloud.ts';

/**
 * A drive reads its work from the stores. The report that completes a phase becomes an event of the
 * conductor.
 */
suite('a drive as a function', () => {
  const memory = openMemory();
  const scope = suiteScope();
  let own = 0;
  let hits = 0;
  before(async () => {
    const server = createServer((_request, response) => {
      hits += 1;
      response.end('ok');
    });
    own = Number(new URL(await listening(scope, server)).port);
  });

  const segmentsOf = (count: number): readonly Segment[] =>
    Array.from({ length: count }, (_, index) => ({
      index,
      startMs: index * 100,
      endMs: (index + 1) * 100,
      last: index === count - 1,
    }));

  /** Stores a phase of 40 users per second, for a tenth of a second in each segment. */
  function begun(id: string, phase: PhaseState, shards = 1, segments = 1, port?: number): void {
    const plan = planFrom({ shards: 1 });
    const address = port ?? own;
    const [target] = plan.benchmark.targets;
    const [main] = plan.benchmark.phases;
    const [cut] = plan.phases;
    assert.ok(target && main && cut);
    const authority = `127.0.0.1:${address}`;
    const moved = { ...target, key: `http://${authority}`, host: '127.0.0.1', port: address, authority };
    const text = JSON.stringify({
      ...plan,
      burst: id,
      benchmark: {
        ...plan.benchmark,
        targets: [moved],
        phases: [{ ...main, durationMs: 100 * segments, arrivals: { ...main.arrivals, usersPerSec: 40 } }],
      },
      phases: [{ ...cut, shards, segments: segmentsOf(segments) }],
    });
    memory.plans.set(id, JSON.parse(text.replaceAll('http://localhost:8080', moved.key)) as Plan);
    const graph = [node('main', { shards, segments, durationMs: 100 * segments })];
    const start = startConducting({ graph, failurePolicy: 'CANCEL', leadMs: 1, startedAt: Date.now() });
    memory.flags.set(id, {});
    memory.conductors.set(id, { version: 1, state: { ...start, phases: [phase] } });
    tell(id);
  }
  const change = (id: string, changed: Partial<ConductorState>): void => {
    memory.conductors.set(id, { version: 1, state: { ...stateOf(id), ...changed } });
    tell(id);
  };
  /** Writes the start of a phase for its drives, as the conductor does. */
  const tell = (id: string): void => {
    const state = stateOf(id);
    memory.flags.set(id, flagOf(state));
    void burstStores().bursts.putStart(id, 0, 1, startFor(state, 0), 1);
  };
  const stateOf = (id: string): ConductorState => {
    const state = memory.conductors.get(id)?.state;
    assert.ok(state);
    return state;
  };
  const outcomeOf = (id: string, shard = 0, segment = 0) =>
    memory.partials.get(`${id} 0/${shard}/${segment}`)?.outcome;
  const countsOf = (id: string): string[] =>
    [...memory.counted].filter((key) => key.split(' ')[1] === id).map((key) => key.split(' ')[0] ?? '');
  const recordOf = (id: string): BurstRecord => ({
    id,
    benchmark: 'held',
    file: 'held',
    seed: 1,
    user: 'ada',
    createdAt: Date.now(),
    state: 'running',
  });
  const ready = (id: string, shard: number) =>
    burstStores().bursts.count(id, { phase: 0, shard, segment: 0 }, ['ready'], { shards: 10, segments: 1 });
  const running = (): PhaseState => scheduled({ t0: Date.now() + 20, readyAt: 1 });
  const stopped = { at: 1, reason: 'enough' };

  test('sends its users once, keeps what it measured, and ends its phase', async () => {
    begun('b-run', scheduled());
    let forced = 0;
    const watch = new PerformanceObserver((list) => {
      forced += list.getEntries().filter(wasForced).length;
    });
    watch.observe({ entryTypes: ['gc'] });
    assert.deepEqual(await drive({ burst: 'b-run', phase: 0, shard: 0, segment: 0 }, context), {
      result: 'completed',
    });
    const sent = hits;
    assert.ok(sent > 0);
    assert.equal(outcomeOf('b-run')?.started, sent);
    assert.deepEqual(countsOf('b-run'), ['ready', 'finished', 'terminated']);
    assert.equal(phaseAt(stateOf('b-run'), 0).status, 'TERMINATED');
    assert.deepEqual(await drive({ burst: 'b-run', phase: 0, shard: 0, segment: 0 }, context), {
      result: 'duplicate',
    });
    assert.equal(hits, sent);
    watch.disconnect();
    // The drive collects garbage once, before its load.
    assert.equal(forced, 1);
  });

  test('asks for its plan once', async () => {
    begun('b-plan', scheduled());
    const plan = mock.method(burstStores().objects, 'plan');
    await drive({ burst: 'b-plan', phase: 0, shard: 0, segment: 0 }, context);
    assert.equal(plan.mock.callCount(), 1);
    plan.mock.restore();
  });

  test('sends nothing for a plan of another release, which a region has that was not deployed again', async () => {
    const send = (id: string, release: string) => {
      begun(id, scheduled());
      const plan = memory.plans.get(id);
      assert.ok(plan);
      memory.plans.set(id, { ...plan, release });
      return drive({ burst: id, phase: 0, shard: 0, segment: 0 }, context);
    };
    process.env[environment.release] = 'old';
    try {
      const before = hits;
      await assert.rejects(send('b-new', 'new'), {
        code: 'OTHER_RELEASE',
        message: /deploy the stage again/,
      });
      assert.equal(hits, before);
      assert.deepEqual(await send('b-old', 'old'), { result: 'completed' });
    } finally {
      delete process.env[environment.release];
    }
  });

  test('sends nothing for a burst that is unknown or was stopped', async () => {
    begun('b-unknown', running());
    memory.conductors.delete('b-unknown');
    memory.flags.delete('b-unknown');
    begun('b-stopped', running());
    change('b-stopped', { stop: stopped });
    const before = hits;
    for (const [burst, reason] of [
      ['b-unknown', 'the table of bursts does not contain this burst'],
      ['b-stopped', 'enough'],
    ] as const) {
      assert.deepEqual(await drive({ burst, phase: 0, shard: 0, segment: 0 }, context), {
        result: 'stopped',
      });
      assert.equal(outcomeOf(burst)?.reason, reason);
    }
    assert.equal(hits, before);
  });

  test('sends nothing for a burst that its starter does not hold any more, and tells the conductor', async () => {
    begun('b-unheld', running());
    memory.records.set('b-unheld', { ...recordOf('b-unheld') });
    memory.flags.set('b-unheld', { heldUntil: Date.now() - 1 });
    const flag = mock.method(burstStores().bursts, 'flag');
    const before = hits;
    const input = { burst: 'b-unheld', phase: 0, shard: 0, segment: 0 };
    assert.deepEqual(await drive(input, context), { result: 'stopped' });
    const reason = 'the program that started the burst did not report in time that it still runs';
    assert.deepEqual([outcomeOf('b-unheld')?.reason, stateOf('b-unheld').stop?.reason], [reason, reason]);
    const [first, ...later] = flag.mock.calls.map((call) => call.arguments[2]);
    assert.equal(first, false, 'the first look may be a moment old');
    assert.ok(later.length > 0 && later.every((consistent) => consistent === true));
    flag.mock.restore();
    assert.equal(hits, before);
  });

  test('sends its users for a burst that its starter holds', async () => {
    begun('b-held', running());
    memory.flags.set('b-held', { heldUntil: Date.now() + 600_000 });
    const input = { burst: 'b-held', phase: 0, shard: 0, segment: 0 };
    assert.deepEqual(await drive(input, context), { result: 'completed' });
  });

  test('finishes its phase with the last segment of all shards, and terminates it with all drives', async () => {
    begun('b-cut', running(), 2, 2);
    change('b-cut', { stop: stopped });
    const run = (shard: number, segment: number) =>
      drive({ burst: 'b-cut', phase: 0, shard, segment }, context);
    const seen: PhaseState['status'][] = [];
    for (const [shard, segment] of [
      [0, 0],
      [1, 0],
      [0, 1],
    ] as const) {
      await run(shard, segment);
      seen.push(phaseAt(stateOf('b-cut'), 0).status);
    }
    assert.deepEqual(seen, ['SCHEDULED', 'SCHEDULED', 'SCHEDULED']);
    assert.deepEqual(countsOf('b-cut'), ['finished', 'terminated', 'terminated', 'terminated']);
    const written = mock.method(burstStores().bursts, 'replaceConductor');
    await run(1, 1);
    const statuses = written.mock.calls.map(({ arguments: [, , state] }) => phaseAt(state, 0).status);
    assert.deepEqual(statuses, ['FINISHED', 'TERMINATED']);
    written.mock.restore();
  });

  test('is ready with all shards of the first segment', async () => {
    begun('b-ready', scheduled(), 2);
    const first = drive({ burst: 'b-ready', phase: 0, shard: 0, segment: 0 }, context);
    const second = drive({ burst: 'b-ready', phase: 0, shard: 1, segment: 0 }, context);
    assert.deepEqual(await Promise.all([first, second]), [{ result: 'completed' }, { result: 'completed' }]);
    assert.ok(phaseAt(stateOf('b-ready'), 0).readyAt);
  });

  test('that waits too long for others counts them, and starts with nearly all', async () => {
    begun('b-most', scheduled({ expectedAt: Date.now() }), 10);
    for (let shard = 1; shard < 9; shard += 1) await ready('b-most', shard);
    change('b-most', { gatheringSince: Date.now() - pacing.readyMsMax });
    assert.deepEqual(await drive({ burst: 'b-most', phase: 0, shard: 0, segment: 0 }, context), {
      result: 'completed',
    });
  });

  test('fails its phase when it finds too few other drives, and sends nothing', async () => {
    begun('b-few', scheduled({ expectedAt: Date.now() }), 2);
    change('b-few', { gatheringSince: Date.now() - pacing.readyMsMax });
    const before = hits;
    assert.deepEqual(await drive({ burst: 'b-few', phase: 0, shard: 0, segment: 0 }, context), {
      result: 'stopped',
    });
    const reason = 'only 1 of 2 shards were ready in time, so nothing was sent';
    assert.deepEqual([hits - before, phaseAt(stateOf('b-few'), 0).failed], [0, reason]);
    assert.equal(outcomeOf('b-few')?.reason, `phase main failed before its start: ${reason}`);
  });

  test('does not count when it reads a decision, or when it is too early', async () => {
    begun('b-known', scheduled(), 2);
    change('b-known', { gatheringSince: Date.now() });
    const { bursts } = burstStores();
    const waiting = startFor(stateOf('b-known'), 0);
    const reported = [undefined, waiting, waiting, { kind: 'stop', reason: 'enough' } as const];
    let requests = 0;
    const read = mock.method(bursts, 'start', async () => reported[requests++]);
    const counts = mock.method(bursts, 'counted', () => assert.fail('it counted'));
    const result = await drive({ burst: 'b-known', phase: 0, shard: 0, segment: 0 }, context);
    read.mock.restore();
    counts.mock.restore();
    assert.deepEqual(result, { result: 'stopped' });
    assert.deepEqual([requests, outcomeOf('b-known')?.reason], [4, 'enough']);
  });

  test('that the stores refuse is gone: the others are enough', async () => {
    begun('b-refused', scheduled({ expectedAt: Date.now() }), 10);
    for (let shard = 1; shard < 10; shard += 1) await ready('b-refused', shard);
    change('b-refused', { gatheringSince: Date.now() });
    const refusing = mock.method(burstStores().bursts, 'count', () => Promise.reject(new Error('throttled')));
    // The invocation has no time left to call the store again.
    const late = { ...context, getRemainingTimeInMillis: () => 0 };
    const running = drive({ burst: 'b-refused', phase: 0, shard: 0, segment: 0 }, late);
    assert.deepEqual(await running, { result: 'missed' });
    const { failed, t0 } = phaseAt(stateOf('b-refused'), 0);
    assert.deepEqual([failed, t0 === undefined], [undefined, false]);
    assert.match(
      outcomeOf('b-refused')?.reason ?? '',
      /refused the load generator before its start.*throttled/,
    );
    refusing.mock.restore();
  });

  test('asks again for a plan that could not be read', async () => {
    begun('b-again', scheduled());
    const plan = mock.method(burstStores().objects, 'plan');
    plan.mock.mockImplementationOnce(() => Promise.reject(new Error('slow down')));
    assert.deepEqual(await drive({ burst: 'b-again', phase: 0, shard: 0, segment: 0 }, context), {
      result: 'completed',
    });
    assert.equal(plan.mock.callCount(), 2);
    plan.mock.restore();
  });

  test('looks at its start as it was written last among few, and as it was a moment ago among many', async () => {
    for (const [shards, consistent] of [
      [2, true],
      [200, false],
    ] as const) {
      const id = `b-look-${shards}`;
      begun(id, scheduled(), shards);
      const enough = { kind: 'stop', reason: 'enough' } as const;
      const read = mock.method(burstStores().bursts, 'start', async () => enough);
      await drive({ burst: id, phase: 0, shard: 0, segment: 0 }, context);
      assert.deepEqual(
        read.mock.calls.map(({ arguments: [, , , requests] }) => requests),
        [consistent],
      );
      read.mock.restore();
    }
  });

  test('that cannot start fails its phase', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => {
      closed.listen(0, '127.0.0.1', resolve);
    });
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    begun('b-closed', scheduled(), 1, 1, port);
    const warnings = mock.method(console, 'warn', () => undefined);
    const result = await drive({ burst: 'b-closed', phase: 0, shard: 0, segment: 0 }, context);
    warnings.mock.restore();
    assert.deepEqual(result, { result: 'failed' });
    const { reason } = outcomeOf('b-closed') ?? {};
    assert.ok(reason);
    assert.equal(phaseAt(stateOf('b-closed'), 0).failed, reason);
    const [line] = warnings.mock.calls.map(({ arguments: [text] }) => JSON.parse(String(text)));
    const { level, message, burst } = line;
    assert.deepEqual([level, message, burst], ['WARN', 'the load generator failed', 'b-closed']);
    assert.ok(line.error.message.includes(reason));
    assert.deepEqual([line.phase, line.shard, line.segment], [0, 0, 0]);
  });
});

/** Whether a program requested a garbage collection. */
const wasForced = ({
  detail,
}: PerformanceEntry & { readonly detail?: { readonly flags?: number } }): boolean =>
  detail?.flags === constants.NODE_PERFORMANCE_GC_FLAGS_FORCED;
