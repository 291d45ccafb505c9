import { setImmediate } from 'node:timers/promises';
import type { Evaluate } from '../../lib/results/scripts/evaluation.ts';
import { openScripts } from '../../lib/results/scripts/scripts.ts';
import { watch } from './time-limit.ts';

/** Milliseconds of processor time of this thread. */
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Runs functions of labels and transformers in the script engine of this process. Their time limit counts the
 * processor time of this thread.
 */
export const evaluate: Evaluate = openScripts(processorMs, watch, () => setImmediate());
