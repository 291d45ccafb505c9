import { join } from 'node:path';
import { bundleHosted } from '../bundle.ts';
import type { FunctionSpec } from '../functions/spec.ts';
import { functions as projectFunctions } from '../functions.ts';
import { project } from '../project.ts';

/** Bundles on their way. To dispose of them ends a build that still goes on. */
export type Bundles = Disposable & {
  /** Their folder, when all are there. */
  readonly folder: Promise<string>;
  /** True as soon as some have to be built, which takes seconds; false when all are there. */
  readonly built: Promise<boolean>;
};

export type BundlesOptions = {
  /** Absent: the functions of the project. */
  readonly functions?: readonly FunctionSpec[] | undefined;
  /** Folder of their entry files; absent: the project's `functions/`. */
  readonly functionsDir?: string | undefined;
  /** Folder of their bundles; absent: the project's `dist/functions`. */
  readonly bundleDir?: string | undefined;
};

/** Bundles functions and the runtime that hosts them beside all else that has to start. */
export function beginBundles({
  functions = projectFunctions,
  functionsDir: source,
  bundleDir = join(project, 'dist/functions'),
}: BundlesOptions = {}): Bundles {
  const ending = new AbortController();
  const names = functions.map(({ name }) => name);
  const built = Promise.withResolvers<boolean>();
  const building = (): void => built.resolve(true);
  const bundled = bundleHosted(bundleDir, names, { source, building, signal: ending.signal });
  const folder = bundled.then(() => bundleDir);
  // Another part may fail first and be reported; then this failure must not become an unhandled rejection.
  folder.catch(() => undefined).finally(() => built.resolve(false));
  return { folder, built: built.promise, [Symbol.dispose]: () => ending.abort() };
}
