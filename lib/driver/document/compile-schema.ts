import { Ajv } from 'ajv';
import schema from '../../../schema/benchmark.schema.json' with { type: 'json' };
import { appendErrors } from '../../ajv-code.ts';

export const benchmarkSchema = schema;

/**
 * Makes the compiler of the benchmark schema. With `source` it keeps the generated code, which is then also
 * optimised. Otherwise optimising would take 40 % of the time of a compilation.
 */
export function ajvFor(code: { readonly source: boolean }): Ajv {
  return new Ajv({
    allErrors: true,
    verbose: true,
    allowUnionTypes: true,
    strict: true,
    strictRequired: false,
    code: { ...code, esm: true, process: appendErrors, optimize: code.source },
  });
}
