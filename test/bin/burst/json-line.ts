import assert from 'node:assert/strict';
import { Ajv } from 'ajv';
import schema from '../../../schema/run-events.schema.json' with { type: 'json' };

const validate = new Ajv({ allErrors: true, discriminator: false }).compile(schema);

/** The events that a command with `--json-lines` has printed. Each is validated by its schema. */
export function eventsOf(lines: readonly string[]): readonly Readonly<Record<string, unknown>>[] {
  return lines.map((line) => {
    const event: unknown = JSON.parse(line);
    assert.ok(validate(event), `${line}\n${JSON.stringify(validate.errors, null, 1)}`);
    return event as Readonly<Record<string, unknown>>;
  });
}
