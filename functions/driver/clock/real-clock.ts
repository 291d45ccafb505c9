import type { Cancel, Clock } from '../../../lib/driver/clock.ts';
import { KernelAlarm } from './precise-timer.ts';

/**
 * The real clock: timers of the event loop, and alarms from a thread that sleeps in the kernel. In Node all
 * threads count `performance.now` from the start of the process, so an instant is valid in every thread.
 */
export const realClock: Clock = {
  nowNs: () => performance.now() * 1e6,
  epochMs: Date.now,
  after(ms, call): Cancel {
    const timer = setTimeout(call, Math.min(ms, timerMsMax));
    return () => clearTimeout(timer);
  },
  every(ms, call): Cancel {
    const timer = setInterval(call, Math.min(ms, timerMsMax));
    return () => clearInterval(timer);
  },
  soon: setImmediate,
  alarm: (ring) => new KernelAlarm(ring),
};

/**
 * The longest timer of Node in milliseconds, 24 days. A longer one would fire at once. No drive runs that
 * long.
 */
const timerMsMax = 2 ** 31 - 1;
