import assert from 'node:assert/strict';
import { after, before, it, mock } from 'node:test';
import { realClock } from '../../../../functions/driver/clock/real-clock.ts';

const ns = (): number => Number(process.hrtime.bigint());

/** Keeps the process alive, because the sleeping thread of an alarm does not. */
let alive: NodeJS.Timeout | undefined;
before(() => {
  alive = setInterval(() => undefined, 60_000);
});
after(() => clearInterval(alive));

it('rings after the wait, never before it', async () => {
  let rang: () => void = () => {};
  const alarm = realClock.alarm(() => rang());
  // The waits are repeated often enough for the alarm to learn how early the thread must wake.
  const waits = [
    -1000,
    0,
    10_000,
    50_000,
    70_000,
    1_500_000,
    20_000_000,
    ...Array<number>(200).fill(150_000),
  ];
  for (const waitNs of waits) {
    const start = ns();
    const ringing = new Promise<void>((resolve) => {
      rang = resolve;
    });
    alarm.set(waitNs);
    await ringing;
    const tookNs = ns() - start;
    assert.ok(tookNs >= waitNs, `${tookNs} ns of ${waitNs}`);
  }
  alarm.close();
});

it('rings for each instant that it was prepared for, and the sleeping thread is not woken to learn of it', async () => {
  let rang: () => void = () => {};
  const alarm = realClock.alarm(() => rang());
  const ringAfter = (waitNs: number, followingNs: number): Promise<void> =>
    new Promise((resolve) => {
      rang = resolve;
      alarm.set(waitNs, followingNs);
    });
  const notify = mock.method(Atomics, 'notify');
  const gapNs = 20_000_000;
  const alarms = 20;
  const start = ns();
  for (let each = 1; each <= alarms; each += 1) {
    const waitNs = start + each * gapNs - ns();
    await ringAfter(waitNs, waitNs + gapNs);
    assert.ok(ns() >= start + each * gapNs);
  }
  const notified = notify.mock.callCount();
  // The phase waits for another instant than the alarm was prepared for.
  const since = ns();
  await ringAfter(gapNs / 2, 2 * gapNs);
  assert.ok(ns() - since >= gapNs / 2);
  notify.mock.restore();
  alarm.close();
  // The first alarm wakes the thread. On a busy machine, some later alarms wake it too.
  assert.ok(notified < alarms / 2, `${notified} of ${alarms}`);
  assert.ok(notify.mock.callCount() > notified);
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
  alarm.set(0);
  alarm.set(5_000_000);
  await ringing;
  assert.equal(rings, 1);
  const closed = realClock.alarm(() => {
    rings += 1;
  });
  const spinning = realClock.alarm(() => {
    rings += 1;
  });
  for (const each of [alarm, closed]) each.set(1_000_000);
  spinning.set(0);
  alarm.cancel();
  closed.close();
  spinning.close();
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

it('waits for weeks where it is asked to, and not a millisecond instead', async () => {
  let called = false;
  const cancel = realClock.after(30 * 24 * 3_600_000, () => {
    called = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  cancel();
  assert.equal(called, false);
});

it('does not call too early after a time that is too long for a timer of Node', async () => {
  const warnings = mock.method(process, 'emitWarning', () => undefined);
  const call = (): void => assert.fail('called');
  const cancels = [realClock.after(1e12, call), realClock.every(1e12, call)];
  await new Promise((resolve) => setTimeout(resolve, 5));
  for (const cancel of cancels) cancel();
  assert.equal(warnings.mock.callCount(), 0);
  warnings.mock.restore();
});
