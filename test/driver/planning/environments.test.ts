import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Phase } from '../../../lib/driver/model/benchmark.ts';
import type { Capacity } from '../../../lib/driver/planning/checks/drive-concurrency.ts';
import { shortageOf } from '../../../lib/driver/planning/checks/lambda-scaling.ts';
import { defaultCeilings } from '../../../lib/driver/planning/limits.ts';
import { benchmark, order, phase, planned, steady } from './benchmarks.ts';

/**
 * Phases are rejected before the start if they follow each other faster than Lambda starts functions for
 * them.
 */

const limits = { ...defaultCeilings, shardsMax: 10_000, dollarsMax: 1e6, durationMsMax: 1e9 };
const capacity: Capacity = { of: 'account', drives: 9_000, executions: 10_000 };
const row = (count: number, durationMs: number, names: Partial<Phase> = {}): readonly Phase[] =>
  Array.from({ length: count }, (_, n) =>
    phase(`p${n}`, steady(10_000), {
      durationMs,
      ...(n === 0 ? {} : { startAfter: [`p${n - 1}`] }),
      ...names,
    }),
  );
const shortage = (phases: readonly Phase[], shards: number, most = 9_000) =>
  shortageOf(planned(benchmark(phases), { shards, limits }), most);
const report = (given: Capacity | undefined, phases: readonly Phase[], shards: number, more: object = {}) =>
  order(benchmark(phases), { shards, capacity: given, ...more })
    .findings.filter(({ message }) => message.includes('all phases together need'))
    .map(({ severity, path, message, hint }) => `${severity} ${path.join('.')}: ${message}; ${hint}`);

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
    // With only two phases, their drives are all awake at once only for a moment before they end.
    assert.equal(shortage(row(2, 4_000), 1_000), undefined);
  });

  test('are refused with the place and the next step when each needs a new function', () => {
    const [only = '', ...others] = report(capacity, row(25, 4_000), 1_000);
    assert.match(
      only,
      /^error phases\.p\d\.duration: when phase p\d begins, all phases together need \d{4} load generators, but .*1000 at once and 1000 more each 10 s, so load generators of this phase would be \d+ s late; make the phases longer, or use fewer shards$/,
    );
    assert.deepEqual(others, []);
    assert.deepEqual(report(undefined, row(25, 4_000), 1_000), []);
  });
});

suite('drives that run at once at most', () => {
  const deployed = (drives: number): Capacity => ({ of: 'deployment', drives });

  test('find those of the phase before them gone soon enough, and not those of three', () => {
    assert.equal(shortage(row(3, 60_000), 100, 100), undefined);
    assert.equal(shortage(row(25, 4_000), 100, 300), undefined);
    const { awake = 0, because } = shortage(row(25, 4_000), 100, 199) ?? {};
    assert.deepEqual({ awake, because }, { awake: 300, because: 'full' });
  });

  test('are refused with the number of concurrent drives and the next step', () => {
    const [only = '', ...others] = report(deployed(199), row(25, 4_000), 100);
    assert.match(
      only,
      /^error phases\.p\d\.duration: when phase p\d begins, all phases together need \d+ load generators, but only 199 may run at the same time, so load generators of this phase would be \d+ s late; make the phases longer, use fewer shards, or deploy with a higher driveConcurrency$/,
    );
    assert.deepEqual(others, []);
  });

  test('are a warning where users of a phase may stay on, but need not', () => {
    const phases = row(2, 60_000, { maxDurationMs: 120_000 });
    assert.deepEqual(report(deployed(200), phases, 100), []);
    const [only = '', ...others] = report(deployed(199), phases, 100);
    assert.match(
      only,
      /^warning phases\.p1\.maxDuration: when phase p1 begins, all phases together need 200 load generators if .* stay as long as they may, but only 199 may run at the same time, so load generators of this phase would be 62 s late; use startAfterStrict, so that this phase waits until all users of the other phases have left, /,
    );
    assert.deepEqual(others, []);
    const [first, second] = phases;
    const strict = [first!, { ...second!, startAfter: [], startAfterStrict: ['p0'] }];
    assert.deepEqual(report(deployed(100), strict, 100), []);
  });

  test('are counted in each region by what it has', () => {
    const placed = {
      regions: { home: 'eu-central-1', others: ['us-east-1'] },
      askedRegions: { 'eu-central-1': 1, 'us-east-1': 3 },
    };
    const account = (drives: number, afar: number): Capacity => ({
      of: 'account',
      drives,
      executions: drives,
      afar: { 'us-east-1': { of: 'account', drives: afar, executions: afar } },
    });
    const phases = row(25, 4_000);
    assert.deepEqual(report(account(500, 500), phases, 100, placed), []);
    // The home region runs a quarter of the drives. A lack of concurrency in the other region alone causes
    // the report here.
    const [only = '', ...others] = report(account(160, 200), phases, 100, placed);
    assert.match(
      only,
      /^error .*begins, all phases together need \d+ load generators in us-east-1, but only 200 may run at the same time.*, or request a higher quota in Service Quotas \(Lambda, Concurrent executions\)$/,
    );
    assert.deepEqual(others, []);
    assert.equal(report(account(49, 500), phases, 100, placed).length, 1);
    const unnamed = report({ of: 'account', drives: 500, executions: 500 }, phases, 100, placed);
    assert.deepEqual(unnamed, []);
  });

  test('come too slowly in a region of its own as well', () => {
    const more = {
      limits,
      askedRegions: { 'us-east-1': 1 },
      regions: { home: 'eu-central-1', others: ['us-east-1'] },
    };
    const plenty: Capacity = { of: 'deployment', drives: 9_000 };
    const [only = '', ...others] = report(plenty, row(25, 4_000), 1_000, more);
    assert.match(
      only,
      /^error .* all phases together need \d+ load generators in us-east-1, but .*1000 at once and 1000 more each 10 s/,
    );
    assert.deepEqual(others, []);
  });
});
