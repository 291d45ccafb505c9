import { counted, plural } from '../../words.ts';
import { addressOf } from '../draft/address.ts';
import type { Draft } from '../draft/draft.ts';
import { camelCase } from '../draft/names.ts';
import { percentEncoded } from '../draft/percent.ts';
import { printable, requestFrom, type Sent } from '../draft/request.ts';
import { type Fields, fieldsOf, listOf, parseYaml, refusalAt, scalarText } from '../json.ts';
import { bodyFor } from './body.ts';
import { type Parameter, parametersOf, valueFor } from './parameters.ts';
import { References, Unusable } from './references.ts';
import { credentialsFor } from './security.ts';

/**
 * Imports an OpenAPI 3.0 or 3.1 description: a sequence for each operation. `yaml` reads it, and each
 * reference is a JSON pointer. Parsers for OpenAPI have 5 to 22 MB, for checks that a benchmark does not
 * need.
 */
export function importOpenApi(text: string, draft: Draft, { all }: { readonly all: boolean }): void {
  const root = fieldsOf(parseYaml(text));
  refuseOthers(text, root);
  const references = new References(root);
  const omitted: { readonly name: string; readonly method: string }[] = [];
  for (const [path, raw] of Object.entries(fieldsOf(root.paths))) {
    const item = attempt(path, draft, () => references.resolve(raw)) ?? {};
    for (const method of methods.filter((name) => item[name] !== undefined)) {
      const name = `${method.toUpperCase()} ${printable(path)}`;
      if (!all && method !== 'get' && method !== 'head') omitted.push({ name, method });
      else attempt(name, draft, () => addOperation({ root, references, path, item, method }, draft));
      for (const note of references.notes)
        draft.warnings.push(`${name} has a sample that may not fit its schema, so check it: ${note}`);
      references.notes.clear();
    }
    for (const method of otherMethods(item))
      draft.warnings.push(
        `${printable(`${method} ${path}`)} is not imported: the method '${printable(method)}' is not supported`,
      );
  }
  const named = Map.groupBy(omitted, ({ method }) => reasons[method] ?? 'that may change data');
  for (const [reason, operations] of named) {
    const names = someOf(operations.map(({ name }) => name));
    draft.warnings.push(
      `${counted(operations.length, 'operation')} ${reason} ${plural('is', operations.length, 'are')} left out (${names}); --all keeps them`,
    );
  }
  if (root.webhooks !== undefined)
    draft.warnings.push('webhooks are left out: the API sends these requests, not its clients');
}

const methods = ['get', 'head', 'options', 'post', 'put', 'patch', 'delete', 'trace'];

/** The methods of a path that no request can have. OpenAPI 3.2 has `query` and methods of any name. */
const otherMethods = (item: Fields): readonly string[] => [
  ...(item.query === undefined ? [] : ['QUERY']),
  ...Object.keys(fieldsOf(item.additionalOperations)),
];

/**
 * The reason to leave out operations with this method. Operations with `get` and `head` are imported. All
 * others are left out because they may change data.
 */
const reasons: Readonly<Record<string, string>> = {
  options: 'that only describes what the server allows',
  trace: 'that only echoes the request',
};

const someOf = (names: readonly string[]): string =>
  names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ');

function refuseOthers(text: string, root: Fields): void {
  if (root.swagger !== undefined) {
    const message = `this is Swagger ${printable(scalarText(root.swagger) ?? '')}; convert it to OpenAPI 3 first`;
    throw refusalAt(text, ['swagger'], message);
  }
  const version = scalarText(root.openapi);
  if (version === undefined)
    throw refusalAt(text, [], "this is not an OpenAPI description: 'openapi' is missing");
  if (!/^3\.[012](\.|$)/.test(version)) {
    throw refusalAt(text, ['openapi'], `OpenAPI ${printable(version)} is not known, expected 3.0 or 3.1`);
  }
  if (Object.keys(fieldsOf(root.paths)).length === 0) {
    throw refusalAt(text, root.paths === undefined ? [] : ['paths'], 'this OpenAPI description has no paths');
  }
}

/**
 * Reads or imports a part of the description. If a document cannot express the part, it is left out with a
 * warning.
 */
function attempt<T>(name: string, draft: Draft, act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    draft.warnings.push(`${name} is not imported: ${error.message}`);
    return undefined;
  }
}

