import type { Draft } from '../draft/draft.ts';
import { typeOfFile } from '../draft/media-types.ts';
import { type FormField, fileText, multipartBody } from '../draft/multipart.ts';
import { camelCase } from '../draft/names.ts';
import { percentEncoded } from '../draft/percent.ts';
import { changeLiterals, withoutEscapedPlaceholders } from '../draft/placeholders.ts';
import { printable, requestFrom, type Sent } from '../draft/request.ts';
import { isSecret } from '../draft/secrets.ts';
import { type Fields, fieldsOf, listOf, parseJson, refusalAt, scalarText } from '../json.ts';
import { type Credential, credentialOf, enabledItems, enabledPairs } from './auth.ts';
import { NotExpressible, PostmanVariables, reference } from './variables.ts';

/**
 * Imports a Postman collection (2.0 or 2.1). A folder becomes a sequence, and so does a request outside of
 * folders. The import does not use the library postman-collection, which has 25 MB.
 */
export function importPostman(text: string, draft: Draft): void {
  const root = fieldsOf(parseJson(text));
  const collection = root.item === undefined ? fieldsOf(root.collection) : root;
  if (!Array.isArray(collection.item)) {
    const message = isOldCollection(root)
      ? 'this is a collection of version 1; export it as 2.1'
      : "this is not a Postman collection: 'item' is not a list";
    throw refusalAt(text, [], message);
  }
  const variables = new PostmanVariables(collection, draft);
  const scripted: string[] = [];
  const context = { draft, variables, scripted };
  noteScripts(collection, 'the collection', scripted);
  importItems(listOf(collection.item), inFolder(collection, '', undefined), context);
  draft.dropEmpty();
  if (scripted.length > 0)
    draft.warnings.push(`the scripts of ${scripted.join(', ')} are left out: Downpour does not run scripts`);
}

/** True for a collection of version 1, in which `order` lists the ids of the requests. */
export const isOldCollection = ({ requests, order }: Fields): boolean =>
  Array.isArray(requests) && Array.isArray(order);

type Context = { readonly draft: Draft; readonly variables: PostmanVariables; readonly scripted: string[] };

/**
 * The folders around an item: their names from the outermost on, and their `auth` and settings from the
 * innermost on.
 */
type Folder = {
  readonly names: readonly string[];
  readonly auths: readonly unknown[];
  readonly settings: readonly Fields[];
};

/** The folder of the items of a group, which is a folder or the collection itself. */
const inFolder = (group: Fields, name: string, outer: Folder | undefined): Folder => ({
  names: outer === undefined ? [] : [...outer.names, name],
  auths: [group.auth, ...(outer?.auths ?? [])],
  settings: [fieldsOf(group.protocolProfileBehavior), ...(outer?.settings ?? [])],
});

function importItems(items: readonly unknown[], folder: Folder, context: Context): void {
  if (folder.names.length > foldersMax)
    throw refusalAt('', [], `folders are nested more than ${foldersMax} deep`);
  const named = folder.names.map(printable).join(' / ');
  let sequence = named === '' ? undefined : context.draft.sequence(camelCase(named), `Folder: ${named}`);
  for (const item of items.map(fieldsOf)) {
    const name = scalarText(item.name) ?? 'unnamed';
    noteScripts(item, `'${printable(name)}'`, context.scripted);
    if (Array.isArray(item.item)) {
      importItems(item.item, inFolder(item, name, folder), context);
    } else {
      if (named === '') sequence = context.draft.sequence(camelCase(name));
      const request = requestOf(item, name, folder, context);
      if (request !== undefined) sequence?.steps.push({ request });
    }
  }
}

const foldersMax = 50;

function noteScripts(item: Fields, name: string, scripted: string[]): void {
  const hasScript = listOf(item.event).some((event) => {
    const { exec } = fieldsOf(fieldsOf(event).script);
    return (Array.isArray(exec) ? exec.join('') : (scalarText(exec) ?? '')).trim() !== '';
  });
  if (hasScript) scripted.push(name);
}

function requestOf(item: Fields, name: string, folder: Folder, { draft, variables }: Context) {
  const label = [...folder.names, name].map(printable).join(' / ');
  try {
    const request = requestFrom(draft, sentBy(item, name, folder, variables, draft));
    if (!('wrong' in request)) return request;
    draft.warnings.push(`'${label}' is not imported: ${request.wrong}`);
  } catch (error) {
    if (!(error instanceof NotExpressible)) throw error;
    draft.warnings.push(`'${label}' is not imported: ${error.message}`);
  }
  return undefined;
}

