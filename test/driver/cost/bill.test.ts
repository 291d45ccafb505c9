import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { billOf, totalOf } from '../../../lib/driver/cost/bill.ts';
import { startRounds } from '../../../lib/driver/cost/limits.ts';
import { roundsOf, usageOf, type Work } from '../../../lib/driver/cost/usage.ts';
import { taskStartS } from '../../../lib/facts/fargate.ts';
import { listPrices } from '../../../lib/facts/prices.ts';

const nothing: Work = { phases: 0, drives: 0, groups: 0, driveMs: 0, rounds: 0, requests: 0, bytesSent: 0 };

test('A bill adds what was taken at the list prices, each thing once', () => {
  const none = { gbSeconds: 0, controlGbSeconds: 0, invocations: 0, transitions: 0 };
  const nowhere = { ...none, tableWrites: 0, tableReads: 0, objectWrites: 0, objectReads: 0, bytesOut: 0 };
  const rows = [
    [{ gbSeconds: 1e6 }, 'drives', 13.3334],
    [{ controlGbSeconds: 1e6 }, 'functions', 13.3334],
    [{ invocations: 1e6 }, 'functions', 0.2],
    [{ transitions: 1e6 }, 'stateMachine', 25],
    [{ tableWrites: 1e6 }, 'tables', 0.625],
    [{ tableReads: 1e6 }, 'tables', 0.125],
    [{ objectWrites: 1e6 }, 'objects', 5],
    [{ objectReads: 1e6 }, 'objects', 0.4],
    [{ bytesOut: 1024 ** 3 }, 'traffic', 0.09],
    // The price of a processor and of the two GB of memory that belong to it.
    [{ taskCoreHours: 1_000 }, 'drives', 39.5],
  ] as const;
  for (const [taken, part, dollars] of rows) {
    const bill = billOf({ ...nowhere, ...taken });
    assert.ok(Math.abs(bill[part] - dollars) < 1e-9, `${part} is ${bill[part]}`);
    assert.equal(totalOf(bill), bill[part], `${JSON.stringify(taken)} is charged as ${part} alone`);
  }
});

test('More work never costs less', () => {
  const amount = fc.nat({ max: 1_000_000 });
  const work = fc.record({
    phases: amount,
    drives: amount,
    groups: amount,
    driveMs: amount,
    rounds: amount,
    requests: amount,
    bytesSent: amount,
  });
  const price = (of: Work): number => totalOf(billOf(usageOf(of)));
  fc.assert(
    fc.property(
      work,
      fc.constantFrom(...(Object.keys(nothing) as Exclude<keyof Work, 'fargate'>[])),
      (of, key) => {
        assert.ok(price({ ...of, [key]: of[key] + 1_000 }) > price(of), key);
      },
    ),
  );
});

test('A thousand shards for ten minutes take what the arithmetic of the services says', () => {
  const driveMs = 1_000 * 615_000;
  const usage = usageOf({
    phases: 1,
    drives: 1_000,
    groups: 32,
    driveMs,
    rounds: 1,
    requests: 0,
    bytesSent: 0,
  });
  assert.ok(Math.abs(usage.gbSeconds - 1_062_436.5) < 1);
  const { drives, stateMachine } = billOf(usage);
  assert.ok(Math.abs(drives - 14.166) < 0.001, `${drives}`);
  assert.ok(Math.abs(stateMachine - 3_077 * listPrices.transitionDollars) < 1e-9, `${stateMachine}`);
});

test('A task of Fargate also takes its processors while it starts', () => {
  const { taskCoreHours } = usageOf({
    ...nothing,
    drives: 10,
    driveMs: 10 * 600_000,
    fargate: { cores: 2 },
  });
  assert.equal(taskCoreHours, (10 * (600 + taskStartS) * 2) / 3600);
});

test('A phase asks at once and then each tick', () => {
  const { tickMs } = startRounds;
  assert.deepEqual([-1, 0, tickMs - 1, tickMs, 3.5 * tickMs].map(roundsOf), [1, 1, 1, 2, 4]);
});
