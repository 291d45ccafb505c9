import type { Cancel, Clock } from '../../lib/driver/clock.ts';
import { KernelAlarm } from './clock/alarm.ts';

/**
 * The real clock: timers of the event loop, and alarms by a thread that sleeps in the kernel. In Node every thread of a
 * process counts `performance.now` from the start of the process, so an instant of one is an instant of all.
 */
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

/** Node fires longer timers at once. No drive lives for these 24 days. */
const timerMsMax = 2 ** 31 - 1;
