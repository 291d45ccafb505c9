import { dirname, join } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';
import { ofABurst, type ScriptKind, scriptKinds } from '../functions/bundled-functions.ts';
import { project } from '../project.ts';
import { type Built, build } from './build.ts';
import { asFunction } from './smaller-packages.ts';

/**
 * Modules that replace entry files with `await` at their top level, because a script cannot have it. Such a
 * module exports the awaited promise as `ready`.
 */
const waiting: Readonly<Record<string, string>> = { 'driver/drive': 'driver/driving/handler' };

const moduleOf = (name: string): string => waiting[name] ?? name;

/**
 * Builds the scripts of a burst: one in CommonJS for each kind of environment, with all code of its
 * functions. A function loads when it is first called, with the modules that it needs.
 *
 * The functions are first built as modules, because the bundler leaves out unused code only there. A script
 * that is built from the sources has half as much again of compiled code.
 */
export async function buildScripts(outDir: string): Promise<readonly Built[]> {
  const names = scriptKinds.flatMap((kind) => ofABurst[kind]);
  const modules = await build(outDir, {
    ...asFunction,
    entryPoints: names.map((name) => ({ in: `functions/${moduleOf(name)}.ts`, out: name })),
    banner: {},
    legalComments: 'none',
  });
  return Promise.all(scriptKinds.map((kind) => buildScript(kind, modules)));
}

async function buildScript(kind: ScriptKind, modules: readonly Built[]): Promise<Built> {
  const names: readonly string[] = ofABurst[kind];
  const members = names.map((name) => `'${name}': () => whole(import('./${name}.mjs'))`);
  const source = `const whole = async (loading) => {
      const module = await loading;
      await module.ready;
      return module;
    };
    export const functions = { ${members.join(', ')} };`;
  const built = modules.filter(({ file }) => names.some((name) => file === `${name}.mjs`));
  return {
    file: `${kind}.cjs`,
    // The script has the URL of the drive's bundle, because the drive looks for its threads next to that
    // bundle.
    contents: await asScript(modules, source, { minify: true }, `../${names[0]}/index.mjs`),
    inputs: [...new Set([scriptsFile, ...built.flatMap(({ inputs }) => inputs)])],
    packages: [],
  };
}

/**
 * Joins the modules of a build in one script in CommonJS and ASCII, without `import()`.
 * @param source the text of a module that imports the others, and whose exports are those of the script
 * @param place the file whose URL the script has for `import.meta.url`, relative to the script
 */
export async function asScript(
  modules: readonly Built[],
  source: string,
  options: BuildOptions,
  place: string,
): Promise<Buffer> {
  const { build: bundle } = await import('esbuild');
  const { outputFiles } = await bundle({
    stdin: { contents: source, resolveDir: project },
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node22',
    format: 'cjs',
    supported: { 'dynamic-import': false },
    banner: {
      js: `const $dirname=__dirname,$url=require('node:url').pathToFileURL(__dirname+'/${place}').href;`,
    },
    define: { 'import.meta.dirname': '$dirname', 'import.meta.url': '$url' },
    logLevel: 'silent',
    plugins: [inMemory(modules)],
    ...options,
  });
  return Buffer.from(inAscii(outputFiles?.[0]?.text ?? ''));
}

/**
 * Makes a script ASCII. The bundler already writes strings in ASCII, and leaves only regular expressions
 * unchanged.
 */
const inAscii = (script: string): string =>
  script.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * The file that lists the functions that a bundled script of a burst contains, as a path from the project.
 */
export const scriptsFile = 'lib/functions/bundled-functions.ts';

/** Reads the modules of a build from memory, because the build wrote no files. */
const inMemory = (modules: readonly Built[]): Plugin => ({
  name: 'in memory',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^\.\.?\// }, ({ path, importer, namespace }) => ({
      path: join(namespace === 'built' ? dirname(importer) : '.', path),
      namespace: 'built',
    }));
    onLoad({ filter: /./, namespace: 'built' }, ({ path }) => ({
      contents: modules.find(({ file }) => join(file) === path)?.contents,
    }));
  },
});
