import type { ValidateFunction } from 'ajv';
import { ajvFor, benchmarkSchema } from './compile-schema.ts';

/**
 * The validator of the benchmark schema. Compiling takes a quarter of a second, so only a program that reads
 * a document pays for it, once; a bundle pays nothing, for it carries the compiled code in place of this
 * module (lib/bundle/validator.ts).
 */
export function validator(): ValidateFunction {
  compiled ??= ajvFor({ source: false }).compile(benchmarkSchema);
  return compiled;
}
let compiled: ValidateFunction | undefined;
