import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { project } from '../../lib/project.ts';

const folder = join(project, 'lib/results/json/machine');
export const machineFile = 'lib/results/json/machine/module.generated.ts';

/**
 * The folder of the AssemblyScript compiler. It takes 100 MB, so it is installed only when a source has
 * changed.
 */
const compilerFolder = join(project, 'bin/generate/assemblyscript');

const sources = [
  'columns.ts',
  'follow-path.ts',
  'frame.ts',
  'layout.ts',
  'memory.as',
  'repeated-names.ts',
  'scalars.ts',
  'scan.ts',
  'strings.ts',
  'table-rows.ts',
  'write-tokens.ts',
];
const options = [
  '-O3',
  '--enable',
  'simd',
  '--runtime',
  'stub',
  '--importMemory',
  '--noAssert',
  '--converge',
];

/**
 * Converts a TypeScript source to AssemblyScript. The tag `@inline` in a comment becomes the decorator,
 * because TypeScript does not allow the decorator at functions. Inlining matters: a call takes as long as
 * reading a short number.
 */
const assemblyScript = (name: string): string =>
  readFileSync(join(folder, name), 'utf8').replace(/@inline\s+\*\/\n/g, (tag) => `${tag}@inline\n`);

/** A hash of everything on which the compiled module depends. */
export function machineSources(): string {
  const { dependencies } = JSON.parse(readFileSync(join(compilerFolder, 'package.json'), 'utf8'));
  return createHash('sha256')
    .update(JSON.stringify([dependencies, options, ...sources.map(assemblyScript)]))
    .digest('hex');
}

/**
 * The text of `module.generated.ts` with the compiled module. It is compiled only when a source has changed.
 */
export async function machineModule(): Promise<string> {
  const file = join(project, machineFile);
  const present = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return present.includes(machineSources()) ? present : compiledModule();
}

/** The part of the compiler's interface that this file uses. */
type Compiler = {
  readonly main: (
    options: readonly string[],
    files: {
      readonly readFile: (name: string) => string | null;
      readonly writeFile: (name: string, content: string | Uint8Array) => void;
      readonly listFiles: () => readonly string[];
    },
  ) => Promise<{ readonly error: Error | null; readonly stderr: { toString(): string } }>;
};

async function compiler(): Promise<Compiler> {
  const file = join(compilerFolder, 'node_modules/assemblyscript/dist/asc.js');
  if (!existsSync(file))
    await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit'], { cwd: compilerFolder });
  const { default: asc } = (await import(pathToFileURL(file).href)) as { readonly default: Compiler };
  return asc;
}

/**
 * Compiles the sources with AssemblyScript.
 * @throws Error with the compiler's messages.
 */
export async function compiledModule(): Promise<string> {
  const asc = await compiler();
  let compiled: Uint8Array | undefined;
  const { error, stderr } = await asc.main(['scan.ts', '--outFile', 'scan.wasm', ...options], {
    readFile: (name) => {
      const source = name === 'memory.ts' ? 'memory.as' : name;
      return sources.includes(source) ? assemblyScript(source) : null;
    },
    writeFile: (_, content) => {
      if (typeof content !== 'string') compiled = content;
    },
    listFiles: () => [],
  });
  if (error !== null || compiled === undefined) throw new Error(stderr.toString(), { cause: error });
  return `/**
 * Made by bin/generate.ts from the sources in this folder, whose hash this is. Do not change it.
 */
export const sources = '${machineSources()}';

export const wasm =
  '${Buffer.from(compiled).toString('base64')}';
`;
}
