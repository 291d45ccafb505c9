import { definitions, format, nameOf, referred, type Schema } from './benchmark-definitions.ts';
import { asText } from './members.ts';

/**
 * The text of schema/editor.schema.json, the benchmark schema for editors. The driver checks a document with
 * the strict schema after it has inserted the parameters. An editor sees the document before that, and must
 * help while people type.
 */
export function editorSchema(): string {
  const { $id: _, ...schema } = format;
  const $comment = 'Written by `npm run generate` from benchmark.schema.json and the code. Do not edit.';
  return `${JSON.stringify({ $comment, ...adapted(schema) }, null, 1)}\n`;
}

/** Adapts every schema inside a schema. A schema in `if` does not change. */
function adapted(schema: Schema): Schema {
  const below = Object.entries(schema).map(([keyword, value]) => [keyword, adaptedBelow(keyword, value)]);
  return proposable(explained(openToParameters(Object.fromEntries(below))));
}

function adaptedBelow(keyword: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value) as readonly (readonly [string, Schema])[];
  if (keyword === 'definitions')
    return Object.fromEntries(entries.map(([name, each]) => [name, adapted(each)]));
  if (keyword === 'properties')
    return Object.fromEntries(entries.map(([key, each]) => [key, titled(key, adapted(each))]));
  if (keyword === 'then' || keyword === 'else') return adapted(unexplained(value as Schema));
  return keyword === 'items' || keyword === 'additionalProperties' ? adapted(value as Schema) : value;
}

/**
 * Adds a title to a member. A hover begins with the title, and without one it would show the title of a
 * parent.
 */
const titled = (key: string, member: Schema): Schema =>
  referred(member).title === undefined ? { ...member, title: key } : member;

/**
 * Removes the description of a `then` or `else`. An editor would show it instead of the description of the
 * whole schema, which describes the key.
 */
function unexplained(branch: Schema): Schema {
  const { description: _, examples: __, title, ...rest } = referred(branch);
  return rest.enum === undefined ? rest : { title, ...rest };
}

/**
 * Adds the default to the description, as Markdown. A hover shows no default, and escapes text that is not
 * declared as Markdown.
 */
function explained(schema: Schema): Schema {
  if (schema.description === undefined) return schema;
  const fallback = schema.default === undefined ? '' : ` Default: \`${asText(schema.default)}\`.`;
  const description = schema.description + fallback;
  return { ...schema, description, markdownDescription: description };
}

/**
 * Moves the members of a schema one level deeper, so that the language server inserts a useful text for a
 * key. At that level the server counts no member as present: `maxProperties: 1` still allows the member that
 * the user types. It inserts the first example of the whole instead of all members with a default.
 */
function proposable({ examples, ...schema }: Schema): Schema {
  const types = schema.$ref === undefined ? typesOf(schema) : [];
  const type = types.length > 1 ? types : types[0];
  const known: Schema = { ...schema, ...(type && { type }), ...proposal(schema, examples) };
  if (schema.properties === undefined || schema.definitions !== undefined) return known;
  const {
    properties,
    additionalProperties,
    required,
    minProperties,
    maxProperties,
    oneOf,
    allOf,
    ...around
  } = known;
  const counted = { required, minProperties, maxProperties, oneOf };
  return { ...around, allOf: [{ properties, additionalProperties }, counted, ...(allOf ?? [])] };
}

/** Sets the text that an editor inserts for a key: its default, or else its first example. */
function proposal(schema: Schema, [example]: readonly unknown[] = []): Schema {
  if (schema.default !== undefined)
    return schema.$ref === undefined ? {} : { examples: [], defaultSnippets: [] };
  if (example === undefined || Array.isArray(example)) return {};
  return typeof example === 'object'
    ? { defaultSnippets: [{ label: 'example', body: example }] }
    : { examples: [example] };
}

/**
 * The types that a value may have, text first. A schema that offers alternatives has the types of all of
 * them.
 */
function typesOf(schema: Schema | undefined): readonly string[] {
  if (schema === undefined) return [];
  if (schema.$ref !== undefined) return typesOf(definitions[nameOf(schema.$ref)]);
  if (schema.type !== undefined) return [schema.type].flat();
  const types = new Set([...typesOf(schema.else), ...typesOf(schema.then)]);
  return [...types].sort((one, other) => Number(other === 'string') - Number(one === 'string'));
}

/**
 * Accepts parameters in place of values. For the language server, `!param RATE 200` is the text `RATE 200`.
 * It is valid when the default is valid.
 */
function openToParameters(schema: Schema): Schema {
  const types = [schema.type ?? []].flat();
  // The list of kinds that need no body, such as `- noop`, has a title. A parameter cannot take the place of
  // such a kind.
  if (schema.enum !== undefined && schema.title === undefined) return choice(schema);
  if (types.includes('string'))
    return schema.pattern === undefined ? schema : patterned(schema, schema.pattern);
  const value = types.map((type) => values[type]).find((each) => each !== undefined);
  if (value === undefined) return schema;
  return { ...withMessage(schema), type: [...types, 'string'], pattern: parameter(value) };
}

const values: { readonly [type: string]: string } = {
  number: '[-+]?[0-9.]+(e[-+]?[0-9]+)?',
  integer: '[-+]?[0-9]+',
  boolean: 'true|false',
};

function patterned(schema: Schema, pattern: string): Schema {
  const inner = pattern.replace(/^\^/, '').replace(/\$$/, '');
  return { ...withMessage(schema), pattern: `^(${inner})$|${parameter(inner)}` };
}

/**
 * Matches a parameter in place of a value. A parameter without a default needs a name in capitals, so that
 * `ten` remains a mistake for 10.
 */
const parameter = (value: string): string => `^[A-Z][A-Z0-9_]*$|^\\S+ +["']?(${value})["']?$`;

const withMessage = (schema: Schema): Schema => ({
  ...schema,
  patternErrorMessage: `Must be ${schema.title ?? 'true or false'}, or a parameter with such a default: !param NAME default`,
});

/**
 * Accepts a parameter in place of one of several words. Words in capitals could be names of parameters, so a
 * parameter needs its default here.
 */
const choice = ({ enum: words = [], ...schema }: Schema): Schema => ({
  ...schema,
  anyOf: [{ enum: words }, { type: 'string', pattern: `^\\S+ +["']?(${words.join('|')})["']?$` }],
});
