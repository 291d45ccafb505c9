import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startMeter } from '../../../functions/driver/meter.ts';
import { longestStallNs } from '../../../lib/driver/statistics/machine.ts';

test('A meter sees an event loop that stands still, when and how long, and what CPU was left', async () => {
  const startedAt = Date.now();
  const stop = startMeter();
  await pause(50);
  const end = performance.now() + 300;
  while (performance.now() < end);
  await pause(1_100);
  const readings = stop();
  const { cpuUs, stalls, idle } = readings;
  const longest = stalls.toSorted((one, other) => other.toMs - other.fromMs - (one.toMs - one.fromMs))[0];
  assert.ok(longest !== undefined);
  assert.ok(longestStallNs(readings, 0) >= 280e6 && cpuUs > 0, JSON.stringify({ longest, cpuUs }));
  assert.equal(longestStallNs(readings, Date.now() + 1_000), 0);
  assert.ok(longest.fromMs >= startedAt && longest.toMs <= Date.now() + 5);
  assert.ok(idle.length >= 1 && idle.every(({ share }) => share >= 0 && share <= 1));
});

test('Meters of one process see what happens while each of them runs, and nothing before', async () => {
  const first = startMeter();
  await pause(50);
  const end = performance.now() + 150;
  while (performance.now() < end);
  // Until the watch has looked.
  await pause(500);
  const second = startMeter();
  await pause(20);
  const [all, later] = [first(), second()];
  assert.ok(longestStallNs(all, 0) >= 120e6);
  assert.ok(later.stalls.length < all.stalls.length);
});