type Operation = {
  readonly root: Fields;
  readonly references: References;
  readonly path: string;
  readonly item: Fields;
  readonly method: string;
};

function addOperation({ root, references, path, item, method }: Operation, draft: Draft): void {
  const operation = references.resolve(item[method]);
  const parameters = parametersOf(listOf(item.parameters), listOf(operation.parameters), references);
  const security = listOf(operation.security ?? root.security);
  const credentials = credentialsFor(
    security,
    fieldsOf(fieldsOf(root.components).securitySchemes),
    references,
  );
  const body = operation.requestBody === undefined ? undefined : bodyFor(operation.requestBody, references);
  const values = (location: Parameter['location']) =>
    [
      ...parameters.filter((parameter) => parameter.location === location),
      ...credentials.filter((one) => one.location === location),
    ].flatMap((parameter) => valueFor(parameter, draft).map((value) => [parameter.name, value] as const));
  const cookies = values('cookie').map(([name, value]) => `${name}=${value}`);
  const sent: Sent = {
    method,
    url: serverOf(operation, item, root, draft) + target(filledPath(path, values('path')), values('query')),
    headers: [
      ...(body === undefined ? [] : [['content-type', body.type] as const]),
      ...values('header'),
      ...(cookies.length === 0 ? [] : [['cookie', cookies.join('; ')] as const]),
    ],
    ...(body === undefined ? {} : { body: body.text }),
    metric: `${method.toUpperCase()} ${path}`,
  };
  const request = requestFrom(draft, sent);
  if ('wrong' in request) throw new Unusable(request.wrong);
  const name = camelCase(scalarText(operation.operationId) ?? `${method} ${path}`);
  const summary = scalarText(operation.summary);
  draft.sequence(name, summary === undefined ? undefined : printable(summary)).steps.push({ request });
}

type Values = readonly (readonly [name: string, value: string])[];

function filledPath(path: string, values: Values): string {
  const byName = new Map(values);
  return path.replace(/\{([^{}]+)\}/g, (_whole, name: string) => {
    const value = byName.get(name);
    if (value === undefined)
      throw new Unusable(`its path has {${printable(name)}}, which no parameter describes`);
    return value;
  });
}

/**
 * The path and query of a request. Some descriptions have a query or a fragment in the path, so that several
 * operations share an address, or have a path without a slash, which must not continue the host.
 */
function target(filled: string, parameters: Values): string {
  const [, path = '', query] = /^([^?#]*)(?:\?([^#]*))?/s.exec(filled) ?? [];
  const pairs = parameters.map(([name, value]) => `${percentEncoded(name)}=${inQuery(value)}`);
  const all = [...(query === undefined ? [] : [query]), ...pairs];
  return `${path.startsWith('/') ? '' : '/'}${path}${all.length === 0 ? '' : `?${all.join('&')}`}`;
}

/** A value in the form of a query. Variables are encoded when a request is sent. */
const inQuery = (value: string): string => value.replaceAll('\uFDD0', '\uFDD0urlencode:');

/**
 * The server of an operation: the nearest `servers` entry, with its variables filled in. For a relative entry
 * only the user knows the host. An entry with a host and without a scheme is for https.
 */
function serverOf(operation: Fields, item: Fields, root: Fields, draft: Draft): string {
  const servers =
    [operation.servers, item.servers, root.servers].map(listOf).find((list) => list.length > 0) ?? [];
  const [server] = servers.map(fieldsOf);
  const variables = fieldsOf(server?.variables);
  const url = (scalarText(server?.url) ?? '/').replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const variable = fieldsOf(variables[name]);
    return scalarText(variable.default) ?? scalarText(listOf(variable.enum)[0]) ?? whole;
  });
  const base = url
    .replace(/[?#].*$/s, '')
    .replace(/^(?=\/\/)/, 'https:')
    .replace(/(?<!\/)\/+$/, '');
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(base)) {
    const warning = `no server has a host, so the load goes to ${unknownHost}; give the real one with -P HOST=...`;
    if (!draft.warnings.includes(warning)) draft.warnings.push(warning);
    return unknownHost + (base === '' || base.startsWith('/') ? base : `/${base}`);
  }
  const address = addressOf(base);
  if ('wrong' in address)
    throw new Unusable(`the server '${printable(base)}' of the description cannot be used: ${address.wrong}`);
  return base;
}

const unknownHost = 'http://localhost:8080';
