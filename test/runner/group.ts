/**
 * Runs the test files that the arguments name in this process, one after the other. Each is a suite, so its
 * hooks are its own; what it set in the environment and what it mocked is taken back before the next file is
 * read.
 */
import { join } from 'node:path';
import { after, mock, suite } from 'node:test';
import { pathToFileURL } from 'node:url';
import { root } from './files.ts';

for (const file of process.argv.slice(2)) await runAsSuite(file);

async function runAsSuite(file: string): Promise<void> {
  const environment = { ...process.env };
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  suite(file, async () => {
    try {
      await import(pathToFileURL(join(root, file)).href);
    } finally {
      after(() => end());
    }
  });
  await ended;
  mock.reset();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
}
