import type { ValidateFunction } from 'ajv';
import { ajvFor, benchmarkSchema } from './compile-schema.ts';

/** The `this` of a validator while it walks a document. */
export type Reading = {
  /** Replaces a scalar that the format reads as text by what was written. */
  readonly asWritten: (parent: object, property: string | number, pointer: string) => void;
};

/**
 * The validator of the benchmark schema. Compiling takes a quarter of a second, so only a program that reads a document
 * pays for it, once; a bundle pays nothing, for it carries the compiled code in place of this module
 * (lib/bundle/validator.ts).
 */
export function validator(): ValidateFunction {
  compiled ??= ajvFor({ source: false }).compile(benchmarkSchema);
  return compiled;
}
let compiled: ValidateFunction | undefined;
