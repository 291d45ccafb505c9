import type { RequestPlan } from '../../http/exchange/request-plan.ts';
import { Exchange } from '../../http/exchange.ts';
import { PlacedError } from '../../model/placed-error.ts';
import type { Step } from '../../model/session.ts';
import { type SequenceCompiler, step } from '../kind.ts';
import { compileMetric } from '../metric.ts';
import { awaitResponse } from './http-request/await.ts';
import { bytesOfConstant, compileBody } from './http-request/body.ts';
import { compileClient } from './http-request/client.ts';
import { compileCompensation, completed } from './http-request/compensation.ts';
import { checkSendable } from './http-request/headers.ts';
import { compilePath } from './http-request/path.ts';
import { compileFollowing } from './http-request/redirect.ts';
import { fixedMetric, requestWords } from './http-request/request-label.ts';
import { type RequestBody, requestFields } from './http-request/request-members.ts';
import { compilePool } from './http-request/request-pool.ts';
import { compileHeaders } from './http-request/sent-headers.ts';

export const httpRequest = step({
  name: 'httpRequest',
  summary: 'Sends one HTTP request and, unless `sync` is false, waits for its response.',
  example: 'httpRequest: { GET: /products }',
  cost: 'Builds path, headers and body from their patterns, takes a connection of the pool, and records times and counts. The memory for a request is allocated once for each session. A body that `compression` requested is kept until it is complete, and then inflated at once.',
  atError:
    'An unset variable in its path, headers or body, or a path that no rule of `metric` fits, fails the phase. A path and headers of more than 1 MiB are not sent and count as an internal error. A lost connection, a time limit, an invalid redirect and a body that cannot be inflated make the request invalid. An invalid request ends its user, unless `stopOnInvalid` is false.',
  fields: requestFields,
  check({ destination, handler, compensation, ...rest }, at, scope): RequestBody {
    checkSendable(rest.headers, bytesOfConstant(rest.body), [...at, 'headers'], scope);
    return {
      ...rest,
      ...destination,
      ...handler,
      ...(compensation && { compensation: completed(compensation, rest.metric) }),
    };
  },
  compile(body, compiler) {
    const plan = planOf(body, compiler);
    return [send(plan), plan.sync ? awaitResponse : awaitSent];
  },
  requests: ({ step, method, path, metric, slas, timeoutMs }) => [
    {
      step,
      ...fixedMetric(metric),
      request: requestWords(method, path),
      slas,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    },
  ],
});

function planOf(body: RequestBody, compiler: SequenceCompiler): RequestPlan {
  const { environment } = compiler;
  return {
    number: body.step,
    method: body.method,
    pool: compilePool(body, compiler),
    path: compilePath(body, compiler),
    headers: compileHeaders(body, compiler),
    body: body.body && compileBody(body.body, compiler),
    client: compileClient(body, compiler),
    metric: compileMetric(body.metric, environment, (name) => environment.recorder.metric(name, body.step)),
    deadlines: body.timeoutMs === undefined ? undefined : environment.pools.deadlines(body.timeoutMs),
    onStatus: compiler.compileParts('statusHandler', body.onStatus),
    onHeader: compiler.compileParts('headerHandler', body.onHeader),
    onBody: compiler.compileParts('processor', body.onBody),
    onCompletion: compiler.compileParts('action', body.onCompletion),
    onRawBytes: compileRawBytes(body, compiler),
    encodingHeader: body.compression?.by,
    following: compileFollowing(
      body.followRedirect ?? environment.ergonomics.followRedirect ?? 'NEVER',
      body.step,
      compiler,
    ),
    compensate: body.compensation && compileCompensation(body.compensation, compiler),
    onFailure: (error) => environment.recordError(error),
    onMistake: (error) => environment.recordError(new PlacedError(compiler.place, error)),
    autoRangeCheck: body.autoRangeCheck ?? environment.ergonomics.autoRangeCheck,
    stopOnInvalid: body.stopOnInvalid ?? environment.ergonomics.stopOnInvalid,
    sync: body.sync,
  };
}

function compileRawBytes(body: RequestBody, compiler: SequenceCompiler): RequestPlan['onRawBytes'] {
  const handlers = compiler.compileParts('rawBytesHandler', body.onRawBytes);
  if (handlers.length > 0) compiler.environment.pools.countBytes();
  return handlers;
}

function send(plan: RequestPlan): Step {
  return (session, sequence) => {
    const exchange = session.takeExchange(Exchange);
    if (exchange === undefined) return false;
    sequence.exchange = exchange;
    exchange.begin(plan, sequence);
    return true;
  };
}

/** For an asynchronous request: the sequence continues as soon as the request is sent. */
const awaitSent: Step = (_session, sequence) => {
  if (sequence.exchange?.sent === false) return false;
  sequence.exchange = undefined;
  return true;
};
