import { join } from 'node:path';
import { runScript } from '../lib/local/function-host/kept-script.ts';

/** The files of the built command line, next to this module. The build writes their names here. */
declare const files: { readonly script: string; readonly modules: string };

/** The exit code after a wrong document or usage (`cli/exit-code.ts`). */
const refused = 2;

/**
 * Starts the built command line. `run` needs more of its code than other commands, so it has all code in one
 * script, whose compiled code is kept (`lib/local/function-host/kept-script.ts`). Another command loads only
 * the modules that it needs.
 */
if (process.argv[2] === 'run' && !process.argv.some((each) => each === '--help' || each === '-h')) {
  const path = join(import.meta.dirname, files.script);
  const { exports, keep } = runScript(path, process.env.NODE_COMPILE_CACHE);
  await (exports as { readonly start: () => Promise<void> }).start();
  // A run with a wrong document or usage has not compiled what a whole run needs.
  if (process.exitCode !== refused) keep();
} else await import(new URL(files.modules, import.meta.url).href);
