import { readFile } from 'node:fs/promises';
import type { BuildOptions, Plugin } from 'esbuild';
import { project } from '../../project.ts';

/**
 * Gives uPlot a fixed language. When uPlot is loaded, it makes a number format in the language of the
 * browser. On a machine without a language, a browser names `C` or `en-US@posix`. Both throw, and no page
 * with a chart opens.
 */
const languageOfCharts: Plugin = {
  name: 'language of charts',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]uPlot\.esm\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const contents = source.replace(
        "Intl.NumberFormat(domEnv ? nav.language : 'en-US')",
        "Intl.NumberFormat('en-US')",
      );
      if (contents === source) throw new Error(`${path} no longer makes its number format as expected`);
      return { contents, loader: 'js' };
    }),
};

/** The options of every bundle for browsers. */
export const browserOptions = {
  absWorkingDir: project,
  bundle: true,
  write: false as const,
  minify: true,
  metafile: true as const,
  // The oldest versions with all functions that the pages call. docs/pages.md names them.
  target: ['chrome119', 'firefox124', 'safari17.4'],
  legalComments: 'none' as const,
  logLevel: 'silent' as const,
  plugins: [languageOfCharts],
} satisfies BuildOptions;
