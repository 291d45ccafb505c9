import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Metafile, Plugin } from 'esbuild';
import { project } from '../../project.ts';
import { browserOptions } from './browser-options.ts';
import { packageOf } from './package-folders.ts';

/** A file of the pages for browsers in Base64, compressed in both ways that browsers accept. */
export type WebFile = { readonly type: string; readonly brotli: string; readonly gzip: string };

/** The built pages: the names of files below `/app/`, and the files themselves. */
export type WebAssets = {
  /** The module that starts the pages. */
  readonly script: string;
  readonly styles: string;
  /** The modules that the first module imports. Their names let a browser load all of them at once. */
  readonly preloads: readonly string[];
  readonly files: Readonly<Record<string, WebFile>>;
};

/**
 * The built pages, with the inputs of their build: the project's own files and folders of packages, as paths
 * from the project.
 */
export type BuiltWeb = WebAssets & {
  readonly inputs: readonly string[];
  readonly packages: readonly string[];
  readonly metafile: Metafile;
};

const entries = { main: 'lib/web/main.tsx', site: 'lib/web/styles/site.css' };
/** The path of the module that contains the built pages in a function's bundle. */
export const assetsModule = 'functions/api/pages/assets.ts';

/** Builds the pages: modules and styles for browsers. A file is named after its content. */
export async function buildWebAssets(): Promise<BuiltWeb> {
  const esbuild = await import('esbuild');
  const outdir = join(project, 'dist/web');
  const { outputFiles, metafile } = await esbuild.build({
    ...browserOptions,
    entryPoints: entries,
    outdir,
    splitting: true,
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    entryNames: '[name].[hash]',
    chunkNames: '[name].[hash]',
    plugins: [...browserOptions.plugins, sharedByScreens],
  });
  const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
  const outputOf = (entry: string): [path: string, output: Metafile['outputs'][string]] => {
    const found = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === entry);
    if (found === undefined) throw new Error(`esbuild made no file from ${entry}`);
    return found;
  };
  const [script, { imports }] = outputOf(entries.main);
  const files = Object.keys(metafile.inputs);
  return {
    script: nameOf(script),
    styles: nameOf(outputOf(entries.site)[0]),
    preloads: imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => nameOf(path)),
    files: Object.fromEntries(
      outputFiles.map(({ path, contents }) => {
        const key = relative(project, path).replaceAll('\\', '/');
        const licenses = licensesOf(Object.keys(metafile.outputs[key]?.inputs ?? {}));
        return [nameOf(key), webFile(key, Buffer.concat([Buffer.from(licenses), contents]))];
      }),
    ),
    inputs: files.filter((file) => !file.includes('node_modules/')),
    packages: files.flatMap(packageOf),
    metafile,
  };
}

/**
 * Imports the shared modules in every screen and in the palette. A bundler makes a file for each set of
 * screens that share a module. With this import there is one set, so a browser needs fewer requests.
 */
const sharedByScreens: Plugin = {
  name: 'shared by screens',
  setup: ({ onLoad }) =>
    onLoad(
      { filter: /lib[\\/]web[\\/](?:screens[\\/].*screen|shell[\\/]palette[\\/]palette)\.tsx$/ },
      async ({ path }) => ({
        contents: `import '../../shared-modules.ts';\n${await readFile(path, 'utf8')}`,
        loader: 'tsx',
      }),
    ),
};

/** The licences of the libraries in the pages, which require their text in each copy. */
function licensesOf(inputs: readonly string[]): string {
  const texts = [...new Set(inputs.flatMap(packageOf))].map((folder) => {
    const file = readdirSync(join(project, folder)).find((name) => /^licen[cs]e/i.test(name));
    if (file === undefined)
      throw new Error(`the package ${folder} has no licence file, so the pages cannot contain its code`);
    const text = readFileSync(join(project, folder, file), 'utf8')
      .replaceAll('*/', '')
      .trim();
    return `/* ${folder.replace(/^.*node_modules\//, '')}: ${text} */\n`;
  });
  return texts.join('');
}

function webFile(path: string, contents: Uint8Array): WebFile {
  return {
    type: path.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
    brotli: brotliCompressSync(contents).toString('base64'),
    gzip: gzipSync(contents, { level: 9 }).toString('base64'),
  };
}

/** A plugin that puts the built pages into a bundle, and the inputs of these pages. */
export type EmbeddedWeb = {
  readonly plugin: Plugin;
  /** The project's files from which the pages are built. Empty when the bundle has no pages. */
  readonly inputs: () => readonly string[];
  readonly packages: () => readonly string[];
};

/** Replaces the module that would build the pages at run time by a module with them. */
export function embedWebAssets(): EmbeddedWeb {
  let built: BuiltWeb | undefined;
  const plugin: Plugin = {
    name: 'web assets',
    setup: ({ onLoad }) =>
      onLoad({ filter: /pages[\\/]assets\.ts$/ }, async ({ path }) => {
        if (path !== join(project, assetsModule)) return undefined;
        built = await buildWebAssets();
        const { script, styles, preloads, files } = built;
        const assets = JSON.stringify(JSON.stringify({ script, styles, preloads, files }));
        return {
          contents: `const assets = ${assets};\nexport const webAssets = async () => JSON.parse(assets);`,
          loader: 'js',
        };
      }),
  };
  return { plugin, inputs: () => built?.inputs ?? [], packages: () => built?.packages ?? [] };
}
