/** Makes what `npm pack` adds to the files that are written: bundles of this moment, and of no earlier one. */
import { globSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { licenses } from '../lib/bundle/licenses.ts';
import { bundleProgram } from '../lib/bundle/program.ts';
import { bundleFunctions, bundlePath, bundleRuntime } from '../lib/bundle.ts';
import { functions } from '../lib/functions.ts';
import { project } from '../lib/project.ts';

const dist = join(project, 'dist');
const functionsDir = join(dist, 'functions');

await mkdir(dist, { recursive: true });
const [runtime] = await Promise.all([
  bundleRuntime(functionsDir),
  bundleFunctions(functionsDir),
  bundleProgram({ keepOld: false }),
  writeFile(join(dist, 'licenses.txt'), await licenses()),
]);
const current = new Set([runtime, ...functions.map(({ name }) => bundlePath(functionsDir, name))]);
const files = globSync('**/index.mjs', { cwd: functionsDir }).map((file) => join(functionsDir, file));
for (const file of files) if (!current.has(file)) await rm(dirname(file), { recursive: true });
