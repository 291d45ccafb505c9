import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { project } from '../../lib/project.ts';

const folder = join(project, 'lib/results/json/machine');
export const machineFile = 'lib/results/json/machine/module.generated.ts';

const sources = ['layout.ts', 'memory.as', 'paths.ts', 'scan.ts', 'strings.ts'];
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

const contentOf = (name: string): string => readFileSync(join(folder, name), 'utf8');

/** A hash of everything that the module is made of. */
export function machineSources(): string {
  const compiler = readFileSync(join(project, 'node_modules/assemblyscript/package.json'), 'utf8');
  const { version } = JSON.parse(compiler) as { readonly version: string };
  return createHash('sha256')
    .update(JSON.stringify([version, options, ...sources.map(contentOf)]))
    .digest('hex');
}

/** The text of the module's file. It is compiled only when a source has changed. */
export async function machineModule(): Promise<string> {
  const file = join(project, machineFile);
  const present = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return present.includes(machineSources()) ? present : compiledModule();
}

/** Compiles the sources with AssemblyScript. @throws with the compiler's messages. */
export async function compiledModule(): Promise<string> {
  const { default: asc } = await import('assemblyscript/asc');
  let compiled: Uint8Array | undefined;
  const { error, stderr } = await asc.main(['scan.ts', '--outFile', 'scan.wasm', ...options], {
    readFile: (name) => {
      const source = name === 'memory.ts' ? 'memory.as' : name;
      return sources.includes(source) ? contentOf(source) : null;
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
