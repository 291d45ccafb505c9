import { join } from 'node:path';
import standalone from 'ajv/dist/standalone/index.js';
import type { Plugin } from 'esbuild';
import { ajvFor, benchmarkSchema } from '../driver/document/compile-schema.ts';
import { project } from '../project.ts';

/**
 * Puts the compiled validator of the benchmark schema in the place of the module that would compile it at run
 * time.
 */
export const compiledValidator: Plugin = {
  name: 'compiled validator',
  setup: ({ onLoad }) =>
    onLoad({ filter: /document[\\/]validator\.ts$/ }, ({ path }) => {
      if (path !== join(project, 'lib/driver/document/validator.ts')) return undefined;
      const ajv = ajvFor({ source: true });
      const code = standalone.default(ajv, ajv.compile(benchmarkSchema));
      return { contents: `${code}\nexport const validator = () => validate;`, loader: 'js' };
    }),
};
