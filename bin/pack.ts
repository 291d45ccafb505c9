/**
 * Builds the files that `npm pack` adds to the repository's files. Bundles of an earlier build are deleted
 * first.
 */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleClient } from '../lib/bundle/browser/api-client.ts';
import { bundleCdk } from '../lib/bundle/cdk.ts';
import { licenses } from '../lib/bundle/licenses.ts';
import { bundleProgram } from '../lib/bundle/program.ts';
import { bundleHosted } from '../lib/bundle.ts';
import { commit, project } from '../lib/project.ts';

const dist = join(project, 'dist');
const functionsDir = join(dist, 'functions');

for (const folder of ['cdk', 'client', 'functions', 'program'])
  await rm(join(dist, folder), { recursive: true, force: true });
await Promise.all([
  bundleHosted(functionsDir, undefined, { withScripts: true }),
  bundleProgram(),
  bundleClient(join(dist, 'client')),
  bundleCdk(join(dist, 'cdk')),
]);
await writeFile(join(dist, 'licenses.txt'), await licenses());
await writeFile(join(dist, 'commit'), `${commit()}\n`);
