import middy from '@middy/core';
import headerNormalizer from '@middy/http-header-normalizer';
import type { Context } from 'aws-lambda';
import type { OperationName } from '../../../lib/api.generated.ts';
import { measure } from '../../metrics.ts';
import { withPlace } from './body.ts';
import { answerFailure } from './failure.ts';
import { behindFront } from './front/front.ts';
import { otherMethod } from './method.ts';
import { rejectIfTooLarge } from './replies/large-reply.ts';
import { replyHeaders, represented } from './replies/representation.ts';
import type { Authenticate, Call, Event, Handler, Headers, Reply } from './types.ts';
import { validate } from './validation.ts';

/**
 * The middleware of every route, from the outside in: errors become JSON, too large replies are replaced,
 * documents get a validator and an encoding, header names become lower case, other methods are answered, the
 * caller is authenticated, and the request is validated by schema/openapi.json. Further middleware is added
 * here, with `use`. Only this file imports Middy. The front end answers CORS requests (lib/cors.ts). The
 * folder front/ handles the differences between front ends.
 */
export function pipeline<Name extends OperationName, Caller>(
  name: Name,
  authenticate: Authenticate<Caller>,
  answer: (call: Call<Name> & { readonly caller: Caller }) => Promise<Reply>,
): Handler {
  const handle = middy<Event, Reply>()
    .onError(async ({ event, context, error }) =>
      answerFailure(await withPlace(error), requestIdOf(event, context), name),
    )
    .after(({ response, event, context }) => rejectIfTooLarge(response, requestIdOf(event, context)))
    // The middleware that is added last runs first after the operation. So a document is compressed before
    // its size is checked.
    .after(async (request) => {
      if (request.response)
        request.response = await represented(name, request.event.headers, request.response);
    })
    .use(headerNormalizer())
    .handler(async (event: Event, context: Context) => {
      const other = otherMethod(name, event, requestIdOf(event, context));
      if (other !== undefined) return other;
      const now = Date.now();
      const headers: Headers = event.headers;
      const source = event.requestContext?.http?.sourceIp ?? 'unknown';
      const caller = await authenticate(headers, now, source);
      const request = validate(name, event);
      const call = { ...request, headers, requestId: requestIdOf(event, context), now, source, caller };
      // For a generic name, the compiler cannot infer that the request has the parts of the operation's Call.
      return answer(call as unknown as Call<Name> & { readonly caller: Caller });
    });
  return behindFront(async (event, context) => {
    const begun = performance.now();
    const reply = await handle({ ...event }, context);
    measure({ ApiLatency: performance.now() - begun }, name);
    return { ...reply, headers: { ...replyHeaders, ...reply.headers } };
  });
}

const requestIdOf = (event: Event, context: Context | undefined): string =>
  event.requestContext?.requestId ?? context?.awsRequestId ?? 'unknown';
