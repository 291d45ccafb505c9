import type { IncomingMessage, Server } from 'node:http';
import { storageRefusal } from '../data-folder/disk-errors.ts';
import { createJsonServer } from '../protocol/json-server.ts';
import { ProtocolError, unknownOperation } from '../protocol/protocol-error.ts';
import type { Credentials } from '../protocol/signature.ts';
import { readSignedBody } from '../protocol/signed-body.ts';
import type { Executions } from './executions.ts';
import { type Json, payloadBytesMax } from './interpreter/json.ts';

export type EndpointOptions = {
  readonly executions: Executions;
  /** The state machines of other regions that this machine simulates. */
  readonly otherRegions?: readonly Executions[];
  readonly credentials: Credentials;
  /** Called with internal errors of the endpoint. */
  readonly log?: (error: unknown) => void;
};

/**
 * Creates the endpoint for the Step Functions client: AWS JSON 1.0, with the action in `X-Amz-Target`. The
 * server does not listen yet.
 * https://docs.aws.amazon.com/step-functions/latest/apireference/API_Operations.html
 */
export function createStepFunctionsEndpoint(options: EndpointOptions): Server {
  const { executions, otherRegions = [], credentials, log } = options;
  const all = [executions, ...otherRegions];
  const answer = async (request: IncomingMessage): Promise<unknown> => {
    const body = await readSignedBody(request, 'states', credentials);
    const [service, name = ''] = String(request.headers['x-amz-target']).split('.');
    const action = service === 'AWSStepFunctions' && Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!action) throw unknownOperation(`${service}.${name}`);
    return action(parseBody(body), all);
  };
  return createJsonServer({
    answer,
    contentType: 'application/x-amz-json-1.0',
    problem: (code, message) => ({ __type: code, message }),
    fault: 'InternalFailure',
    refusal: storageRefusal,
    log,
  });
}

type Parameters = { readonly [name: string]: Json | undefined };
type Action = (parameters: Parameters, machines: readonly Executions[]) => unknown;

/** The supported actions. Functions need no list of executions, because each burst has its own record. */
const actions: Readonly<Record<string, Action>> = {
  StartExecution(parameters, machines) {
    const arn = text(parameters, 'stateMachineArn');
    const executions = machines.find(({ stateMachineArn }) => stateMachineArn === arn);
    if (executions === undefined)
      throw new ProtocolError(400, 'StateMachineDoesNotExist', `State Machine Does Not Exist: '${arn}'`);
    const input = optionalText(parameters, 'input') ?? '{}';
    const execution = executions.start(input, optionalText(parameters, 'name'));
    return { executionArn: executions.arnOf(execution), startDate: execution.startedAt / 1000 };
  },
  StopExecution(parameters, machines) {
    const arn = text(parameters, 'executionArn');
    const [error, cause] = [optionalText(parameters, 'error'), optionalText(parameters, 'cause')];
    if (!machines.some((executions) => executions.stop(arn, error, cause))) throw noExecution(arn);
    return { stopDate: Date.now() / 1000 };
  },
  DescribeExecution(parameters, machines) {
    const arn = text(parameters, 'executionArn');
    for (const executions of machines) {
      const found = executions.find(arn);
      if (found === undefined) continue;
      const { name, status, startedAt } = found;
      const stateMachineArn = executions.stateMachineArn;
      return { executionArn: arn, stateMachineArn, name, status, startDate: startedAt / 1000 };
    }
    throw noExecution(arn);
  },
  SendTaskSuccess(parameters, machines) {
    const output = parseOutput(text(parameters, 'output'));
    const token = text(parameters, 'taskToken');
    return answered(machines.some(({ tokens }) => tokens.succeed(token, output)));
  },
  SendTaskHeartbeat(parameters, machines) {
    const token = text(parameters, 'taskToken');
    return answered(machines.some(({ tokens }) => tokens.beat(token)));
  },
  SendTaskFailure(parameters, machines) {
    const error = optionalText(parameters, 'error') ?? '';
    const cause = optionalText(parameters, 'cause') ?? '';
    const token = text(parameters, 'taskToken');
    return answered(machines.some(({ tokens }) => tokens.fail(token, error, cause)));
  },
};

const noExecution = (arn: string): ProtocolError =>
  new ProtocolError(400, 'ExecutionDoesNotExist', `Execution Does Not Exist: '${arn}'`);

function answered(wasWaiting: boolean): object {
  if (wasWaiting) return {};
  throw new ProtocolError(400, 'TaskTimedOut', "Task Timed Out: 'Provided task does not exist anymore'");
}

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
    throw new ProtocolError(400, 'InvalidOutput', `The output has more than ${payloadBytesMax} bytes`);
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
