import assert from 'node:assert/strict';
import { it } from 'node:test';
import { realClock } from '../../../functions/driver/clock.ts';
import { alarmEarlyNs } from '../../../lib/driver/clock.ts';

const ns = (): number => Number(process.hrtime.bigint());

it('rings after the wait, never before it by more than the part left to the clock', async () => {
  let rang: () => void = () => {};
  const alarm = realClock.alarm(() => rang());
  for (const waitNs of [0, 200_000, 1_500_000, 20_000_000]) {
    const start = ns();
    const ringing = new Promise<void>((resolve) => {
      rang = resolve;
    });
    alarm.set(waitNs);
    await ringing;
    assert.ok(ns() - start >= waitNs - alarmEarlyNs, `${ns() - start} ns of ${waitNs}`);
  }
  alarm.close();
});

it('rings once for the last of several settings, and not at all once cancelled', async () => {
  let rings = 0;
  let rang: () => void = () => {};
  const alarm = realClock.alarm(() => {
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
  const closed = realClock.alarm(() => {
    rings += 1;
  });
  for (const each of [alarm, closed]) each.set(1_000_000);
  alarm.cancel();
  closed.close();
  await new Promise<void>((resolve) => {
    const later = realClock.alarm(() => {
      later.close();
      resolve();
    });
    later.set(5_000_000);
  });
  alarm.close();
  assert.equal(rings, 1);
});
