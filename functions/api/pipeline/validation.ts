import { isUtf8 } from 'node:buffer';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import {
  type OperationName,
  ownMethod,
  type Requests,
  repeatedParameters,
  requestTypes,
} from '../../../lib/api.generated.ts';
import type { RequestPart } from '../../../lib/contract/compile-checks.ts';
import { DownpourError } from '../../../lib/errors.ts';
import { numbered } from '../../../lib/words.ts';
import { bodyOf, jsonOf } from './body.ts';
import { checkOf } from './request-validators.ts';
import type { Event } from './types.ts';

type Problem = { readonly in: RequestPart; readonly at: string; readonly message: string };

type Valid<Name extends OperationName> = Requests[Name] & { readonly bytes: Uint8Array };

/**
 * Validates the request of an operation. The body of a change that takes none is ignored.
 * @throws DownpourError 404: a value in the path is invalid. 415: the content type or the content encoding is
 * not accepted. 413: the body is too large. 400: any other problem. `details` has every invalid member and
 * parameter.
 */
export function validate<Name extends OperationName>(name: Name, event: Event): Valid<Name> {
  const isIgnored = requestTypes[name] === undefined && ownMethod[name] !== 'GET';
  const type = isIgnored ? undefined : requestType(name, event.headers['content-type']);
  const path = checked(name, 'path', { ...event.pathParameters });
  if (path.problems.length > 0)
    throw new DownpourError(
      'NOT_FOUND',
      404,
      `the API has no path ${event.rawPath}: /openapi lists all operations`,
    );
  const query = checked(name, 'query', queryOf(name, event.rawQueryString));
  const header = checked(name, 'header', { ...event.headers });
  // A body that the operation does not take is ignored, because curl and other clients send a content type or
  // an encoding without a body.
  const bytes = isIgnored ? new Uint8Array() : bodyOf(event);
  const body =
    checkOf(name, 'body') === undefined
      ? { value: null, problems: [] }
      : checked(name, 'body', type === 'text/plain' ? textOf(name, bytes) : withoutEmpty(jsonOf(bytes)));
  refuse([...query.problems, ...header.problems, ...body.problems]);
  const request = { path: path.value, query: query.value, header: header.value, body: body.value, bytes };
  // No other code casts a value to its generated type. The schema that the type was generated from has
  // accepted the value.
  return request as unknown as Valid<Name>;
}

/**
 * The content type of the body. When the request names none or JSON, it is the first type of the operation.
 * Clients also name JSON for requests without a body.
 */
function requestType(name: OperationName, contentType: string | undefined): string {
  const [first = 'application/json', ...others] = requestTypes[name] ?? [];
  const type = contentType?.split(';')[0]?.trim().toLowerCase() || first;
  if (others.includes(type)) return type;
  if (type === first || type === 'application/json' || /^application\/[\w.-]+\+json$/.test(type))
    return first;
  const accepted = [first, ...others].join(' or ');
  throw new DownpourError(
    'UNSUPPORTED_MEDIA_TYPE',
    415,
    `the content type must be ${accepted}, found ${type}`,
  );
}

/**
 * Query parameters that count as absent when they are empty. Clients of the original server send them empty.
 */
const absentWhenEmpty: ReadonlySet<string> = new Set([
  'access',
  'owner',
  'schema',
  'schemaUri',
  'sort',
  'uri',
]);

/**
 * Leaves out an empty owner or access of a record, or of each record of a list. Empty query parameters are
 * left out in the same way.
 */
function withoutEmpty(body: unknown): unknown {
  for (const record of [body].flat().map(Object))
    for (const name of ['owner', 'access']) if (record[name] === '') delete record[name];
  return body;
}

/**
 * Parses the raw query string. The platform's parsed form joins repeated parameters with commas, and a query
 * may contain commas.
 */
function queryOf(name: OperationName, raw: string): Record<string, string | string[]> {
  refuse(brokenEscapes(raw));
  const lists = repeatedParameters[name] ?? [];
  const query = new Map<string, string | string[]>();
  for (const [at, value] of new URLSearchParams(raw)) {
    if (value === '' && absentWhenEmpty.has(at)) continue;
    const known = query.get(at);
    if (Array.isArray(known)) known.push(value);
    else if (lists.includes(at)) query.set(at, [value]);
    else if (known !== undefined) refuse([{ in: 'query', at, message: 'is given twice: give it once' }]);
    else query.set(at, value);
  }
  // With `Object.fromEntries`, a parameter `__proto__` becomes an ordinary member.
  return Object.fromEntries(query);
}

