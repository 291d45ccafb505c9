import { randomBytes } from 'node:crypto';
import { existsSync, globSync, readdirSync, statSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { BuildOptions, Metafile } from 'esbuild';
import { project } from '../project.ts';
import { packageOf } from './browser/package-folders.ts';
import { assetsModule, embedWebAssets } from './browser/web-assets.ts';
import { infinispanSchemas } from './infinispan.ts';
import { usedUndici } from './undici.ts';

export type Built = {
  /** The path below the output folder, with slashes. */
  readonly file: string;
  readonly contents: Uint8Array;
  /** The path of the entry file from the project. Absent for a chunk that entries share. */
  readonly entry?: string;
  /**
   * The inputs of the output: the project's own files, and the lock file for all packages, as paths from the
   * project.
   */
  readonly inputs: readonly string[];
  /** The folders of the packages with code in this output, as paths from the project. */
  readonly packages: readonly string[];
};

/**
 * The inputs of every bundle in addition to its sources. The lock file represents all packages, and the other
 * files the options of the build.
 */
const always = [
  'package-lock.json',
  'lib/bundle.ts',
  ...[
    'browser/browser-options',
    'browser/package-folders',
    'browser/page-assets',
    'browser/web-assets',
    'build',
    'build-functions',
    'request-validators',
    'core-chunk',
    'infinispan',
    'polyfills',
    'program',
    'burst-scripts',
    'smaller-packages',
    'undici',
    'validator',
  ].map((name) => `lib/bundle/${name}.ts`),
  'lib/ajv-code.ts',
  'lib/contract/compile-checks.ts',
  'lib/api.generated.ts',
  'lib/driver/document/compile-schema.ts',
  'lib/project.ts',
  'schema/benchmark.schema.json',
];

/**
 * Builds ES modules with all dependencies inside. They also run on Node 22, because the installed package
 * uses the Node of the machine. In Lambda and in a clone it is Node 24.
 */
export async function build(outDir: string, options: Options): Promise<readonly Built[]> {
  const web = embedWebAssets();
  const { outputFiles, metafile } = await bundle(outDir, options, web);
  return Object.entries(metafile.outputs).map(([path, { entryPoint, inputs }]) => {
    const contents = outputFiles.find(
      (output) => relative(output.path, resolve(project, path)) === '',
    )?.contents;
    if (contents === undefined) throw new Error(`esbuild lists the file ${path}, but did not make it`);
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
    inject: [join(project, 'lib/bundle/polyfills.ts')],
    // Some dependencies are still CommonJS: they need a `require`, and search for their files in their own
    // folder.
    banner: {
      js: `import{createRequire as $require}from'node:module';const require=$require(import.meta.url),__dirname=import.meta.dirname;`,
    },
    logLevel: 'silent',
    ...options,
    plugins: [compiledValidator, infinispanSchemas, usedUndici, web.plugin, ...(options.plugins ?? [])],
  });
}

/**
 * The project's files of an output. The bundler's own list omits files that contribute only inlined
 * constants, and the import graph contains them.
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
  // A plugin may generate a module. The path of such a module begins with a namespace and is not a file, so
  // it is left out.
  const files = [...seen].filter((file) => !file.includes('node_modules/') && !/^[\w-]{2,}:/.test(file));
  const pages = seen.has(assetsModule) ? embedded() : [];
  const report = seen.has(reportAssets) ? reportFiles() : [];
  return [...new Set([...files, ...pages, ...report, ...always])];
}

/** The module that contains the built script and styles of the report page. */
const reportAssets = 'lib/report/page/page-assets.ts';

/**
 * The sources of the report page's script and styles, as paths from the project. A plugin reads them, so the
 * import graph lacks them.
 */
const reportFiles = (): readonly string[] =>
  globSync('lib/report/page/**/*.{ts,css}', { cwd: project }).map((file) => file.split(sep).join('/'));

/**
 * Replaces a file by a rename, so that no reader sees an incomplete file. The new content is first written to
 * the folder `scratch`.
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

/**
 * The age in milliseconds at which unused modules are deleted. A command that started before a build may
 * still load a module of an earlier build.
 */
const keepOldMs = 24 * 3600_000;

/** Deletes modules that the current build did not make and that are older than `keepMs`, by default a day. */
export async function removeOld(
  folder: string,
  current: ReadonlySet<string>,
  keepMs = keepOldMs,
): Promise<void> {
  if (!existsSync(folder)) return;
  const files = readdirSync(folder).filter((file) => /\.[cm]?js$/.test(file) && !current.has(file));
  for (const file of files.map((name) => join(folder, name)))
    if (ageMs(file) >= keepMs) await rm(file, { force: true });
}

/**
 * The files of a folder that running commands may still load. Each command of a clone lists its files in
 * `used/` (`bin/launch.js`). A list also counts for a day after its process was last seen here, because a
 * process in a container has another id.
 */
export async function usedFiles(folder: string): Promise<ReadonlySet<string>> {
  const used = new Set<string>();
  for (const list of globSync('used/*', { cwd: folder }).map((name) => join(folder, name))) {
    if (!isRunning(Number(basename(list))) && ageMs(list) >= keepOldMs) {
      await rm(list, { force: true });
      continue;
    }
    for (const file of await filesIn(list)) used.add(file);
  }
  return used;
}

/** The files of one list. A command that ends meanwhile deletes its list. */
async function filesIn(list: string): Promise<readonly string[]> {
  try {
    return (await readFile(list, 'utf8')).split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process runs and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const ageMs = (file: string): number =>
  Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY);
