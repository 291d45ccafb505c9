/** Runs the test files that the arguments name in this process, one after the other. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './files.ts';

for (const file of process.argv.slice(2)) await import(pathToFileURL(join(root, file)).href);
