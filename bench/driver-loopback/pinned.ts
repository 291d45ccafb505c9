import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';

const canPin = cpus().length > 1 && spawnSync('taskset', ['-V']).status === 0;

/** A command that runs on one core, so that the generator and the target never share a core. */
export const pinned = (
  core: number,
  command: string,
  args: readonly string[],
): readonly [command: string, args: readonly string[]] =>
  canPin ? ['taskset', ['-c', String(core), command, ...args]] : [command, args];
