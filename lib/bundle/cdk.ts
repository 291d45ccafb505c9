import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { project } from '../project.ts';

/**
 * Builds the construct for CDK apps into a folder: `index.cjs`, and its types next to it. The module is
 * CommonJS like the CDK, so apps and their tests can load it with `require` and with `import`. The CDK itself
 * is not included.
 */
export async function bundleCdk(folder: string): Promise<void> {
  const esbuild = await import('esbuild');
  const bundled = esbuild.build({
    entryPoints: [join(project, 'lib', 'cdk', 'index.ts')],
    outfile: join(folder, 'index.cjs'),
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node22',
    external: ['aws-cdk-lib', 'constructs'],
    define: { 'import.meta.dirname': '__dirname' },
    logLevel: 'warning',
  });
  await Promise.all([bundled, declareTypes(folder)]);
}

/** Writes the types of the entry, and of the files that they need, into one folder. */
async function declareTypes(folder: string): Promise<void> {
  const all = await mkdtemp(join(tmpdir(), 'downpour-types-'));
  try {
    const { resolve } = createRequire(import.meta.url);
    const compiler = join(dirname(resolve('typescript/package.json')), 'bin', 'tsc');
    const options = ['-p', join(project, 'lib', 'cdk', 'tsconfig.json'), '--outDir', all];
    await promisify(execFile)(process.execPath, [compiler, ...options]);
    await mkdir(folder, { recursive: true });
    const files = new Set([join(all, 'cdk', 'index.d.ts')]);
    for (const file of files) {
      const text = await readFile(file, 'utf8');
      for (const [path] of text.matchAll(imported)) files.add(join(dirname(file), `${path}.d.ts`));
      const flat = text
        .replace(/(?<=from '\.[^']*)\.ts(?=';)/g, '.cjs')
        .replace(/(?<=from ')\.[^']*\//g, './');
      await writeFile(join(folder, `${basename(file, '.d.ts')}.d.cts`), flat);
    }
  } finally {
    await rm(all, { recursive: true, force: true });
  }
}

/** Matches the path of a relative import, without its extension. */
const imported = /(?<=from ')\.[^']+(?=\.ts';)/g;
