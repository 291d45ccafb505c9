import assert from 'node:assert/strict';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { mock, test } from 'node:test';
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

test('A meter misses no stall, whenever it begins, and one that its end interrupts neither', async () => {
  const stop = startMeter();
  // Over more than all of the moments at which the times are read.
  for (let after = 0; after < 30; after += 3) {
    await pause(after);
    const end = performance.now() + 60;
    while (performance.now() < end);
  }
  await pause(100);
  const end = performance.now() + 90;
  while (performance.now() < end);
  const { stalls } = stop();
  assert.ok(stalls.filter(({ fromMs, toMs }) => toMs - fromMs >= 35).length >= 11, JSON.stringify(stalls));
});

test('A meter tells which part of all processors was idle', async () => {
  let ms = 0;
  const times = () => ({ idle: 3 * ms, user: ms / 2, sys: ms / 4, nice: ms / 8, irq: ms / 8 });
  mock.method(os, 'cpus', () => {
    ms += 100;
    return [{ times: times() }, { times: times() }];
  });
  syncBuiltinESMExports();
  const stop = startMeter();
  await pause(1_300);
  const { idle } = stop();
  mock.restoreAll();
  syncBuiltinESMExports();
  assert.ok(idle.length >= 1);
  for (const { share } of idle) assert.equal(share, 0.75);
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

test('A meter goes on when another one of its process ends', async () => {
  const [first, second] = [startMeter(), startMeter()];
  first();
  await pause(50);
  const end = performance.now() + 150;
  while (performance.now() < end);
  await pause(500);
  assert.ok(longestStallNs(second(), 0) >= 120e6);
});
