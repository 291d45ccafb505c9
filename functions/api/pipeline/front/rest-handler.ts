import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { type CorsRequest, corsHeaders, corsOf, preflightHeaders } from '../../../../lib/cors.ts';
import { defaultService, environment } from '../../../../lib/names/environment.ts';
import { ownApiId } from '../../../../lib/names/front.ts';
import { log } from '../../../log.ts';
import type { Event, Handler, Reply } from '../types.ts';
import { fromRest } from './rest-event.ts';

/**
 * Answers an event of a REST API. In contrast to an HTTP API, a REST API does not answer CORS requests, and
 * it logs requests only with a role that belongs to the whole account. So both are done here.
 */
export async function answerRest(handler: Handler, given: Event, context: Context): Promise<Reply> {
  // The front end decides the form of an event. The types of handlers only have the form of an HTTP API.
  const event = given as unknown as APIGatewayProxyEvent;
  const begun = performance.now();
  completeUrl(event.requestContext.apiId);
  const asked = fromRest(event);
  const { headers } = asked;
  const { [environment.corsOrigins]: origins = 'none', [environment.service]: service = defaultService } =
    process.env;
  const cors = corsOf(origins, service);
  const request: CorsRequest = { method: event.httpMethod, headers };
  const preflight = preflightHeaders(request, cors);
  const reply = preflight ? { statusCode: 204, headers: preflight } : await handler(asked, context);
  const added = preflight ? {} : corsHeaders(request, cors);
  note(asked, reply.statusCode, performance.now() - begun);
  const vary = [reply.headers?.vary, added.vary].filter(Boolean).join(', ');
  return { ...reply, headers: { ...reply.headers, ...added, ...(vary && { vary }) } };
}

/** Adds the id of the API to its configured address. The configuration cannot contain the id. */
function completeUrl(apiId: string): void {
  const url = process.env[environment.publicUrl];
  if (url?.includes(ownApiId)) process.env[environment.publicUrl] = url.replace(ownApiId, apiId);
}

/** Logs a request in one line, without its query, which may contain data. */
function note({ routeKey: route, rawPath, requestContext }: Event, status: number, ms: number): void {
  const { requestId, http } = requestContext;
  log.info(`${http.method} ${rawPath} ${status} in ${Math.round(ms)} ms, from ${http.sourceIp}`, {
    requestId,
    route,
  });
}
