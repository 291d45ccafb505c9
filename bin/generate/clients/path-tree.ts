import { apiDocument } from '../api-document.ts';

/** A JSON Schema of the contract. A `$ref` to a named schema is still a `$ref`. */
export type Schema = { readonly [key: string]: unknown };

export type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description: string;
  readonly schema: Schema;
};

/** An operation of the contract with the facts that a client needs. */
export type Call = {
  /** The name of the operation in the contract, such as `run-list`. */
  readonly name: string;
  readonly method: string;
  readonly summary: string;
  readonly description?: string;
  readonly query: readonly Parameter[];
  readonly body?: {
    readonly isRequired: boolean;
    readonly description?: string;
    readonly content: { readonly [type: string]: Schema };
  };
  /**
   * The content types and schemas of successful answers with a body. The answer with the URL of a stored
   * answer is left out.
   */
  readonly answers: readonly { readonly type: string; readonly schema: Schema }[];
  /** True when some successful answer has no body. */
  readonly mayBeEmpty: boolean;
  /** True when the header `Idempotency-Key` makes a repeat of the request harmless. */
  readonly takesKey: boolean;
  /** True when `redirect=false` stores the answer and returns its URL, with the status 201. */
  readonly isStorable: boolean;
  /** The query parameter of the next page, if the answer is a page. */
  readonly cursor?: { readonly name: string; readonly beginsEmpty: boolean };
};

/** A segment of paths, with its operations, the segments below it, and the parameter below it. */
export type Branch = {
  /** The path to this segment, without the names of parameters, such as `run/{}/data`. */
  readonly at: string;
  readonly calls: readonly Call[];
  readonly children: ReadonlyMap<string, Branch>;
  readonly parameter?: {
    readonly name: string;
    readonly call: string;
    readonly description: string;
    readonly schema: Schema;
    readonly branch: Branch;
  };
};

/** All named schemas of the contract, by name. */
export const records = (): { readonly [name: string]: Schema } =>
  (apiDocument() as Document).components.schemas;

/**
 * The contract as a tree of path segments, from which the clients of all languages are made. The root has the
 * first segments after `/api`, and the first segments of other paths. `outside` lists the latter.
 * @throws Error when a path begins both below `/api` and outside it.
 */
export function tree(): { readonly root: Branch; readonly outside: readonly string[] } {
  const document = apiDocument() as Document;
  const root: Growing = growing('');
  const outside = new Set<string>();
  const inside = new Set<string>();
  for (const [path, item] of Object.entries(document.paths)) {
    const all = path.split('/').slice(1);
    const segments = all[0] === 'api' ? all.slice(1) : all;
    (all[0] === 'api' ? inside : outside).add(String(segments[0]));
    grow(root, segments, document, item);
  }
  const twice = [...outside].find((name) => inside.has(name));
  if (twice !== undefined)
    throw new Error(
      `the API has the paths '/api/${twice}' and '/${twice}', and clients leave the prefix /api out: rename one of them`,
    );
  return { root, outside: [...outside] };
}

/** All branches of a tree, each parent before its children. */
export function branches(branch: Branch): Branch[] {
  const below = [...branch.children.values(), ...(branch.parameter ? [branch.parameter.branch] : [])];
  return [branch, ...below.flatMap(branches)];
}

type Growing = {
  readonly at: string;
  readonly calls: Call[];
  readonly children: Map<string, Growing>;
  parameter?: Omit<NonNullable<Branch['parameter']>, 'branch'> & { readonly branch: Growing };
};

const growing = (at: string): Growing => ({ at, calls: [], children: new Map() });

function grow(
  branch: Growing,
  [segment, ...rest]: readonly string[],
  document: Document,
  item: { readonly [method: string]: Operation },
): void {
  if (segment === undefined) {
    for (const [method, each] of Object.entries(item)) branch.calls.push(callOf(document, method, each));
    return;
  }
  const at = (text: string): string => (branch.at === '' ? text : `${branch.at}/${text}`);
  const [, name] = /^\{(.+)\}$/.exec(segment) ?? [];
  if (name !== undefined) {
    const [first] = Object.values(item);
    const all = (first?.parameters ?? []).map((one) => resolved(document, one));
    const { schema = {}, description = '' } = all.find((one) => one.in === 'path' && one.name === name) ?? {};
    const call = first?.operationId ?? '';
    branch.parameter ??= { name, call, description, schema, branch: growing(at('{}')) };
    grow(branch.parameter.branch, rest, document, item);
    return;
  }
  const child = branch.children.get(segment) ?? growing(at(segment));
  branch.children.set(segment, child);
  grow(child, rest, document, item);
}

type Content = { readonly [type: string]: { readonly schema: Schema } };
type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly description?: string;
    readonly content: Content;
  };
  readonly responses: { readonly [status: string]: Response | Reference };
};
type Response = { readonly content?: Content };
type Reference = { readonly $ref: string };
type Document = {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
  readonly components: { readonly schemas: { readonly [name: string]: Schema } };
};

function callOf(document: Document, method: string, operation: Operation): Call {
  const parameters = (operation.parameters ?? []).map((one) => resolved(document, one));
  const query = parameters.filter((one) => one.in === 'query');
  const isStorable = query.some(({ name }) => name === 'redirect');
  const answered = Object.entries(operation.responses).filter(
    ([status]) => status.startsWith('2') && !(isStorable && status === '201'),
  );
  const contents = answered.map(([, response]) => resolved(document, response).content);
  const page = pageOf(query);
  const body = operation.requestBody;
  return {
    name: operation.operationId,
    method,
    summary: operation.summary,
    ...(operation.description && { description: operation.description }),
    query,
    ...(body && {
      body: {
        isRequired: body.required === true,
        ...(body.description && { description: body.description }),
        content: schemasOf(body.content),
      },
    }),
    answers: contents.flatMap((content) =>
      Object.entries(schemasOf(content ?? {})).map(([type, schema]) => ({ type, schema })),
    ),
    mayBeEmpty: contents.some((content) => content === undefined),
    takesKey: parameters.some(({ name }) => name === 'Idempotency-Key'),
    isStorable,
    ...(page && { cursor: { name: page.name, beginsEmpty: beginsEmpty(page) } }),
  };
}

/**
 * Finds the query parameter for the next page. When there is `after`, `before` is a time and not a cursor.
 */
function pageOf(query: readonly Parameter[]): Parameter | undefined {
  const named = (name: string) => query.find((one) => one.name === name);
  return named('cursor') ?? (named('after') ? undefined : named('before'));
}

/** Whether the first page has an empty cursor. A cursor without a pattern may be empty. */
const beginsEmpty = ({ name, schema }: Parameter): boolean =>
  name === 'cursor' && schema.pattern === undefined;

const schemasOf = (content: Content): { readonly [type: string]: Schema } =>
  Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, schema]));

function resolved<T extends object>(document: Document, node: T | Reference): T {
  if (!('$ref' in node)) return node;
  const names = node.$ref.slice(2).split('/');
  const found = names.reduce((at: unknown, name) => (at as Schema)?.[name], document);
  if (found === undefined) throw new Error(`schema/openapi.json has no ${node.$ref}`);
  return found as T;
}
