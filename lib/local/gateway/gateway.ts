import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type Cors, corsHeaders } from '../../cors.ts';
import { createRouter, type Match, type Route, type Router } from '../../router.ts';
import { grouped } from '../../words.ts';
import type { Invocation } from '../function-host/host.ts';
import { type Answer, larger, later, message, unavailable } from './answer.ts';
import { Bodies } from './bodies.ts';
import { BodyDrain } from './body-drain.ts';
import {
  callerOf,
  credentialHeaders,
  type Judge,
  type Judgement,
  sharedJudge,
} from './cached-authentication.ts';
import { isForeignChange, preflight } from './cors.ts';
import { proxyEvent } from './event.ts';
import { functionAnswer } from './function-answer.ts';
import type { HeldBursts } from './held-bursts.ts';
import { holdPath } from './hold-path.ts';
import { foreignHost } from './own-host.ts';
import type { PublicObjects } from './public-objects.ts';
import { headProblem, nodeHeadBytesMax, originForm, unreadableHead } from './request-head.ts';
import { UnsentAnswers } from './unsent-answers.ts';

/**
 * The limits of the gateway. Some are those of API Gateway:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
 */
export const gatewayLimits = {
  bodyBytesMax: 10 * 1024 ** 2,
  /**
   * The limit of bytes of all bodies that the gateway is receiving. Above it, the caller with the most bytes
   * loses its first body (503).
   */
  allBodiesBytesMax: 128 * 1024 ** 2,
  /**
   * The limit of bytes of all large answers that clients have not read yet. Above it, the caller with the
   * most bytes loses the connection of its first answer.
   */
  unsentBytesMax: 256 * 1024 ** 2,
  /** The time in milliseconds after which a connection closes whose client reads nothing of an answer. */
  unreadMsMax: 60_000,
  /** The largest body in bytes that is read before `judge` has accepted its caller. */
  unjudgedBytesMax: 64 * 1024,
  /**
   * The limit of bytes of one caller's long bodies that are read at once. Further bodies wait for their turn.
   */
  callerBytesMax: 32 * 1024 ** 2,
  /** The limit of bodies of one caller that wait for their turn. Further bodies get the error 429. */
  waitingBodiesMax: 256,
  /**
   * The interval in milliseconds in which a body must receive enough bytes while others wait. Otherwise it
   * loses its turn (408).
   */
  turnMs: 3000,
  turnBytesMin: 256 * 1024,
  /** The limit of bytes of the request line and the headers together. */
  headBytesMax: 10_240,
  integrationMsMax: 30_000,
};

export type GatewayOptions = {
  readonly routes: readonly Route[];
  /**
   * Invokes a function.
   * @param caller identifies the sender of the request.
   */
  readonly invoke: (functionName: string, event: unknown, caller: string) => Promise<Invocation>;
  /** The header with the API key of a caller, in small letters. */
  readonly keyHeader: string;
  /**
   * The URL that the gateway requests with GET before it reads a long body. The answer 401, 429 or 503
   * rejects the caller, and the answer 200 names its user. Absent: all callers are accepted.
   */
  readonly judge?: string;
  /**
   * True for functions whose callers are checked before each invocation. Then all keys of a user count as one
   * caller, and invented keys never reach the function. Absent: no function. Callers of requests with long
   * bodies are always checked.
   */
  readonly isJudged?: (functionName: string) => boolean;
  /**
   * Bursts that Downpour stops when the command that started them ends. An HTTP API on AWS has no such
   * bursts.
   */
  readonly held?: HeldBursts;
  /** The object store for clients of a proxy. Absent: clients reach the object store directly. */
  readonly objects?: PublicObjects | undefined;
  /** The permissions of pages of other origins; absent: none. */
  readonly cors?: Cors | undefined;
  /** The certificate and key for TLS; absent: plain HTTP. */
  readonly tls?: Identity | undefined;
  readonly limits?: Partial<typeof gatewayLimits>;
  /** Called with internal errors of the gateway. */
  readonly log?: (error: unknown) => void;
};

