import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Metafile } from 'esbuild';
import { DownpourError } from './errors.ts';
import { functions } from './functions.ts';

const project = resolve(import.meta.dirname, '..');

export type BundleOptions = {
  /** Folder of the entry files; the project's `functions/` when absent. */
  readonly source?: string;
};

/**
 * Builds one minified ES module per function, `<outDir>/<name>/index.mjs`, with all dependencies inside: what runs
 * locally, in tests and in Lambda is the same bytes. A second call with unchanged sources only reads them. Calls may
 * run at the same time: every file is replaced in one rename.
 *
 * @param names function names; all of `lib/functions.ts` when absent.
 * @throws DownpourError `FUNCTION_MISSING` naming every entry file that does not exist.
 */
export async function bundleFunctions(
  outDir: string,
  names: readonly string[] = functions.map(({ name }) => name),
  { source = join(project, 'functions') }: BundleOptions = {},
): Promise<void> {
  const entries = names.map((name) => ({ name, entry: join(source, `${name}.ts`) }));
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
  if (stale.length > 0) await build(outDir, stale);
}

type Entry = { readonly name: string; readonly entry: string };

/** What a bundle was made of: file (relative to the project) to SHA-256; beside the bundle in `<outDir>/.inputs/`. */
type Inputs = Readonly<Record<string, string>>;

async function staleEntries(outDir: string, entries: readonly Entry[]): Promise<readonly Entry[]> {
  const hashes = new Map<string, Promise<string>>();
  const isFresh = async ({ name }: Entry): Promise<boolean> => {
    if (!existsSync(bundlePath(outDir, name))) return false;
    const inputs = await readInputs(outDir, name);
    const same = Object.entries(inputs ?? {}).map(
      async ([file, hash]) => (await hashOf(file, hashes)) === hash,
    );
    return inputs !== undefined && (await Promise.all(same)).every(Boolean);
  };
  const fresh = await Promise.all(entries.map(isFresh));
  return entries.filter((_, i) => !fresh[i]);
}

async function build(outDir: string, entries: readonly Entry[]): Promise<void> {
  const esbuild = await import('esbuild');
  const { outputFiles, metafile } = await esbuild.build({
    absWorkingDir: project,
    entryPoints: entries.map(({ name, entry }) => ({ in: entry, out: name })),
    outdir: outDir,
    write: false,
    metafile: true,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    loader: { '.yaml': 'text' },
    // What of the dependencies is still CommonJS asks for a require.
    banner: {
      js: `import{createRequire as $require}from'node:module';const require=$require(import.meta.url);`,
    },
    logLevel: 'silent',
  });
  const hashes = new Map<string, Promise<string>>();
  const built = Object.entries(metafile.outputs).map(async ([path, { entryPoint = '' }]) => {
    const name = relative(outDir, resolve(project, path)).split(sep).join('/').replace(/\.js$/, '');
    const file = outputFiles.find((output) => relative(output.path, resolve(project, path)) === '');
    if (!file) throw new Error(`esbuild named ${path} and did not make it`);
    await replaceFile(outDir, bundlePath(outDir, name), file.contents);
    const hashed = await hashInputs(reachable(metafile, entryPoint), hashes);
    await replaceFile(outDir, inputsPath(outDir, name), JSON.stringify(hashed));
  });
  await Promise.all(built);
}

/** An output's own list leaves out files of which only inlined constants are left; the import graph does not. */
function reachable({ inputs }: Metafile, entry: string): readonly string[] {
  const seen = new Set([entry]);
  for (const file of seen) {
    for (const { path, external } of inputs[file]?.imports ?? []) if (!external) seen.add(path);
  }
  return [...seen];
}

/** Packages change only with the lock file, so that stands for all of them. This file holds esbuild's options. */
async function hashInputs(inputs: readonly string[], hashes: Map<string, Promise<string>>): Promise<Inputs> {
  const own = inputs.filter((file) => !file.includes('node_modules/'));
  const files = [...own, 'package-lock.json', relative(project, import.meta.filename)].toSorted();
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await hashOf(file, hashes)] as const)),
  );
}

function hashOf(file: string, hashes: Map<string, Promise<string>>): Promise<string> {
  const known = hashes.get(file);
  if (known) return known;
  const hash = readFile(resolve(project, file)).then(
    (bytes) => createHash('sha256').update(bytes).digest('hex'),
    () => 'unreadable',
  );
  hashes.set(file, hash);
  return hash;
}

async function readInputs(outDir: string, name: string): Promise<Inputs | undefined> {
  const path = inputsPath(outDir, name);
  return existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as Inputs) : undefined;
}

/** A function's folder never holds anything but its bundle, not even for an instant: its content is hashed. */
async function replaceFile(outDir: string, path: string, contents: Uint8Array | string): Promise<void> {
  const temporary = join(outDir, '.inputs', `${randomBytes(8).toString('hex')}.tmp`);
  await mkdir(dirname(temporary), { recursive: true });
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(temporary, contents);
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}

export const bundlePath = (outDir: string, name: string): string => join(outDir, name, 'index.mjs');
const inputsPath = (outDir: string, name: string): string => join(outDir, '.inputs', `${name}.json`);
