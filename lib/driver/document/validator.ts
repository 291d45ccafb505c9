import type { ValidateFunction } from 'ajv';
import { ajvFor, benchmarkSchema } from './compile-schema.ts';

/**
 * The validator of the benchmark schema. Compilation takes a quarter of a second, so it happens once, in a
 * program that reads a document. A bundle contains the compiled code in place of this module
 * (lib/bundle/validator.ts).
 */
export function validator(): ValidateFunction {
  compiled ??= ajvFor({ source: false }).compile(benchmarkSchema);
  return compiled;
}
let compiled: ValidateFunction | undefined;