/** A certificate with its issuers, and its key, both in PEM. */
export type Identity = { readonly cert: string; readonly key: string };

/**
 * Creates a gateway that works like an HTTP API of API Gateway with Lambda integrations, payload format 2.0.
 * The returned server does not listen yet.
 */
export function createGateway(options: GatewayOptions): Server {
  const { routes, held, objects, cors, tls, limits, log } = options;
  const bounds = { ...gatewayLimits, ...limits };
  const router = createRouter(routes);
  const judge = judgeOf(options, router, bounds);
  const bodies = new Bodies(bounds, judge);
  const bodyDrain = new BodyDrain();
  const unsent = new UnsentAnswers(bounds.unsentBytesMax);
  const send = (request: IncomingMessage, response: ServerResponse, answer: Answer): void => {
    if (!request.complete) bodyDrain.add(request);
    response.setTimeout(bounds.unreadMsMax, () => response.destroy());
    unsent.add(response, { caller: callerOf(request, options.keyHeader), bytes: answer.body.length });
    write(request, response, answer);
  };
  const answerOf = async (request: IncomingMessage): Promise<Answer> => {
    const preflightAnswer = preflight(request, cors);
    if (preflightAnswer !== undefined) return preflightAnswer;
    if (isForeignChange(request, cors))
      return message(
        403,
        'Forbidden: web pages of another origin may only read. To allow changes, start `downpour serve --cors` with this origin',
      );
    const handled = await handle(request, options, { router, judge, bodies, bounds });
    const answer = objects?.translate(request, handled) ?? handled;
    return { ...answer, headers: withCors(answer.headers, corsHeaders(request, cors)) };
  };
  const respond = (request: IncomingMessage, response: ServerResponse): void => {
    request.url = originForm(request.url ?? '/');
    // The host is checked only without TLS. Clients of TLS compare the name of the host with the certificate.
    const refusal = tls ? undefined : foreignHost(request);
    if (refusal !== undefined) {
      send(request, response, refusal);
      return;
    }
    if (held && request.method === 'POST' && request.url === holdPath) {
      held.take(request, response, (answer) => send(request, response, answer));
      return;
    }
    if (objects?.take(request, response)) return;
    answerOf(request).then(
      (answer) => send(request, response, answer),
      (error: unknown) => {
        if (request.destroyed && !request.complete) return;
        log?.(error);
        send(request, response, message(500, 'Internal Server Error'));
      },
    );
  };
  const settings = { maxHeaderSize: nodeHeadBytesMax, requireHostHeader: false };
  const server = tls ? createSecureServer({ ...settings, ...tls }, respond) : createServer(settings, respond);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (socket.writable) socket.end(unreadableHead(error.code, bounds.headBytesMax));
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    send(request, response, message(417, 'Expectation Failed: the header Expect may have only 100-continue')),
  );
  return server;
}

/**
 * Adds headers to an answer and joins the values of `vary`, because an answer may depend on more than the
 * origin.
 */
function withCors(headers: OutgoingHttpHeaders, more: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const vary = [headers.vary, more.vary].flatMap((each) => each ?? []).join(', ');
  return { ...headers, ...more, ...(vary !== '' && { vary }) };
}

type Parts = {
  readonly router: Router;
  readonly judge: Judge;
  readonly bodies: Bodies;
  readonly bounds: typeof gatewayLimits;
};

