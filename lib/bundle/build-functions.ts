import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { project } from '../project.ts';
import { type Built, build, removeOld, replaceFile } from './build.ts';
import { buildScripts } from './burst-scripts.ts';
import { type Inputs, inputsTaker } from './inputs.js';
import { asFunction } from './smaller-packages.ts';

export type Entry = {
  /** The name of the file that lists the entry's inputs. */
  readonly name: string;
  readonly entry: string;
  /** The path of the entry's bundle below the output folder, without its extension. */
  readonly out: string;
};

/** The path of an entry's bundle below the output folder. */
export const bundleOf = (out: string, isScript = false): string => `${out}.${isScript ? 'cjs' : 'mjs'}`;

/** The functions to build. */
export type FunctionsOrder = {
  readonly outDir: string;
  readonly entries: readonly Entry[];
  /** The entries whose bundles are older than their sources. */
  readonly stale: readonly Entry[];
  /** True: shared code is stored once, in chunks. */
  readonly shared: boolean;
  /** True: each entry is one script in CommonJS, with all of its code (burst-scripts.ts). */
  readonly isScript?: boolean;
};

export async function buildFunctions(order: FunctionsOrder): Promise<void> {
  const { outDir, entries, stale, shared, isScript } = order;
  if (isScript) await buildAsScripts(outDir, entries);
  else if (shared) await buildShared(outDir, entries);
  else await buildAlone(outDir, stale, entries);
}

/** Builds each stale function with its threads in a separate build. */
async function buildAlone(outDir: string, stale: readonly Entry[], all: readonly Entry[]): Promise<void> {
  const folders = new Set(stale.map(({ out }) => dirname(out)));
  // The builds run one after the other, because the bundler itself uses all processors.
  for (const folder of folders)
    await buildFolder(
      outDir,
      folder,
      all.filter(({ out }) => dirname(out) === folder),
    );
}

async function buildFolder(outDir: string, folder: string, entries: readonly Entry[]): Promise<void> {
  const take = inputsTaker(project, Date.now());
  const own = join(outDir, folder);
  const outputs = await build(own, {
    ...asFunction,
    entryPoints: entries.map(({ entry, out }) => ({ in: entry, out: basename(out) })),
    // The source map is a separate file that the module does not name, so it costs nothing until a user reads
    // a stack.
    sourcemap: 'external',
    sourcesContent: false,
  });
  const isEntry = ({ file }: Built): boolean => entries.some(({ out }) => file === `${basename(out)}.mjs`);
  const others = outputs.filter((output) => !isEntry(output));
  await Promise.all(
    others.map(({ file, contents }) => replaceFile(join(own, file), contents, notesDir(outDir))),
  );
  for (const output of outputs.filter(isEntry))
    await writeEntry(outDir, entries, { ...output, file: `${folder}/${output.file}` }, take);
  await removeOthers(own, new Set(outputs.map(({ file }) => file)));
}

/** Deletes all other files in a function's folder, because the folder is deployed as it is. */
async function removeOthers(folder: string, current: ReadonlySet<string>): Promise<void> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const each of files.filter((entry) => entry.isFile())) {
    const path = join(each.parentPath, each.name);
    if (!current.has(relative(folder, path).split(sep).join('/'))) await rm(path, { force: true });
  }
}

/**
 * Builds functions that share chunks. Chunks are named after their content, so a running command can still
 * load chunks of an earlier build.
 */
async function buildShared(outDir: string, entries: readonly Entry[]): Promise<void> {
  const take = inputsTaker(project, Date.now());
  const outputs = await build(outDir, {
    ...asFunction,
    entryPoints: entries.map(({ entry, out }) => ({ in: entry, out })),
  });
  // esbuild counts a module that is imported late as an entry. Here it is a chunk.
  const chunks = outputs.filter(({ file }) => !entries.some(({ out }) => file === `${out}.mjs`));
  await Promise.all(
    chunks.map(({ file, contents }) => replaceFile(join(outDir, file), contents, notesDir(outDir))),
  );
  await Promise.all(outputs.map((output) => writeEntry(outDir, entries, output, take)));
  await removeOld(join(outDir, 'chunks'), new Set(chunks.map(({ file }) => basename(file))));
}

async function buildAsScripts(outDir: string, entries: readonly Entry[]): Promise<void> {
  const take = inputsTaker(project, Date.now());
  const outputs = await buildScripts(outDir);
  await Promise.all(outputs.map((output) => writeEntry(outDir, entries, output, take, true)));
}

/** Writes the bundle of an entry. All of its chunks are complete already. */
async function writeEntry(
  outDir: string,
  entries: readonly Entry[],
  { file, contents, inputs }: Built,
  take: ReturnType<typeof inputsTaker>,
  isScript = false,
): Promise<void> {
  const own = entries.find(({ out }) => file === bundleOf(out, isScript));
  if (own === undefined) return;
  await replaceFile(join(outDir, file), contents, notesDir(outDir));
  await writeInputs(outDir, own.name, await take(inputs));
}

export async function readInputs(outDir: string, name: string): Promise<Inputs | undefined> {
  const path = inputsPath(outDir, name);
  return existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as Inputs) : undefined;
}

/** Writes the list of inputs outside the function's folder, because the content of that folder is hashed. */
export function writeInputs(outDir: string, name: string, inputs: Inputs): Promise<void> {
  return replaceFile(inputsPath(outDir, name), JSON.stringify(inputs), notesDir(outDir));
}

const notesDir = (outDir: string): string => join(outDir, '.inputs');
const inputsPath = (outDir: string, name: string): string => join(notesDir(outDir), `${name}.json`);
