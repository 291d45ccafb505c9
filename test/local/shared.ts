import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Scope, scratchDir } from './scratch.ts';

/**
 * A folder that several test files read. The first file of a run of `npm test` makes it. A file that runs
 * alone makes its own folder.
 */
export async function shared(
  scope: Scope,
  name: string,
  make: (folder: string) => Promise<unknown>,
): Promise<string> {
  const run = process.env.DOWNPOUR_TEST_RUN;
  if (run === undefined) {
    const own = scratchDir(scope);
    await make(own);
    return own;
  }
  const [folder, done] = [join(run, name), join(run, `${name}.done`)];
  while (!existsSync(done)) {
    if (!isFirst(folder)) await pause(100);
    else {
      await make(folder).catch((error: unknown) => {
        // The folder is incomplete, so the next file must make it again.
        rmSync(folder, { recursive: true, force: true });
        throw error;
      });
      writeFileSync(done, '');
    }
  }
  return folder;
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
