import { readdir, readFile } from 'node:fs/promises';
import {
  type Answer,
  type ApiDocument,
  nameIn,
  type Operation,
  type Parameter,
  resolved,
  type Schema,
} from '../../lib/contract/document.ts';
import { usualPorts } from '../cli/context.ts';
import { apiDocument } from '../generate/api-document.ts';
import { code, fenced, page, table } from '../generate/markdown.ts';

const root = new URL('../../', import.meta.url);

/** docs/api.md */
export async function apiPage(): Promise<string> {
  const api = apiDocument() as ApiDocument;
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

const introduction = `\`bin/downpour serve\` keeps it up on this machine; a deployment prints its URL. Every request but those below \`/api/config\`
needs an API key in the header \`X-Downpour-API-Key\`; with the option \`anonymous\`, or \`serve --anonymous\`, who shows none may
read what is PUBLIC. The contract for programs is \`schema/openapi.json\`.

${fenced(
  'sh',
  `key="X-Downpour-API-Key: $(cat .downpour/admin.key)"
curl -H "$key" http://127.0.0.1:${usualPorts.api}/api/run/list
curl -G -H "$key" http://127.0.0.1:${usualPorts.api}/api/sql/1/queryrun --data-urlencode 'query=$.info.benchmark'
curl -H "$key" http://127.0.0.1:${usualPorts.api}/api/run/1/data > run.json`,
)}

A run, its document, its metadata, its histograms and the contract come with an \`ETag\`. A request with that value in \`If-None-Match\` is answered
304 without a body while the document is the same. A client that sends \`Accept-Encoding: gzip\` gets these documents compressed
when they have 1,024 bytes or more. \`curl --compressed\` and browsers do so.`;

