import type { Context } from 'aws-lambda';
import type { Event, Handler, Reply } from '../../../functions/api/pipeline/types.ts';
import { holdToContract } from './contract.ts';

/** The parts of a request in short form. */
export type Ask = {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The address of the client. */
  readonly source?: string;
  readonly body?: string;
  readonly path?: Readonly<Record<string, string>>;
  /** The route, for a function that answers several routes. Absent: `line` is the route. */
  readonly routeKey?: string;
};

export type Answer = {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, unknown>>;
};

/**
 * Calls a handler with the event that an HTTP API makes of `METHOD /path?query` (payload 2.0), and compares
 * the reply with the contract.
 */
export async function invoke(handler: Handler, line: string, ask: Ask = {}): Promise<Answer> {
  const event = eventOf(line, ask);
  const reply: Reply = await handler(event, { awsRequestId: 'request-1' } as Context);
  await holdToContract(handler, event, reply);
  return {
    status: reply.statusCode ?? 200,
    type: String(reply.headers?.['content-type'] ?? ''),
    body: reply.body ?? '',
    headers: reply.headers ?? {},
  };
}

function eventOf(line: string, { key, headers = {}, body, path, routeKey, source }: Ask): Event {
  const [method = 'GET', url = '/'] = line.split(' ');
  const [rawPath = '/', ...query] = url.split('?');
  const keyHeader = key === undefined ? {} : { 'X-Downpour-API-Key': key };
  const event = {
    version: '2.0',
    routeKey: routeKey ?? `${method} ${rawPath}`,
    rawPath,
    rawQueryString: query.join('?'),
    headers: { ...keyHeader, ...headers },
    pathParameters: path,
    requestContext: { requestId: 'request-1', http: { method, path: rawPath, sourceIp: source } },
    body,
    isBase64Encoded: false,
  };
  return event as unknown as Event;
}
