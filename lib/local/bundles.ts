import { join } from 'node:path';
import { bundleHosted } from '../bundle.ts';
import type { FunctionSpec } from '../functions/spec.ts';
import { functions as projectFunctions } from '../functions.ts';
import { project } from '../project.ts';

/** The bundles of functions, whose build has begun. A disposal stops an unfinished build. */
export type Bundles = Disposable & {
  /** Resolves to the folder of the bundles when all of them exist. */
  readonly folder: Promise<string>;
  /**
   * Resolves to true when a build is necessary, which takes seconds. Resolves to false when all bundles
   * exist.
   */
  readonly built: Promise<boolean>;
};

export type BundlesOptions = {
  /** The functions to build. Absent: the functions of the project. */
  readonly functions?: readonly FunctionSpec[] | undefined;
  /** The folder of the functions' entry files; absent: `functions/` of the project. */
  readonly functionsDir?: string | undefined;
  /** The folder of the bundles; absent: `dist/functions` of the project. */
  readonly bundleDir?: string | undefined;
  /**
   * True: Downpour also builds the scripts with the functions of one burst, one script for each kind of
   * environment.
   */
  readonly withScripts?: boolean | undefined;
};

/** Builds the bundles of functions and of their runtime, while the caller starts other things. */
export function beginBundles({
  functions = projectFunctions,
  functionsDir: source,
  bundleDir = join(project, 'dist/functions'),
  withScripts,
}: BundlesOptions = {}): Bundles {
  const ending = new AbortController();
  const names = functions.map(({ name }) => name);
  const built = Promise.withResolvers<boolean>();
  const building = (): void => built.resolve(true);
  const bundled = bundleHosted(bundleDir, names, { source, withScripts, building, signal: ending.signal });
  const folder = bundled.then(() => bundleDir);
  // The caller may fail before it waits for the build. A failed build must not become an unhandled rejection
  // then.
  folder.catch(() => undefined).finally(() => built.resolve(false));
  return { folder, built: built.promise, [Symbol.dispose]: () => ending.abort() };
}