/** Finds percent-escapes of bytes that are not UTF-8. They would become U+FFFD and change the query. */
function brokenEscapes(raw: string): readonly Problem[] {
  if (!/%[89a-f]/i.test(raw)) return [];
  return raw.split('&').flatMap((pair) => {
    const broken = pair.match(/(?:%[\da-f]{2})+/gi)?.find((escapes) => !isUtf8Escape(escapes));
    const at = pair.split('=', 1)[0] ?? '';
    return broken === undefined
      ? []
      : [{ in: 'query', at, message: `is not UTF-8 at ${broken}: encode the value as UTF-8` } as const];
  });
}

function isUtf8Escape(escapes: string): boolean {
  try {
    decodeURIComponent(escapes);
    return true;
  } catch {
    return false;
  }
}

/** Operations whose text may be in quotes, because clients of the original server write it as JSON. */
const quotedTexts: ReadonlySet<OperationName> = new Set([
  'allowed-site-create',
  'run-schema',
  'user-default-team-set',
]);

/** The text of a body without a byte order mark. */
function textOf(name: OperationName, bytes: Uint8Array): string {
  if (!isUtf8(bytes)) refuse([{ in: 'body', at: '', message: 'must be UTF-8' }]);
  const text = new TextDecoder().decode(bytes);
  return quotedTexts.has(name) ? text.replace(/^"(.*)"$/s, '$1') : text;
}

function checked(
  name: OperationName,
  place: RequestPart,
  value: unknown,
): { readonly value: unknown; readonly problems: readonly Problem[] } {
  const check = checkOf(name, place);
  const given = { ...(value as object) };
  if (check === undefined) return { value, problems: [] };
  if (check(value) || (place === 'query' && inOtherCase(check.errors ?? [], value as object) && check(value)))
    return { value, problems: place === 'body' ? [] : otherSpellings(place, given, value) };
  const problems = (check.errors ?? []).map((error) => problemOf(place, error));
  return { value, problems: distinct(place === 'query' ? withNames(check, problems) : problems) };
}

/** Proposes the known names for unknown names that differ from them only in case, or in `-` and `_`. */
function withNames(check: ValidateFunction, problems: readonly Problem[]): readonly Problem[] {
  const isKnown = (name: string): boolean => {
    check({ [name]: '' });
    return check.errors?.some(({ keyword }) => keyword === 'additionalProperties') !== true;
  };
  return problems.map((problem) => {
    if (problem.message !== unknownName) return problem;
    const joined = problem.at.replace(/[-_]+(\w?)/g, (_, letter: string) => letter.toUpperCase());
    const names = [joined.toLowerCase(), joined.slice(0, 1).toLowerCase() + joined.slice(1)];
    const meant = names.find(isKnown);
    return meant ? { ...problem, message: `is unknown: did you mean '${meant}'?` } : problem;
  });
}

const unknownName = 'is unknown: /openapi lists the known names';

/**
 * Replaces words of a query that differ only in case from the words of the contract. Python, for example,
 * sends the booleans `True` and `False`.
 * @returns true if there was such a word.
 */
function inOtherCase(errors: readonly ErrorObject[], query: object): boolean {
  let isChanged = false;
  for (const { keyword, instancePath, params } of errors) {
    const at = instancePath.slice(1) as keyof typeof query;
    const words: readonly unknown[] =
      keyword === 'enum' ? params.allowedValues : params.type === 'boolean' ? [true, false] : [];
    const text = String(query[at]).toLowerCase();
    const word = words.find((each) => String(each).toLowerCase() === text);
    if (word === undefined) continue;
    Object.assign(query, { [at]: String(word) });
    isChanged = true;
  }
  return isChanged;
}

/** Removes repeated problems. Combined schemas (`allOf`) may reject a value twice for the same reason. */
const distinct = (problems: readonly Problem[]): readonly Problem[] => [
  ...new Map(problems.map((problem) => [`${problem.at} ${problem.message}`, problem])).values(),
];

/** Finds other notations of integers in a path or query, such as `0x4`, `4.0`, `04` and `Infinity`. */
function otherSpellings(place: RequestPart, given: object, value: unknown): readonly Problem[] {
  const texts = new Map(Object.entries(given));
  return Object.entries(value as object).flatMap(([at, number]) => {
    if (typeof number !== 'number' || !texts.has(at)) return [];
    if (Number.isFinite(number) && texts.get(at) === String(number)) return [];
    return [{ in: place, at, message: 'must be a number in plain digits, such as 20' }];
  });
}

