import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { HeadStart } from '../../../../functions/driver/clock/head-start.ts';
import { randomFor } from '../../../../lib/driver/random.ts';

/** The alarm wakes a thread before its instant, just early enough that half of the wake-ups are in time. */

/**
 * Simulates wake-ups by a kernel that is late by `lateNs`. Returns the share of wake-ups in time, and the
 * head start at the end.
 */
function wakeUps(lateNs: () => number): { inTime: number; ns: number } {
  const headStart = new HeadStart();
  const settled = 1000;
  let inTime = 0;
  for (let wake = 0; wake < 2 * settled; wake += 1) {
    const leftNs = headStart.ns - lateNs();
    if (wake >= settled && leftNs >= 0) inTime += 1 / settled;
    headStart.woken(leftNs);
  }
  return { inTime, ns: headStart.ns };
}

suite('a head start', () => {
  for (const [name, leastNs, mostNs] of [
    ['quiet', 15_000, 35_000],
    ['busy', 30_000, 90_000],
  ] as const)
    test(`brings half of the wake-ups in time on a ${name} machine`, () => {
      const random = randomFor(1, name, 0, 'wake-ups');
      const { inTime, ns } = wakeUps(() => leastNs + random.next() * (mostNs - leastNs));
      assert.ok(Math.abs(inTime - 0.5) < 0.05, String(inTime));
      assert.ok(ns > leastNs && ns <= mostNs + 4_000, String(ns));
    });

  test('is bounded, however late or prompt the kernel is', () => {
    assert.equal(wakeUps(() => 10_000_000).ns, 80_000);
    assert.ok(wakeUps(() => 0).ns <= 6_000);
  });
});