async function handle(
  request: IncomingMessage,
  options: GatewayOptions,
  { router, judge, bodies, bounds }: Parts,
): Promise<Answer> {
  const tooLong = headProblem(request, bounds.headBytesMax);
  if (tooLong) return tooLong;
  const match = findRoute(request, router);
  if (match === 'malformed') return message(400, 'Bad Request: the path is not percent-encoded UTF-8');
  if (!match) return message(404, 'Not Found');
  const body = await bodies.read(request);
  if (body === 'crowded') return unavailable;
  if (body === 'many') return tooMany;
  if (body === 'slow') return tooSlow;
  if (body === 'large') {
    return message(413, `Request Too Long: a body may have ${grouped(bounds.bodyBytesMax)} bytes; ${larger}`);
  }
  if (!Buffer.isBuffer(body)) return body;
  const { functionName } = match.route;
  // The caller of a long body was checked before the body was read.
  const isJudged = body.length > bounds.unjudgedBytesMax || options.isJudged?.(functionName) === true;
  const judgement = await judgementOf(request, options, isJudged ? judge : undefined);
  if ('refusal' in judgement) return judgement.refusal;
  const event = proxyEvent(request, match, body);
  const invocation = options.invoke(functionName, event, judgement.caller);
  const answer = await functionAnswer(invocation, bounds.integrationMsMax);
  return { ...answer, headers: { 'apigw-requestid': event.requestContext.requestId, ...answer.headers } };
}

/** Names the caller of a function. With a check, the caller is the user of the credentials. */
async function judgementOf(
  request: IncomingMessage,
  { keyHeader }: GatewayOptions,
  judge: Judge | undefined,
): Promise<Judgement> {
  const hasCredentials = credentialHeaders(keyHeader).some((name) => request.headers[name] !== undefined);
  if (hasCredentials && judge) return judge(request);
  return { caller: callerOf(request, keyHeader) };
}

/**
 * Returns a check of callers, which invokes the function of the option `judge`. While the functions are busy,
 * the check also rejects the request.
 */
function judgeOf(
  { judge: url, keyHeader, invoke }: GatewayOptions,
  router: Router,
  { integrationMsMax }: typeof gatewayLimits,
): Judge {
  const match = url === undefined ? undefined : router('GET', url);
  const unchecked: Judge = async (request) => ({ caller: callerOf(request, keyHeader) });
  if (match === undefined) return unchecked;
  const names = credentialHeaders(keyHeader);
  return sharedJudge(async (request) => {
    const event = proxyEvent(request, match, Buffer.alloc(0), { method: 'GET', url });
    // Only the headers with credentials are kept. Other headers, such as If-None-Match, could change the
    // answer.
    const headers = Object.fromEntries(
      Object.entries(event.headers).filter(([name]) => names.includes(name)),
    );
    const caller = callerOf(request, keyHeader);
    const invocation = invoke(match.route.functionName, { ...event, headers }, caller);
    const answer = await functionAnswer(invocation, integrationMsMax);
    if ([401, 429, 503].includes(answer.status)) return { refusal: answer };
    const user = userIn(answer);
    return { caller: user === undefined ? caller : `user ${user}` };
  }, keyHeader);
}

/** The user that an answer names. */
function userIn({ status, body }: Answer): string | undefined {
  if (status !== 200) return undefined;
  const { user } = Object(JSON.parse(body.toString())) as { readonly user?: unknown };
  return typeof user === 'string' ? user : undefined;
}

function findRoute(request: IncomingMessage, router: Router): Match | 'malformed' | undefined {
  try {
    return router(request.method ?? 'GET', (request.url ?? '/').split('?', 1)[0] ?? '/');
  } catch (error) {
    if (error instanceof URIError) return 'malformed';
    throw error;
  }
}

const tooMany = later(
  message(429, 'Too Many Requests: send fewer bodies at the same time, and send this request again'),
);
const tooSlow = later(
  message(
    408,
    'Request Timeout: the body stopped arriving while other requests of the same caller waited; send the request again',
  ),
  { connection: 'close' },
);

function write(request: IncomingMessage, response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, {
    ...headers,
    // Answers with the status 204 or 304 have no body and no length (RFC 9110 section 6.4.1).
    ...(status !== 204 && status !== 304 && { 'content-length': body.length }),
  });
  response.end(request.method === 'HEAD' || status === 204 || status === 304 ? undefined : body);
}