function problemOf(place: RequestPart, { keyword, instancePath, params, message }: ErrorObject): Problem {
  const at = instancePath.slice(1).replaceAll('/', '.');
  const below = (member: string): string => (at === '' ? member : `${at}.${member}`);
  if (keyword === 'required') return { in: place, at: below(params.missingProperty), message: 'is required' };
  if (keyword === 'additionalProperties')
    return { in: place, at: below(params.additionalProperty), message: unknownName };
  if (keyword === 'enum')
    return { in: place, at, message: `must be one of ${params.allowedValues.map(String).join(', ')}` };
  if (keyword === 'type')
    return { in: place, at, message: `must be ${[params.type].flat().map(typeWords).join(' or ')}` };
  const limit = limitWords[keyword];
  if (limit !== undefined) return { in: place, at, message: `must be ${limit} ${params.limit}` };
  const [bound, noun] = boundWords[keyword] ?? [];
  if (noun !== undefined)
    return { in: place, at, message: `must have ${bound} ${numbered(params.limit, noun)}` };
  const words = patternWords[params.pattern];
  return { in: place, at, message: words === undefined ? (message ?? keyword) : `must be ${words}` };
}

/** A JSON type with its article. */
function typeWords(type: string): string {
  if (type === 'null') return type;
  if (type === 'boolean') return 'true or false';
  return `${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`;
}

/** The words for keywords that limit a number. */
const limitWords: Readonly<Record<string, string>> = {
  minimum: 'at least',
  maximum: 'at most',
  exclusiveMinimum: 'above',
  exclusiveMaximum: 'below',
};

/** The words for keywords that limit a length. */
const boundWords: Readonly<Record<string, readonly [bound: string, noun: string]>> = {
  minLength: ['at least', 'character'],
  maxLength: ['at most', 'character'],
  minItems: ['at least', 'item'],
  maxItems: ['at most', 'item'],
};

/** Descriptions of the contract's patterns, for messages to users. */
export const patternWords: Readonly<Record<string, string>> = {
  '^.{1,59}-team$': 'a name of at most 64 characters that ends in -team',
  '^[A-Za-z0-9._-]{1,59}-team$':
    'a name of at most 64 letters, digits, dots, hyphens and underscores that ends in -team',
  '^[A-Za-z0-9._-]{1,59}$': 'a name of at most 59 letters, digits, dots, hyphens and underscores',
  '^[A-Za-z0-9][A-Za-z0-9_-]{0,49}$':
    'a name of at most 50 letters, digits, hyphens and underscores that begins with a letter or digit',
  '^(id|runId|ordinal|start|stop|\\(stop - start\\)|testid|owner|access|description|view_data:[0-9]+:.+)$':
    'one of id, runId, ordinal, start, stop, (stop - start), testid, owner, access, description or view_data:COLUMN:LABEL',
  '^[^\\u0000-\\u001f\\u007f-\\u009f]*$': 'a text without control characters',
  '^([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee])?$': 'true or false',
  '^\\d{1,10}$': 'an id, which is a number such as 15',
  '^\\d{1,10}(\\.\\.\\d{1,10})?(,\\d{1,10}(\\.\\.\\d{1,10})?)*$':
    'ids of runs and ranges of ids with commas between them, such as 11..15 or 11,13',
  '^[0-9a-f]{64}$': 'a SHA-256 in 64 hexadecimal digits, in small letters',
  '^b-[0-9]{8}-[0-9]{6}-[0-9a-z]{4}$': 'the id of a burst, such as b-20260504-101500-k3x9',
  '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$': 'a UUID in small letters',
  '^[A-Za-z0-9_-]{43}$': 'a sign-in code of this server, which has 43 characters',
  '^\\d{15}#.{1,80}$': "the value of 'next' in the answer for the previous page",
  '^\\d{15}(#.{1,100})?$': "the value of 'next' in the answer for the previous page",
  '^\\d{10}-(\\d{10}|run)$': "the value of 'next' in the answer for the previous page",
  '^\\d{17}\\.[0-9A-Za-z-]{1,80}\\.work\\.\\d{1,4}$':
    "the value of 'next' in the answer for the previous page",
};

function refuse(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const list = problems.map(({ in: place, at, message }) => `${subjectOf(place, at)} ${message}`).join('; ');
  throw new DownpourError('REQUEST_INVALID', 400, list, { details: problems });
}

/** The subject of a problem, such as `the parameter 'limit'` or `the member 'files[0].bytes' of the body`. */
function subjectOf(place: RequestPart, at: string): string {
  if (at === '') return `the ${place}`;
  if (place !== 'body') return `the ${place === 'query' ? 'parameter' : place} '${at}'`;
  const path = at.replaceAll(/(?:^|\.)(\d+)(?=\.|$)/g, '[$1]');
  return `the ${path.endsWith(']') ? 'item' : 'member'} '${path}' of the body`;
}
