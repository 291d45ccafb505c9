import { cpus } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { DriveEdge } from '../../lib/driver/drive.ts';
import { trusting } from '../../lib/driver/limits.ts';
import type { Readings } from '../../lib/driver/statistics/machine.ts';

/** How often the event loop is timed, natively: a stall is seen from here on. */
const resolutionMs = 20;
/** How often what was timed is read: a stall ended at most this long ago. */
const lookMs = 200;
const idleMs = 1_000;

/**
 * Watches the machine while a drive is at work: when its event loop stood still, and how much of all processors nobody
 * used. Instants are the wall clock's at the start and monotonic from there, so that no step of the clock is a stall.
 * It takes about 4 ms of CPU a second.
 */
export const startMeter: DriveEdge['meter'] = () => {
  const before = process.cpuUsage();
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  const stalls: Readings['stalls'][number][] = [];
  const idle: Readings['idle'][number][] = [];
  const originMs = Date.now() - performance.now();
  const now = (): number => originMs + performance.now();
  let [sampledMs, load, stallMsMax] = [now(), processorTimes(), 0];
  const sample = (): void => {
    const [toMs, latest] = [now(), processorTimes()];
    const whole = latest.all - load.all;
    // The kernel counts in hundredths of a second: of less than one nothing can be said.
    if (whole > 0) idle.push({ fromMs: sampledMs, toMs, share: (latest.idle - load.idle) / whole });
    [sampledMs, load] = [toMs, latest];
  };
  const look = (): void => {
    const toMs = now();
    const stallMs = delay.max / 1e6 - resolutionMs;
    delay.reset();
    stallMsMax = Math.max(stallMsMax, stallMs);
    if (stallMs * 1e6 > trusting.feltNs) stalls.push({ fromMs: toMs - stallMs, toMs });
    if (toMs - sampledMs >= idleMs) sample();
  };
  delay.enable();
  // After the timers of this turn, among them the one that has timed the stall.
  const timer = setInterval(() => setImmediate(look), lookMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    look();
    sample();
    delay.disable();
    const { user, system } = process.cpuUsage(before);
    return { cpuUs: user + system, stallNsMax: Math.round(stallMsMax * 1e6), machine: { stalls, idle } };
  };
};

/** Milliseconds of all processors since the machine came up. */
const processorTimes = (): { readonly idle: number; readonly all: number } => {
  let [idle, all] = [0, 0];
  for (const { times } of cpus()) {
    idle += times.idle;
    all += times.idle + times.user + times.sys + times.nice + times.irq;
  }
  return { idle, all };
};
