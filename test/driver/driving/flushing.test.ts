import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { drive } from '../../../lib/driver/driving/drive.ts';
import { driving } from '../../../lib/driver/driving/limits.ts';
import { mergeRows } from '../../../lib/driver/statistics/statistics.ts';
import { listRows } from '../../../lib/driver/statistics/wire/row-cursor.ts';
import { joinRows } from '../../../lib/driver/statistics/wire/rows.ts';
import { meterOf, Stage, task } from './stage.ts';
import { stageFor, threadsPlan } from './threads/team.ts';

/**
 * Every few seconds a drive stores (flushes) its new measurements. No measurement is lost or counted twice.
 */

const steady = 'constantRate:\n      usersPerSec: 7\n      duration: 18s\n      variance: false';

/** The rows before a second, from several stored parts or from a complete result. */
const before = (untilS: number, ...parts: readonly { readonly rows: Uint8Array }[]) =>
  listRows(mergeRows(joinRows(parts.map(({ rows }) => rows)))).filter(({ second }) => second < untilS);

suite('a drive', () => {
  test('writes down every second that is over, once', async () => {
    const stage = new Stage(steady);
    assert.equal(await stage.run(), 'completed');
    const { flushes, partials } = stage;
    assert.deepEqual(
      flushes.map(({ untilS, lease, shard, segment }) => [untilS, lease, shard, segment]),
      [5, 10, 15].map((untilS) => [untilS, 'lease-1', 0, 0]),
    );
    const [partial] = partials;
    assert.ok(partial);
    // A user at the last instant of a second may be measured after the part of that second is stored. The
    // next part then contains the user.
    assert.deepEqual(before(14, ...flushes), before(14, partial));
    assert.deepEqual(before(9, ...flushes.slice(0, 2)), before(9, partial));
    const last = flushes.at(-1)!;
    assert.deepEqual(
      last.users?.filter(([second]) => second < 14),
      partial.users?.filter(([second]) => second < 14),
    );
    assert.equal(last.startedAt, partial.outcome.startedAt);
  });

  test('reads the meter of its machine from the end of the part before', async () => {
    const stage = new Stage(steady);
    const since: number[] = [];
    const meter = { ...meterOf({}), read: (ms: number) => meterOf({}).read(since.push(ms)) };
    const environment = { ...stage.environment, meter: () => meter };
    await stage.time.until(drive(task, stage.backend, environment));
    const [t0 = 0] = since;
    assert.equal(t0, stage.flushes[0]?.startedAt);
    assert.deepEqual(
      since.map((ms) => ms - t0),
      [0, 5_000, 10_000],
    );
  });

  test('writes down again what the store would not take, under the same number', async () => {
    const numbers: number[] = [];
    const stage: Stage = new Stage(steady, {
      flush: async (number, flush) => {
        numbers.push(number);
        if (numbers.length === 2) throw new Error('the store is away');
        stage.flushes[number] = flush;
      },
    });
    assert.equal(await stage.run(), 'completed');
    assert.deepEqual(numbers, [0, 1, 1, 2]);
    assert.deepEqual(stage.warnings, ['the measurements of this load generator could not be stored']);
    const [partial] = stage.partials;
    assert.deepEqual(before(14, ...stage.flushes), before(14, partial!));
  });

  test('does not wait for a store that is slow, neither with its load nor with the next second', async () => {
    const stage: Stage = new Stage(steady, {
      flush: () => new Promise((done) => void stage.time.clock.after(7_000, done)),
    });
    assert.equal(await stage.run(), 'completed');
    assert.equal(stage.outcome.started, 126);
    const lives = stage.lives.filter(({ ended }) => !ended);
    assert.ok(lives.length >= 17, `${lives.length} reports in 18 seconds`);
  });

  test('with several event loops writes down what all of them measured', async () => {
    const kind = 'constantRate: { usersPerSec: 7, variance: false, duration: 12s, maxSessions: 50';
    const stage = stageFor(threadsPlan({ threads: 3, kind }));
    assert.equal(await stage.run(), 'completed');
    const [partial] = stage.partials;
    assert.deepEqual(
      stage.flushes.map(({ untilS }) => untilS),
      [5, 10],
    );
    assert.deepEqual(before(9, ...stage.flushes), before(9, { rows: mergeRows(partial!.rows) }));
    assert.equal(
      before(9, ...stage.flushes).reduce((sum, { counters }) => sum + counters.requests, 0),
      63,
    );
  });

  test('that is over before the first time writes nothing', async () => {
    const stage = new Stage('atOnce:\n      users: 3');
    await stage.run();
    assert.equal(stage.flushes.length, 0);
    assert.ok(driving.flushSeconds > 1);
  });
});
