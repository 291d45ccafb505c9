import type { IncomingMessage, Server } from 'node:http';
import { storageRefusal } from '../data-folder/disk-errors.ts';
import { createJsonServer } from '../protocol/json-server.ts';
import { ProtocolError } from '../protocol/protocol-error.ts';
import type { Credentials } from '../protocol/signature.ts';
import { readSignedBody } from '../protocol/signed-body.ts';
import type { Scheduler } from './scheduler.ts';

export type SchedulerEndpointOptions = {
  readonly schedules: Scheduler;
  readonly credentials: Credentials;
  /** Called with internal errors of the endpoint. */
  readonly log?: (error: unknown) => void;
};

/**
 * Creates the endpoint for the client of EventBridge Scheduler: JSON over REST, with one group of schedules.
 * The server does not listen yet.
 * https://docs.aws.amazon.com/scheduler/latest/APIReference/API_Operations.html
 */
export function createSchedulerEndpoint({ schedules, credentials, log }: SchedulerEndpointOptions): Server {
  const answer = async (request: IncomingMessage): Promise<object> => {
    const body = await readSignedBody(request, 'scheduler', credentials);
    const { method } = request;
    const [, name] = /^\/schedules\/([\w.-]{1,64})(?:\?|$)/.exec(request.url ?? '') ?? [];
    if (name === undefined || (method !== 'POST' && method !== 'DELETE'))
      throw new ProtocolError(
        404,
        'UnknownOperationException',
        `${method} is not supported by the local cloud`,
      );
    if (method === 'DELETE') schedules.remove(name);
    else schedules.create({ name, ...scheduleOf(body) });
    return method === 'DELETE'
      ? {}
      : { ScheduleArn: `arn:aws:scheduler:local:000000000000:schedule/local/${name}` };
  };
  return createJsonServer({
    answer,
    contentType: 'application/json',
    problem: (_code, message) => ({ Message: message }),
    hasErrorHeader: true,
    fault: 'InternalServerException',
    refusal: storageRefusal,
    log,
  });
}

/** The members of a request that the local scheduler uses. */
type Body = {
  readonly ScheduleExpression?: unknown;
  readonly ScheduleExpressionTimezone?: unknown;
  /** The start date in epoch seconds. */
  readonly StartDate?: unknown;
  readonly State?: unknown;
  readonly Target?: { readonly Arn?: unknown; readonly Input?: unknown };
};

function scheduleOf(text: Buffer) {
  const body = parsed(text);
  const { StartDate: start, State } = body;
  return {
    expression: requiredText(body.ScheduleExpression, 'ScheduleExpression'),
    zone: requiredText(body.ScheduleExpressionTimezone ?? 'UTC', 'ScheduleExpressionTimezone'),
    target: {
      arn: requiredText(body.Target?.Arn, 'Target.Arn'),
      input: requiredText(body.Target?.Input ?? '{}', 'Target.Input'),
    },
    ...(typeof start === 'number' ? { startAt: start * 1e3 } : {}),
    ...(State === 'DISABLED' ? { isDisabled: true } : {}),
  };
}

function parsed(text: Buffer): Body {
  try {
    return JSON.parse(text.toString()) as Body;
  } catch (cause) {
    throw new ProtocolError(400, 'ValidationException', `The body is not JSON: ${(cause as Error).message}`);
  }
}

function requiredText(value: unknown, name: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new ProtocolError(400, 'ValidationException', `${name} must be a text`);
}
