import { cpus } from 'node:os';
import type { DriveEdge } from '../../lib/driver/drive.ts';
import { trusting } from '../../lib/driver/limits.ts';
import type { Readings } from '../../lib/driver/statistics/machine.ts';

/**
 * Watches the machine while a drive is at work: when its event loop stood still, and how much of all processors nobody
 * used. Drives of one process share one watch. Instants are the wall clock's at the start and monotonic from there, so
 * that no step of the clock is a stall.
 */
export const startMeter: DriveEdge['meter'] = () => {
  const before = process.cpuUsage();
  const watch = (running ??= startWatch());
  watch.meters += 1;
  const since = watch.now();
  return () => {
    watch.look();
    watch.meters -= 1;
    if (watch.meters === 0) {
      clearInterval(watch.timer);
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

/** Between two looks at the event loop: a stall is seen from here on. */
const lookMs = 10;
const idleMs = 1_000;

const startWatch = () => {
  const stalls: Readings['stalls'][number][] = [];
  const idle: Readings['idle'][number][] = [];
  const originMs = Date.now() - performance.now();
  const now = (): number => originMs + performance.now();
  let [lookedMs, sampledMs, load] = [now(), now(), processorTimes()];
  const sample = (toMs: number): void => {
    const latest = processorTimes();
    const whole = latest.all - load.all;
    // The kernel counts in hundredths of a second: of less than one nothing can be said.
    if (whole > 0) idle.push({ fromMs: sampledMs, toMs, share: (latest.idle - load.idle) / whole });
    [sampledMs, load] = [toMs, latest];
  };
  const look = (): void => {
    const toMs = now();
    if ((toMs - lookedMs - lookMs) * 1e6 > trusting.feltNs) stalls.push({ fromMs: lookedMs + lookMs, toMs });
    lookedMs = toMs;
    if (toMs - sampledMs >= idleMs) sample(toMs);
  };
  const timer = setInterval(look, lookMs);
  timer.unref();
  return { meters: 0, now, look, stalls, idle, timer };
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
