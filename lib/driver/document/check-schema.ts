import { schemaMessages } from './messages/schema-messages.ts';
import type { Finding } from './problem.ts';
import { readScalars, type WrittenAt } from './scalars-by-schema.ts';
import { validator } from './validator.ts';

/**
 * Checks a document against the benchmark schema, and returns one finding for each violation. Before the
 * check, it changes the document's scalars (texts, numbers, booleans) to the types that the schema expects.
 */
export function checkSchema(value: unknown, writtenAt: WrittenAt): readonly Finding[] {
  readScalars(value, writtenAt);
  const validate = validator();
  return validate(value) ? [] : schemaMessages(validate.errors ?? [], value);
}
