import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Alarm, earlyNs } from '../../../lib/driver/session/alarm.ts';

const ns = (): number => Number(process.hrtime.bigint());

it('rings after the wait, never before it by more than the part left to the clock', async () => {
  let rang: () => void = () => {};
  const alarm = new Alarm(() => rang());
  for (const waitNs of [0, 200_000, 1_500_000, 20_000_000]) {
    const start = ns();
    const ringing = new Promise<void>((resolve) => {
      rang = resolve;
    });
    alarm.set(waitNs);
    await ringing;
    assert.ok(ns() - start >= waitNs - earlyNs, `${ns() - start} ns of ${waitNs}`);
  }
  await alarm.close();
});

it('rings once for the last of several settings, and not at all once cancelled', async () => {
  let rings = 0;
  let rang: () => void = () => {};
  const alarm = new Alarm(() => {
    rings += 1;
    rang();
  });
  const ringing = new Promise<void>((resolve) => {
    rang = resolve;
  });
  alarm.set(2_000_000);
  alarm.set(60_000_000_000);
  alarm.set(5_000_000);
  await ringing;
  assert.equal(rings, 1);
  alarm.set(1_000_000);
  alarm.cancel();
  await alarm.close();
  assert.equal(rings, 1);
});
