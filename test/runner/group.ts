/**
 * Runs the test files in its arguments, one after the other, in this process. Each file is a suite with its
 * own hooks. Before the next file is loaded, changes of environment variables and mocks are undone. Modules
 * of `functions/` keep the stores that they open first, so each file gets its own instances of them and of
 * the test modules that use them. All other modules are shared. Drives do not collect garbage here, because
 * that takes 0.2 s in the heap of many files; garbage.test.ts, which runs alone, tests the collection.
 *
 * `node:test` finds the suite of a file that is loaded asynchronously by a hook on all promises. The hook
 * takes half of the time for promises and garbage collections, so it is on only while a file is loaded.
 */
import asyncHooks from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { root } from './files.ts';

const { createHook } = asyncHooks;
let hook: asyncHooks.AsyncHook | undefined;
asyncHooks.createHook = (callbacks) => {
  hook = createHook(callbacks);
  return hook;
};
// `node:test` keeps the `createHook` that exists when it is loaded, so `createHook` is replaced before the
// import.
const { after, mock, suite } = await import('node:test');
asyncHooks.createHook = createHook;

const urlOf = (path: string): string => pathToFileURL(join(root, path)).href;
const ownFolders = ['functions/', 'test/functions/'].map(urlOf);
/** The compiled checks of requests open no store, and take 0.1 s to compile. */
const requestChecks = urlOf('functions/api/pipeline/request-validators.ts');
const garbage = urlOf('functions/driver/process/collect-garbage.ts');
const noGarbage = urlOf('test/runner/no-garbage.ts');
let filesRead = 0;
/**
 * Sources of modules without their types, so that each file is converted once. The key is the module's URL
 * without the number of the test file.
 */
const sources = new Map<string, string>();

const files = process.argv.slice(2);
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    if (found.url === garbage) return { ...found, url: noGarbage };
    if (!isOwn(found.url)) return found;
    return { ...found, url: `${found.url}?file=${filesRead}` };
  },
  load(url, context, next) {
    const [path = ''] = url.split('?file=', 1);
    if (path === url || !path.endsWith('.ts')) return next(url, context);
    const source = sources.get(path) ?? stripTypeScriptTypes(readFileSync(fileURLToPath(path), 'utf8'));
    sources.set(path, source);
    return { format: 'module', source, shortCircuit: true };
  },
});

for (const file of files) await runAsSuite(file);

/**
 * True when each test file needs its own instance of the module. A single test file has the process to
 * itself, so it needs none.
 */
function isOwn(url: string): boolean {
  return files.length > 1 && url !== requestChecks && ownFolders.some((folder) => url.startsWith(folder));
}

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
