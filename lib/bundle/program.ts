import { existsSync, globSync, statSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { BuildOptions } from 'esbuild';
import { project } from '../project.ts';
import { buildPageAssets, pageAssetsInside } from './browser/page-assets.ts';
import { build, graphOf, removeOld, replaceFile } from './build.ts';
import { oneCore } from './core-chunk.ts';
import { type Inputs, inputsTaker } from './inputs.js';
import { httpByRequire } from './smaller-packages.ts';

/** The note about a build, which the launcher reads. One rename of the note activates the whole build. */
export type ProgramNote = {
  /** The file of each program (`downpour`, `start`), relative to this note. */
  readonly entries: Readonly<Record<string, string>>;
  readonly inputs: Inputs;
  /** All files of the build. */
  readonly files: readonly string[];
};

const programDir = join(project, 'dist', 'program');

export const programOptions = {
  entryPoints: ['bin/downpour.ts', 'bin/start.ts'] as [string, string],
  entryNames: '[name]-[hash]',
  splitting: true,
  // Names are not shortened, because a stack in a bug report should name its functions.
  minifySyntax: true,
  minifyWhitespace: true,
  // esbuild is not included, because only a clone builds.
  external: ['esbuild'],
  plugins: [httpByRequire, pageAssetsInside],
  legalComments: 'none',
} satisfies BuildOptions;

/**
 * Builds the programs of `bin/` into `dist/program/`: modules that share chunks, so that a command loads only
 * the code that it needs. All files except the note are named after their content and never change. Several
 * builds may therefore run at the same time, and commands may use an earlier build meanwhile.
 */
export async function bundleProgram(): Promise<ProgramNote> {
  const take = inputsTaker(project, Date.now());
  const graph = await graphOf(programDir, programOptions);
  const core = oneCore(graph, programOptions.entryPoints);
  const options = { ...programOptions, plugins: [...programOptions.plugins, core] };
  const [outputs, page] = await Promise.all([build(programDir, options), buildPageAssets()]);
  await Promise.all(
    outputs.map(({ file, contents }) => replaceFile(join(programDir, file), contents, programDir)),
  );
  await copyNativeLibraries();
  const entries = outputs.flatMap(({ entry, file }) =>
    entry === undefined ? [] : [[basename(entry, '.ts'), file]],
  );
  const inputs = [...new Set([...outputs.flatMap((output) => output.inputs), ...page.inputs])];
  const files = outputs.map(({ file }) => file);
  // The files of the previous build remain, because a command that starts now may still load them.
  const before = existsSync(notePath) ? (await readNote()).files : [];
  const now = await take(inputs);
  const note = await keepNote({ entries: Object.fromEntries(entries), inputs: now, files });
  await removeOld(programDir, new Set([...files, ...before]));
  await removeOldCompiled();
  return note;
}

export async function keepNote(note: ProgramNote): Promise<ProgramNote> {
  await replaceFile(notePath, JSON.stringify(note), programDir);
  return note;
}

const notePath = join(programDir, 'note.json');
const readNote = async (): Promise<ProgramNote> => JSON.parse(await readFile(notePath, 'utf8'));

/** Copies the native library of classic-level for each platform to `prebuilds/`, next to the code. */
async function copyNativeLibraries(): Promise<void> {
  const { resolve } = createRequire(import.meta.url);
  const from = dirname(createRequire(resolve('dynalite')).resolve('classic-level/package.json'));
  for (const file of globSync('prebuilds/*/*.node', { cwd: from })) {
    const [source, target] = [join(from, file), join(programDir, file)];
    // A library that exists is kept, because a running process may have loaded it.
    if (existsSync(target) && statSync(target).size === statSync(source).size) continue;
    await replaceFile(target, await readFile(source), programDir);
  }
}

const compiledMsMax = 7 * 24 * 3600_000;

/**
 * Deletes compiled code of removed builds after a week. Node keeps compiled code of every file that it ever
 * loaded.
 */
async function removeOldCompiled(): Promise<void> {
  const folder = process.env.NODE_COMPILE_CACHE ?? '';
  // A folder with another name belongs to the user, so nothing is deleted in it.
  if (!folder.endsWith(join('downpour', 'compiled'))) return;
  for (const file of globSync('*/*', { cwd: folder }).map((name) => join(folder, name))) {
    const changedMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
    if (Date.now() - changedMs > compiledMsMax) await rm(file, { force: true });
  }
}
