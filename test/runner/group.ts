/**
 * Runs the test files that the arguments name in this process, one after the other. Each is a suite, so its
 * hooks are its own; what it set in the environment and what it mocked is taken back before the next file is
 * read. The modules of `functions/` keep the stores that they find first, so each file has its own instances
 * of them and of the modules of their tests. All other modules are shared. Drives do not collect garbage: in
 * the heap of many files that takes 0.2 s each time. garbage.test.ts, which runs alone, holds that they can.
 *
 * By a hook of all promises `node:test` finds the suite of a file that is read asynchronously. The hook takes
 * half of the CPU of promises and of garbage collections, so it is on only while a file is read.
 */
import asyncHooks from 'node:async_hooks';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './files.ts';

const { createHook } = asyncHooks;
let hook: asyncHooks.AsyncHook | undefined;
asyncHooks.createHook = (callbacks) => {
  hook = createHook(callbacks);
  return hook;
};
// A library keeps the function that it finds when the library is loaded.
const { after, mock, suite } = await import('node:test');
asyncHooks.createHook = createHook;

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
  hook?.enable();
  suite(file, async () => {
    try {
      await import(urlOf(file));
    } finally {
      after(() => end());
      hook?.disable();
    }
  });
  await ended;
  mock.reset();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
}
