import { readdirSync, readFileSync, statSync } from 'node:fs';
import { cpus } from 'node:os';
import { type EventLoopUtilization, PerformanceObserver } from 'node:perf_hooks';
import type { DriveEnvironment } from '../../../lib/driver/driving/backend.ts';
import { health } from '../../../lib/driver/statistics/health/limits.ts';
import type { Readings } from '../../../lib/driver/statistics/health/machine-seconds.ts';

/**
 * Measures a drive at work: stalls of its event loop, its share of a core, the time of garbage collections,
 * the idle share of all processors, and the number of open descriptors. Drives of one process share one
 * meter, which takes less than 10 ms of CPU a second.
 *
 * Node's own monitor of the event loop misses a stall that begins right after its values were read, and does
 * not report when a stall happened. Instants begin with the wall clock and then follow a monotonic clock, so
 * a step of the clock does not look like a stall.
 */
export const startMeter: DriveEnvironment['meter'] = () => {
  const before = process.cpuUsage();
  running ??= startWatch();
  const watch = running;
  watch.meters += 1;
  const since = watch.now();
  return {
    read: (sinceMs) => watch.since(Math.max(since, sinceMs)),
    stop() {
      watch.look();
      watch.meters -= 1;
      if (watch.meters === 0) {
        watch.end();
        running = undefined;
      }
      const { user, system } = process.cpuUsage(before);
      return { cpuUs: user + system, ...watch.since(since) };
    },
  };
};

let running: ReturnType<typeof startWatch> | undefined;

/** The interval in milliseconds at which the event loop is timed. A shorter stall is not detected. */
const tickMs = 20;
/**
 * The interval in milliseconds over which CPU is measured. A short interval rarely begins in one second and
 * ends in the next, so its CPU belongs to one second.
 */
const loopMs = 200;
/** The interval in milliseconds at which values of the system are read. */
const systemMs = 1_000;

type List<Name extends 'stalls' | 'idle' | 'loop' | 'descriptors'> = Readings[Name][number][];

function startWatch() {
  const stalls: List<'stalls'> = [];
  const idle: List<'idle'> = [];
  const loop: List<'loop'> = [];
  const descriptors: List<'descriptors'> = [];
  const descriptorsMax = descriptorLimit();
  const originMs = Date.now() - performance.now();
  const now = (): number => originMs + performance.now();
  const garbage = watchGarbage();
  let [dueMs, loopSince, systemSince] = [now() + tickMs, now(), now()];
  let [cpuMs, processors] = [threadCpuMs(), processorTimes()];
  let utilization: EventLoopUtilization = performance.eventLoopUtilization();

  /** Checks for a stall. The check also runs at the end, which may come before an overdue tick. */
  const look = (): void => {
    const toMs = now();
    if ((toMs - dueMs) * 1e6 > health.impactNs) stalls.push({ fromMs: dueMs, toMs });
    dueMs = toMs + tickMs;
    if (toMs - loopSince >= loopMs) sampleLoop(toMs);
    if (toMs - systemSince >= systemMs) sampleSystem(toMs);
  };
  const sampleLoop = (toMs: number): void => {
    const elapsed = toMs - loopSince;
    const latest = { cpuMs: threadCpuMs(), utilization: performance.eventLoopUtilization() };
    loop.push({
      fromMs: loopSince,
      toMs,
      cpu: (latest.cpuMs - cpuMs) / elapsed,
      active: performance.eventLoopUtilization(latest.utilization, utilization).utilization,
      gc: garbage.takeMs() / elapsed,
    });
    ({ cpuMs, utilization } = latest);
    loopSince = toMs;
  };
  const sampleSystem = (toMs: number): void => {
    const interval = { fromMs: systemSince, toMs };
    const latest = processorTimes();
    const whole = latest.all - processors.all;
    // The kernel counts in hundredths of a second, so the difference may be 0. It may be negative when a
    // processor was removed, because the kernel drops its time.
    if (whole > 0) {
      const share = Math.max(0, Math.min(1, (latest.idle - processors.idle) / whole));
      idle.push({ ...interval, share });
    }
    const open = openDescriptors();
    if (open !== undefined) descriptors.push({ ...interval, open });
    [systemSince, processors] = [toMs, latest];
  };

  const timer = setInterval(look, tickMs);
  timer.unref();
  return {
    meters: 0,
    now,
    look,
    end(): void {
      clearInterval(timer);
      garbage.end();
    },
    since(fromMs: number): Readings {
      return {
        stalls: after(fromMs, stalls),
        idle: after(fromMs, idle),
        loop: after(fromMs, loop),
        descriptors: after(fromMs, descriptors),
        ...(descriptorsMax === undefined ? {} : { descriptorsMax }),
      };
    },
  };
}

/**
 * The values that end after an instant. The search begins at the last value: a drive of hours has many, and
 * often reads the last ones.
 */
const after = <T extends { readonly toMs: number }>(fromMs: number, values: readonly T[]): readonly T[] =>
  values.slice(values.findLastIndex(({ toMs }) => toMs <= fromMs) + 1);

/**
 * The CPU time in milliseconds of this thread, which is the event loop of the drive. Where Node cannot report
 * it for a thread, it is the time of the process.
 */
function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1000;
}

function watchGarbage() {
  let ms = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) ms += duration;
  });
  observer.observe({ entryTypes: ['gc'] });
  return {
    /** The milliseconds of garbage collections since the last call. */
    takeMs(): number {
      const taken = ms;
      ms = 0;
      return taken;
    },
    end: (): void => observer.disconnect(),
  };
}

/** The milliseconds that all processors were idle, and all of their time, since the machine started. */
function processorTimes(): { readonly idle: number; readonly all: number } {
  let [idle, all] = [0, 0];
  for (const { times } of cpus()) {
    idle += times.idle;
    all += times.idle + times.user + times.sys + times.nice + times.irq;
  }
  return { idle, all };
}

/**
 * The number of open file descriptors, or undefined where the system has no /proc. Newer kernels report it as
 * the size of the folder.
 */
function openDescriptors(): number | undefined {
  const folder = '/proc/self/fd';
  const size = statSync(folder, { throwIfNoEntry: false })?.size;
  return size === 0 ? readdirSync(folder).length : size;
}

function descriptorLimit(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  return soft === undefined ? undefined : Number(soft);
}
