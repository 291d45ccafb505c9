import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { type Built, build, removeOld, replaceFile } from './bundle/build.ts';
import { comparer, type Inputs, inputsOf } from './bundle/inputs.js';
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
 * Builds one minified ES module per function, `<outDir>/<name>/index.mjs`, with all dependencies inside, and beside it one
 * for each kind of thread that it starts. A second call
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
  else await buildAlone(outDir, stale);
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

async function buildAlone(outDir: string, entries: readonly Entry[]): Promise<void> {
  const sinceMs = Date.now();
  const outputs = await build(outDir, {
    entryPoints: entries.map(({ entry, out }) => ({ in: entry, out })),
    outExtension: { '.js': '.mjs' },
    minify: true,
  });
  await Promise.all(outputs.map((output) => writeEntry(outDir, entries, output, sinceMs)));
}

/** Chunks are named after their content, so commands that load those of an earlier build are not disturbed. */
async function buildShared(outDir: string, entries: readonly Entry[]): Promise<void> {
  const sinceMs = Date.now();
  const outputs = await build(outDir, {
    entryPoints: entries.map(({ entry, out }) => ({ in: entry, out })),
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunks/[name]-[hash]',
    splitting: true,
    minify: true,
  });
  // A chunk that is imported late has an entry of its own, too.
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
