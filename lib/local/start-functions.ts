import { join, resolve } from 'node:path';
import { scriptPaths } from '../bundle.ts';
import type { FunctionSpec } from '../functions/spec.ts';
import { functions as projectFunctions } from '../functions.ts';
import { type Bundles, beginBundles } from './bundles.ts';
import { groupsOf } from './function-host/groups.ts';
import { createFunctionHost, type FunctionHost } from './function-host/host.ts';
import { prewarmBurst } from './state-machine/burst-machine.ts';

/** The functions of a cloud whose stores may not be open yet. A disposal ends the functions. */
export type BegunFunctions = AsyncDisposable & {
  readonly bundles: Bundles;
  /** The process host of the functions. The local cloud must configure it before it invokes a function. */
  readonly host: Promise<FunctionHost>;
};

export type FunctionsOptions = {
  /**
   * The folder of all data that must survive a restart. It is created when absent. Only one local cloud may
   * use it at a time.
   */
  readonly dataDir: string;
  /** Environment variables for the functions. They replace the cloud's variables of the same names. */
  readonly environment?: Readonly<Record<string, string>>;
  /**
   * True for a cloud that runs until a user ends it. Only such a cloud delivers recurring schedules. False
   * for the cloud of one command, which is its only caller. Absent: no recurring schedules, and several
   * callers.
   */
  readonly lasting?: boolean;
  /**
   * The number of drives that the caller will need soon. They start together with the cloud, and the start
   * does not wait for them.
   */
  readonly drives?: number;
  /** Functions in place of those of the project, for tests. */
  readonly functions?: readonly FunctionSpec[];
  /** The folder of the functions' entry files; absent: `functions/` of the project. */
  readonly functionsDir?: string;
  /** The folder of the bundles; absent: `dist/functions` of the project. */
  readonly bundleDir?: string;
  /** Bundles whose build the caller has begun and will end. Absent: the cloud builds its own. */
  readonly bundles?: Bundles | undefined;
};

/**
 * Starts the host of a cloud's functions. With `drives`, it also loads the functions that a burst calls
 * before its drives. Nothing is written to the data folder before a function runs.
 */
export function beginFunctions(options: FunctionsOptions): BegunFunctions {
  const { functions = projectFunctions, dataDir, drives } = options;
  // A cloud of one command calls few functions, once each. Scripts with compiled code make that fast.
  const withScripts = options.lasting === false && options.functions === undefined && !options.bundles;
  const bundles = options.bundles ?? beginBundles({ ...options, withScripts });
  const cache = process.env.NODE_COMPILE_CACHE;
  let isEnded = false;
  let opened: FunctionHost | undefined;
  const begin = async (): Promise<FunctionHost> => {
    const bundleDir = await bundles.folder;
    const host = await createFunctionHost({
      functions,
      bundleDir,
      scripts: withScripts ? scriptPaths(bundleDir) : {},
      environment: {
        // Never a folder in the data folder: that may come from another person, for example in a cloned
        // repository, and compiled code can do everything.
        ...(cache && { NODE_COMPILE_CACHE: cache }),
        ...options.environment,
      },
      logDir: join(resolve(dataDir), 'log'),
      groups: options.functions === undefined ? groupsOf(functions, options.lasting !== false) : [],
    });
    opened = host;
    if (isEnded) await host.close();
    else if (drives !== undefined) prewarmBurst(host, 0);
    return host;
  };
  const host = begin();
  // The caller may fail before it waits for the host. A failed build must not be an unhandled rejection then.
  host.catch(() => undefined);
  return {
    bundles,
    host,
    async [Symbol.asyncDispose]() {
      isEnded = true;
      if (options.bundles === undefined) bundles[Symbol.dispose]();
      await opened?.close();
    },
  };
}
