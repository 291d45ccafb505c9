import { join } from 'node:path';
import standalone from 'ajv/dist/standalone/index.js';
import type { Plugin } from 'esbuild';
import { appendErrors } from '../ajv-code.ts';
import type { Schema, Schemas } from '../driver/declaration/schema.ts';
import { ajvFor, benchmarkSchema } from '../driver/document/compile-schema.ts';
import { project } from '../project.ts';

/**
 * Replaces the module that would compile the benchmark schema at run time by the compiled validator. The
 * schema's descriptions for people are left out, because no check and no message uses them.
 */
export const compiledValidator: Plugin = {
  name: 'compiled validator',
  setup({ onLoad }) {
    onLoad({ filter: /document[\\/]validator\.ts$/ }, ({ path }) =>
      path === join(project, 'lib/driver/document/validator.ts')
        ? { contents: validatorModule() }
        : undefined,
    );
    onLoad({ filter: /schema[\\/]benchmark\.schema\.json$/ }, () => ({
      contents: JSON.stringify(withoutTexts(benchmarkSchema)),
      loader: 'json',
    }));
  },
};

/**
 * Compiles the validator only once in a builder, which makes many bundles. Compiling takes a third of a
 * second.
 */
function validatorModule(): string {
  compiled ??= compile();
  return compiled;
}

let compiled: string | undefined;

function compile(): string {
  const ajv = ajvFor({ source: true });
  const code = standalone.default(ajv, ajv.compile(withoutTexts(benchmarkSchema)));
  return `${appendErrors(code)}\nexport const validator = () => validate;`;
}

function withoutTexts({ description: _, examples: __, default: ___, ...schema }: Schema): Schema {
  const below = Object.entries(schema).map(([keyword, value]) => [keyword, leanBelow(keyword, value)]);
  return Object.fromEntries(below);
}

function leanBelow(keyword: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if (keyword !== 'properties' && keyword !== 'definitions') return withoutTexts(value as Schema);
  return Object.fromEntries(
    Object.entries(value as Schemas).map(([name, schema]) => [name, withoutTexts(schema)]),
  );
}
