import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundleHosted } from '../../lib/bundle.ts';
import { root } from './files.ts';

/**
 * Builds the command line and the functions for this machine once. Most tests of the product start them, and
 * each would build them.
 */
export async function prepare(): Promise<void> {
  const folder = join(root, 'dist', 'functions');
  await Promise.all([
    promisify(execFile)(process.execPath, [join(root, 'bin', 'downpour'), '--version']),
    bundleHosted(folder, undefined, { withScripts: true }),
  ]);
}
