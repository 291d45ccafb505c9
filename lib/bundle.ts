import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { type Built, build, removeOld, replaceFile } from './bundle/build.ts';
import { comparer, type Inputs, inputsOf } from './bundle/inputs.js';
import { asFunction } from './bundle/lean.ts';
import { DownpourError } from './errors.ts';
import { type FunctionSpec, functions } from './functions.ts';
import { isClone, project } from './project.ts';

export type BundleOptions = {
  /** Folder of the entry files; absent: the project's `functions/`, with the threads of those. */
  readonly source?: string;
  /**
   * Code that functions share lies once in `<outDir>/chunks/`, so that an environment that runs several of them
   * loads it once. Absent: every bundle stands alone, as a function is deployed.
   */
  readonly shared?: true;
};

/**
 * Builds a folder per function: `<outDir>/<name>/index.mjs`, minified and with all dependencies inside, a module for each
 * kind of thread that it starts, what they share and what they load late in `chunks/`, and their source maps. A second call
 * with unchanged sources only looks at them, and the installed package has its bundles already. Calls may run at the
 * same time: every file is replaced in one rename.
 *
 * @param names function names; all of `lib/functions.ts` when absent.
 * @throws DownpourError `FUNCTION_MISSING` naming every entry file that does not exist.
 */
export async function bundleFunctions(
  outDir: string,
  names: readonly string[] = functions.map(({ name }) => name),
  { source, shared }: BundleOptions = {},
): Promise<void> {
  if (!isClone) return;
  const entries = names.flatMap((name) =>
    source === undefined ? entriesOf(name) : [entryOf(name, join(source, `${name}.ts`))],
  );
  const missing = entries.filter(({ entry }) => !existsSync(entry));
  if (missing.length > 0) {
    const files = missing.map(({ entry }) => relative(process.cwd(), entry)).join(', ');
    throw new DownpourError(
      'FUNCTION_MISSING',
      500,
      `No entry file for ${missing.length} functions: ${files}`,
    );
  }
  const stale = await staleEntries(outDir, entries);
  if (stale.length === 0) return;
  if (shared) await buildShared(outDir, entries);
  else await buildAlone(outDir, stale, entries);
}

/** Builds what runs a function on this machine, beside the functions; the answer is its path. */
export async function bundleRuntime(outDir: string): Promise<string> {
  const runtimeDir = join(outDir, '.runtime');
  await bundleFunctions(runtimeDir, ['runtime'], { source: join(project, 'lib/local/function-host') });
  return bundlePath(runtimeDir, 'runtime');
}

type Entry = {
  /** Names its inputs. */
  readonly name: string;
  readonly entry: string;
  /** Its bundle below the output folder, without `.mjs`. */
  readonly out: string;
};

const entryOf = (name: string, entry: string, out = `${name}/index`): Entry => ({ name, entry, out });

/** A function of the project and its threads. */
function entriesOf(name: string): readonly Entry[] {
  const spec: FunctionSpec | undefined = functions.find((each) => each.name === name);
  const source = (file: string): string => join(project, 'functions', `${file}.ts`);
  const threads = (spec?.threads ?? []).map((file) => {
    const own = `${name}/${basename(file)}`;
    return entryOf(own, source(file), own);
  });
  return [entryOf(name, source(name)), ...threads];
}

async function staleEntries(outDir: string, entries: readonly Entry[]): Promise<readonly Entry[]> {
  const compare = comparer(project);
  const isFresh = async ({ name, out }: Entry): Promise<boolean> => {
    if (!existsSync(join(outDir, `${out}.mjs`))) return false;
    const inputs = await readInputs(outDir, name);
    const now = inputs && (await compare(inputs));
    // Only the next look would be quicker: where nothing may be written, as in a read-only clone, it is not.
    if (now !== undefined && now !== inputs) await writeInputs(outDir, name, now).catch(() => undefined);
    return now !== undefined;
  };
  const fresh = await Promise.all(entries.map(isFresh));
  return entries.filter((_, i) => !fresh[i]);
}

