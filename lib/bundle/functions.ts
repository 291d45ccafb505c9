import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { project } from '../project.ts';
import { type Built, build, removeOld, replaceFile } from './build.ts';
import { type Inputs, inputsTaker } from './inputs.js';
import { asFunction } from './lean.ts';

export type Entry = {
  /** Names its inputs. */
  readonly name: string;
  readonly entry: string;
  /** Its bundle below the output folder, without `.mjs`. */
  readonly out: string;
};

/** What is to be built of which functions. */
export type FunctionsOrder = {
  readonly outDir: string;
  readonly entries: readonly Entry[];
  /** Those of them that have something to build. */
  readonly stale: readonly Entry[];
  /** Code that they share lies once. */
  readonly shared: boolean;
};

export async function buildFunctions({ outDir, entries, stale, shared }: FunctionsOrder): Promise<void> {
  if (shared) await buildShared(outDir, entries);
  else await buildAlone(outDir, stale, entries);
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
  const take = inputsTaker(project, Date.now());
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
    await writeEntry(outDir, entries, { ...output, file: `${folder}/${output.file}` }, take);
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

/**
 * Chunks are named after their content, so commands that load those of an earlier build are not disturbed.
 */
async function buildShared(outDir: string, entries: readonly Entry[]): Promise<void> {
  const take = inputsTaker(project, Date.now());
  const outputs = await build(outDir, {
    ...asFunction,
    entryPoints: entries.map(({ entry, out }) => ({ in: entry, out })),
  });
  // What is imported late is an entry to esbuild, and a chunk here.
  const chunks = outputs.filter(({ file }) => !entries.some(({ out }) => file === `${out}.mjs`));
  await Promise.all(
    chunks.map(({ file, contents }) => replaceFile(join(outDir, file), contents, notesDir(outDir))),
  );
  await Promise.all(outputs.map((output) => writeEntry(outDir, entries, output, take)));
  await removeOld(join(outDir, 'chunks'), new Set(chunks.map(({ file }) => basename(file))));
}

/** Nothing is left to do for a chunk. */
async function writeEntry(
  outDir: string,
  entries: readonly Entry[],
  { file, contents, inputs }: Built,
  take: ReturnType<typeof inputsTaker>,
): Promise<void> {
  const own = entries.find(({ out }) => file === `${out}.mjs`);
  if (own === undefined) return;
  await replaceFile(join(outDir, file), contents, notesDir(outDir));
  await writeInputs(outDir, own.name, await take(inputs));
}

export async function readInputs(outDir: string, name: string): Promise<Inputs | undefined> {
  const path = inputsPath(outDir, name);
  return existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as Inputs) : undefined;
}

/**
 * A function's folder never holds anything but its bundle, not even for an instant: its content is hashed.
 */
export function writeInputs(outDir: string, name: string, inputs: Inputs): Promise<void> {
  return replaceFile(inputsPath(outDir, name), JSON.stringify(inputs), notesDir(outDir));
}

const notesDir = (outDir: string): string => join(outDir, '.inputs');
const inputsPath = (outDir: string, name: string): string => join(notesDir(outDir), `${name}.json`);
