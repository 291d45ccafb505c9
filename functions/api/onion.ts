import middy from '@middy/core';
import headerNormalizer from '@middy/http-header-normalizer';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { OperationName, Requests } from '../../lib/api.generated.ts';
import { answerFailure } from './failure.ts';
import { fit } from './reply.ts';
import { validate } from './validation.ts';

export type Event = APIGatewayProxyEventV2;
export type Reply = APIGatewayProxyStructuredResultV2;

/** A validated request, as an operation's handler sees it. */
export type Call<Name extends OperationName> = Pick<Requests[Name], 'path' | 'query' | 'header' | 'body'> & {
  /** The body's bytes as they came; empty when there is none. */
  readonly bytes: Uint8Array;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly requestId: string;
  /** Epoch milliseconds at which the request arrived. */
  readonly now: number;
};

export type Handler = (event: Event, context: Context) => Promise<Reply>;

/**
 * Everything between the platform and an operation, from the outside in: failures become JSON, replies are measured,
 * header names are lowered, the caller is known, the request fits schema/openapi.yaml. The only importer of Middy.
 */
export function onion<Name extends OperationName, Caller>(
  name: Name,
  authenticate: (headers: Call<Name>['headers'], now: number) => Promise<Caller>,
  answer: (call: Call<Name> & { readonly caller: Caller }) => Promise<Reply>,
): Handler {
  const door = middy<Event, Reply>()
    .onError(async ({ event, context, error }) => answerFailure(error, requestIdOf(event, context)))
    .after(({ response, event, context }) => fit(response, requestIdOf(event, context)))
    .use(headerNormalizer())
    .handler(async (event: Event, context: Context) => {
      const now = Date.now();
      const headers: Call<Name>['headers'] = event.headers;
      const caller = await authenticate(headers, now);
      const request = validate(name, event);
      const call = { ...request, headers, requestId: requestIdOf(event, context), now, caller };
      return answer(call as unknown as Call<Name> & { readonly caller: Caller });
    });
  return (event, context) => door({ ...event }, context);
}

/** An operation that is open to everyone. */
export function openDoor<Name extends OperationName>(
  name: Name,
  answer: (call: Call<Name>) => Promise<Reply>,
): Handler {
  return onion(name, async () => undefined, answer);
}

const requestIdOf = (event: Event, context: Context | undefined): string =>
  event.requestContext?.requestId ?? context?.awsRequestId ?? 'unknown';
