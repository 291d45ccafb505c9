import { cpus } from 'node:os';
import type { DriveEnvironment } from '../../lib/driver/driving/backend.ts';
import { trusting } from '../../lib/driver/limits.ts';
import type { Readings } from '../../lib/driver/statistics/machine.ts';

/**
 * Watches the machine while a drive is at work: when its event loop stood still, and how much of all processors was
 * idle. Drives of one process share one watch, which takes less than 10 ms of CPU a second. Node's own monitor of the event loop
 * does not see a stall that begins right after its values were read, and does not say when one was. Instants are the wall clock's at
 * the start and monotonic from there, so that no step of the clock is a stall.
 */
export const startMeter: DriveEnvironment['meter'] = () => {
  const before = process.cpuUsage();
  running ??= startWatch();
  const watch = running;
  watch.meters += 1;
  const since = watch.now();
  return () => {
    watch.look();
    watch.meters -= 1;
    if (watch.meters === 0) {
      watch.end();
      running = undefined;
    }
    const { user, system } = process.cpuUsage(before);
    const during = ({ toMs }: { readonly toMs: number }): boolean => toMs > since;
    return {
      cpuUs: user + system,
      stalls: watch.stalls.filter(during),
      idle: watch.idle.filter(during),
    };
  };
};

let running: ReturnType<typeof startWatch> | undefined;

/** Interval at which the event loop is timed; a shorter stall is not seen. */
const tickMs = 20;
const idleMs = 1_000;

function startWatch() {
  const stalls: Readings['stalls'][number][] = [];
  const idle: Readings['idle'][number][] = [];
  const originMs = Date.now() - performance.now();
  const now = (): number => originMs + performance.now();
  let [sampledMs, load] = [now(), processorTimes()];
  const sample = (toMs: number): void => {
    const latest = processorTimes();
    const whole = latest.all - load.all;
    // The kernel counts in hundredths of a second: of less than one nothing can be said.
    if (whole > 0) idle.push({ fromMs: sampledMs, toMs, share: (latest.idle - load.idle) / whole });
    [sampledMs, load] = [toMs, latest];
  };
  let dueMs = now() + tickMs;
  /** Also at the end, which may come before the tick that is overdue. */
  const look = (): void => {
    const toMs = now();
    if ((toMs - dueMs) * 1e6 > trusting.feltNs) stalls.push({ fromMs: dueMs, toMs });
    dueMs = toMs + tickMs;
    if (toMs - sampledMs >= idleMs) sample(toMs);
  };
  const timer = setInterval(look, tickMs);
  timer.unref();
  const end = (): void => clearInterval(timer);
  return { meters: 0, now, look, end, stalls, idle };
}

/** Milliseconds of all processors since the machine came up. */
function processorTimes(): { readonly idle: number; readonly all: number } {
  let [idle, all] = [0, 0];
  for (const { times } of cpus()) {
    idle += times.idle;
    all += times.idle + times.user + times.sys + times.nice + times.irq;
  }
  return { idle, all };
}
