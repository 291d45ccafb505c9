import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { project } from '../../project.ts';

/**
 * Builds the client of the API into a folder: `index.js`, one module without imports, and its types below
 * `types/`. Programs import them as `downpour/client`.
 */
export async function bundleClient(folder: string): Promise<void> {
  const esbuild = await import('esbuild');
  const source = join(project, 'lib', 'client');
  const bundled = esbuild.build({
    entryPoints: [join(source, 'index.ts')],
    outfile: join(folder, 'index.js'),
    bundle: true,
    platform: 'neutral',
    target: 'es2022',
    logLevel: 'warning',
  });
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
    'bin',
    'tsc',
  );
  const typed = promisify(execFile)(process.execPath, [
    ...[compiler, '-p', join(source, 'tsconfig.json')],
    ...['--outDir', join(folder, 'types')],
  ]);
  await Promise.all([bundled, typed]);
}
