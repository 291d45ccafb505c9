import { StatesError } from './errors.ts';
import type { Json } from './json.ts';

/** The services that a definition may call without a function, by the resource of the task. */
const serviceCalls = {
  updateItem: 'arn:aws:states:::dynamodb:updateItem',
  startExecution: 'arn:aws:states:::states:startExecution',
  runTask: 'arn:aws:states:::ecs:runTask.waitForTaskToken',
} as const;

/** The supported arguments of each service. A definition with other arguments is rejected. */
export const serviceArguments: Readonly<Record<string, readonly string[]>> = {
  [serviceCalls.updateItem]: [
    ...['TableName', 'Key', 'UpdateExpression', 'ConditionExpression', 'ReturnValues'],
    ...['ExpressionAttributeNames', 'ExpressionAttributeValues'],
  ],
  [serviceCalls.startExecution]: ['StateMachineArn', 'Name', 'Input'],
  [serviceCalls.runTask]: [
    ...['Cluster', 'TaskDefinition', 'LaunchType', 'PropagateTags', 'NetworkConfiguration', 'Overrides'],
  ],
};

/**
 * Calls a service and returns its result.
 * @throws StatesError with the name that the service's integration uses.
 */
export type CallService = (resource: string, parameters: Json) => Promise<Json>;

/**
 * The implementations of the services. An implementation throws errors whose `name` is that of the service.
 */
export type Services = {
  readonly updateItem: (parameters: never) => Promise<unknown>;
  /** Starts an execution, and returns its ARN. */
  readonly startExecution: (machineArn: string, name: string, input: string) => string;
};

export const callServices =
  ({ updateItem, startExecution }: Services): CallService =>
  async (resource, parameters) => {
    if (resource === serviceCalls.updateItem)
      return (await named('DynamoDB', async () => updateItem(parameters as never))) as Json;
    const { StateMachineArn, Name, Input } = parameters as Readonly<Record<string, Json>>;
    const start = () => startExecution(String(StateMachineArn), String(Name), JSON.stringify(Input));
    return { ExecutionArn: await named('StepFunctions', async () => start()) };
  };

async function named<T>(service: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const { name, code, message } = error as Error & { readonly code?: string };
    throw new StatesError(`${service}.${code ?? name}`, message, { cause: error });
  }
}
