import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { OperationName, Requests } from '../../../lib/api.generated.ts';

/** A request and its reply in the format of the platform's HTTP API (payload 2.0). */
export type Event = APIGatewayProxyEventV2;
export type Reply = APIGatewayProxyStructuredResultV2 & { statusCode: number };

/** The handler of a route, which Lambda calls. */
export type Handler = (event: Event, context: Context) => Promise<Reply>;

/** A validated request, as an operation receives it. */
export type Call<Name extends OperationName> = Pick<Requests[Name], 'path' | 'query' | 'header' | 'body'> & {
  /** The bytes of the body. Empty without a body. */
  readonly bytes: Uint8Array;
  /** Header names in lower case. */
  readonly headers: Headers;
  readonly requestId: string;
  /** The time at which the request arrived in epoch milliseconds. */
  readonly now: number;
  /** The address of the caller, as the front end reports it. */
  readonly source: string;
};

/**
 * Identifies the caller.
 * @throws DownpourError 401, 403, 429
 */
export type Authenticate<Caller> = (headers: Headers, now: number, source: string) => Promise<Caller>;

export type Headers = Readonly<Record<string, string | undefined>>;