function sentBy(item: Fields, name: string, folder: Folder, variables: PostmanVariables, draft: Draft): Sent {
  const request = typeof item.request === 'string' ? { url: item.request } : fieldsOf(item.request);
  const method = scalarText(fieldsOf(request).method) ?? 'GET';
  const setting = (key: string): unknown =>
    [fieldsOf(item.protocolProfileBehavior), ...folder.settings].find((one) => one[key] !== undefined)?.[key];
  const sendsBody = !/^(get|head)$/i.test(method) || setting('disableBodyPruning') === true;
  const body = sendsBody ? bodyOf(fieldsOf(request.body), variables, draft) : undefined;
  const credential = credentialOf([request.auth, ...folder.auths], variables, draft);
  const headers = headersOf(request.header, variables);
  const names = new Set(headers.map(([header]) => header.toLowerCase()));
  const added: readonly (readonly [string, string])[] = [
    ...(body?.type === undefined || names.has('content-type') ? [] : [['content-type', body.type] as const]),
    ...(credential?.location !== 'header' || names.has(credential.name.toLowerCase())
      ? []
      : [[credential.name, credential.value] as const]),
  ];
  return {
    method,
    url: urlOf(request.url, credential, variables, draft),
    headers: [...headers, ...added],
    ...(body === undefined ? {} : 'file' in body ? { bodyFile: body.file } : { body: body.text }),
    ...(setting('followRedirects') === false ? {} : { followsRedirects: true }),
    metric: printable(name),
  };
}

/** The headers of a request, which version 2.0 has as a text. */
function headersOf(value: unknown, variables: PostmanVariables): readonly (readonly [string, string])[] {
  const lines = (scalarText(value) ?? '').split(/\r?\n/).filter((line) => line.includes(':'));
  const pairs =
    typeof value === 'string'
      ? lines.map(
          (line) =>
            [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()] as const,
        )
      : enabledPairs(value);
  return pairs.map(([name, text]) => [name, variables.reads(text)] as const);
}

type Body = ({ readonly text: string } | { readonly file: string }) & { readonly type?: string };

function bodyOf(body: Fields, variables: PostmanVariables, draft: Draft): Body | undefined {
  if (body.disabled === true) return undefined;
  switch (scalarText(body.mode)) {
    case 'raw': {
      const text = variables.reads(scalarText(body.raw) ?? '');
      const language = scalarText(fieldsOf(fieldsOf(body.options).raw).language) ?? '';
      return text === '' ? undefined : { text, type: typesOfLanguages.get(language) ?? 'text/plain' };
    }
    case 'urlencoded': {
      const pairs = enabledPairs(body.urlencoded).map(
        ([name, value]) => `${variables.encoded(name)}=${variables.encoded(value)}`,
      );
      return pairs.length === 0
        ? undefined
        : { text: pairs.join('&'), type: 'application/x-www-form-urlencoded' };
    }
    case 'graphql':
      return { text: variables.reads(graphql(fieldsOf(body.graphql))), type: 'application/json' };
    case 'formdata': {
      const fields = listOf(body.formdata)
        .map(fieldsOf)
        .filter(({ disabled }) => disabled !== true);
      return fields.length === 0
        ? undefined
        : multipartBody(fields.map((field) => formFieldOf(field, variables, draft)));
    }
    case 'file':
      return fileOf(fieldsOf(body.file), draft);
    default:
      return undefined;
  }
}

/** The media types of a text, by the language that is chosen in Postman. */
const typesOfLanguages = new Map([
  ['json', 'application/json'],
  ['xml', 'application/xml'],
  ['html', 'text/html'],
  ['javascript', 'application/javascript'],
]);

function formFieldOf(field: Fields, variables: PostmanVariables, draft: Draft): FormField {
  const name = scalarText(field.key) ?? '';
  const type = scalarText(field.contentType) || undefined;
  if (scalarText(field.type) !== 'file')
    return { name, value: variables.reads(scalarText(field.value) ?? ''), type };
  const [src = '', ...others] = [field.src].flat().map((one) => scalarText(one) ?? '');
  if (src === '' || others.length > 0)
    throw new NotExpressible(
      `its form has no file or several files in the field '${printable(name)}'; choose one in Postman`,
    );
  const file = fileText(src, draft);
  if ('wrong' in file) throw new NotExpressible(file.wrong);
  const fileName = src.split(/[/\\]/).at(-1) ?? src;
  return { name, value: file.text, fileName, type: type ?? typeOfFile(fileName) };
}

/** The body of a file. A collection has the name of the file, or in old versions its text. */
function fileOf({ src, content }: Fields, draft: Draft): Body {
  const name = scalarText(src) ?? '';
  const text = scalarText(content);
  if (name === '' && text !== undefined) return { text };
  if (name === '')
    throw new NotExpressible(
      'its body is a file that the collection does not name; choose it again in Postman',
    );
  const found = draft.findFile(name);
  if ('wrong' in found) throw new NotExpressible(`its body is the file '${printable(name)}', ${found.wrong}`);
  return { file: found.path };
}

