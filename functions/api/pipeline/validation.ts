import type { ErrorObject } from 'ajv/dist/2020.js';
import type { OperationName, Requests } from '../../../lib/api.generated.ts';
import { DownpourError } from '../../../lib/errors.ts';
import type { Place } from './compile-checks.ts';
import { checkOf } from './request-checks.ts';
import type { Event } from './types.ts';

type Problem = { readonly in: Place; readonly at: string; readonly message: string };

type Valid<Name extends OperationName> = Requests[Name] & { readonly bytes: Uint8Array };

/**
 * The request that an operation promises its handler.
 * @throws DownpourError 404 for an id that cannot be one, 415 for a content type other than JSON, else 400 with every
 * problem in `details`.
 */
export function validate<Name extends OperationName>(name: Name, event: Event): Valid<Name> {
  refuseOtherTypes(event.headers['content-type']);
  const path = checked(name, 'path', { ...event.pathParameters });
  if (path.problems.length > 0)
    throw new DownpourError('NOT_FOUND', 404, `there is nothing at ${event.rawPath}`);
  const query = checked(name, 'query', queryOf(event.rawQueryString));
  const header = checked(name, 'header', { ...event.headers });
  const bytes = bodyOf(event);
  const body =
    checkOf(name, 'body') === undefined
      ? { value: null, problems: [] }
      : checked(name, 'body', parsed(bytes));
  refuse([...query.problems, ...header.problems, ...body.problems]);
  const request = { path: path.value, query: query.value, header: header.value, body: body.value, bytes };
  // The one place where what a schema has accepted becomes the type that was generated from the same schema.
  return request as unknown as Valid<Name>;
}

/** Every operation speaks JSON; a request without a content type is taken for JSON too. */
function refuseOtherTypes(contentType: string | undefined): void {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === '' || type === 'application/json' || /^application\/[\w.-]+\+json$/.test(type)) return;
  throw new DownpourError(
    'UNSUPPORTED_MEDIA_TYPE',
    415,
    `the content type must be application/json, found ${type}`,
  );
}

/** The raw query string, because the platform's parsed form joins repeats with commas, which a query may contain. */
function queryOf(raw: string): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(raw)) {
    if (Object.hasOwn(query, name)) refuse([{ in: 'query', at: name, message: 'is given twice' }]);
    query[name] = value;
  }
  return query;
}

function bodyOf({ body, isBase64Encoded }: Event): Uint8Array {
  return Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch (cause) {
    throw new DownpourError('NOT_JSON', 400, `the body is not JSON: ${(cause as Error).message}`, { cause });
  }
}

function checked(
  name: OperationName,
  place: Place,
  value: unknown,
): { readonly value: unknown; readonly problems: readonly Problem[] } {
  const check = checkOf(name, place);
  if (check === undefined || check(value)) return { value, problems: [] };
  return { value, problems: (check.errors ?? []).map((error) => problemOf(place, error)) };
}

function problemOf(place: Place, { keyword, instancePath, params, message }: ErrorObject): Problem {
  const at = instancePath.slice(1).replaceAll('/', '.');
  if (keyword === 'required') return { in: place, at: params.missingProperty, message: 'is required' };
  if (keyword === 'additionalProperties')
    return { in: place, at: params.additionalProperty, message: 'is not known' };
  if (keyword === 'enum')
    return { in: place, at, message: `must be one of ${params.allowedValues.join(', ')}` };
  return { in: place, at, message: message ?? keyword };
}

function refuse(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const list = problems
    .map(({ in: place, at, message }) => `${place} ${at} ${message}`.replace('  ', ' '))
    .join('; ');
  throw new DownpourError('REQUEST_INVALID', 400, list, { details: problems });
}
