import { randomBytes } from 'node:crypto';
import { existsSync, globSync, readdirSync, statSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { BuildOptions, Metafile } from 'esbuild';
import { project } from '../project.ts';
import { assetsModule, embedWebAssets } from './browser/web-assets.ts';
import { infinispanSchemas } from './infinispan.ts';
import { packageOf } from './packages.ts';
import { usedUndici } from './undici.ts';

export type Built = {
  /** Path below the output folder, with slashes. */
  readonly file: string;
  readonly contents: Uint8Array;
  /** Path of the entry file from the project; absent for a chunk that entries share. */
  readonly entry?: string;
  /** The project's own files in this output, and the lock file for all packages; paths from the project. */
  readonly inputs: readonly string[];
  /** Folders of the packages with code in this output, from the project. */
  readonly packages: readonly string[];
};

/**
 * Inputs of every bundle in addition to its sources. The lock file represents all packages, and these files
 * represent the options.
 */
const always = [
  'package-lock.json',
  'lib/bundle.ts',
  ...[
    'browser/page-assets',
    'browser/web-assets',
    'build',
    'checks',
    'core',
    'functions',
    'infinispan',
    'lean',
    'packages',
    'program',
    'undici',
    'validator',
  ].map((name) => `lib/bundle/${name}.ts`),
  'lib/contract/compile-checks.ts',
  'lib/api.generated.ts',
  'lib/driver/document/compile-schema.ts',
  'schema/benchmark.schema.json',
];

/**
 * Builds ES modules with all dependencies inside. They run on Node 22 as well, because the installed package
 * uses the Node that is there; in Lambda and in a clone it is 24.
 */
export async function build(outDir: string, options: Options): Promise<readonly Built[]> {
  const web = embedWebAssets();
  const { outputFiles, metafile } = await bundle(outDir, options, web);
  return Object.entries(metafile.outputs).map(([path, { entryPoint, inputs }]) => {
    const contents = outputFiles.find(
      (output) => relative(output.path, resolve(project, path)) === '',
    )?.contents;
    if (contents === undefined) throw new Error(`esbuild named ${path} and did not make it`);
    const file = relative(outDir, resolve(project, path)).split(sep).join('/');
    const entry = entryPoint === undefined ? {} : { entry: entryPoint };
    const embedded = assetsModule in inputs ? web.packages() : [];
    const packages = new Set([...Object.keys(inputs).flatMap(packageOf), ...embedded]);
    return {
      file,
      contents,
      ...entry,
      inputs: entryPoint === undefined ? [] : inputsBelow(metafile, entryPoint, web.inputs),
      packages: [...packages],
    };
  });
}

/** The import graph of a build, without its output. */
export async function graphOf(outDir: string, options: Options): Promise<Metafile> {
  const plain = { ...options, minifySyntax: false, minifyWhitespace: false, treeShaking: false };
  return (await bundle(outDir, plain, embedWebAssets())).metafile;
}

type Options = Omit<BuildOptions, 'metafile' | 'write'>;

async function bundle(outDir: string, options: Options, web: ReturnType<typeof embedWebAssets>) {
  const [esbuild, { compiledValidator }] = await Promise.all([import('esbuild'), import('./validator.ts')]);
  return esbuild.build({
    absWorkingDir: project,
    outdir: outDir,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    target: 'node22',
    format: 'esm',
    mainFields: ['module', 'main'],
    loader: { '.yaml': 'text' },
    inject: [join(project, 'lib/bundle/node-22.ts')],
    // Dependencies that are still CommonJS need a `require`, and look for their files in their own folder.
    banner: {
      js: `import{createRequire as $require}from'node:module';const require=$require(import.meta.url),__dirname=import.meta.dirname;`,
    },
    logLevel: 'silent',
    ...options,
    plugins: [compiledValidator, infinispanSchemas, usedUndici, web.plugin, ...(options.plugins ?? [])],
  });
}

/**
 * An output's own list omits files that contribute only inlined constants. The import graph contains them.
 */
function inputsBelow(
  { inputs }: Metafile,
  entry: string,
  embedded: () => readonly string[],
): readonly string[] {
  const seen = new Set([entry]);
  for (const file of seen) {
    for (const { path, external } of inputs[file]?.imports ?? []) if (!external) seen.add(path);
  }
  // A module that a plugin generates has a namespace in front of its path.
  const files = [...seen].filter((file) => !file.includes('node_modules/') && !/^[\w-]{2,}:/.test(file));
  const pages = seen.has(assetsModule) ? embedded() : [];
  const report = seen.has(reportAssets) ? reportFiles() : [];
  return [...new Set([...files, ...pages, ...report, ...always])];
}

/** The module that holds the built script and styles of the report page. */
const reportAssets = 'lib/report/page/page-assets.ts';

/** The sources of these, as paths from the project. A plugin reads them, so the import graph lacks them. */
const reportFiles = (): readonly string[] =>
  globSync('lib/report/page/**/*.{ts,css}', { cwd: project }).map((file) => file.split(sep).join('/'));

/**
 * Replaces a file by a rename, so that no reader sees half a file. The new content is first written to the
 * folder `scratch`.
 */
export async function replaceFile(
  path: string,
  contents: Uint8Array | string,
  scratch: string,
): Promise<void> {
  const temporary = join(scratch, `${randomBytes(8).toString('hex')}.tmp`);
  await mkdir(scratch, { recursive: true });
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(temporary, contents);
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** A command that started before a build may still load a chunk of the earlier build. */
const keepOldMs = 24 * 3600_000;

/** Removes the modules of a folder that no build made during the last day. */
export async function removeOld(folder: string, current: ReadonlySet<string>): Promise<void> {
  if (!existsSync(folder)) return;
  const files = readdirSync(folder).filter((file) => /\.m?js$/.test(file) && !current.has(file));
  for (const file of files.map((name) => join(folder, name))) {
    const changedMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
    if (Date.now() - changedMs >= keepOldMs) await rm(file, { force: true });
  }
}
