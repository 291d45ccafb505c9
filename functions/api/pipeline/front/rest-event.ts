import type { APIGatewayProxyEvent } from 'aws-lambda';
import { environment } from '../../../../lib/names/environment.ts';
import { createRouter, type Match, type Router } from '../../../../lib/router.ts';
import type { Event } from '../types.ts';

/**
 * Converts the event of a REST API to the event of an HTTP API (payload 2.0):
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html A
 * REST API has other paths than an HTTP API, so the function finds its route itself.
 */
export function fromRest(event: APIGatewayProxyEvent): Event {
  const { path: rawPath, httpMethod: method, body, isBase64Encoded, requestContext: context } = event;
  const found = matchOf(method, rawPath.replace(/(.)\/$/, '$1'));
  const routeKey = found?.route.key ?? '$default';
  const { apiId, accountId, domainName = '', domainPrefix = '', requestId, stage } = context;
  const { sourceIp, userAgent } = context.identity;
  // In payload format 2.0 the path begins with the stage, but not when the API has its own domain.
  const http = {
    method,
    path: context.path ?? rawPath,
    protocol: context.protocol,
    sourceIp,
    userAgent: userAgent ?? '',
  };
  const { requestTime: time = '', requestTimeEpoch: timeEpoch } = context;
  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString: queryOf(event),
    headers: headersOf(event),
    pathParameters: { ...found?.parameters },
    requestContext: {
      ...{ apiId, accountId, domainName, domainPrefix, requestId, stage },
      ...{ routeKey, http, time, timeEpoch },
    },
    ...(body !== null && { body }),
    isBase64Encoded,
  };
}

/** The route of the function for a path. Undefined for a path with a broken percent escape, too. */
function matchOf(method: string, path: string): Match | undefined {
  try {
    return routerOf(process.env[environment.routes] ?? '')(method, path);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

let known: { readonly keys: string; readonly router: Router } | undefined;
function routerOf(keys: string): Router {
  if (known?.keys !== keys) {
    const routes = keys.split(',').map((key) => ({ key, functionName: '' }));
    known = { keys, router: createRouter(routes) };
  }
  return known.router;
}

/** A REST API gives decoded values, in the order of their names. */
function queryOf({ multiValueQueryStringParameters: all }: APIGatewayProxyEvent): string {
  const query = new URLSearchParams();
  for (const [name, values = []] of Object.entries(all ?? {}))
    for (const value of values) query.append(name, value);
  return query.toString();
}

/** Header names in lower case, as an HTTP API has them. Values of one name are joined with commas. */
const headersOf = ({ multiValueHeaders: all }: APIGatewayProxyEvent): Event['headers'] =>
  Object.fromEntries(
    Object.entries(all ?? {}).map(([name, values = []]) => [name.toLowerCase(), values.join(',')]),
  );
