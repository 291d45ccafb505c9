import { DeleteCommand, type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { limits } from '../results/limits.ts';
import type { Run } from '../results/run.ts';
import { get, putNew, query, withoutKey } from './items.ts';
import { catalogueKey } from './names.ts';

export type Test = { readonly id: number; readonly name: string };

/** The run that an idempotency key made, and a digest of the request that it came with. */
export type Claim = { readonly runId: number; readonly digest: string };

/** Runs and tests by what is known of them. Every write is one conditional put or update of one item. */
export type Catalogue = ReturnType<typeof openCatalogue>;

export function openCatalogue(dynamo: DynamoDBDocumentClient, table: string) {
  return {
    nextRunId: (): Promise<number> => nextId(dynamo, table, 'run'),

    /** Makes a run visible. Its document must be stored before. False when it was visible already. */
    putRun: (run: Run): Promise<boolean> => putNew(dynamo, table, { ...catalogueKey.run(run.id), ...run }),

    getRun: (id: number): Promise<Run | undefined> => get<Run>(dynamo, table, catalogueKey.run(id)),

    listRuns: async (): Promise<readonly Run[]> =>
      (await query<Run>(dynamo, table, catalogueKey.run(0).pk)).map((item) => withoutKey<Run>(item)),

    /** The test that a text means: digits are an id when a test has it, anything else is a name. */
    async findTest(text: string): Promise<Test | undefined> {
      const id = /^\d{1,10}$/.test(text) ? Number(text) : 0;
      return (
        (id > 0 ? await testById(dynamo, table, id) : undefined) ?? (await testByName(dynamo, table, text))
      );
    },

    /** The test of this name, made when there is none. Concurrent callers get the same one. */
    async createTest(name: string): Promise<Test> {
      const id = await nextId(dynamo, table, 'test');
      await putNew(dynamo, table, { ...catalogueKey.test(id), id, name });
      if (await putNew(dynamo, table, { ...catalogueKey.testName(name), id, name })) return { id, name };
      await dynamo.send(new DeleteCommand({ TableName: table, Key: catalogueKey.test(id) }));
      const winner = await testByName(dynamo, table, name);
      if (winner === undefined) throw new Error(`the test ${name} was taken and has vanished`);
      return winner;
    },

    /** Binds an idempotency key to a claim, or returns the claim that it is bound to already. */
    async claim(user: string, key: string, claim: Claim): Promise<Claim> {
      const itemKey = catalogueKey.idempotency(user, key);
      if (await putNew(dynamo, table, { ...itemKey, ...claim })) return claim;
      const earlier = await get<Claim>(dynamo, table, itemKey);
      if (earlier === undefined) throw new Error(`the idempotency key ${key} was bound and has vanished`);
      return earlier;
    },
  };
}

/** A test's id counts only when its name says the same: the loser of a race leaves an id without a name behind. */
async function testById(
  dynamo: DynamoDBDocumentClient,
  table: string,
  id: number,
): Promise<Test | undefined> {
  const candidate = await get<Test>(dynamo, table, catalogueKey.test(id));
  const owner = candidate && (await testByName(dynamo, table, candidate.name));
  return owner?.id === id ? owner : undefined;
}

const testByName = (dynamo: DynamoDBDocumentClient, table: string, name: string): Promise<Test | undefined> =>
  get<Test>(dynamo, table, catalogueKey.testName(name));

/** The next id of a kind, from 1. Ids of failed attempts are never given again. */
export async function nextId(
  dynamo: DynamoDBDocumentClient,
  table: string,
  kind: Parameters<typeof catalogueKey.counter>[0],
) {
  const reply = await dynamo.send(
    new UpdateCommand({
      TableName: table,
      Key: catalogueKey.counter(kind),
      UpdateExpression: 'ADD #last :one',
      ExpressionAttributeNames: { '#last': 'last' },
      ExpressionAttributeValues: { ':one': 1 },
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  const id = Number(reply.Attributes?.last);
  if (!(id <= limits.idMax)) throw new Error(`the ids of ${kind} are used up: ${id}`);
  return id;
}
