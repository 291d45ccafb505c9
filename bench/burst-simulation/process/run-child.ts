import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Outcome } from '../outcome.ts';
import type { Scenario } from '../scenario.ts';

const child = fileURLToPath(new URL('child.ts', import.meta.url));

/** Simulates a scenario in a separate process, because a process has only one virtual time. */
export async function simulated(scenario: Scenario): Promise<Outcome> {
  const given = ['--max-old-space-size=6000', child, JSON.stringify(scenario)];
  const { stdout } = await promisify(execFile)(process.execPath, given, { maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout) as Outcome;
}
