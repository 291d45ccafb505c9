import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { project } from '../../project.ts';
import { browserOptions } from './browser-options.ts';
import { packageOf } from './package-folders.ts';

/** The minified script and styles of the report page. */
export type PageAssets = { readonly script: string; readonly styles: string };

const client = 'lib/report/page/client';

/**
 * The built script and styles, with the inputs of their build: the project's own files and folders of
 * packages, as paths from the project.
 */
export type BuiltAssets = PageAssets & {
  readonly inputs: readonly string[];
  readonly packages: readonly string[];
};

export async function buildPageAssets(): Promise<BuiltAssets> {
  const esbuild = await import('esbuild');
  // The licence of uPlot requires its text in each copy.
  const license = await readFile(join(project, 'node_modules/uplot/LICENSE'), 'utf8');
  const { outputFiles, metafile } = await esbuild.build({
    ...browserOptions,
    entryPoints: [`${client}/main.ts`, `${client}/page.css`],
    outdir: join(project, 'dist/page'),
    format: 'iife',
    banner: { js: `/* uPlot: ${license.replaceAll('*/', '')} */` },
  });
  const textOf = (end: string): string => {
    const text = outputFiles.find(({ path }) => path.endsWith(end))?.text;
    if (text === undefined) throw new Error(`esbuild made no ${end} of ${client}`);
    // The end tag is escaped, because a script or style must not end the element that contains it.
    return text.replaceAll('</', '<\\/').trim();
  };
  const files = Object.keys(metafile.inputs);
  const inputs = files.filter((file) => !file.includes('node_modules/'));
  return { script: textOf('.js'), styles: textOf('.css'), inputs, packages: files.flatMap(packageOf) };
}

/** Replaces the module that would build the script and styles at run time by a module with them. */
export const pageAssetsInside: Plugin = {
  name: 'page assets',
  setup: ({ onLoad }) =>
    onLoad({ filter: /page[\\/]page-assets\.ts$/ }, async ({ path }) => {
      if (path !== join(project, 'lib/report/page/page-assets.ts')) return undefined;
      const { script, styles } = await buildPageAssets();
      const assets = JSON.stringify({ script, styles });
      return {
        contents: `const assets = ${assets};\nexport const pageAssets = async () => assets;`,
        loader: 'js',
      };
    }),
};
