import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { mock, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startMeter } from '../../../../functions/driver/process/meter.ts';
import { longestStallNs } from '../../../../lib/driver/statistics/health/machine-seconds.ts';

test('A meter sees a stall of an event loop, when and how long, and the CPU that was left', async () => {
  const startedAt = Date.now();
  const meter = startMeter();
  await pause(50);
  const end = performance.now() + 300;
  while (performance.now() < end);
  await pause(1_100);
  const readings = meter.stop();
  const { cpuUs, stalls, idle } = readings;
  const longest = stalls.toSorted((one, other) => other.toMs - other.fromMs - (one.toMs - one.fromMs))[0];
  assert.ok(longest !== undefined);
  assert.ok(longestStallNs(readings, 0) >= 280e6 && cpuUs > 0, JSON.stringify({ longest, cpuUs }));
  assert.equal(longestStallNs(readings, Date.now() + 1_000), 0);
  assert.ok(longest.fromMs >= startedAt && longest.toMs <= Date.now() + 5);
  assert.ok(idle.length >= 1 && idle.every(({ share }) => share >= 0 && share <= 1));
});

test('A meter misses no stall, whenever it begins, even a stall that its end interrupts', async () => {
  const meter = startMeter();
  // The stalls are distributed over the whole interval at which the meter reads times.
  for (let after = 0; after < 30; after += 3) {
    await pause(after);
    const end = performance.now() + 60;
    while (performance.now() < end);
  }
  await pause(100);
  const end = performance.now() + 90;
  while (performance.now() < end);
  const { stalls } = meter.stop();
  assert.ok(stalls.filter(({ fromMs, toMs }) => toMs - fromMs >= 35).length >= 11, JSON.stringify(stalls));
  const isAfter = stalls.map(({ fromMs }, n) => fromMs > (stalls[n - 1]?.toMs ?? 0));
  assert.ok(!isAfter.includes(false), 'no time is in two stalls');
});

test('A meter tells which part of all processors was idle', async () => {
  let ms = 0;
  const times = () => ({ idle: 3 * ms, user: ms / 2, sys: ms / 4, nice: ms / 8, irq: ms / 8 });
  mock.method(os, 'cpus', () => {
    ms += 100;
    return [{ times: times() }, { times: times() }];
  });
  syncBuiltinESMExports();
  const meter = startMeter();
  await pause(1_300);
  const { idle } = meter.stop();
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
  // The pause is long enough for the meter to read the times again.
  await pause(500);
  const second = startMeter();
  await pause(20);
  const [all, later] = [first.stop(), second.stop()];
  assert.ok(longestStallNs(all, 0) >= 120e6);
  assert.ok(later.stalls.length < all.stalls.length);
});

test('A meter continues when another one of its process ends', async () => {
  const [first, second] = [startMeter(), startMeter()];
  first.stop();
  await pause(50);
  const end = performance.now() + 150;
  while (performance.now() < end);
  await pause(500);
  assert.ok(longestStallNs(second.stop(), 0) >= 120e6);
});

test('A meter tells what part of a core its own event loop used, in stretches of a fraction of a second', async () => {
  let us = 0;
  // The loop is busy for nine tenths of each interval, however long the interval is on this machine.
  const since = performance.now();
  mock.method(process, 'threadCpuUsage', () => {
    us = (performance.now() - since) * 1000 * 0.9;
    return { user: us * 0.75, system: us * 0.25 };
  });
  const meter = startMeter();
  await pause(900);
  const { loop } = meter.stop();
  mock.restoreAll();
  assert.ok(loop.length >= 2, JSON.stringify(loop));
  for (const { cpu } of loop) assert.ok(Math.abs(cpu - 0.9) < 0.02, JSON.stringify(loop));
});

test('A meter counts the time that garbage collections take', async () => {
  const meter = startMeter();
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const kept = Array.from({ length: 200_000 }, (_, number) => ({ number }));
  for (let round = 0; round < 5; round += 1) {
    collect();
    await pause(60);
  }
  await pause(300);
  const { loop } = meter.stop();
  const ms = loop.reduce((sum, { fromMs, toMs, gc }) => sum + gc * (toMs - fromMs), 0);
  assert.ok(ms > 0.5 && kept.length > 0, JSON.stringify(loop));
});

test('A meter knows how many descriptors are open and how many may be', async (t) => {
  if (process.platform !== 'linux') return t.skip('descriptors are counted in /proc');
  const meter = startMeter();
  const files = await Promise.all(Array.from({ length: 50 }, () => open('/dev/null')));
  await pause(1_300);
  const { descriptors, descriptorsMax = 0 } = meter.stop();
  for (const file of files) await file.close();
  assert.ok(descriptors.some((each) => each.open > 50) && descriptorsMax > 50);
});

test('A meter tells when an event loop is never idle, whether it has a core or not', async () => {
  const meter = startMeter();
  await pause(450);
  const end = performance.now() + 900;
  // The event loop loops without waiting, and has work each time.
  while (performance.now() < end) await new Promise(setImmediate);
  const { loop } = meter.stop();
  assert.ok(
    loop.some(({ active }) => active > 0.9) && loop.some(({ active }) => active < 0.9),
    JSON.stringify(loop),
  );
});

test('The readings of a meter so far can be read while it continues', async () => {
  const meter = startMeter();
  await pause(50);
  const end = performance.now() + 150;
  while (performance.now() < end);
  await pause(100);
  assert.ok(longestStallNs(meter.read(0), 0) >= 120e6);
  assert.deepEqual(meter.read(Date.now() + 1_000).stalls, []);
  assert.ok(longestStallNs(meter.stop(), 0) >= 120e6);
});

test('row 140: processors that come and go, so that their numbers have gaps, confuse no meter', async () => {
  let requests = 0;
  mock.method(os, 'cpus', () => {
    requests += 1;
    const one = { times: { idle: 60_000 + requests * 500, user: requests * 500, sys: 0, nice: 0, irq: 0 } };
    // The system removes the second processor. The time that this processor has counted is then missing from
    // the sum.
    return requests === 1 ? [one, one] : [one];
  });
  syncBuiltinESMExports();
  const meter = startMeter();
  await pause(2_400);
  const { idle } = meter.stop();
  mock.restoreAll();
  syncBuiltinESMExports();
  assert.ok(requests >= 3);
  assert.ok(idle.length >= 1 && idle.every(({ share }) => share === 0.5), JSON.stringify(idle));
});

test('A meter does not keep its process alive', async () => {
  const file = new URL('../../../../functions/driver/process/meter.ts', import.meta.url).href;
  const program = `const { startMeter } = await import('${file}'); startMeter(); console.log('over');`;
  const args = ['--input-type=module', '-e', program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 });
  assert.equal(stdout, 'over\n');
});
