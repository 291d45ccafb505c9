import { cpus } from 'node:os';
import type { DriveEdge } from '../../lib/driver/drive.ts';
import { trusting } from '../../lib/driver/limits.ts';
import type { Readings } from '../../lib/driver/statistics/machine.ts';

/** Between two looks at the event loop: a stall is seen from here on. */
const lookMs = 10;
const idleMs = 1_000;

/**
 * Watches the machine while a drive is at work: when its event loop stood still, and how much of all processors nobody
 * used. Instants are the wall clock's at the start and monotonic from there, so that no step of the clock is a stall.
 */
export const startMeter: DriveEdge['meter'] = () => {
  const before = process.cpuUsage();
  const stalls: Readings['stalls'][number][] = [];
  const idle: Readings['idle'][number][] = [];
  const originMs = Date.now() - performance.now();
  const now = (): number => originMs + performance.now();
  let [lookedMs, sampledMs, load] = [now(), now(), processorTimes()];
  let stallMsMax = 0;
  const sample = (): void => {
    const [toMs, latest] = [now(), processorTimes()];
    const whole = latest.all - load.all;
    // The kernel counts in hundredths of a second: of less than one nothing can be said.
    if (whole > 0) idle.push({ fromMs: sampledMs, toMs, share: (latest.idle - load.idle) / whole });
    [sampledMs, load] = [toMs, latest];
  };
  const look = (): void => {
    const toMs = now();
    const stallMs = toMs - lookedMs - lookMs;
    stallMsMax = Math.max(stallMsMax, stallMs);
    if (stallMs * 1e6 > trusting.feltNs) stalls.push({ fromMs: lookedMs + lookMs, toMs });
    lookedMs = toMs;
    if (toMs - sampledMs >= idleMs) sample();
  };
  const timer = setInterval(look, lookMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    look();
    sample();
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
