import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { defaultCeilings } from '../../../lib/driver/limits.ts';
import type { Phase } from '../../../lib/driver/model/benchmark.ts';
import { shortageOf } from '../../../lib/driver/planning/checks/environments.ts';
import type { Room } from '../../../lib/driver/planning/checks/room.ts';
import { benchmark, order, phase, planned, steady } from './benchmarks.ts';

/** Phases that follow each other faster than Lambda starts functions for them are refused before anything starts. */

const limits = { ...defaultCeilings, shardsMax: 10_000, dollarsMax: 1e6, durationMsMax: 1e9 };
const room: Room = { of: 'account', drives: 9_000, executions: 10_000 };
const row = (count: number, durationMs: number, names: Partial<Phase> = {}): readonly Phase[] =>
  Array.from({ length: count }, (_, n) =>
    phase(`p${n}`, steady(10_000), {
      durationMs,
      ...(n === 0 ? {} : { startAfter: [`p${n - 1}`] }),
      ...names,
    }),
  );
const shortage = (phases: readonly Phase[], shards: number) =>
  shortageOf(planned(benchmark(phases), { shards, limits }));

suite('drives of phases one after the other', () => {
  test('find the environments of those before them when phases are long enough', () => {
    for (const [count, durationMs, shards] of [
      [1, 60_000, 1_000],
      [1, 10_000, 5_000],
      [25, 10_000, 100],
      [25, 4_000, 100],
      [25, 10_000, 1_000],
      [100, 60_000, 1_000],
    ] as const)
      assert.equal(
        shortage(row(count, durationMs), shards),
        undefined,
        `${count} x ${durationMs} ms x ${shards}`,
      );
  });

  test('come too late when those of three or four phases are awake at once', () => {
    const { name, awake = 0, lateMs = 0 } = shortage(row(25, 4_000), 1_000) ?? {};
    assert.match(name ?? '', /^p[2-6]$/);
    assert.ok(awake >= 3_000 && lateMs > 15_000, `${awake} awake, ${lateMs} ms late`);
    // Fewer of the same are all awake for a moment, and their end is near.
    assert.equal(shortage(row(2, 4_000), 1_000), undefined);
  });

  test('are refused with the place and what to do, where a function has to be started for each', () => {
    const said = (given: Room | undefined) =>
      order(benchmark(row(25, 4_000)), { shards: 1_000, room: given })
        .findings.filter(({ severity }) => severity === 'error')
        .map(({ path, message, hint }) => `${path.join('.')}: ${message}; ${hint}`);
    const [only = '', ...others] = said(room).filter((each) => each.includes('are awake'));
    assert.match(
      only,
      /^phases\.p\d\.duration: phase p\d begins when \d{4} drives are awake, .*1000 at once and 1000 more each 10 s, so its own would come \d+ s late; make the phases longer, or use fewer shards$/,
    );
    assert.deepEqual(others, []);
    assert.deepEqual(
      said(undefined).filter((each) => each.includes('are awake')),
      [],
    );
  });
});
