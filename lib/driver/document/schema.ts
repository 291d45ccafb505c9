import type { Finding } from './problem.ts';
import { schemaMessages } from './schema-messages.ts';
import { type Reading, validator } from './validator.ts';

/**
 * Every violation of the benchmark schema, one message each.
 * Scalars that the format reads as text are replaced in place by what was written (`writtenAt`): a header value
 * `1.10` is the text `1.10` although YAML reads the number 1.1.
 */
export function checkSchema(value: unknown, writtenAt: WrittenAt): readonly Finding[] {
  const validate = validator();
  const reading: Reading = {
    asWritten: (parent, property, pointer) => {
      const text = writtenAt(pointer);
      if (text !== undefined) Object.assign(parent, { [property]: text });
    },
  };
  return validate.call(reading, value) ? [] : schemaMessages(validate.errors ?? [], value);
}

type WrittenAt = (pointer: string) => string | undefined;
