import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { FileSystem, IgnoreMode } from 'aws-cdk-lib';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type { AssetOptions } from 'aws-cdk-lib/aws-s3-assets';

/** The code of the functions of a deployment. */
export type Bundles = {
  /** The code of a function, and its handler in that code. */
  code(name: string): { readonly code: lambda.Code; readonly handler: string };
  /**
   * Copies the code of a function into an empty folder. Returns the path of the function's own folder in
   * there.
   */
  copy(name: string, target: string): string;
  /** A hash of the code of a function. */
  fingerprint(name: string): string;
};

/** Bundles that are complete: the folder has `<name>/index.mjs` with its chunks for each function. */
export const completeBundles = (folder: string): Bundles => ({
  code: (name) => ({ code: lambda.Code.fromAsset(join(folder, name)), handler: 'index.handler' }),
  copy(name, target) {
    cpSync(join(folder, name), target, { recursive: true });
    return '.';
  },
  fingerprint: (name) => FileSystem.fingerprint(join(folder, name)),
});

/**
 * Bundles that share a folder `chunks/`, as in the npm package. The code of a function is its own folder and
 * the chunks that it imports, at the same paths.
 */
export function sharedBundles(folder: string): Bundles {
  const imports = new Map<string, readonly string[]>();
  const importsOf = (file: string): readonly string[] => {
    const known = imports.get(file) ?? relativeImports(folder, file);
    imports.set(file, known);
    return known;
  };
  const filesOf = (name: string): ReadonlySet<string> => {
    const files = new Set(readdirSync(join(folder, name)).map((file) => `${name}/${file}`));
    for (const file of files) for (const other of importsOf(file)) files.add(other);
    return files;
  };
  const optionsOf = (name: string): AssetOptions => ({
    exclude: allBut(filesOf(name)),
    ignoreMode: IgnoreMode.GIT,
  });
  return {
    code: (name) => ({
      code: lambda.Code.fromAsset(folder, optionsOf(name)),
      handler: `${name}/index.handler`,
    }),
    copy(name, target) {
      for (const file of filesOf(name)) cpSync(join(folder, file), join(target, file), { recursive: true });
      return name;
    },
    fingerprint: (name) => FileSystem.fingerprint(folder, optionsOf(name)),
  };
}

/**
 * Patterns in the syntax of `.gitignore` that leave out everything but these files. A file is included only
 * if the folders above it are included before it.
 */
function allBut(files: Iterable<string>): string[] {
  const kept = new Set<string>();
  for (const file of files) for (let path = file; path !== '.'; path = posix.dirname(path)) kept.add(path);
  const folders = new Set([...kept].map((path) => posix.dirname(path)).filter((path) => path !== '.'));
  return [
    '/*',
    ...[...folders].sort().flatMap((path) => [`!/${path}/`, `/${path}/*`]),
    ...[...files].map((file) => `!/${file}`),
  ];
}

/**
 * The modules of a folder that a module may import. Each text in the module that is the relative path of a
 * file counts as an import.
 */
function relativeImports(folder: string, file: string): readonly string[] {
  const text = readFileSync(join(folder, file), 'utf8');
  return [...text.matchAll(/["'`](\.{1,2}\/[^"'`\s]+\.mjs)["'`]/g)]
    .map(([, path = '']) => posix.join(posix.dirname(file), path))
    .filter((path) => existsSync(join(folder, path)));
}
