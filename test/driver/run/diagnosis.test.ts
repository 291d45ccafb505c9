import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { excusing } from '../../../lib/driver/judging/limits.ts';
import { diagnose, unhealthyOf } from '../../../lib/driver/run/diagnosis.ts';
import { type PhaseView, viewOf } from '../../../lib/driver/run/run-record.ts';
import type { UnhealthyByCause } from '../../../lib/driver/statistics/health/unhealthy.ts';
import { noRows } from '../../../lib/driver/statistics/wire/rows.ts';
import { mergedOf, recordOf } from './records.ts';

/**
 * An inconclusive run names the cause that affected most requests, the extent of its effect, and the user's
 * next step.
 */

const ms = 1e6;

/** The results of two drives with ten requests each. */
function view(causes: UnhealthyByCause, missed = 0): PhaseView {
  const record = recordOf();
  const seen = viewOf(record, record.plan.phases[0]!, 0);
  const locations = Array.from({ length: missed }, (_, shard) => ({ shard, segment: 0 }));
  return {
    ...seen,
    merged: { ...mergedOf('main', [{}, {}]), unhealthyCauses: causes },
    delivery: { ...seen.delivery, missed: locations },
  };
}

const of = (requests: number, lateNs = 0, stallNs = 0) => ({ requests, seconds: 1, lateNs, stallNs });

suite('unhealthy requests', () => {
  test('are those of the phases that count, over all of theirs; strained seconds excuse nothing', () => {
    const views = [view({ busy: of(3), strained: of(9) }), view({ stall: of(1) })];
    const { requests, share } = unhealthyOf(views, views);
    assert.deepEqual([requests, share], [4, 0.1]);
  });

  test('have the causes of all phases', () => {
    const [judged, other] = [view({ busy: of(3, 7) }), view({ busy: of(2, 9), late: of(5) })];
    const { requests, share, causes } = unhealthyOf([judged], [judged, other]);
    assert.deepEqual([requests, share], [3, 0.15]);
    assert.deepEqual(causes, { busy: { ...of(5, 9), seconds: 2 }, late: of(5) });
  });

  test('are absent for a run without requests', () => {
    const empty = view({});
    const silent = { ...empty, merged: { ...empty.merged, rows: noRows } };
    assert.deepEqual(unhealthyOf([silent], [silent]), { requests: 0, share: 0, causes: {} });
  });
});

