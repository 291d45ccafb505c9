import type { Schema } from '../../lib/driver/declaration/schema.ts';

/** The keywords of a JSON Schema in the order in which the generated files have them. */
const keywords: readonly string[] = [
  '$schema',
  '$id',
  '$ref',
  'title',
  'description',
  'type',
  'enum',
  'pattern',
  'minLength',
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'minItems',
  'minProperties',
  'maxProperties',
  'propertyNames',
  'if',
  'then',
  'else',
  'additionalProperties',
  'required',
  'properties',
  'items',
  'oneOf',
  'allOf',
  'anyOf',
  'not',
  'default',
  'examples',
  'definitions',
];

/** Writes the keywords of a schema and of its parts in one order. */
export function ordered(schema: Schema): Schema {
  const known = Object.keys(schema).filter((keyword) => !keywords.includes(keyword));
  return Object.fromEntries(
    [...keywords, ...known].flatMap((keyword) =>
      schema[keyword] === undefined ? [] : [[keyword, orderedBelow(keyword, schema[keyword])]],
    ),
  );
}

function orderedBelow(keyword: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || values.includes(keyword)) return value;
  if (Array.isArray(value)) return value.map((each: Schema) => ordered(each));
  if (keyword !== 'properties' && keyword !== 'definitions') return ordered(value as Schema);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, ordered(each as Schema)]));
}

/** Keywords whose content is values and not schemas. */
const values: readonly string[] = ['type', 'enum', 'required', 'default', 'examples'];