/** A function and its threads by themselves, for each that has something to build. */
async function buildAlone(outDir: string, stale: readonly Entry[], all: readonly Entry[]): Promise<void> {
  const folders = new Set(stale.map(({ out }) => dirname(out)));
  // One behind the other: the bundler itself uses all processors.
  for (const folder of folders)
    await buildFolder(
      outDir,
      folder,
      all.filter(({ out }) => dirname(out) === folder),
    );
}

async function buildFolder(outDir: string, folder: string, entries: readonly Entry[]): Promise<void> {
  const sinceMs = Date.now();
  const own = join(outDir, folder);
  const outputs = await build(own, {
    ...asFunction,
    entryPoints: entries.map(({ entry, out }) => ({ in: entry, out: basename(out) })),
    // Beside the modules and not named in them: a map costs nothing until somebody reads a stack.
    sourcemap: 'external',
    sourcesContent: false,
  });
  const isEntry = ({ file }: Built): boolean => entries.some(({ out }) => file === `${basename(out)}.mjs`);
  const others = outputs.filter((output) => !isEntry(output));
  await Promise.all(
    others.map(({ file, contents }) => replaceFile(join(own, file), contents, notesDir(outDir))),
  );
  for (const output of outputs.filter(isEntry))
    await writeEntry(outDir, entries, { ...output, file: `${folder}/${output.file}` }, sinceMs);
  await removeOthers(own, new Set(outputs.map(({ file }) => file)));
}

/** A function's folder is deployed as it is. */
async function removeOthers(folder: string, current: ReadonlySet<string>): Promise<void> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const each of files.filter((entry) => entry.isFile())) {
    const path = join(each.parentPath, each.name);
    if (!current.has(relative(folder, path).split(sep).join('/'))) await rm(path, { force: true });
  }
}

/** Chunks are named after their content, so commands that load those of an earlier build are not disturbed. */
async function buildShared(outDir: string, entries: readonly Entry[]): Promise<void> {
  const sinceMs = Date.now();
  const outputs = await build(outDir, {
    ...asFunction,
    entryPoints: entries.map(({ entry, out }) => ({ in: entry, out })),
  });
  // What is imported late is an entry to esbuild, and a chunk here.
  const chunks = outputs.filter(({ file }) => !entries.some(({ out }) => file === `${out}.mjs`));
  await Promise.all(
    chunks.map(({ file, contents }) => replaceFile(join(outDir, file), contents, notesDir(outDir))),
  );
  await Promise.all(outputs.map((output) => writeEntry(outDir, entries, output, sinceMs)));
  await removeOld(join(outDir, 'chunks'), new Set(chunks.map(({ file }) => basename(file))));
}

/** Nothing is left to do for a chunk. */
async function writeEntry(
  outDir: string,
  entries: readonly Entry[],
  { file, contents, inputs }: Built,
  sinceMs: number,
): Promise<void> {
  const own = entries.find(({ out }) => file === `${out}.mjs`);
  if (own === undefined) return;
  await replaceFile(join(outDir, file), contents, notesDir(outDir));
  await writeInputs(outDir, own.name, await inputsOf(project, inputs, sinceMs));
}

async function readInputs(outDir: string, name: string): Promise<Inputs | undefined> {
  const path = inputsPath(outDir, name);
  return existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as Inputs) : undefined;
}

/** A function's folder never holds anything but its bundle, not even for an instant: its content is hashed. */
function writeInputs(outDir: string, name: string, inputs: Inputs): Promise<void> {
  return replaceFile(inputsPath(outDir, name), JSON.stringify(inputs), notesDir(outDir));
}

export const bundlePath = (outDir: string, name: string): string => join(outDir, name, 'index.mjs');
const notesDir = (outDir: string): string => join(outDir, '.inputs');
const inputsPath = (outDir: string, name: string): string => join(notesDir(outDir), `${name}.json`);
