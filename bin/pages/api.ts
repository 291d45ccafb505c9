import { readdir, readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { usualPorts } from '../cli/context.ts';
import type { Schema, Schemas } from './format.ts';
import { code, fenced, page, table } from './markdown.ts';

const root = new URL('../../', import.meta.url);

type Parameter = {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: { readonly [name: string]: { readonly value: unknown } };
};
type Content = { readonly [type: string]: { readonly schema: Schema; readonly example?: unknown } };
type Answer = { readonly $ref?: string; readonly description?: string; readonly content?: Content };
type Operation = {
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly description?: string; readonly content: Content };
  readonly responses: { readonly [status: string]: Answer };
};
type OpenApi = {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
  readonly components: {
    readonly parameters: { readonly [name: string]: Parameter };
    readonly responses: { readonly [name: string]: Answer };
    readonly schemas: Schemas;
  };
};

/** docs/api.md */
export async function apiPage(): Promise<string> {
  const api = parse(await readFile(new URL('schema/openapi.yaml', root), 'utf8')) as OpenApi;
  const operations = Object.entries(api.paths).flatMap(([path, item]) =>
    Object.entries(item).map(
      ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
    ),
  );
  return page(
    'The HTTP API',
    introduction,
    table(
      ['request', 'what it does'],
      operations.map(([request, { summary }]) => [
        `[${code(request)}](#${anchorOf(request)})`,
        summary ?? '',
      ]),
    ),
    ...operations.flatMap(([request, operation]) => operationSection(api, request, operation)),
    '## Errors',
    'A failing request answers `{code, message, details?, requestId}`: a word for programs, a sentence for people, particulars, and what finds the request in the log.',
    table(
      ['status', 'code', 'meaning'],
      (await errorCodes()).map(([status, word]) => [status, code(word), errorMeanings[word] ?? '']),
    ),
    '## Records',
    ...Object.entries(api.components.schemas).flatMap(([name, schema]) => recordSection(name, schema)),
  );
}

const introduction = `\`bin/downpour serve\` keeps it up on this machine; a deployment prints its URL. Every request but the version needs an API
key in the header \`X-Downpour-API-Key\`. The contract for programs is \`schema/openapi.yaml\`.

${fenced(
  'sh',
  `key="X-Downpour-API-Key: $(cat .downpour/admin.key)"
curl -H "$key" http://127.0.0.1:${usualPorts.api}/api/run/list
curl -G -H "$key" http://127.0.0.1:${usualPorts.api}/api/sql/1/queryrun --data-urlencode 'query=$.info.benchmark'
curl -H "$key" http://127.0.0.1:${usualPorts.api}/api/run/1/data > run.json`,
)}`;

function operationSection(api: OpenApi, request: string, operation: Operation): readonly string[] {
  const parameters = (operation.parameters ?? []).map((each) => resolved(each, api.components.parameters));
  return [
    `### ${request}`,
    `${operation.summary ?? ''} ${operation.description ?? ''}`,
    parameters.length === 0
      ? ''
      : table(['parameter', 'in', 'value', 'default', 'example', 'what it is'], parameters.map(parameterRow)),
    ...bodyOf(operation),
    table(
      ['answer', 'what it says', 'body'],
      Object.entries(operation.responses).map(([status, answer]) =>
        answerRow(status, resolved(answer, api.components.responses)),
      ),
    ),
  ];
}

const resolved = <Entry extends { readonly $ref?: string }>(
  entry: Entry,
  among: { readonly [name: string]: Entry },
): Entry => (entry.$ref === undefined ? entry : (among[lastOf(entry.$ref)] ?? entry));

const lastOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

function parameterRow({
  name,
  in: place,
  required,
  schema,
  description,
  example,
  examples,
}: Parameter): readonly string[] {
  const [first] = Object.values(examples ?? {});
  const fallback = schema.default;
  return [
    code(name),
    place,
    typeOf(schema),
    required ? 'required' : fallback === undefined ? '' : code(String(fallback)),
    code(String(example ?? first?.value ?? '')),
    description ?? '',
  ];
}

function bodyOf({ requestBody }: Operation): readonly string[] {
  if (requestBody === undefined) return [];
  const [type = '', content] = Object.entries(requestBody.content)[0] ?? [];
  const record = content?.schema.$ref === undefined ? '' : `, ${typeOf(content.schema)}`;
  const example =
    content?.example === undefined ? '' : `\n\n${fenced('json', JSON.stringify(content.example))}`;
  return [`Body, ${code(type)}${record}: ${requestBody.description ?? ''}${example}`];
}

function answerRow(status: string, { description, content }: Answer): readonly string[] {
  const [type = '', body] = Object.entries(content ?? {})[0] ?? [];
  const kinds =
    (body?.schema.anyOf as readonly Schema[] | undefined) ?? (body === undefined ? [] : [body.schema]);
  const records = kinds.map(typeOf).filter((each) => each !== 'any');
  return [status, description ?? '', records.join(' or ') || (type === '' ? '' : code(type))];
}

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return `[${lastOf(schema.$ref)}](#${lastOf(schema.$ref).toLowerCase()})`;
  if (schema.items !== undefined) return `list of ${typeOf(schema.items)}`;
  if (schema.enum !== undefined) return schema.enum.map(code).join(', ');
  return schema.type === undefined ? 'any' : [schema.type].flat().join(' or ');
}

