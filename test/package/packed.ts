import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { arch, platform, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { project } from '../../lib/project.ts';
import type { Scope } from '../local/scratch.ts';
import { shared } from '../local/shared.ts';

const run = promisify(execFile);

/** The limit of bytes of an image with the package: the base, Node and the packed files. */
export const imageBytesMax = 200e6;

export type Packed = {
  readonly tarball: string;
  readonly files: readonly string[];
  readonly bytes: number;
  readonly bytesUnpacked: number;
};

const made = ['node_modules', '.git', 'dist', 'cdk.out', '.downpour'].map((name) => join(project, name));

/**
 * A copy of the clone without built files, so that files in `dist/` that other tests use remain unchanged.
 */
export function cloneBelow(folder: string): string {
  const clone = join(folder, 'clone');
  cpSync(project, clone, { recursive: true, filter: (source) => !made.includes(source) });
  symlinkSync(join(project, 'node_modules'), join(clone, 'node_modules'), 'junction');
  return clone;
}

/** `npm pack` in a copy of the clone, once for all test files. */
export async function pack(scope: Scope): Promise<Packed> {
  const folder = await shared(scope, 'packed', async (into) => {
    const clone = cloneBelow(into);
    const { stdout } = await npm(['pack', '--silent', '--json', '--pack-destination', into], clone);
    const reported = JSON.parse(stdout.slice(stdout.search(/^[[{]/m)));
    const [packed] = Object.values(reported) as [NpmPacked];
    writeFileSync(join(into, 'packed.json'), JSON.stringify(packed));
  });
  const { filename, files, size, unpackedSize }: NpmPacked = JSON.parse(
    readFileSync(join(folder, 'packed.json'), 'utf8'),
  );
  const names = files.map(({ path }) => path).toSorted();
  return { tarball: join(folder, filename), files: names, bytes: size, bytesUnpacked: unpackedSize };
}

type NpmPacked = {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
  readonly size: number;
  readonly unpackedSize: number;
};

/**
 * Runs npm as a user would: on this Node, and without the environment variables of the npm that runs the
 * tests.
 */
export async function npm(parameters: readonly string[], folder: string, node = process.execPath) {
  return run('npm', parameters, { cwd: folder, env: userEnvironment(node), maxBuffer: 64 * 1024 ** 2 });
}

/**
 * The environment of the caller, with a Node first on PATH, and without variables that belong to the clone or
 * to npm.
 */
export function userEnvironment(node: string): NodeJS.ProcessEnv {
  const foreign =
    /^(npm_(?!config_(registry|cache|userconfig|globalconfig|cafile|.*proxy)$)|INIT_CWD$|NODE_(?!EXTRA_CA_CERTS$)|DOWNPOUR_|FORCE_COLOR$)/i;
  const own = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  const PATH = [dirname(node), process.env.PATH].join(delimiter);
  return { ...Object.fromEntries(own), PATH, XDG_CACHE_HOME: cacheOfTest() };
}

let cache: string | undefined;

/** A cache folder for compiled code that is deleted with the test. */
function cacheOfTest(): string {
  if (cache !== undefined) return cache;
  const folder = mkdtempSync(join(tmpdir(), 'downpour-cache-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  cache = folder;
  return folder;
}

/**
 * The oldest Node on which the package must run, from npm. It remains in `node_modules/.cache` for the next
 * run.
 */
export async function oldestNode(): Promise<string> {
  const version = `${manifest().engines.node.replace('>=', '')}.0`;
  const folder = join(project, 'node_modules', '.cache', `node-${version}`);
  const name = `node-${platform() === 'win32' ? 'win' : platform()}-${arch()}`;
  const node = join(folder, 'node_modules', name, 'bin', platform() === 'win32' ? 'node.exe' : 'node');
  if (existsSync(node)) return node;
  mkdirSync(folder, { recursive: true });
  await npm(['install', '--silent', '--no-save', '--prefix', folder, `${name}@${version}`], folder);
  return node;
}

export function bytesBelow(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

/** The package.json of this project. */
export function manifest(): Manifest {
  return JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as Manifest;
}

export type Manifest = {
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
};
