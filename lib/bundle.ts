import { existsSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import {
  bundleOf,
  type Entry,
  type FunctionsOrder,
  readInputs,
  writeInputs,
} from './bundle/build-functions.ts';
import { scriptsFile } from './bundle/burst-scripts.ts';
import { buildApart } from './bundle/child-build.ts';
import { comparer, type Inputs, inputsTaker } from './bundle/inputs.js';
import { DownpourError } from './errors.ts';
import { type ScriptKind, scriptKinds } from './functions/bundled-functions.ts';
import type { FunctionSpec } from './functions/spec.ts';
import { functions } from './functions.ts';
import { isClone, project } from './project.ts';
import { numbered } from './words.ts';

/** Options of the caller of a build. */
export type Watched = {
  /** Called when something has to be built, which takes seconds. */
  readonly building?: (() => void) | undefined;
  /** Ends the build, because the caller no longer needs it. */
  readonly signal?: AbortSignal | undefined;
};

export type BundleOptions = Watched & {
  /** The folder of the entry files. Absent: `functions/` of the project, with the files of its threads. */
  readonly source?: string | undefined;
  /**
   * True: shared code is only in `<outDir>/chunks/`, so that an environment of several functions loads it
   * once. Absent: every bundle is complete, for a deployment.
   */
  readonly shared?: true;
};

/**
 * Builds a folder for each function. It has `<outDir>/<name>/index.mjs`, minified and with all dependencies,
 * a module for each kind of thread that the function starts, `chunks/` with shared code and code that is
 * loaded late, and source maps. A second call with unchanged sources only checks them, and the installed
 * package contains its bundles. Calls may run at the same time, because every file is replaced by one rename.
 *
 * @param names function names; all of `lib/functions.ts` when absent.
 * @throws DownpourError `FUNCTION_MISSING` naming every entry file that does not exist.
 */
export async function bundleFunctions(
  outDir: string,
  names: readonly string[] = allNames,
  { source, shared, ...watched }: BundleOptions = {},
): Promise<void> {
  await bundle([{ outDir, entries: entriesIn(source, names), shared: shared ?? false }], watched);
}

export type HostedOptions = Omit<BundleOptions, 'shared'> & {
  /** True: the scripts with the functions of one burst are built as well. */
  readonly withScripts?: boolean | undefined;
};

/** Builds functions that share their code, and the program that runs them on this machine. */
export async function bundleHosted(
  outDir: string,
  names: readonly string[] = allNames,
  { source, withScripts = false, ...watched }: HostedOptions = {},
): Promise<void> {
  const functions = { outDir, entries: entriesIn(source, names), shared: true };
  await bundle([functions, runtimeIn(outDir), ...(withScripts ? [scriptsIn(outDir)] : [])], watched);
}

/**
 * Builds the program that runs a function on this machine, in the folder of the functions. Returns its path.
 */
export async function bundleRuntime(outDir: string): Promise<string> {
  const runtime = runtimeIn(outDir);
  await bundle([runtime]);
  return bundlePath(runtime.outDir, 'runtime');
}

const allNames = functions.map(({ name }) => name);

/** The functions of one output folder. */
type FunctionsTarget = Omit<FunctionsOrder, 'stale'>;

const runtimeIn = (outDir: string): FunctionsTarget => ({
  outDir: join(outDir, '.runtime'),
  entries: entriesIn(join(project, 'lib/local/function-host'), ['runtime']),
  shared: false,
});

const scriptsIn = (outDir: string): FunctionsTarget => ({
  outDir: join(outDir, '.script'),
  entries: scriptKinds.map((kind) => entryOf(kind, join(project, scriptsFile), kind)),
  shared: false,
  isScript: true,
});

/** The paths of the scripts with the functions of one burst. */
export const scriptPaths = (outDir: string): Readonly<Record<ScriptKind, string>> => ({
  thread: join(outDir, '.script', bundleOf('thread', true)),
  process: join(outDir, '.script', bundleOf('process', true)),
});

/** Builds all bundles that are older than their sources, with one builder. */
async function bundle(all: readonly FunctionsTarget[], { building, signal }: Watched = {}): Promise<void> {
  if (!isClone) return;
  refuseMissing(all.flatMap(({ entries }) => entries));
  const checked = await Promise.all(all.map(async (one) => ({ ...one, stale: await staleEntries(one) })));
  const orders = checked.filter(({ stale }) => stale.length > 0);
  if (orders.length === 0) return;
  building?.();
  await buildApart({ kind: 'functions', orders }, signal);
}

function refuseMissing(entries: readonly Entry[]): void {
  const missing = entries.filter(({ entry }) => !existsSync(entry));
  if (missing.length === 0) return;
  const files = missing.map(({ entry }) => relative(process.cwd(), entry)).join(', ');
  throw new DownpourError(
    'FUNCTION_MISSING',
    500,
    `The source files of ${numbered(missing.length, 'function')} are missing: ${files}; restore them, or correct the paths of the functions`,
  );
}

const entriesIn = (source: string | undefined, names: readonly string[]): readonly Entry[] =>
  names.flatMap((name) =>
    source === undefined ? entriesOf(name) : [entryOf(name, join(source, `${name}.ts`))],
  );

const entryOf = (name: string, entry: string, out = `${name}/index`): Entry => ({ name, entry, out });

/** The entry files of a function of the project and its threads. */
function entriesOf(name: string): readonly Entry[] {
  const spec: FunctionSpec | undefined = functions.find((each) => each.name === name);
  const source = (file: string): string => join(project, 'functions', `${file}.ts`);
  const threads = (spec?.threads ?? []).map((file) => {
    const own = `${name}/${basename(file)}`;
    return entryOf(own, source(file), own);
  });
  return [entryOf(name, source(name)), ...threads];
}

/**
 * The name of the list with the inputs of all bundles of a folder. One list is read, and compared with the
 * present files, faster than a list for each bundle.
 */
const together = 'together';

async function staleEntries({ outDir, entries, isScript }: FunctionsTarget): Promise<readonly Entry[]> {
  const compare = comparer(project);
  const pathOf = (out: string): string => join(outDir, bundleOf(out, isScript));
  const files = entries.map(({ out }) => relative(project, pathOf(out)));
  const known = await readInputs(outDir, together);
  if (known !== undefined && files.every((file) => file in known) && (await compare(known)) === known)
    return [];
  const freshInputs = async ({ name, out }: Entry): Promise<Inputs | undefined> => {
    if (!existsSync(pathOf(out))) return undefined;
    const inputs = await readInputs(outDir, name);
    return inputs && compare(inputs);
  };
  const took = await inputsTaker(
    project,
    Date.now(),
  )(files.filter((file) => existsSync(join(project, file))));
  const fresh = await Promise.all(entries.map(freshInputs));
  const stale = entries.filter((_, i) => fresh[i] === undefined);
  // The list only makes the next check faster. A failed write, for example in a read-only clone, is ignored.
  if (stale.length === 0)
    await writeInputs(outDir, together, Object.assign({}, ...fresh, took)).catch(() => undefined);
  return stale;
}

export const bundlePath = (outDir: string, name: string): string => join(outDir, name, 'index.mjs');
