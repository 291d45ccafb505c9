import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { openTables } from '../../../lib/local/tables/tables.ts';
import { afterwards, clientDefaults, credentials, listening, type Scope } from '../scratch.ts';

/** Tables `runs` and `bursts` in a directory. */
export async function serve(
  scope: Scope,
  dir: string,
): Promise<{ endpoint: string; close: () => Promise<void> }> {
  const { server, close } = await openTables({
    dir,
    credentials,
    tables: ['runs', 'bursts'],
    log: console.error,
  });
  return { endpoint: await listening(scope, server), close };
}

export function clientOf(scope: Scope, endpoint: string): DynamoDBDocumentClient {
  const plain = new DynamoDBClient({ ...clientDefaults, endpoint });
  afterwards(scope, () => plain.destroy());
  return DynamoDBDocumentClient.from(plain, { marshallOptions: { removeUndefinedValues: true } });
}
