import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { DriveBackend, Turn } from '../../../../lib/driver/driving/backend.ts';
import { drive } from '../../../../lib/driver/driving/drive.ts';
import { evaluationTurns } from '../../../../lib/driver/driving/live-evaluation/live-evaluation.ts';
import type { Meter } from '../../../../lib/driver/driving/meter.ts';
import type { Plan } from '../../../../lib/driver/model/plan.ts';
import type { Live } from '../../../../lib/driver/progress/live.ts';
import type { LiveEvidence } from '../../../../lib/driver/progress/live-evidence.ts';
import type { Readings } from '../../../../lib/driver/statistics/health/machine-seconds.ts';
import { responseAfter } from '../../http/scripted-target.ts';
import { aheadMs, meterOf, planFor, Stage, stops, task } from '../stage.ts';

/**
 * A drive reports a broken limit once during its load, if the document asks for it and the target caused it.
 */

const load = 'constantRate:\n      usersPerSec: 40\n      duration: 20s';
const step = "httpRequest: { GET: /, sla: { limits: { '0.9': 50ms }, window: 2s } }";
const slowFromMs = 5_000;

type Setting = {
  readonly plan?: (plan: Plan) => Plan;
  /** Returns the reports of all shards after this shard has sent its own reports. */
  readonly lives?: (own: readonly Live[], turn: Turn) => Awaited<ReturnType<DriveBackend['lives']>>;
  readonly seen?: (t0: number) => Partial<Readings>;
  readonly failed?: DriveBackend['failed'];
};

/** Runs a drive against a target that becomes slow five seconds after the start. */
async function run({
  plan = (own) => ({ ...own, stopOnFailure: { failedRatio: 0.01 } }),
  lives,
  seen,
  failed,
}: Setting) {
  const told: { readonly afterMs: number; readonly reason: string }[] = [];
  let reads = 0;
  let t0 = 0;
  const stage: Stage = new Stage(
    load,
    {
      plan: async () => plan(planFor(load, step)),
      failed: async (reason) => {
        told.push({ afterMs: stage.time.clock.epochMs() - t0, reason });
        await failed?.(reason);
      },
      ...(lives === undefined ? {} : { lives: async (turn) => lives(stage.lives, turn) }),
    },
    { answer: () => responseAfter(stage.time.clock.epochMs() - t0 < slowFromMs ? 5 : 80) },
  );
  t0 = stage.time.clock.epochMs() + aheadMs;
  const meter: Meter = meterOf(seen?.(t0) ?? {});
  const environment = {
    ...stage.environment,
    meter: (): Meter => ({
      ...meter,
      read: (sinceMs) => {
        reads += 1;
        return meter.read(sinceMs);
      },
    }),
  };
  assert.equal(await stage.time.until(drive(task, stage.backend, environment)), 'completed');
  return { told, reads, flushes: stage.flushes.length, lives: stage.lives, warnings: stage.warnings };
}

