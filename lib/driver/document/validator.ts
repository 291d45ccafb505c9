import type { ValidateFunction } from 'ajv';
import { ajvFor, benchmarkSchema } from './compile-schema.ts';

/**
 * The compiled validator of the benchmark schema. Compiling takes a quarter of a second, so it is done once
 * in each program that reads a document. A bundle contains the compiled code instead of this module
 * (lib/bundle/validator.ts).
 */
export function validator(): ValidateFunction {
  compiled ??= ajvFor({ source: false }).compile(benchmarkSchema);
  return compiled;
}
let compiled: ValidateFunction | undefined;