function graphql({ query, operationName, variables }: Fields): string {
  const parsed = typeof variables === 'string' ? jsonOf(variables) : variables;
  return JSON.stringify({
    query: scalarText(query) ?? '',
    operationName: scalarText(operationName),
    ...(parsed === undefined ? {} : { variables: parsed }),
  });
}

function jsonOf(text: string): unknown {
  try {
    return text.trim() === '' ? undefined : JSON.parse(withoutEscapedPlaceholders(text));
  } catch {
    throw new NotExpressible('its GraphQL variables are not JSON');
  }
}

/**
 * The URL of a request. Variables in the host are replaced by their values, because the document needs the
 * host. Each request reads the variables in path and query.
 */
function urlOf(
  value: unknown,
  credential: Credential | undefined,
  variables: PostmanVariables,
  draft: Draft,
): string {
  const url = fieldsOf(value);
  const raw = typeof value === 'string' ? value : scalarText(url.raw)?.trim() || joined(url);
  const [, before = '', path = '', query] =
    /^((?:[a-z]+:\/\/)?[^/?#]*)([^?#]*)(?:\?([^#]*))?/is.exec(hostFirst(withSlashes(raw), variables)) ?? [];
  const pairs = Array.isArray(url.query)
    ? enabledItems(url.query).map(
        ({ name, text }) =>
          inQuery(name, variables).replaceAll('=', '%3D') +
          (text === undefined ? '' : `=${inQuery(text, variables)}`),
      )
    : query === undefined
      ? []
      : [variables.reads(query, 'urlencode')];
  const key =
    credential?.location === 'query'
      ? [`${percentEncoded(credential.name)}=${credential.value.replaceAll('\uFDD0', '\uFDD0urlencode:')}`]
      : [];
  const all = [...pairs, ...key].join('&');
  return hostOf(before, draft) + pathOf(path, url, variables, draft) + (all === '' ? '' : `?${all}`);
}

/** Replaces backslashes before the query by slashes, as Postman does. Names of variables keep theirs. */
const withSlashes = (raw: string): string =>
  raw.replace(/^[^?#]*/, (before) =>
    before.replace(/\{\{[^{}]*\}\}|\\/g, (one) => (one === '\\' ? '/' : one)),
  );

/**
 * Encodes a name or value of a query as Postman does: a `+` and parts that are percent-encoded already
 * remain.
 */
const inQuery = (text: string, variables: PostmanVariables): string =>
  changeLiterals(variables.reads(text, 'urlencode'), (literal) =>
    literal
      .toWellFormed()
      .replace(/[^!$%(-;=?-~]/gu, (one) => (one === "'" ? '%27' : encodeURIComponent(one))),
  );

/**
 * Replaces the variables before the path by their values. `{{baseUrl}}` may contain a scheme, a host and the
 * beginning of the path.
 */
function hostFirst(raw: string, variables: PostmanVariables): string {
  const [, scheme = '', host = '', rest = ''] =
    /^((?:[a-z]+|\{\{[^{}]*\}\}):\/\/)?([^/?#]*)(.*)$/is.exec(raw) ?? [];
  return variables.filled(scheme + host) + rest;
}

/** The origin of a request. Without a scheme, Postman uses http. */
function hostOf(text: string, draft: Draft): string {
  const unknown = text.match(reference)?.[0].slice(2, -2).trim();
  if (unknown === undefined) return /^[a-z]+:\/\//i.test(text) ? text : `http://${text}`;
  const warning = `variable '${printable(unknown)}' is a host without a value; the load goes to ${unknownHost}: give the real host with -P HOST=...`;
  if (!draft.warnings.includes(warning)) draft.warnings.push(warning);
  return unknownHost;
}

const unknownHost = 'http://localhost:8080';

/** Fills in the variables of a path, such as `id` in `/users/:id`. */
function pathOf(path: string, url: Fields, variables: PostmanVariables, draft: Draft): string {
  const values = new Map(enabledPairs(url.variable));
  return path
    .split('/')
    .map((part) => {
      const name = part.slice(1);
      const value = part.startsWith(':') ? values.get(name) : undefined;
      if (value === undefined) return variables.reads(part);
      if (value.includes('{{')) return variables.reads(value);
      return isSecret(name, value)
        ? draft.secret(name, value, `path variable '${printable(name)}'`)
        : draft.parameter(name, value === '' ? '1' : value);
    })
    .join('/');
}

function joined(url: Fields): string {
  const parts = (value: unknown, by: string): string =>
    Array.isArray(value) ? value.map((part) => scalarText(part) ?? '').join(by) : (scalarText(value) ?? '');
  const port = scalarText(url.port);
  const scheme = scalarText(url.protocol);
  const host = parts(url.host, '.') + (port === undefined ? '' : `:${port}`);
  return `${scheme === undefined ? '' : `${scheme}://`}${host}/${parts(url.path, '/').replace(/^\//, '')}`;
}
