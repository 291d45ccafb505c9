import { readFile, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { availableParallelism, freemem } from 'node:os';
import { dirname, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { epochOriginMs } from '../../lib/driver/epoch-origin.ts';

/** The facts about this machine. A fact that the machine does not report is absent. */
export type MachineFacts = {
  /** The version of Node, the same text as `process.versions.node`. */
  readonly node: string;
  readonly cores: number;
  readonly freeMemoryBytes: number;
  /** The number of descriptors that a process may open. */
  readonly descriptors?: number;
  /** The number of local ports for connections to one address. */
  readonly ports?: number;
  /** The free bytes on the disk of the stored runs. */
  readonly freeDiskBytes?: number;
  /** The lateness of a timer of one millisecond, in milliseconds, at the 99th percentile. */
  readonly timerLateMsP99: number;
  /** The milliseconds by which the wall clock moved against the monotonic clock during the measurement. */
  readonly clockStepMs: number;
  /** The reason why no port of 127.0.0.1 can be opened. */
  readonly listenFault?: string;
};

export async function machineFacts(dataDir: string): Promise<MachineFacts> {
  const [limits, range, disk, listenFault] = await Promise.all([
    readIfThere('/proc/self/limits'),
    readIfThere('/proc/sys/net/ipv4/ip_local_port_range'),
    freeDisk(resolve(dataDir)),
    listens(),
  ]);
  const descriptors = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
  const [, first, last] = /(\d+)\s+(\d+)/.exec(range) ?? [];
  return {
    node: process.versions.node,
    cores: availableParallelism(),
    freeMemoryBytes: freemem(),
    ...(descriptors === undefined ? {} : { descriptors: Number(descriptors) }),
    ...(last === undefined ? {} : { ports: Number(last) - Number(first) + 1 }),
    ...(disk === undefined ? {} : { freeDiskBytes: disk }),
    ...(listenFault === undefined ? {} : { listenFault }),
    ...(await timers()),
  };
}

/** Reads a file. Returns an empty text on systems without it. */
async function readIfThere(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return '';
  }
}

/**
 * The free bytes on the disk of the nearest folder that exists. Undefined when the system does not report it.
 */
async function freeDisk(dir: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(dir);
    return bavail * bsize;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(dir) === dir) return undefined;
    return freeDisk(dirname(dir));
  }
}

async function listens(): Promise<string | undefined> {
  const server = createServer();
  try {
    await new Promise<void>((listening, fail) => {
      server.once('error', fail).listen(0, '127.0.0.1', listening);
    });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    server.close();
  }
}

async function timers(): Promise<Pick<MachineFacts, 'timerLateMsP99' | 'clockStepMs'>> {
  const late: number[] = [];
  const origin = (): number => epochOriginMs({ wallMs: Date.now, nowMs: () => performance.now() });
  const before = origin();
  for (let count = 0; count < timersMax; count += 1) {
    const at = performance.now();
    await pause(1);
    late.push(Math.max(0, performance.now() - at - 1));
  }
  const [timerLateMsP99 = 0] = late.sort((a, b) => b - a).slice(Math.floor(timersMax / 100));
  return { timerLateMsP99, clockStepMs: origin() - before };
}

const timersMax = 200;
