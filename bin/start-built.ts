import { join } from 'node:path';
import { runScript } from '../lib/local/function-host/kept-script.ts';

/** The files of the built command line, next to this module. The build writes their names here. */
declare const files: { readonly script: string; readonly modules: string };

/** The exit code after a wrong document or usage (`cli/exit-code.ts`). */
const refused = 2;

/**
 * Starts the built command line. `run` needs most of its code, so it uses one script with all code and its
 * stored compiled code (`lib/local/function-host/kept-script.ts`). Other commands load only the modules that
 * they need.
 */
if (process.argv[2] === 'run' && !process.argv.some((each) => each === '--help' || each === '-h')) {
  const path = join(import.meta.dirname, files.script);
  const { exports, keep } = runScript(path, process.env.NODE_COMPILE_CACHE);
  await (exports as { readonly start: () => Promise<void> }).start();
  // After a wrong document or usage, most functions of a run have not been compiled. So the compiled code is
  // not stored.
  if (process.exitCode !== refused) keep();
} else await import(new URL(files.modules, import.meta.url).href);
