import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Calls } from '../../bench/burst-simulation/aws/calls.ts';
import { Dynamo } from '../../bench/burst-simulation/aws/dynamo.ts';
import { Meters } from '../../bench/burst-simulation/aws/meters.ts';
import { Random } from '../../bench/burst-simulation/time/random.ts';
import { World } from '../../bench/burst-simulation/time/world.ts';

/** DynamoDB as the simulation of bursts replaces it, but without latency, limits and failures. */
export type MemoryDynamo = {
  readonly client: DynamoDBDocumentClient;
  /** A copy of the items of a table, by partition and sort key. */
  readonly items: Dynamo['items'];
  /** Removes all items of a table, except those of one partition. */
  readonly clear: Dynamo['clear'];
  readonly item: Dynamo['item'];
  readonly place: Dynamo['place'];
};

export function openMemoryDynamo(): MemoryDynamo {
  const calls = { call: async (_service: unknown, _name: string, effect: () => unknown) => effect() };
  const dynamo = new Dynamo(new World(0), new Random(1), calls as Calls, new Meters(), {
    ...{ latency: 0, failures: 0, quota: 1e9, mood: { chaos: 0 } },
  });
  type Command = { readonly constructor: { readonly name: string }; readonly input: unknown };
  const send = ({ constructor: { name }, input }: Command) =>
    dynamo.send(name.replace(/Command$/, ''), input);
  return {
    client: { send } as unknown as DynamoDBDocumentClient,
    items: (table) => dynamo.items(table),
    clear: (table, except) => dynamo.clear(table, except),
    item: (table, key) => dynamo.item(table, key),
    place: (table, key, item) => dynamo.place(table, key, item),
  };
}
