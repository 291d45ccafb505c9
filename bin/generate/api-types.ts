import { readFile } from 'node:fs/promises';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { parse } from 'yaml';

type Schema = { readonly [key: string]: unknown };
type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
};
type Operation = {
  readonly operationId: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: { readonly [type: string]: { readonly schema: Schema } } };
};
type Document = {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
  readonly components: { readonly schemas: { readonly [name: string]: Schema } };
};

const source = new URL('../../schema/openapi.yaml', import.meta.url);

/** The text of lib/api.generated.ts: the types of all records and, per operation, the schemas of its requests. */
export async function apiTypes(): Promise<string> {
  const document = parse(await readFile(source, 'utf8')) as Document;
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => describe(document, path, method, operation)),
  );
  return `/* Written by \`npm run generate\` from schema/openapi.yaml. Do not edit. */
/* biome-ignore-all lint: generated */

${await types(document, operations)}
/** Every operation as the pipeline needs it. Schemas are JSON Schema 2020-12 with all references resolved. */
export const operations = ${JSON.stringify(Object.fromEntries(operations.map(({ name, ...rest }) => [name, rest])), null, 2)} as const;

export type OperationName = keyof typeof operations;
`;
}

function describe(document: Document, path: string, method: string, operation: Operation) {
  const parameters = (operation.parameters ?? []).map(
    (one) => resolve(document, one) as unknown as Parameter,
  );
  const body = operation.requestBody?.content['application/json']?.schema;
  return {
    name: operation.operationId,
    method: method.toUpperCase(),
    path,
    /** An empty `security` list is the OpenAPI way to say: open to everyone. */
    secured: operation.security?.length !== 0,
    parameters: {
      path: members(document, parameters, 'path'),
      query: members(document, parameters, 'query'),
      header: members(document, parameters, 'header'),
    },
    ...(body === undefined ? {} : { body: bare(resolve(document, body)) }),
  };
}

/** One object schema for all parameters of a place. Header names are compared in lower case, and others may be sent. */
function members(document: Document, parameters: readonly Parameter[], place: string): Schema {
  const here = parameters.filter((one) => one.in === place);
  const name = (one: Parameter): string => (place === 'header' ? one.name.toLowerCase() : one.name);
  return {
    type: 'object',
    properties: Object.fromEntries(here.map((one) => [name(one), bare(resolve(document, one.schema))])),
    required: here.filter((one) => one.required === true).map(name),
    additionalProperties: place === 'header',
  };
}

/** Follows `$ref` everywhere below; the records of this document do not contain themselves. */
function resolve(document: Document, node: unknown): Schema {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    if ('$ref' in value) return walk(lookup(document, String(value.$ref)));
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, walk(member)]));
  };
  return walk(node) as Schema;
}

function lookup(document: Document, reference: string): unknown {
  const found = reference
    .slice(2)
    .split('/')
    .reduce((node: unknown, key) => (node as Schema)?.[key], document);
  if (found === undefined) throw new Error(`${source.pathname} has no ${reference}`);
  return found;
}

/** Prose stays in the YAML: the schemas are bundled into every function. `properties` may have members of these names. */
function bare(schema: Schema): Schema {
  const { description: _, example: __, examples: ___, properties, ...rest } = schema;
  const kept = Object.entries(rest).map(([key, value]) => [key, isSchema(value) ? bare(value) : value]);
  if (properties === undefined) return Object.fromEntries(kept);
  const members = Object.entries(properties as Schema).map(([key, value]) => [key, bare(value as Schema)]);
  return { ...Object.fromEntries(kept), properties: Object.fromEntries(members) };
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Interfaces of all records, and `Requests`: per operation the parsed path, query, header and body. */
async function types(
  document: Document,
  operations: readonly ReturnType<typeof describe>[],
): Promise<string> {
  const requests = operations.map(({ name, parameters, body }) => [
    name,
    request({ ...parameters, body: body ?? { type: 'null' } }),
  ]);
  const root = {
    ...request(Object.fromEntries(requests)),
    title: 'Requests',
    description: 'What each operation receives once its request is validated.',
    $defs: JSON.parse(
      JSON.stringify(document.components.schemas).replaceAll('#/components/schemas/', '#/$defs/'),
    ),
  } as JSONSchema;
  const written = await compile(root, 'Requests', {
    bannerComment: '',
    unreachableDefinitions: true,
    style: { singleQuote: true, printWidth: 110 },
  });
  return written.replaceAll(/ \*\n \* This interface was referenced by .*\n \* via .*\n/g, '');
}

const request = (properties: { readonly [name: string]: Schema }): Schema => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties),
  properties,
});
