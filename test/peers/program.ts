import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { project } from '../../lib/project.ts';

/** Runs a program of `test/peers` to its end. Rejects with all that it printed unless it ends with 0. */
export async function passes(file: string, ...args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [file, ...args], { cwd: project, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code !== 0) throw new Error(`${file} ended with ${code}:\n${out}${err}`);
}
