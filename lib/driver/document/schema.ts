import type { Finding } from './problem.ts';
import { schemaMessages } from './schema-messages.ts';
import { readScalars, type WrittenAt } from './typed-scalars.ts';
import { validator } from './validator.ts';

/**
 * Every violation of the benchmark schema, one message each, after its scalars were read as the schema means
 * them, in place.
 */
export function checkSchema(value: unknown, writtenAt: WrittenAt): readonly Finding[] {
  readScalars(value, writtenAt);
  const validate = validator();
  return validate(value) ? [] : schemaMessages(validate.errors ?? [], value);
}
