import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { DockerImage, FileSystem } from 'aws-cdk-lib';
import * as lambda from 'aws-cdk-lib/aws-lambda';

/** The code of the functions of a deployment. */
export type Bundles = {
  /** The code of a function, and its handler in that code. */
  code(name: string): { readonly code: lambda.Code; readonly handler: string };
  /** A text that changes with the code of a function. */
  fingerprint(name: string): string;
};

/** Bundles that are complete: the folder has `<name>/index.mjs` with its chunks for each function. */
export const completeBundles = (folder: string): Bundles => ({
  code: (name) => ({ code: lambda.Code.fromAsset(join(folder, name)), handler: 'index.handler' }),
  fingerprint: (name) => FileSystem.fingerprint(join(folder, name)),
});

/**
 * Bundles that share `chunks/`, as the package holds them. The code of a function is a copy of its own folder
 * and of the chunks that it can reach, at the same places.
 */
export function sharedBundles(folder: string): Bundles {
  const imports = new Map<string, readonly string[]>();
  const importsOf = (file: string): readonly string[] => {
    const known = imports.get(file) ?? relativeImports(folder, file);
    imports.set(file, known);
    return known;
  };
  const filesOf = (name: string): readonly string[] => {
    const files = new Set(readdirSync(join(folder, name)).map((file) => join(name, file)));
    for (const file of files) for (const other of importsOf(file)) files.add(other);
    return [...files].sort();
  };
  const fingerprint = (name: string): string => {
    const hash = createHash('sha256');
    for (const file of filesOf(name))
      hash.update(`${file.split(sep).join('/')}\n`).update(textOf(folder, file));
    return hash.digest('hex');
  };
  return {
    fingerprint,
    code: (name) => {
      const tryBundle = (output: string): boolean => {
        for (const file of filesOf(name)) cpSync(join(folder, file), join(output, file));
        return true;
      };
      // The copy needs no container, so no image is ever loaded.
      const bundling = { image: DockerImage.fromRegistry('none'), local: { tryBundle } };
      const code = lambda.Code.fromAsset(join(folder, name), { assetHash: fingerprint(name), bundling });
      return { code, handler: `${name}/index.handler` };
    },
  };
}

/** The modules of a folder that a module may load: each text in it that is the relative path of one. */
function relativeImports(folder: string, file: string): readonly string[] {
  const paths = [...textOf(folder, file).matchAll(/["'`](\.{1,2}\/[^"'`\s]+\.mjs)["'`]/g)];
  return paths
    .map(([, path = '']) => relative(folder, join(folder, dirname(file), path)))
    .filter((path) => existsSync(join(folder, path)));
}

const textOf = (folder: string, file: string): string => readFileSync(join(folder, file), 'utf8');
