import { registerHooks } from 'node:module';

/** Files of the product that use sockets, processors and threads, and the files that replace them. */
const replacements: Readonly<Record<string, string>> = {
  'lib/driver/driving/threads/open-run.ts': '../drive/open-run.ts',
  'lib/driver/http/preflight/preflight.ts': '../drive/replaced-modules.ts',
  'functions/driver/warmup/warm-up.ts': '../drive/replaced-modules.ts',
  'functions/driver/process/meter.ts': '../drive/replaced-modules.ts',
  'functions/driver/clock/time-server.ts': '../drive/replaced-modules.ts',
};

/** The folder of the product. */
export const root = new URL('../../../', import.meta.url);

/** Loads the product with replaced sockets. Call it before any of the product is imported. */
export function redirect(): void {
  const redirects = new Map(
    Object.entries(replacements).map(([file, replacement]) => [
      new URL(file, root).href,
      new URL(replacement, import.meta.url).href,
    ]),
  );
  // Only `unreachable-targets.ts` connects to targets through the preflight, so only its import is replaced.
  // Other modules import small helpers of the preflight.
  const preflight = new URL('lib/driver/http/preflight/preflight.ts', root).href;
  const plan = new URL('functions/driver/planning/unreachable-targets.ts', root).href;
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const isOwn = found.url === preflight && context.parentURL !== plan;
      const replacement = isOwn ? undefined : redirects.get(found.url);
      return replacement === undefined ? found : { ...found, url: replacement };
    },
  });
}
