import { typeWords } from '../../lib/driver/document/messages/expected-value.ts';
import { definitions, format, kindsOf, nameOf, referred, type Schema } from './benchmark-definitions.ts';
import { code, table } from './markdown.ts';

/** A table of the keys of a definition. The name '' is the top level of the document. */
export const membersOf = (name: string, only?: readonly string[]): string =>
  membersIn(name === '' ? format : (definitions[name] ?? {}), only);

function membersIn(schema: Schema, only?: readonly string[]): string {
  const keys = only ?? Object.keys(schema.properties ?? {});
  const rows = keys.map((key) =>
    row(key, schema.properties?.[key] ?? {}, schema.required?.includes(key) === true),
  );
  return rows.length === 0 ? '' : table(['key', 'value', 'default', 'example', 'what it is'], rows);
}

/** The table of `membersOf`, followed by the keys of each inner mapping that has no separate definition. */
export const allMembersOf = (name: string): readonly string[] => [
  membersOf(name),
  ...nestedIn(definitions[name] ?? {}),
];

function nestedIn({ properties = {} }: Schema): readonly string[] {
  return Object.entries(properties)
    .filter(([, member]) => member.properties !== undefined)
    .flatMap(([key, member]) => [`Inside ${code(key)}:`, membersIn(member), ...nestedIn(member)]);
}

function row(key: string, member: Schema, required: boolean): readonly string[] {
  const schema = referred(member);
  return [
    code(key),
    wordsOf(schema),
    required ? 'required' : schema.default === undefined ? '' : code(asText(schema.default)),
    code(exampleOf(member)),
    schema.description ?? '',
  ];
}

/** Describes the values that a member accepts. */
function wordsOf(member: Schema): string {
  const schema = referred(member);
  if (schema.enum !== undefined) return schema.enum.map(code).join(', ');
  if (schema.title !== undefined && schema.else === undefined) return schema.title;
  if (schema.if?.type === 'array') return `${wordsOf(schema.else ?? {})}, or a list`;
  if (schema.title !== undefined) return schema.title;
  return [schema.type ?? 'object']
    .flat()
    .map((type) => typeWords[type] ?? type)
    .join(' or ');
}

/** The example of a member, from the member or its reference. Otherwise its default or its first word. */
function exampleOf(member: Schema): string {
  const schema = referred(member);
  const [example = schema.default ?? schema.enum?.[0]] =
    member.examples ?? (member.default === undefined ? schema.examples : undefined) ?? [];
  if (example !== undefined) return asText(example);
  if (schema.else !== undefined) return exampleOf(schema.else);
  return schema.type === 'boolean' ? 'true' : '';
}

/** A value in YAML's flow style, with quotes when it needs them. */
export function asText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(asText).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{ ${Object.entries(value)
      .map(([key, member]) => `${key}: ${asText(member)}`)
      .join(', ')} }`;
  const text = String(value);
  return typeof value === 'string' && /^[{[]|: |[,\]}]/.test(text) ? `'${text}'` : text;
}

/**
 * The names of all definitions that the definition `from` reaches by references, itself included, in the
 * order of the document. An empty name begins at the top level of the document.
 */
export function reachable(from: string): readonly string[] {
  const met = new Set<string>();
  const walk = (schema: Schema, name: string): void => {
    if (schema.$ref !== undefined) meet(nameOf(schema.$ref));
    const kinds = definitions[name]?.else?.properties === undefined ? schema.properties : kindsOf(name);
    for (const [key, member] of Object.entries(kinds ?? {})) walk(member, `${name}.${key}`);
    for (const below of [schema.items, schema.then, schema.else, schema.additionalProperties])
      if (typeof below === 'object' && below !== definitions[name]?.else) walk(below, name);
  };
  const meet = (name: string): void => {
    if (met.has(name)) return;
    met.add(name);
    walk(definitions[name] ?? {}, name);
  };
  if (from === '') walk(format, '');
  else meet(from);
  return [...met];
}
