/**
 * Runs the test files that the arguments name in this process, one after the other. Each is a suite, so its
 * hooks are its own; what it set in the environment and what it mocked is taken back before the next file is
 * read. The modules of `functions/` keep the stores that they find first, so each file has its own instances
 * of them and of the modules of their tests. All other modules are shared. Drives do not collect garbage: in
 * the heap of many files that takes 0.2 s each time. garbage.test.ts, which runs alone, holds that they can.
 */
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { after, mock, suite } from 'node:test';
import { pathToFileURL } from 'node:url';
import { root } from './files.ts';

const urlOf = (path: string): string => pathToFileURL(join(root, path)).href;
const ownFolders = ['functions/', 'test/functions/'].map(urlOf);
const garbage = urlOf('functions/driver/process/garbage.ts');
const noGarbage = urlOf('test/runner/no-garbage.ts');
let filesRead = 0;

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    if (found.url === garbage) return { ...found, url: noGarbage };
    if (!ownFolders.some((folder) => found.url.startsWith(folder))) return found;
    return { ...found, url: `${found.url}?file=${filesRead}` };
  },
});

for (const file of process.argv.slice(2)) await runAsSuite(file);

async function runAsSuite(file: string): Promise<void> {
  filesRead += 1;
  const environment = { ...process.env };
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  suite(file, async () => {
    try {
      await import(urlOf(file));
    } finally {
      after(() => end());
    }
  });
  await ended;
  mock.reset();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
}
