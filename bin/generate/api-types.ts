import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { apiDocument } from './api-document.ts';

type Schema = { readonly [key: string]: unknown };
type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
};
type Operation = {
  readonly operationId: string;
  readonly security?: readonly object[];
  readonly 'x-scope'?: readonly string[];
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: { readonly [type: string]: { readonly schema: Schema } } };
};
type Document = {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
  readonly components: { readonly schemas: { readonly [name: string]: Schema } };
};

/**
 * The text of lib/api.generated.ts: the types of all named schemas of the contract, and the schemas of the
 * requests of each operation.
 */
export async function apiTypes(): Promise<string> {
  const document = apiDocument() as Document;
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => describe(document, path, method, operation)),
  );
  return `/* Written by \`npm run generate\` from schema/openapi.json. Do not edit. */
/* biome-ignore-all lint: generated */

${await types(document, operations)}
/**
 * The facts about each operation that the pipeline needs. Schemas are JSON Schema 2020-12 with all references
 * resolved.
 */
export const operations = ${lines(operations.map(({ name, types: _, scopes: __, request: ___, ...rest }) => [name, rest]))} as const;

export type OperationName = keyof typeof operations;

/** The HTTP method of each operation. */
export const ownMethod = ${constant(operations.map(({ name, method }) => [name, method]))};

/** The HTTP methods that the path of each operation accepts, as in the header Allow. */
export const allowedMethods = ${constant(operations.map(({ name, path }) => [name, methodsOf(operations, path)]))};

/**
 * The scopes of each operation: a key needs one of them to call it. The list is empty for an operation that
 * needs no credentials.
 */
export const scopesOf: Readonly<Record<OperationName, readonly Scope[]>> = ${lines(operations.map(({ name, scopes }) => [name, scopes]))};

/** The content types of request bodies. Other operations accept no body. */
export const requestTypes: Readonly<Partial<Record<OperationName, readonly string[]>>> = ${lists(operations.map(({ name, types }) => [name, types]))};

/** Query parameters that may be repeated. */
export const repeatedParameters: Readonly<Partial<Record<OperationName, readonly string[]>>> = ${lists(operations.map(({ name, parameters }) => [name, repeated(parameters.query)]))};
`;
}

const lists = (entries: readonly (readonly [string, readonly string[]])[]): string =>
  lines(entries.filter(([, list]) => list.length > 0));

