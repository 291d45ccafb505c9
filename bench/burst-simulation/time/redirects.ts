import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Files of the product that use sockets, processors and threads, and their replacements. */
const replacements: Readonly<Record<string, string>> = {
  'lib/driver/driving/threads/open-run.ts': '../drive/open-run.ts',
  'lib/driver/http/preflight/preflight.ts': '../drive/replaced-modules.ts',
  'functions/driver/warm-up.ts': '../drive/replaced-modules.ts',
  'functions/driver/warmup/warm-up.ts': '../drive/replaced-modules.ts',
  'functions/driver/meter.ts': '../drive/replaced-modules.ts',
  'functions/driver/process/meter.ts': '../drive/replaced-modules.ts',
  'functions/driver/clock/time-server.ts': '../drive/replaced-modules.ts',
};

/** Loads the code of a tree with its sockets replaced. To be called before any of it is imported. */
export function redirect(tree: string): void {
  const root = pathToFileURL(tree.endsWith('/') ? tree : `${tree}/`);
  const redirects = new Map(
    Object.entries(replacements).map(([file, replacement]) => [
      new URL(file, root).href,
      new URL(replacement, import.meta.url).href,
    ]),
  );
  // Only Plan sends by it; others take small things from that file.
  const preflight = new URL('lib/driver/http/preflight/preflight.ts', root).href;
  const plan = new URL('functions/driver/plan.ts', root).href;
  registerHooks({
    resolve(specifier, context, next) {
      // Packages are those of this tree, so that every client of the SDK is one whose calls are simulated.
      const isPackage =
        !/^(\.|\/|[a-z]+:|#)/.test(specifier) && context.parentURL?.startsWith(root.href) === true;
      const isInside = context.parentURL?.includes('/node_modules/') === true;
      const found = next(
        specifier,
        isPackage && !isInside ? { ...context, parentURL: import.meta.url } : context,
      );
      const isOwn = found.url === preflight && context.parentURL !== plan;
      const replacement = isOwn ? undefined : redirects.get(found.url);
      return replacement === undefined ? found : { ...found, url: replacement };
    },
  });
}

export const fileIn = (tree: string, file: string): string =>
  fileURLToPath(new URL(file, pathToFileURL(`${tree}/`)));
