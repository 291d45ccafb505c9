import { type ExecFileException, execFile } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Scope, scratchDir } from '../local/scratch.ts';
import { shared } from '../local/shared.ts';
import { npm, type Packed, userEnvironment } from './packed.ts';

/** A copy of a project that contains only the installed package. npm installs it once for all test files. */
export async function installedCopy(scope: Scope, packed: Packed): Promise<string> {
  const untouched = await shared(scope, 'installed', async (folder) => {
    writeFileSync(join(folder, 'package.json'), '{}');
    await npm(['install', '--silent', packed.tarball], folder);
  });
  const project = join(scratchDir(scope), 'project');
  cpSync(untouched, project, { recursive: true, verbatimSymlinks: true });
  return project;
}

/** Runs a command in a folder to its end. The given Node is the first on PATH. */
export function typed(command: string, parameters: readonly string[], folder: string, node: string) {
  return new Promise<{ readonly output: string; readonly ended: number }>((resolve) => {
    const environment = { cwd: folder, env: userEnvironment(node) };
    const report = (error: ExecFileException | null, stdout: string, stderr: string) =>
      resolve({ output: stdout + stderr, ended: error === null ? 0 : Number(error.code ?? -1) });
    execFile(command, parameters, environment, report).stdin?.end();
  });
}
