import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { environment } from '../../names/environment.ts';
import type { Match } from '../../router.ts';

/** The content types whose bodies are text in the event. Other bodies are Base64. */
const textTypes = /^(text\/|application\/(json|javascript|xml)\b|application\/[\w.+-]+\+(json|xml)\b)/i;

/**
 * Makes the event of a request in payload format 2.0:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 * @param target the path and query for the function, when they differ from those of the request.
 */
export function proxyEvent(
  request: IncomingMessage,
  match: Match,
  body: Buffer,
  { method = 'GET', url = '/' }: Pick<IncomingMessage, 'method' | 'url'> = request,
): APIGatewayProxyEventV2 {
  const [rawPath = '/', rawQueryString = ''] = splitOnce(url, '?');
  const { headers, cookies } = headersOf(request);
  const query = joined([...new URLSearchParams(rawQueryString)]);
  const now = new Date();
  const sourceIp = sourceOf(request);
  const isText =
    textTypes.test(headers['content-type'] ?? '') && !headers['content-encoding'] && isUtf8(body);
  const routeKey = match.route.key;
  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString,
    ...(cookies.length > 0 && { cookies }),
    headers: { ...forwarded(request, sourceIp), ...headers },
    ...(Object.keys(query).length > 0 && { queryStringParameters: query }),
    ...(Object.keys(match.parameters).length > 0 && { pathParameters: match.parameters }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: headers.host ?? 'localhost',
      domainPrefix: 'local',
      http: {
        method,
        path: rawPath,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey,
      stage: '$default',
      time: logTime(now),
      timeEpoch: now.getTime(),
    },
    ...(body.length > 0 && { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !isText,
  };
}

/**
 * The address of the caller. Behind a proxy (`DOWNPOUR_PUBLIC_URL`), it is the last address in
 * `x-forwarded-for`, which the proxy has added. Callers can only write addresses before it.
 */
export function sourceOf({ headers, socket }: IncomingMessage): string {
  const peer = socket.remoteAddress ?? '127.0.0.1';
  if (!process.env[environment.publicUrl]) return peer;
  const last = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  return last === undefined || isIP(last) === 0 ? peer : last;
}

function headersOf(request: IncomingMessage): {
  headers: Record<string, string>;
  cookies: string[];
} {
  const pairs: [string, string][] = [];
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    pairs.push([(request.rawHeaders[i] ?? '').toLowerCase(), request.rawHeaders[i + 1] ?? '']);
  }
  const cookies = pairs.filter(([name]) => name === 'cookie').flatMap(([, value]) => value.split(/; */));
  return { headers: joined(pairs.filter(([name]) => name !== 'cookie')), cookies };
}

/** Joins the values of each name with commas, as payload format 2.0 does. */
function joined(pairs: readonly (readonly [string, string])[]): Record<string, string> {
  const all = new Map<string, string>();
  for (const [name, value] of pairs) {
    const before = all.get(name);
    all.set(name, before === undefined ? value : `${before},${value}`);
  }
  return Object.fromEntries(all);
}

const forwarded = (request: IncomingMessage, sourceIp: string): Record<string, string> => ({
  'x-forwarded-for': sourceIp,
  'x-forwarded-port': String((request.socket.address() as AddressInfo).port),
  'x-forwarded-proto': 'encrypted' in request.socket ? 'https' : 'http',
});

/** The time in the form of API Gateway's logs, for example `12/Mar/2020:19:03:58 +0000`. */
function logTime(at: Date): string {
  const [, day = '', month = '', year = '', time = ''] = at.toUTCString().split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