suite('a drive that judges early', () => {
  test('tells of a broken window as soon as that is settled, once', async () => {
    const { told, lives } = await run({});
    assert.equal(told.length, 1);
    const [{ afterMs, reason } = assert.fail()] = told;
    assert.match(
      reason,
      /^fetch: 90 % of responses came within \d+(\.\d+)? ms, the limit is 50 ms \(from \d s to \d+ s\)$/,
    );
    // The drive needs enough slow responses for a tenth of the window, one more second, and one or two
    // reports.
    assert.ok(afterMs > slowFromMs && afterMs < slowFromMs + 5_500, `${afterMs} ms`);
    const seconds = lives.flatMap(({ early }) => early?.seconds.map(({ second }) => second) ?? []);
    assert.deepEqual([...new Set(seconds)].slice(0, 20), [...Array(20).keys()], 'every second is reported');
  });

  test('by default reports a broken window only when its phase cancels others', async () => {
    for (const [failurePolicy, phases, count] of [
      ['CANCEL', 2, 1],
      ['CONTINUE', 2, 0],
      ['CANCEL', 1, 0],
    ] as const) {
      const plan = ({ stopOnFailure: _, ...own }: Plan): Plan => ({
        ...own,
        benchmark: {
          ...own.benchmark,
          failurePolicy,
          phases: Array.from({ length: phases }, () => own.benchmark.phases[0] ?? assert.fail()),
        },
      });
      assert.equal((await run({ plan })).told.length, count, `${failurePolicy}, ${phases} phases`);
    }
  });

  test('blames no target for seconds in which it stalled itself', async () => {
    const stalls = (t0: number) => [{ fromMs: t0 + 4_000, toMs: t0 + 30_000 }];
    const { told, lives } = await run({ seen: (t0) => ({ stalls: stalls(t0) }) });
    assert.deepEqual(told, []);
    const causes = lives.at(-1)?.early?.seconds.map(({ cause }) => cause);
    assert.deepEqual(new Set(causes), new Set(['stall']));
  });

  test('reports again when the report got lost', async () => {
    let requested = 0;
    const failed = async (): Promise<void> => {
      requested += 1;
      if (requested < 3) throw new Error('no answer');
    };
    const { told, warnings } = await run({ failed });
    assert.equal(told.length, 3);
    assert.equal(
      warnings.filter((warning) => warning.startsWith('the limits (SLAs) could not be judged')).length,
      2,
    );
  });

  test('judges the measurements of several event loops', async () => {
    const plan = (own: Plan): Plan => ({
      ...own,
      stopOnFailure: { failedRatio: 0.01 },
      phases: own.phases.map((phase) => ({ ...phase, threads: [3] })),
    });
    const { told, lives } = await run({ plan });
    assert.equal(told.length, 1);
    const early = lives.at(-1)?.early;
    assert.ok((early?.totals.length ?? 0) === 3, 'each loop has counts of its own');
    const sent = early?.totals.reduce((sum, { counters }) => sum + counters.requests, 0);
    assert.equal(sent, lives.at(-1)?.totals.requests);
  });

  suite('with a thousand shards', () => {
    const plan = (own: Plan): Plan => ({
      ...own,
      stopOnFailure: { failedRatio: 0.01 },
      phases: own.phases.map((phase) => ({ ...phase, shards: 1_000 })),
    });

    test('are read in turns, and tell as two do', async () => {
      const turns: Turn[] = [];
      const lives: Setting['lives'] = (own, turn) => {
        turns.push(turn);
        const live = own.at(-1);
        const all = Array.from({ length: 1_000 }, (_, shard) => shard);
        return all
          .filter((shard) => shard % turn.of === turn.at)
          .flatMap((shard) => (live ? [{ shard, live }] : []));
      };
      const { told } = await run({ plan, lives });
      assert.equal(told.length, 1);
      assert.deepEqual(
        turns.slice(0, 4).map(({ of, at }) => `${at} of ${of}`),
        ['1 of 3', '2 of 3', '0 of 3', '1 of 3'],
      );
    });
  });

  suite('with two shards', () => {
    const plan = (own: Plan): Plan => ({
      ...own,
      stopOnFailure: { failedRatio: 0.01 },
      phases: own.phases.map((phase) => ({ ...phase, shards: 2 })),
    });
    /** Adds the report of the other shard to a report of this shard. */
    const beside =
      (other: (early: LiveEvidence) => LiveEvidence): Setting['lives'] =>
      (lives) =>
        lives
          .slice(-1)
          .flatMap((live) => [
            { shard: 0, live },
            ...(live.early === undefined ? [] : [{ shard: 1, live: { ...live, early: other(live.early) } }]),
          ]);

    test('waits for the report of the other', async () => {
      const lives: Setting['lives'] = (own) => own.slice(-1).map((live) => ({ shard: 0, live }));
      assert.deepEqual((await run({ plan, lives })).told, []);
    });

    test('tells when both are slow', async () => {
      assert.equal((await run({ plan, lives: beside((early) => early) })).told.length, 1);
    });

    test('judges them together: the limit is kept when the other has far more responses that are fast', async () => {
      const [fast = assert.fail()] = (await run({})).lives.flatMap(({ early }) => early?.seconds ?? []);
      const lives = beside(({ totals, seconds }) => ({
        totals,
        seconds: seconds.map(({ second }) => ({
          second,
          rows: Array.from({ length: 40 }, () => fast.rows.map((row) => ({ ...row, second }))).flat(),
        })),
      }));
      assert.deepEqual((await run({ plan, lives })).told, []);
    });
  });
});

test('Without the flag a drive reports nothing more, reads no other drive, and reads the meter only for its flushes', async () => {
  const { told, reads, lives, flushes } = await run({ plan: (plan) => plan });
  assert.deepEqual([told, reads], [[], flushes]);
  assert.ok(lives.every((live) => !('early' in live)));
});

test('A stopped drive goes as it always did', async () => {
  const stage = new Stage(load, stops(undefined, undefined, 'stopped early because phase only failed'));
  assert.equal(await stage.run(), 'stopped');
});

test('a judging drive reads 256 reports in a second at most, and each report within three seconds', () => {
  assert.deepEqual([1, 256, 257, 512, 513, 10_000].map(evaluationTurns), [1, 1, 2, 2, 3, 3]);
});
