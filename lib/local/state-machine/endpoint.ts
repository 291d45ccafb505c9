import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { ProtocolError } from '../protocol-error.ts';
import type { Credentials } from '../signature.ts';
import { readSignedBody } from '../signed-body.ts';
import type { Executions } from './executions.ts';
import type { Execution, ExecutionStatus } from './journal.ts';
import { type Json, payloadBytesMax } from './json.ts';

export type EndpointOptions = {
  readonly executions: Executions;
  readonly credentials: Credentials;
  /** Told about errors that are this program's own fault. */
  readonly log?: (error: unknown) => void;
};

/**
 * What the Step Functions client calls: AWS JSON 1.0, the action in `X-Amz-Target`. Not yet listening.
 * https://docs.aws.amazon.com/step-functions/latest/apireference/API_Operations.html
 */
export function createStepFunctionsEndpoint({ executions, credentials, log }: EndpointOptions): Server {
  const actions = actionsOf(executions);
  const answer = async (request: IncomingMessage): Promise<unknown> => {
    const body = await readSignedBody(request, 'states', credentials);
    const target = String(request.headers['x-amz-target']).split('.');
    const action = target[0] === 'AWSStepFunctions' && actions.get(target[1] ?? '');
    if (!action)
      throw new ProtocolError(400, 'UnknownOperationException', `${target.join('.')} is not supported here`);
    return action(parseBody(body));
  };
  const server = createServer((request, response) => {
    answer(request).then(
      (result) => send(response, 200, result),
      (error: unknown) => {
        const known = error instanceof ProtocolError;
        if (!known && !request.destroyed) log?.(error);
        const { status, code, message } = known ? error : new ProtocolError(500, 'InternalFailure');
        send(response, status, { __type: code, message });
      },
    );
  });
  server.keepAliveTimeout = 65_000;
  return server;
}

type Parameters = { readonly [name: string]: Json | undefined };
type Action = (parameters: Parameters) => unknown;

function actionsOf(executions: Executions): ReadonlyMap<string, Action> {
  const { tokens } = executions;
  const answerToken = (isWaiting: boolean): object => {
    if (isWaiting) return {};
    throw new ProtocolError(400, 'TaskTimedOut', "Task Timed Out: 'Provided task does not exist anymore'");
  };
  const ownMachine = (parameters: Parameters): void => {
    const arn = text(parameters, 'stateMachineArn');
    if (arn !== executions.stateMachineArn) {
      throw new ProtocolError(400, 'StateMachineDoesNotExist', `State Machine Does Not Exist: '${arn}'`);
    }
  };
  return new Map<string, Action>([
    [
      'StartExecution',
      (parameters) => {
        ownMachine(parameters);
        const execution = executions.start(
          optionalText(parameters, 'input') ?? '{}',
          optionalText(parameters, 'name'),
        );
        return { executionArn: executions.arnOf(execution), startDate: execution.startedAt / 1000 };
      },
    ],
    [
      'DescribeExecution',
      (parameters) => {
        const execution = executions.find(text(parameters, 'executionArn'));
        return { ...summary(executions, execution), ...ending(execution), input: execution.input };
      },
    ],
    [
      'ListExecutions',
      (parameters) => {
        ownMachine(parameters);
        const status = optionalText(parameters, 'statusFilter') as ExecutionStatus | undefined;
        const max = Number(parameters.maxResults ?? 0) || 100;
        return {
          executions: executions
            .list(status)
            .slice(0, max)
            .map((each) => summary(executions, each)),
        };
      },
    ],
    [
      'StopExecution',
      (parameters) => {
        const [error, cause] = [optionalText(parameters, 'error'), optionalText(parameters, 'cause')];
        executions.stop(text(parameters, 'executionArn'), error, cause);
        return { stopDate: Date.now() / 1000 };
      },
    ],
    [
      'SendTaskSuccess',
      (parameters) =>
        answerToken(tokens.succeed(text(parameters, 'taskToken'), parseOutput(text(parameters, 'output')))),
    ],
    [
      'SendTaskFailure',
      (parameters) => {
        const [error = '', cause = ''] = [
          optionalText(parameters, 'error'),
          optionalText(parameters, 'cause'),
        ];
        return answerToken(tokens.fail(text(parameters, 'taskToken'), error, cause));
      },
    ],
    ['SendTaskHeartbeat', (parameters) => answerToken(tokens.heartbeat(text(parameters, 'taskToken')))],
  ]);
}

const summary = (executions: Executions, execution: Execution) => ({
  executionArn: executions.arnOf(execution),
  stateMachineArn: executions.stateMachineArn,
  name: execution.name,
  status: execution.status,
  startDate: execution.startedAt / 1000,
  ...(execution.endedAt !== undefined && { stopDate: execution.endedAt / 1000 }),
});

const ending = ({ output, error, cause }: Execution) => ({ output, error, cause });

function text(parameters: Parameters, name: string): string {
  const value = parameters[name];
  if (typeof value !== 'string')
    throw new ProtocolError(400, 'ValidationException', `${name} must be a text`);
  return value;
}

const optionalText = (parameters: Parameters, name: string): string | undefined =>
  parameters[name] === undefined || parameters[name] === null ? undefined : text(parameters, name);

function parseOutput(output: string): Json {
  if (Buffer.byteLength(output) > payloadBytesMax) {
    throw new ProtocolError(400, 'InvalidOutput', `The output is above ${payloadBytesMax} bytes`);
  }
  return parse(output, 'InvalidOutput');
}

function parseBody(body: Buffer): Parameters {
  const parameters = parse(body.toString(), 'SerializationException');
  if (typeof parameters === 'object' && parameters !== null && !Array.isArray(parameters)) {
    return parameters as Parameters;
  }
  throw new ProtocolError(400, 'SerializationException', 'The body must be a JSON object');
}

function parse(json: string, code: string): Json {
  try {
    return JSON.parse(json) as Json;
  } catch (cause) {
    throw new ProtocolError(400, code, String(cause));
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': bytes.length,
  });
  response.end(bytes);
}
