import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startMeter } from '../../../functions/driver/meter.ts';

test('A meter sees an event loop that stands still, when and how long, and what CPU was left', async () => {
  const startedAt = Date.now();
  const stop = startMeter();
  await pause(50);
  const end = performance.now() + 300;
  while (performance.now() < end);
  await pause(1_100);
  const { stallNsMax, cpuUs, machine } = stop();
  const longest = machine?.stalls.toSorted(
    (one, other) => other.toMs - other.fromMs - (one.toMs - one.fromMs),
  )[0];
  assert.ok(longest !== undefined);
  assert.ok(stallNsMax >= 280e6 && cpuUs > 0, JSON.stringify({ stallNsMax, cpuUs }));
  assert.ok(longest.fromMs >= startedAt && longest.toMs <= Date.now() + 5);
  const idle = machine?.idle ?? [];
  assert.ok(idle.length >= 1 && idle.every(({ share }) => share >= 0 && share <= 1));
});
