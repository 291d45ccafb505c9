import { existsSync, globSync, statSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { BuildOptions } from 'esbuild';
import { project } from '../project.ts';
import { buildPageAssets, pageAssetsInside } from './browser/page-assets.ts';
import { type Built, build, graphOf, removeOld, replaceFile, usedFiles } from './build.ts';
import { asScript } from './burst-scripts.ts';
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
  const entryPoints = [...programOptions.entryPoints, ...Object.values(startedBy)] as const;
  const plugins = [...programOptions.plugins, oneCore(graph, entryPoints)];
  const options = { ...programOptions, entryPoints: [...entryPoints], plugins };
  const [modules, page] = await Promise.all([build(programDir, options), buildPageAssets()]);
  const outputs = [...modules, ...(await withScript(modules))];
  await Promise.all(
    outputs.map(({ file, contents }) => replaceFile(join(programDir, file), contents, programDir)),
  );
  await copyNativeLibraries();
  const entries = { downpour: fileOf(outputs, builtEntry), start: fileOf(outputs, 'bin/start.ts') };
  const inputs = [...new Set([...outputs.flatMap((output) => output.inputs), ...page.inputs])];
  const files = outputs.map(({ file }) => file);
  // The files of the previous build remain, because a command that starts now may still load them. So do the
  // files of a build that runs at the same time, which are young.
  const before = existsSync(notePath) ? (await readNote()).files : [];
  const now = await take(inputs);
  const note = await keepNote({ entries, inputs: now, files });
  await removeOld(programDir, new Set([...files, ...before, ...(await usedFiles(programDir))]), keepUnusedMs);
  await removeOldCompiled();
  return note;
}

/**
 * The age in milliseconds at which unused files may be deleted. It is longer than any build, which takes
 * minutes on a busy machine.
 */
const keepUnusedMs = 3600_000;

/**
 * The modules that `bin/downpour.ts` starts. A script does not start that file, because the file waits at its
 * top level.
 */
const startedBy = { main: 'bin/cli/main.ts', program: 'bin/program.ts' } as const;

/** Builds the script of the command line, and the module that starts the script or the modules. */
async function withScript(modules: readonly Built[]): Promise<readonly Built[]> {
  const source = `import { main } from './${fileOf(modules, startedBy.main)}';
    import { buildProgram } from './${fileOf(modules, startedBy.program)}';
    export const start = () => main(buildProgram);`;
  const { minifySyntax, minifyWhitespace, external } = programOptions;
  const options = { minifySyntax, minifyWhitespace, external };
  const contents = await asScript(modules, source, options, 'script.cjs');
  const script = `downpour-${crc32(contents).toString(16)}.cjs`;
  const files = JSON.stringify({ script, modules: fileOf(modules, 'bin/downpour.ts') });
  const starting = { ...programOptions, entryPoints: [builtEntry], define: { files } };
  return [{ file: script, contents, inputs: [], packages: [] }, ...(await build(programDir, starting))];
}

const builtEntry = 'bin/start-built.ts';

function fileOf(outputs: readonly Built[], path: string): string {
  const { file } = outputs.find(({ entry }) => entry === path) ?? {};
  if (file === undefined) throw new Error(`${path} was not built`);
  return file;
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
