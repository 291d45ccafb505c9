import type { Cancel, Clock } from '../../lib/driver/clock.ts';
import { KernelAlarm } from './alarm.ts';

/** The real clock: timers of the event loop, and alarms by a thread that sleeps in the kernel. */
export const realClock: Clock = {
  nowNs: () => performance.now() * 1e6,
  epochMs: Date.now,
  after(ms, call): Cancel {
    const timer = setTimeout(call, Math.min(ms, timerMsMax));
    return () => clearTimeout(timer);
  },
  every(ms, call): Cancel {
    const timer = setInterval(call, ms);
    return () => clearInterval(timer);
  },
  soon: setImmediate,
  alarm: (ring) => new KernelAlarm(ring),
};

/**
 * The instant of the kernel's monotonic clock, in nanoseconds, at which `nowNs` of this thread was 0. Every thread counts
 * from its own start, and only that clock is common to all of them. Of some pairs of readings the nearest counts.
 */
export function clockOriginNs(): number {
  let [nearest, origin] = [Number.POSITIVE_INFINITY, 0];
  for (let reading = 0; reading < 20; reading += 1) {
    const before = Number(process.hrtime.bigint());
    const ownNs = realClock.nowNs();
    const after = Number(process.hrtime.bigint());
    if (after - before >= nearest) continue;
    [nearest, origin] = [after - before, (before + after) / 2 - ownNs];
  }
  return origin;
}

/** The clock of this thread, counted from the origin of another one. */
export function clockFrom(originNs: number): Clock {
  const aheadNs = clockOriginNs() - originNs;
  return { ...realClock, nowNs: () => performance.now() * 1e6 + aheadNs };
}

/** Node fires longer timers at once. No drive lives for these 24 days. */
const timerMsMax = 2 ** 31 - 1;