function operationSection(api: ApiDocument, request: string, operation: Operation): readonly string[] {
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

function parameterRow({
  name = '',
  in: place = '',
  required,
  schema = {},
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
  if (schema.$ref !== undefined) return `[${nameIn(schema.$ref)}](#${nameIn(schema.$ref).toLowerCase()})`;
  if (schema.items !== undefined) return `list of ${typeOf(schema.items)}`;
  if (schema.enum !== undefined) return schema.enum.map((word) => code(String(word))).join(', ');
  return schema.type === undefined ? 'any' : [schema.type].flat().join(' or ');
}

const anchorOf = (request: string): string =>
  request
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');

function recordSection(name: string, schema: Schema): readonly string[] {
  const parts = [schema, ...(schema.allOf ?? [])];
  const whole = schema.allOf?.flatMap((part) => (part.$ref === undefined ? [] : [typeOf(part)])) ?? [];
  const members = parts.flatMap((part) =>
    Object.entries(part.properties ?? {}).map(([member, each]) => [
      code(member),
      typeOf(each),
      (each.description ?? '') + (part.required?.includes(member) ? '' : ' (optional)'),
    ]),
  );
  return [
    `### ${name}`,
    `${schema.description ?? ''}${schema.enum === undefined ? '' : ` One of ${schema.enum.map((word) => code(String(word))).join(', ')}.`}`,
    whole.length === 0 ? '' : `It has all members of ${whole.join(' and ')}, and these:`,
    members.length === 0 ? '' : table(['member', 'type', 'what it is'], members),
  ].filter((part, n) => n !== 2 || part !== '');
}

/** Words of refusals, for the page; a test compares them with the code. */
export const errorMeanings: { readonly [word: string]: string } = {
  ACCESS_INVALID: 'The parameter `access` is none of the known words.',
  BENCHMARK_REFUSED: 'The benchmark has problems; all of them are listed with their places.',
  BODY_MISPLACED:
    'The body has members that another operation keeps, such as labels of a schema or variables of a test; the message names it.',
  BODY_NOT_DECODED: 'The body is not encoded as its `Content-Encoding` says.',
  BODY_TOO_LARGE: 'The body grows beyond the limit when it is decoded.',
  BURST_EXISTS: 'There is a burst of the id that the request gives.',
  BURST_NOT_FOUND: 'There is no such burst, or the caller may not see it.',
  DATASET_NOT_FOUND: 'There is no such dataset, or the caller may not see its run.',
  DATA_FORMAT:
    'The data folder or the deployment has data of a format that this version of Downpour cannot read. The message names the version to use.',
  DATA_IN_USE: 'Another process works over the same data folder.',
  CORS_INVALID: 'The setting of whose pages may call the API cannot be meant.',
  DATA_UNUSABLE: 'The data folder of this machine cannot be used; the message says why.',
  DATASTORE_FAILED:
    'A datastore could not be reached, or answered with a refusal or with something else than its type does.',
  DATASTORE_IN_USE: 'Tests ask the datastore; the message names them.',
  DATASTORE_INVALID:
    'A datastore cannot be what the body says, or a test cannot name it; the message says why.',
  DATASTORE_NOT_FOUND: 'There is no datastore of this id, or it is hidden from the caller.',
  DATASTORE_QUERY_INVALID: 'The query that was uploaded for a datastore is none; the message says where.',
  DEFINITION_TOO_LARGE: 'The schema, label or transformer has more bytes than a record may have.',
  DEPLOYMENT_OPTION: 'An option of a deployment is unknown, or has a value that cannot be meant.',
  DESCRIPTION_TOO_LONG: 'The description has more characters than allowed.',
  DESCRIPTORS_SHORT:
    'This machine lets Downpour open too few files. The message has the limit and the command that raises it.',
  DIALECT_UNKNOWN: 'DOWNPOUR_COMMON_DIALECT of this machine names no dialect.',
  EXPERIMENT_INVALID:
    'A profile of experiments names no labels that select datasets, or none for the baseline.',
  EXPERIMENT_NOT_FOUND: 'The test has no such profile of experiments.',
  EXTRACTOR_INVALID: 'An extractor lacks its name or its path.',
  FILES_TOO_LARGE: 'The files of a document have more bytes together than may travel with it.',
  FILE_DIFFERS:
    'The content of an uploaded file does not have the hash or the length that the request gives for it.',
  FILE_MISSING: 'A file that a document needs was not uploaded, or is gone.',
  ACTION_INVALID: 'An action cannot be saved so: its type, its event, its URL or its secret is wrong.',
  ACTION_NOT_FOUND: 'There is no such action.',
  CHANGE_ID_DIFFERS: 'The change of the body is another one than that of the path.',
  CHANGE_NOT_FOUND: 'There is no such change, or the caller may not see it.',
  DASHBOARD_QUERY_INVALID: 'A dashboard asks for a time, or for a target, that is none.',
  FINGERPRINT_INVALID: 'A fingerprint is a JSON object of label values.',
  FOLDER_INVALID: 'The folder of a test cannot have this name.',
  FORBIDDEN: 'The key is valid but may not do this.',
  FORM_INVALID: 'The body is not the form with the parts `data` and `metadata` that its content type says.',
  FUNCTIONS_TOO_SLOW:
    'The functions of a request took longer together than they may. Ask for less data, or make them quicker.',
  IDEMPOTENCY_KEY_REUSED: 'The `Idempotency-Key` was used for another upload or burst.',
  INTERNAL: 'A fault of the server. The request id finds it in the log.',
  HISTOGRAMS_MISSING:
    'The run has no histograms of its seconds; its document may have those of whole phases.',
  KEY_NAME_RESERVED:
    'Names that begin with that of the service, such as `downpour.`, are for the service itself.',
  KEY_NEEDED: 'A schedule is made with an API key, because it starts its bursts with that.',
  KEY_NOT_GOOD: 'The API key that a schedule was made with is revoked or expired: make the schedule anew.',
  KEY_NOT_FOUND: 'There is no such API key, or the caller may not see it.',
  KEY_REVOKED: 'A key that was revoked keeps its name.',
  LABEL_ELSEWHERE: 'The label belongs to another schema than the one of the path.',
  LABEL_EXISTS: 'A label that is to be added has the id of one that there is.',
  FILTER_INVALID:
    'A filter of label values is neither an object of values by label nor a path that begins with a label.',
  PUBLIC_URL_MISSING:
    'The service does not know its own address, so it cannot say where passwords go. Set `DOWNPOUR_PUBLIC_URL`.',
  TOO_MANY_DATASETS:
    'A list of label values would walk over too many datasets; the message says how to narrow it.',
  LABEL_NAME_EMPTY: 'A label needs a name.',
  LABEL_NAME_TAKEN: 'Another label of the schema has this name.',
  LABEL_NOT_FOUND: 'There is no such label, or the caller may not see it.',
  LABEL_REPEATED: 'The request changes one label twice.',
  METADATA_INVALID: 'Metadata is not an object or an array of objects that name their schemas.',
  METHOD_NOT_ALLOWED: 'The path does not take this method; the header `Allow` has those that it takes.',
  MISSING_DATA_RULE_INVALID: 'The rule of missing data cannot be saved so.',
  MISSING_DATA_RULE_NOT_FOUND: 'There is no such rule of missing data, or the caller may not see its test.',
  NAME_TAKEN: 'Another record has this name.',
  NOT_FOUND: 'There is nothing at this path.',
  NOT_JSON: 'What came is not JSON; the message says what, and where.',
  NO_DATA: 'The body is empty.',
  NO_ELEMENT: 'Nothing in the run, and no element of the dataset, names the schema.',
  OWNER_MISSING: 'The caller uploads in several teams, or in none: the parameter `owner` says in which.',
  GRANT_UNKNOWN: 'The service gives tokens for passwords alone.',
  OWNER_FORBIDDEN: 'The key may not upload for this team.',
  OWN_USER: 'Nobody removes oneself, as a user or as an administrator.',
  PART_TYPE: 'A part of the form is not `application/json`.',
  PART_NOT_FOUND: 'Nothing in the run names this schema.',
  PASSWORD_SHORT: 'A password has too few characters; the message says how many it needs.',
  PATH_INVALID: 'The parameter `test` begins with `$.` or `$[` and is not a valid JSONPath.',
  PORT_UNUSABLE: 'The port of this machine is taken or not allowed.',
  RECORD_TOO_LARGE:
    'The request would make a record of more bytes than a record may have; the message names its longest text.',
  REQUEST_INVALID: 'Parameters or the body do not have the right form; `details` lists every problem.',
  RESULT_TOO_LARGE: 'The answer is larger than a reply may be; ask for less.',
  RUN_CHANGED: 'Others changed the run at the same time; nothing was changed by this request.',
  RUN_NOT_FOUND: 'There is no such run, or the caller may not see it.',
  RUN_NOT_TRASHED: 'The run is not in the trash, and only a run of the trash can be deleted.',
  RUN_TOO_LARGE: 'The document is too large to be written anew while its caller waits.',
  SCHEDULE_BUSY: 'The last burst of the schedule is still under way.',
  SCHEDULE_EXISTS: 'There is a schedule of this name.',
  SCHEDULE_GONE: 'The schedule was deleted meanwhile.',
  SCHEDULE_NOT_FOUND: 'There is no such schedule, or the caller may not see it.',
  SCHEMAS_TOO_MANY: 'A document names more schemas, or schemas in more places, than a run can have.',
  SCHEMA_NAME_EMPTY: 'A schema needs a name.',
  SCHEMA_NAME_TAKEN: 'Another schema has this name.',
  SCHEMA_NOT_FOUND: 'There is no such schema, or the caller may not see it.',
  SCHEMA_NOT_JSON: 'The JSON Schema came as text that is not JSON; the message says where.',
  SCHEMA_NOT_OBJECT: 'The JSON Schema is a list.',
  SCHEMA_PATH_INVALID: 'At the path there is no object that could name a schema.',
  SCHEMA_URI_INVALID: 'The URI of a schema does not begin with one of the known schemes.',
  SCHEMA_URI_TAKEN: 'Another schema has this URI.',
  SCHEMA_URI_TOO_LONG: 'No schema can have this URI.',
  SCOPE_MISSING: 'The key is valid but not good for this: its scopes say for what.',
  SEARCH_TOO_LARGE:
    'The search is too much for one reply, or one run is; the message says how to go on with a `cursor`.',
  SORT_TOO_LARGE: 'All runs would have to be read to sort them by this column, and there are too many.',
  START_INVALID: 'The parameter `start` is no time, or the path in it leads to none.',
  STOP_INVALID: 'The parameter `stop` is no time, or the path in it leads to none.',
  TARGET_UNREACHABLE: 'A target of the benchmark cannot be reached; the message says why and what to try.',
  STORAGE_FULL: 'The disk of an API on one machine is full; make room where it runs.',
  TEAM_EXISTS: 'There is a team of this name.',
  TEAM_IS_OWN: 'The name is that of the own team of a user, which nobody shares.',
  TEAM_STORAGE_FULL:
    'The team would keep more bytes of runs than the deployment allows; `details` has the bound and what it keeps. Delete runs for good, or have the bound raised.',
  TEAM_NOT_FOUND: 'There is no such team.',
  TEST_FORBIDDEN: 'The key may not upload to this test, or there is none.',
  TEST_GONE: 'The test of the run is gone, so the run stays in the trash.',
  TEST_NAME_EMPTY: 'A test needs a name.',
  TEST_NAME_INVALID: 'A test cannot have this name, because the path of a URL cannot carry it.',
  TEST_NAME_TOO_LONG: 'The name of the test has more characters than allowed.',
  TEST_NOT_FOUND: 'There is no such test, or the caller may not see it.',
  TIME_INVALID: 'An end of the stretch of time is no time, or the earlier one is the later.',
  TEST_UNKNOWN: 'The parameter `test` names no test.',
  TIMETABLE_REFUSED:
    'The timetable of a schedule is wrong; `details.timetable` lists every problem with its place.',
  SITE_INVALID: 'An allowed site is a URL of HTTP without a user, a query or a fragment.',
  SITE_NOT_FOUND: 'There is no such allowed site.',
  TOO_MANY_TRIES: 'Too many wrong passwords for this user within minutes.',
  TRANSFORMER_ELSEWHERE: 'The transformer belongs to another schema than the one of the path.',
  TRANSFORMER_NAME_EMPTY: 'A transformer needs a name.',
  TRANSFORMER_NOT_FOUND: 'There is no such transformer, or the caller may not see it.',
  TRANSFORMER_USED: 'A test uses the transformer.',
  UNAUTHORIZED: 'The API key is missing, unknown, expired or revoked.',
  TRANSFORMER_UNKNOWN: 'A test names a transformer that is not there, nor one that makes the same schema.',
  UNSUPPORTED_ENCODING:
    'The body has a `Content-Encoding` that is not decoded; the message lists those that are.',
  UNSUPPORTED_MEDIA_TYPE: 'The content type is not `application/json`.',
  UPLOAD_COMPLETED:
    'The upload was completed before; what it was completed with was something else, or it cannot be given up any more.',
  UPLOAD_DAMAGED: 'The document that came is not the one of the given SHA-256. It is deleted.',
  UPLOAD_GONE: 'The parts of the upload are gone: nobody completed it in time, or the document was refused.',
  UPLOAD_INCOMPLETE: 'Parts of the upload are missing; `details.missing` has their numbers.',
  UPLOAD_INDEXING: 'The document is large and is being read: complete the upload again in some seconds.',
  UPLOAD_UNREAD:
    'Reading the large document was given up, for the reason in the message, and begins anew: complete the upload again in some seconds.',
  UPLOAD_NOT_FOUND: 'There is no such upload, or it is that of another user.',
  UPLOAD_TOO_LARGE: 'The document is larger than an upload may be.',
  VARIABLE_INVALID: 'A variable, or how its changes are told, is wrong; the message lists every problem.',
  VARIABLE_NOT_FOUND: 'There is no such variable, or the caller may not see its test.',
  USER_EXISTS: 'There is a user or a team of this name, or the name is a word of the API.',
  USER_NOT_FOUND: 'There is no such user.',
  VIEW_DEFAULT: 'The view that every test has cannot be deleted.',
  VIEW_NOT_FOUND: 'The test has no such view.',
  VIEW_TEST_MISSING:
    'A view does not say which test it belongs to, or several views belong to several tests.',
};

/**
 * Every refusal of the code: what a caller can mend, and the one word for all that he cannot. Two words are
 * put together.
 */
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
    .filter(([word, status]) => status < '500' || serverCodes.includes(word))
    .map(([word, status]) => [status, word] as const)
    .sort((one, other) => one.join(' ').localeCompare(other.join(' ')));
}

/** Codes from 500 on that the API itself answers with; others serve the command line. */
const serverCodes = ['INTERNAL', 'STORAGE_FULL', 'TEAM_STORAGE_FULL'];

const refusals = [
  /refuseUnlessSegment\('([A-Z_0-9]+)'/g,
  /new DownpourError\(\s*'([A-Z_0-9]+)',\s*(\d{3})/g,
  /\brefused\(\s*'([A-Z_0-9]+)'/g,
  /json\(\{ code: '([A-Z_0-9]+)'[^)]*\}, (\d{3})\)/g,
];