suite('a diagnosis', () => {
  const above = excusing.unhealthyShareMax + 0.0123;
  const says = (causes: UnhealthyByCause, location: 'cloud' | 'one machine' = 'cloud', share = above) =>
    diagnose([view(causes)], { requests: 0, share, causes }, location);

  const table: readonly [
    causes: UnhealthyByCause,
    location: 'cloud' | 'one machine',
    message: RegExp,
    advice: RegExp,
  ][] = [
    [
      { busy: of(3, 200 * ms, 100 * ms) },
      'cloud',
      /^a shard had no CPU left: users started 200 ms late \(/,
      /more shards/,
    ],
    [
      { busy: of(3, 100 * ms, 1_700 * ms) },
      'cloud',
      /^a shard had no CPU left: it stalled for 1.7 s \(/,
      /more shards/,
    ],
    [
      { busy: of(3, 50 * ms, 50 * ms) },
      'one machine',
      /^this machine was too busy: users started 50 ms late/,
      /end other programs/,
    ],
    [
      { busy: of(3, 50 * ms, 51 * ms) },
      'one machine',
      /^this machine was too busy: a shard stalled for 51 ms/,
      /another machine/,
    ],
    [
      { strained: of(3, 1_000 * ms) },
      'cloud',
      /^a shard had no CPU left: users started 1.0 s late/,
      /more shards/,
    ],
    [
      { strained: of(3, 999 * ms) },
      'one machine',
      /^this machine was too busy: users started 999 ms late/,
      /end other programs/,
    ],
    [
      { cpu: of(3, 1_800 * ms, 20 * ms) },
      'cloud',
      /^a shard used its whole CPU core: users started 1.8 s late \(/,
      /^use more shards, or lower the rate$/,
    ],
    [
      { cpu: of(3, 20 * ms, 300 * ms) },
      'one machine',
      /^a shard used its whole CPU core: it stalled for 300 ms/,
      /^use more shards if processors are idle/,
    ],
    [
      { loaded: of(3) },
      'one machine',
      /^a shard used its whole CPU core, so Downpour read responses/,
      /more shards if/,
    ],
    [
      { loaded: of(3) },
      'cloud',
      /^a shard used its whole CPU core, so Downpour read responses/,
      /^use more shards, or/,
    ],
    [{ gc: of(3, 0, 300 * ms) }, 'cloud', /stalled for 300 ms while it collected garbage/, /keep less/],
    [{ gc: of(3, 0, 300 * ms) }, 'one machine', /while it collected garbage/, /keep less/],
    [{ descriptors: of(3) }, 'cloud', /^a shard ran out of file descriptors/, /more shards/],
    [{ descriptors: of(3) }, 'one machine', /^a shard ran out of file descriptors/, /ulimit -n/],
    [{ delayed: of(3, 10 * ms) }, 'cloud', /^users started 10 ms late, which is long/, /more shards/],
    [{ delayed: of(3, 10 * ms) }, 'one machine', /^users started 10 ms late/, /end other programs/],
    [
      { stall: of(3, 0, 300 * ms) },
      'cloud',
      /^a shard stalled for 300 ms/,
      /run the benchmark again.*more shards/,
    ],
    [{ stall: of(3, 0, 300 * ms) }, 'one machine', /^a shard stalled for 300 ms/, /sleeping laptop/],
    [
      { late: of(3, 300 * ms) },
      'cloud',
      /^a shard could not keep up: users started 300 ms late/,
      /more shards/,
    ],
    [
      { late: of(3, 300 * ms) },
      'one machine',
      /^a shard could not keep up: users started 300 ms late/,
      /faster processors/,
    ],
  ];
  for (const [causes, location, message, advice] of table)
    test(`${Object.keys(causes)[0]}, ${location}: ${message.source}`, () => {
      const diagnosis = says(causes, location);
      assert.ok(diagnosis.cause in causes);
      assert.match(diagnosis.message, message);
      assert.match(diagnosis.advice, advice);
    });

  test('names the cause of most requests, and strain only where there is nothing else', () => {
    assert.equal(says({ busy: of(2), stall: of(3), late: of(1) }).cause, 'stall');
    assert.equal(says({ strained: of(99), late: of(0) }).cause, 'late');
    assert.equal(says({ loaded: of(99), delayed: of(99), late: of(0) }).cause, 'late');
  });

  test('names a mild cause where a broken limit is all that is in doubt', () => {
    const small = excusing.unhealthyShareMax;
    assert.equal(says({ loaded: of(19), late: of(1) }, 'cloud', small).cause, 'loaded');
  });

  test('explains how much was lost, or what the part that is in doubt was', () => {
    assert.match(says({ late: of(1) }).message, /\(6.2 % of the requests were sent in affected seconds\)$/);
    const small = says({ late: of(1), strained: of(2) }, 'cloud', excusing.unhealthyShareMax);
    assert.match(
      small.message,
      /\(a limit was broken only by the 15 % of the requests that were sent in affected seconds\)$/,
    );
  });

  test('counts the drives that were too late first, and where no cause is known', () => {
    const late = { requests: 0, share: 0, causes: { busy: of(3) } };
    const one = diagnose([view({}, 1), view({})], late, 'cloud');
    assert.deepEqual(one, {
      cause: 'missed',
      message: '1 of 4 shards was ready too late and sent nothing',
      advice: 'run the benchmark again; if the same happens, deploy with a longer leadMs',
    });
    const two = diagnose([view({}, 2)], late, 'one machine');
    assert.equal(two.message, '2 of 2 shards were ready too late and sent nothing');
    assert.equal(two.advice, 'end other programs, or use fewer shards');
    assert.equal(diagnose([view({})], { ...late, causes: {} }, 'cloud').cause, 'missed');
  });
});
