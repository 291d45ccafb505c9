import { type Branch, branches, type Call, type Schema, tree } from './path-tree.ts';

/** Names that the client's own code uses, so a segment of a path must not have them. */
const taken: readonly string[] = ['by', 'pages', 'then', 'get', 'put', 'post', 'delete', 'patch', 'head'];

/**
 * The text of lib/client/raw.generated.ts: the types of the tree of paths, and the few facts about operations
 * that the runtime needs.
 *
 * @throws Error for a segment with a name of the runtime.
 */
export function typescriptClient(): string {
  const { root, outside } = tree();
  const all = branches(root);
  const body = members(root, '  ');
  const records = [...new Set(body.match(/(?<=#)[A-Za-z]+/g))].sort();
  const keyed = all.filter(({ calls }) => calls.some(({ takesKey }) => takesKey)).map(({ at }) => at);
  const paged = all.flatMap(({ at, calls }) =>
    calls.flatMap(({ cursor }) => (cursor ? [[at, cursor.name + (cursor.beginsEmpty ? '=' : '')]] : [])),
  );
  return `/* Written by \`npm run generate\` from schema/openapi.json. Do not edit. */
/* biome-ignore-all lint: generated */

import type {
${['Requests', ...records].map((name) => `  ${name},`).join('\n')}
} from '../api.generated.ts';
import type { Facts, Pages, ${all.some(storable) ? 'Storable, ' : ''}Verb } from './runtime-types.ts';

type Parameter<Name extends keyof Requests> = Requests[Name]['path'][keyof Requests[Name]['path']];

export interface Tree {
${body.replaceAll('#', '')}}

export const facts: Facts = {
  outside: ${JSON.stringify(outside)},
  keyed: ${JSON.stringify(keyed)},
  paged: ${JSON.stringify(Object.fromEntries(paged.filter(([, parameter]) => parameter !== 'cursor=')))},
};
`;
}

function members(branch: Branch, indent: string): string {
  const inner = `${indent}  `;
  const calls = branch.calls.map((call) => verbs(call, indent)).join('');
  const children = [...branch.children].map(([name, child]) => {
    if (taken.includes(name))
      throw new Error(
        `the path segment '${name}' is a reserved name in the client for TypeScript: rename the segment`,
      );
    return `${indent}${propertyOf(name)}: {\n${members(child, inner)}${indent}};\n`;
  });
  const { parameter } = branch;
  const below =
    parameter === undefined
      ? ''
      : `${indent}by(${parameter.name}: Parameter<'${parameter.call}'>): {\n${members(parameter.branch, inner)}${indent}};\n`;
  return calls + children.join('') + below;
}

const storable = ({ calls }: Branch): boolean => calls.some(({ isStorable }) => isStorable);

const propertyOf = (name: string): string => (/^[A-Za-z]\w*$/.test(name) ? name : JSON.stringify(name));

function verbs(call: Call, indent: string): string {
  const answer = answerOf(call);
  const query = `Requests['${call.name}']['query']`;
  const request = `{ query: ${call.isStorable ? `Omit<${query}, 'redirect'>` : query}; ${bodyOf(call)} }`;
  const doc = `${indent}/** ${call.summary} */\n`;
  const verb = `${indent}${call.method}: ${call.isStorable ? 'Storable' : 'Verb'}<${request}, ${answer}>;\n`;
  return doc + verb + (call.cursor ? `${indent}pages: Pages<${request}, ${answer}>;\n` : '');
}

function bodyOf({ name, body }: Call): string {
  if (body === undefined) return 'body?: undefined';
  const types = Object.keys(body.content).map((type) => {
    if (type === 'application/x-www-form-urlencoded') return 'URLSearchParams';
    if (type === 'multipart/form-data') return 'FormData';
    const isAny = Object.keys(body.content[type] ?? {}).length === 0;
    return isAny ? 'object' : `Requests['${name}']['body']`;
  });
  return `body${body.isRequired ? '' : '?'}: ${[...new Set(types)].join(' | ')}`;
}

/**
 * The TypeScript type of the answer when the caller requests no content type. It is the type of the JSON
 * answer if there is one, else text.
 */
function answerOf({ answers, mayBeEmpty }: Call): string {
  const json = answers.filter(({ type }) => type === 'application/json');
  const types = (json.length > 0 ? json : answers).map(({ schema }) => typeOf(schema));
  return [...new Set([...types, ...(mayBeEmpty ? ['undefined'] : [])])].join(' | ');
}

/**
 * The TypeScript type of a schema. The name of a named schema gets the prefix `#`, by which the caller finds
 * it.
 */
function typeOf(schema: Schema): string {
  const { $ref, type, items, properties, required = [], additionalProperties } = schema;
  if (typeof $ref === 'string') return `#${$ref.slice($ref.lastIndexOf('/') + 1)}`;
  const either = schema.oneOf ?? schema.anyOf;
  if (Array.isArray(either)) return either.map(typeOf).join(' | ');
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one })).join(' | ');
  if (type === 'array') return listOf(typeOf((items ?? {}) as Schema));
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'string' || type === 'boolean' || type === 'null') return type;
  if (type === 'object') return objectOf(properties as Schema, required as string[], additionalProperties);
  return 'unknown';
}

const listOf = (item: string): string => (item.includes(' ') ? `(${item})[]` : `${item}[]`);

function objectOf(properties: Schema | undefined, required: readonly string[], others: unknown): string {
  if (properties === undefined && others === false) return 'Record<string, never>';
  if (properties === undefined) return `Record<string, ${typeOf((others ?? {}) as Schema)}>`;
  const members = Object.entries(properties).map(
    ([name, schema]) =>
      `${propertyOf(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema as Schema)}`,
  );
  return `{ ${members.join('; ')} }`;
}