const anchorOf = (request: string): string =>
  request
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');

const recordSection = (name: string, schema: Schema): readonly string[] => [
  `### ${name}`,
  `${schema.description ?? ''}${schema.enum === undefined ? '' : ` One of ${schema.enum.map(code).join(', ')}.`}`,
  schema.properties === undefined
    ? ''
    : table(
        ['member', 'type', 'what it is'],
        Object.entries(schema.properties).map(([member, each]) => [
          code(member),
          typeOf(each),
          (each.description ?? '') + (schema.required?.includes(member) ? '' : ' (optional)'),
        ]),
      ),
];

/** Words of refusals, for the page; a test compares them with the code. */
export const errorMeanings: { readonly [word: string]: string } = {
  ACCESS_INVALID: 'The parameter `access` is none of the known words.',
  BENCHMARK_REFUSED: 'The benchmark has problems; all of them are listed with their places.',
  BURST_EXISTS: 'There is a burst of the id that the request gives.',
  BURST_NOT_FOUND: 'There is no such burst, or the caller may not see it.',
  DATA_IN_USE: 'Another process works over the same data folder.',
  DATA_UNUSABLE: 'The data folder of this machine cannot be used; the message says why.',
  DEPLOYMENT_OPTION: 'An option of a deployment is unknown, or has a value that cannot be meant.',
  DESCRIPTION_TOO_LONG: 'The description has more characters than allowed.',
  FILES_TOO_LARGE: 'The files of a document have more bytes together than may travel with it.',
  FILE_DIFFERS:
    'The content of an uploaded file does not have the hash or the length that the request gives for it.',
  FILE_MISSING: 'A file that a document needs was not uploaded, or is gone.',
  FORBIDDEN: 'The key is valid but may not do this.',
  IDEMPOTENCY_KEY_REUSED: 'The `Idempotency-Key` was used for another upload or burst.',
  INTERNAL: 'A fault of the server. The request id finds it in the log.',
  HISTOGRAMS_MISSING:
    'The run has no histograms of its seconds; its document may have those of whole phases.',
  KEY_NAME_RESERVED: 'Names that begin with `downpour.` are for the service itself.',
  KEY_NOT_FOUND: 'There is no such API key, or the caller may not see it.',
  NOT_FOUND: 'There is nothing at this path.',
  NOT_JSON: 'The body is not JSON; the message says where.',
  NO_DATA: 'The body is empty.',
  OWNER_FORBIDDEN: 'The key may not upload for this team.',
  PATH_INVALID: 'A parameter that begins with `$.` is not a valid JSONPath.',
  PORT_UNUSABLE: 'The port of this machine is taken or not allowed.',
  REQUEST_INVALID: 'Parameters or the body do not have the right form; `details` lists every problem.',
  RESULT_TOO_LARGE: 'The answer is larger than a reply may be; ask for less.',
  RUN_NOT_FOUND: 'There is no such run, or the caller may not see it.',
  SEARCH_TOO_LARGE: 'The search would take too long; the message says how far it came.',
  START_INVALID: 'The parameter `start` is no time, or the path in it leads to none.',
  STOP_INVALID: 'The parameter `stop` is no time, or the path in it leads to none.',
  TARGET_UNREACHABLE: 'A target of the benchmark cannot be reached; the message says why and what to try.',
  TEST_NAME_TOO_LONG: 'The name of the test has more characters than allowed.',
  TEST_UNKNOWN: 'The parameter `test` names no test.',
  UNAUTHORIZED: 'The API key is missing, unknown, expired or revoked.',
  UNSUPPORTED_MEDIA_TYPE: 'The content type is not `application/json`.',
  UPLOAD_TOO_LARGE: 'The document is larger than an upload may be.',
};

/** Every refusal of the code: what a caller can mend, and the one word for all that he cannot. Two words are put together. */
export async function errorCodes(): Promise<readonly (readonly [status: string, word: string])[]> {
  const found = new Map([
    ['START_INVALID', '400'],
    ['STOP_INVALID', '400'],
  ]);
  for (const folder of ['lib/', 'functions/'])
    for (const file of await readdir(new URL(folder, root), { recursive: true })) {
      // What reads run documents serves the command line, not the API.
      if (!file.endsWith('.ts') || (folder === 'lib/' && file.startsWith('report/'))) continue;
      const text = await readFile(new URL(folder + file, root), 'utf8');
      for (const pattern of refusals)
        for (const [, word = '', status = '400'] of text.matchAll(pattern)) found.set(word, status);
    }
  return [...found]
    .filter(([word, status]) => status < '500' || word === 'INTERNAL')
    .map(([word, status]) => [status, word] as const)
    .sort((one, other) => one.join(' ').localeCompare(other.join(' ')));
}

const refusals = [
  /new DownpourError\(\s*'([A-Z_0-9]+)',\s*(\d{3})/g,
  /\brefused\(\s*'([A-Z_0-9]+)'/g,
  /json\(\{ code: '([A-Z_0-9]+)'[^)]*\}, (\d{3})\)/g,
];
