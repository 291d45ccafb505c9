import type { DriveHealth } from '../../statistics/health/health.ts';
import type { MergedSecond } from '../../statistics/health/machine-seconds.ts';

/**
 * The health of the drives of a phase and of their machines in one second. Each value is the worst of all
 * drives.
 */
export function machineEntry(row: MergedSecond, start: number) {
  const {
    second,
    stallNs = 0,
    idlePermille = 1000,
    cpuPermille,
    gcNs,
    descriptors,
    sockets,
    lateNs,
    cause,
  } = row;
  return {
    timestamp: start + second * 1000,
    stall: stallNs,
    idle: idlePermille / 1000,
    ...(cpuPermille === undefined ? {} : { cpu: cpuPermille / 1000 }),
    ...(gcNs === undefined ? {} : { gc: gcNs }),
    ...(descriptors === undefined ? {} : { descriptors }),
    ...(sockets === undefined ? {} : { sockets }),
    ...(lateNs === undefined ? {} : { lateness: lateNs }),
    ...(cause === undefined ? {} : { unhealthy: cause }),
  };
}

/**
 * The health of one shard over all its phases and segments. CPU is a share of one core, and times are in
 * nanoseconds.
 */
export function agentHealth(drives: readonly DriveHealth[]) {
  const sum = (of: (drive: DriveHealth) => number): number =>
    drives.reduce((total, drive) => total + of(drive), 0);
  const most = (of: (drive: DriveHealth) => number): number => Math.max(0, ...drives.map(of));
  const seconds = sum((drive) => drive.seconds);
  return {
    cpuMax: most(({ cpuPermilleMax }) => cpuPermilleMax) / 1000,
    cpuMean: Math.round(sum(({ cpuPermilleSum }) => cpuPermilleSum) / Math.max(1, seconds)) / 1000,
    stallMax: most(({ stallNsMax }) => stallNsMax),
    gcTotal: sum(({ gcNs }) => gcNs),
    descriptorsMax: most(({ descriptorsMax }) => descriptorsMax),
    socketsMax: most(({ socketsMax }) => socketsMax),
  };
}
