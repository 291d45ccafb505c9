import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { project } from '../../../../lib/project.ts';
import { readOutcomes } from '../../../local/outcomes.ts';
import { compiledOnce, pythonFolder } from '../python.ts';

/** The folder of the client for Python. */
export const clientFolder = join(project, 'clients', 'python');

/** Scripts that the tests run. */
const scripts = join(import.meta.dirname, 'scripts');

/** The Python with the packages of requirements.txt. */
export function preparedPython(): string {
  const python = join(pythonFolder, 'bin', 'python');
  assert.ok(existsSync(python), `${python} is missing: npm run test:peers installs it`);
  return python;
}

type Running = {
  readonly python?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
};

/** Runs Python with the client of this project. @returns the output. @throws Error unless it ends with 0. */
export async function runPython(
  args: readonly string[],
  { python = preparedPython(), env = {}, cwd = scripts }: Running = {},
): Promise<string> {
  const { stdout } = await promisify(execFile)(python, args, {
    cwd,
    env: { ...process.env, PYTHONPATH: clientFolder, ...compiledOnce, ...env },
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

/** Runs a script that prints the outcomes of its tests. */
export const runOutcomes = async (script: string, args: readonly string[] = [], running: Running = {}) =>
  readOutcomes(await runPython([script, ...args], running));
