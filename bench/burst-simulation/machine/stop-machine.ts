import type { Definition } from '../../../lib/local/state-machine/interpreter/definition.ts';
import { type Ending, execute } from '../../../lib/local/state-machine/interpreter/execution.ts';
import type { Json } from '../../../lib/local/state-machine/interpreter/json.ts';
import { callServices } from '../../../lib/local/state-machine/interpreter/service-calls.ts';
import { type Attributes, marshalled, plain } from '../aws/attributes.ts';
import type { Dynamo } from '../aws/dynamo.ts';
import { machineArn } from '../deployment.ts';
import type { Machines } from './machines.ts';
import type { StepService } from './service.ts';

type Update = {
  readonly Key: Attributes;
  readonly ExpressionAttributeValues: Attributes;
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
): (input: Json) => Promise<Ending> {
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
      if (!machines.start(name, JSON.parse(input))) throw new Error(`the execution ${name} exists already`);
      return `${machineArn}:${name}`;
    },
  });
  return (input) => {
    const abort = new AbortController();
    return execute(definition, input, service.open('stop', input, abort.signal), abort);
  };
}
