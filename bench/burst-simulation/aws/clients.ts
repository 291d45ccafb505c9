import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';
import {
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  SFNClient,
  TaskDoesNotExist,
  TaskTimedOut,
} from '@aws-sdk/client-sfn';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { s3, steps } from '../constants.ts';
import type { Machines } from '../machine/machines.ts';
import type { Random } from '../time/random.ts';
import type { Calls, Mood, Service } from './calls.ts';
import type { Dynamo } from './dynamo.ts';
import type { Objects } from './s3.ts';

type Command = { readonly constructor: { readonly name: string }; readonly input: Record<string, unknown> };
type Sender = { send: (command: Command) => Promise<unknown> };

/** Connects every client of the SDK in this process to the simulated services. */
export function connect(
  dynamo: Dynamo,
  objects: Objects,
  machines: Machines,
  calls: Calls,
  random: Random,
  settings: { latency: number; failures: number; mood: Mood; concurrency: number },
): void {
  const service: Service = {
    name: 'steps',
    attemptsMax: s3.attemptsMax,
    retryBaseMs: s3.retryBaseMs,
    lost: s3.lost * settings.failures,
    mood: settings.mood,
    latencyMs: () => settings.latency * random.logNormal(steps.transitionMedianMs, steps.transitionP99Ms),
  };
  const senders: readonly (readonly [
    object,
    (operation: string, input: Record<string, unknown>) => Promise<unknown>,
  ])[] = [
    [DynamoDBDocumentClient.prototype, (operation, input) => dynamo.send(operation, input)],
    [S3Client.prototype, (operation, input) => objects.send(operation, input as never)],
    [
      SFNClient.prototype,
      (operation, input) => calls.call(service, operation, () => answer(machines, operation, input)),
    ],
    [
      LambdaClient.prototype,
      (operation) => calls.call({ ...service, name: 'lambda' }, operation, () => accountOf(settings)),
    ],
    [
      DynamoDBClient.prototype,
      (operation) => Promise.reject(new Error(`${operation} did not use the document client`)),
    ],
  ];
  for (const [prototype, send] of senders)
    (prototype as Sender).send = (command) =>
      send(command.constructor.name.replace(/Command$/, ''), command.input);
}

/** The settings of an account in which no function has reserved concurrency. */
const accountOf = ({ concurrency }: { readonly concurrency: number }): object => ({
  AccountLimit: { ConcurrentExecutions: concurrency, UnreservedConcurrentExecutions: concurrency },
});

function answer(machines: Machines, operation: string, input: Record<string, unknown>): unknown {
  const details = { $metadata: {}, message: operation };
  switch (operation) {
    case 'StartExecution':
      if (!machines.start(String(input.name), JSON.parse(String(input.input))))
        throw new ExecutionAlreadyExists(details);
      return { executionArn: input.name };
    case 'StopExecution':
      if (!machines.stop(String(input.executionArn).split(':').at(-1) ?? ''))
        throw new ExecutionDoesNotExist(details);
      return {};
    case 'SendTaskSuccess':
      if (!machines.service.mayAnswer()) throw machines.service.throttled(operation);
      if (!machines.service.tokens.succeed(String(input.taskToken), JSON.parse(String(input.output))))
        throw new TaskTimedOut(details);
      return {};
    case 'SendTaskFailure':
      if (!machines.service.tokens.fail(String(input.taskToken), String(input.error), String(input.cause)))
        throw new TaskDoesNotExist(details);
      return {};
    default:
      throw new Error(`the simulation does not support ${operation}`);
  }
}
