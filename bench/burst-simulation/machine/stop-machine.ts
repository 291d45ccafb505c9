import type { Definition } from '../../../lib/local/state-machine/definition.ts';
import { toStatesError } from '../../../lib/local/state-machine/errors.ts';
import type { Json } from '../../../lib/local/state-machine/json.ts';
import { callServices } from '../../../lib/local/state-machine/service-calls.ts';
import type { Dynamo } from '../aws/dynamo.ts';
import { machineArn } from '../deployment.ts';
import type { Machines } from './machines.ts';
import type { StepService } from './service.ts';
import { walk } from './walk.ts';

/** What DynamoDB's own JSON has for a text or a number, which is all that the definition writes and reads. */
type Attribute = { readonly S?: string; readonly N?: string };
type Item = Readonly<Record<string, Attribute>>;
type Update = {
  readonly Key: Item;
  readonly ExpressionAttributeValues: Item;
  readonly [name: string]: unknown;
};

/**
 * The express state machine behind the route that stops a burst without any function. Its service has quotas
 * of its own.
 */
export function stopMachine(
  definition: Definition,
  service: StepService,
  dynamo: Dynamo,
  machines: Machines,
): (input: Json) => Promise<Json> {
  service.call = callServices({
    async updateItem(parameters: Update) {
      const { Key, ExpressionAttributeValues } = parameters;
      const reply = (await dynamo.send('Update', {
        ...parameters,
        Key: plain(Key),
        ExpressionAttributeValues: plain(ExpressionAttributeValues),
      })) as { readonly Attributes?: Readonly<Record<string, unknown>> };
      return reply.Attributes === undefined ? {} : { Attributes: marshalled(reply.Attributes) };
    },
    startExecution(_machine, name, input) {
      if (!machines.start(name, JSON.parse(input))) throw new Error(`there is an execution ${name}`);
      return `${machineArn}:${name}`;
    },
  });
  return async (input): Promise<Json> => {
    try {
      return { status: 'SUCCEEDED', output: await walk(definition, service.open(input, 'stop'), service) };
    } catch (error) {
      const { error: name, message } = toStatesError(error);
      return { status: 'FAILED', error: name, cause: message };
    }
  };
}

const plain = (item: Item): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(item).map(([name, { S, N }]) => [name, N === undefined ? S : Number(N)]));

const marshalled = (item: Readonly<Record<string, unknown>>): Item =>
  Object.fromEntries(
    Object.entries(item).flatMap(([name, value]): (readonly [string, Attribute])[] => {
      if (typeof value === 'number') return [[name, { N: String(value) }]];
      return typeof value === 'string' ? [[name, { S: value }]] : [];
    }),
  );