/** Prints an object with a line for each member. */
const lines = (entries: readonly (readonly [string, unknown])[]): string =>
  `{\n${entries.map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},`).join('\n')}\n}`;

const repeated = ({ properties }: Schema): readonly string[] =>
  Object.entries(properties as Schema).flatMap(([name, schema]) =>
    (schema as Schema).type === 'array' ? [name] : [],
  );

/**
 * Prints constants. They are separate from the schemas, so that a bundle can have them without the schemas.
 */
const constant = (entries: readonly (readonly [string, string])[]): string =>
  `${lines(entries)} as const satisfies Record<OperationName, string>`;

function methodsOf(operations: readonly ReturnType<typeof describe>[], path: string): string {
  const methods = operations.filter((one) => one.path === path).map(({ method }) => method);
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
}

function describe(document: Document, path: string, method: string, operation: Operation) {
  const parameters = (operation.parameters ?? []).map(
    (one) => resolve(document, one) as unknown as Parameter,
  );
  const content = operation.requestBody?.content ?? {};
  const body = (content['application/json'] ?? content['text/plain'])?.schema;
  const resolved = (schema: Schema): Schema => bare(resolve(document, schema));
  return {
    name: operation.operationId,
    types: Object.keys(content),
    method: method.toUpperCase(),
    path,
    /** An empty `security` list means in OpenAPI that the operation is open to everyone. */
    secured: operation.security?.length !== 0,
    /** An empty object in the list means that a deployment may allow calls without credentials. */
    open: operation.security?.some((way) => Object.keys(way).length === 0) === true,
    scopes: scopesOf(method, operation),
    parameters: {
      path: members(parameters, 'path', resolved),
      query: members(parameters, 'query', resolved),
      header: members(parameters, 'header', resolved),
    },
    ...(body === undefined ? {} : { body: bare(resolve(document, body)) }),
    /** The schema of the request for the types. References to named schemas remain references. */
    request: request({
      path: members(parameters, 'path', asWritten),
      query: members(parameters, 'query', asWritten),
      header: members(parameters, 'header', asWritten),
      body: body === undefined ? { type: 'null' } : asWritten(body),
    }),
  };
}

const asWritten = (schema: Schema): Schema => ('$ref' in schema ? schema : bare(schema));

/** The scopes of an operation: those of `x-scope`, or else `read` for GET and `upload` for other methods. */
function scopesOf(method: string, operation: Operation): readonly string[] {
  if (operation.security?.length === 0) return [];
  return operation['x-scope'] ?? [method === 'get' ? 'read' : 'upload'];
}

/**
 * A schema for all parameters of one location. Names of headers are in lower case, and other headers are
 * allowed.
 */
function members(
  parameters: readonly Parameter[],
  place: string,
  schemaOf: (schema: Schema) => Schema,
): Schema {
  const here = parameters.filter((one) => one.in === place);
  const name = (one: Parameter): string => (place === 'header' ? one.name.toLowerCase() : one.name);
  return {
    type: 'object',
    properties: Object.fromEntries(here.map((one) => [name(one), schemaOf(one.schema)])),
    required: here.filter((one) => one.required === true).map(name),
    additionalProperties: place === 'header',
  };
}

/**
 * Resolves each `$ref` below a node, and writes a choice of types as one schema, so that its error names all
 * types. The schemas of this document do not contain themselves.
 */
function resolve(document: Document, node: unknown): Schema {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...own } = value as Schema;
    const whole = { ...(typeof $ref === 'string' && (walk(lookup(document, $ref)) as Schema)), ...own };
    return flat(Object.fromEntries(Object.entries(whole).map(([key, member]) => [key, walk(member)])));
  };
  return walk(node) as Schema;
}

/** Joins a choice (`oneOf` or `anyOf`) of types without members into one schema with a list of types. */
function flat(schema: Schema): Schema {
  const { oneOf, anyOf, ...rest } = schema;
  const choices = (oneOf ?? anyOf ?? []) as readonly Schema[];
  const isBare = choices.every((one) => Object.keys(one).every((key) => bareWords.includes(key)));
  if (choices.length < 2 || !isBare) return schema;
  const types = choices.flatMap(({ type }) => type);
  const words = choices.flatMap(({ type, enum: some }) => some ?? (type === 'null' ? [null] : []));
  const isListed = choices.every((one) => one.enum !== undefined || one.type === 'null');
  return { ...Object.assign({}, ...choices), ...rest, type: types, ...(isListed && { enum: words }) };
}

const bareWords = ['type', 'enum', 'pattern', 'description'];

function lookup(document: Document, reference: string): unknown {
  const found = reference
    .slice(2)
    .split('/')
    .reduce((node: unknown, key) => (node as Schema)?.[key], document);
  if (found === undefined) throw new Error(`schema/openapi.json has no ${reference}`);
  return found;
}

/**
 * Removes the descriptions, because every function's bundle contains the schemas. `properties` may have
 * members with these names.
 */
function bare(schema: Schema): Schema {
  const { description: _, example: __, examples: ___, 'x-preferred': ____, properties, ...rest } = schema;
  const kept = Object.entries(rest).map(([key, value]) => [key, isSchema(value) ? bare(value) : value]);
  if (properties === undefined) return Object.fromEntries(kept);
  const members = Object.entries(properties as Schema).map(([key, value]) => [key, bare(value as Schema)]);
  return { ...Object.fromEntries(kept), properties: Object.fromEntries(members) };
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The interfaces of all named schemas. `Requests` has the parsed path, query, header and body of each
 * operation.
 */
async function types(
  document: Document,
  operations: readonly ReturnType<typeof describe>[],
): Promise<string> {
  const requests = operations.map((operation) => [operation.name, operation.request]);
  const root = JSON.parse(
    JSON.stringify({
      ...request(Object.fromEntries(requests)),
      title: 'Requests',
      description: 'The validated request of each operation.',
      $defs: document.components.schemas,
    }).replaceAll('#/components/schemas/', '#/$defs/'),
  ) as JSONSchema;
  const written = await compile(root, 'Requests', {
    bannerComment: '',
    unreachableDefinitions: true,
    // Without this option, a list of at most ten members would become a union of eleven tuples.
    ignoreMinAndMaxItems: true,
    style: { singleQuote: true, printWidth: 110 },
  });
  return written
    .replaceAll(/ \*\n \* This interface was referenced by .*\n \* via .*\n/g, '')
    .replaceAll(/\/\*\*\n *\* (.*)\n *\*\//g, '/** $1 */')
    .replaceAll(/\{\n *\[k: string\]: unknown;\n *\}/g, '{ [k: string]: unknown }');
}

const request = (properties: { readonly [name: string]: Schema }): Schema => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties),
  properties,
});
