import { Ajv, type SchemaValidateFunction, type ValidateFunction } from 'ajv';
import schema from '../../../schema/benchmark.schema.json' with { type: 'json' };
import type { Finding } from './problem.ts';
import { sentences } from './sentences.ts';

/**
 * Every violation of the benchmark schema, one sentence each.
 * Scalars that the format reads as text are replaced in place by what was written (`writtenAt`): a header value
 * `1.10` is the text `1.10` although YAML reads the number 1.1.
 */
export const checkSchema = (value: unknown, writtenAt: WrittenAt): readonly Finding[] => {
  const validate = validator();
  const valid = validate.call({ writtenAt }, value);
  return valid ? [] : sentences(validate.errors ?? [], value);
};

type WrittenAt = (pointer: string) => string | undefined;

/** Compiling takes a tenth of a second, so only a program that reads a document pays for it, once. */
const validator = (): ValidateFunction => {
  compiled ??= compile();
  return compiled;
};
let compiled: ValidateFunction | undefined;

const compile = (): ValidateFunction => {
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    passContext: true,
    allowUnionTypes: true,
    strict: true,
    strictRequired: false,
  });
  ajv.addKeyword({
    keyword: 'asWritten',
    schemaType: 'boolean',
    modifying: true,
    errors: false,
    validate: asWritten,
  });
  return ajv.compile({
    ...schema,
    definitions: { ...schema.definitions, text: { ...schema.definitions.text, asWritten: true } },
  });
};

const asWritten: SchemaValidateFunction = function asWritten(
  this: { readonly writtenAt: WrittenAt },
  _wanted: unknown,
  _data: unknown,
  _parentSchema?: object,
  place?: Parameters<SchemaValidateFunction>[3],
): boolean {
  const text = place === undefined ? undefined : this.writtenAt(place.instancePath);
  if (place !== undefined && text !== undefined) place.parentData[place.parentDataProperty] = text;
  return true;
};
