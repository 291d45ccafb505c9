import { Ajv } from 'ajv';
import schema from '../../../schema/benchmark.schema.json' with { type: 'json' };

export const benchmarkSchema = schema;

/** Compiles the benchmark schema. `source`: keeps the code that it makes. */
export function ajvFor(code: { readonly source: boolean }): Ajv {
  return new Ajv({
    allErrors: true,
    verbose: true,
    allowUnionTypes: true,
    strict: true,
    strictRequired: false,
    code: { ...code, esm: true },
  });
}
