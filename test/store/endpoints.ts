import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand, DeleteTableCommand, waitUntilTableExists } from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { createObjectStore } from '../../lib/local/object-store/server.ts';
import { openTables } from '../../lib/local/tables/tables.ts';
import { environment as names } from '../../lib/names/environment.ts';
import { tableKey } from '../../lib/names/key-format.ts';
import { type Clients, openClients } from '../../lib/store/clients.ts';

/** A bucket and a table for one test file, and the environment variables that name them. */
export type Endpoints = {
  readonly environment: NodeJS.ProcessEnv;
  readonly clients: Clients;
  readonly close: () => Promise<void>;
};

/**
 * Opens new stores. With `REMOTE=1` they are created at `AWS_ENDPOINT_URL_S3` and
 * `AWS_ENDPOINT_URL_DYNAMODB`, or in the account of the environment. So the same tests can test any S3 and
 * DynamoDB. Otherwise they are on this machine. Sets the environment variables with which functions open
 * their stores.
 */
export async function openEndpoints(): Promise<Endpoints> {
  const unique = `downpour-test-${process.pid}-${Date.now()}`;
  const local = process.env.REMOTE === '1' ? undefined : await serve(unique);
  Object.assign(process.env, local?.environment, {
    [names.runsBucket]: unique,
    [names.identityTable]: unique,
    [names.repositoryTable]: unique,
  });
  const clients = openClients();
  if (local === undefined) await clients.s3.send(new CreateBucketCommand({ Bucket: unique }));
  await createTable(clients, unique);
  const close = async (): Promise<void> => {
    if (local === undefined) await clients.dynamo.send(new DeleteTableCommand({ TableName: unique }));
    clients.s3.destroy();
    clients.dynamo.destroy();
    await local?.close();
  };
  return { environment: process.env, clients, close };
}

async function serve(bucket: string) {
  const dir = mkdtempSync(join(tmpdir(), 'downpour-stores-'));
  const [accessKeyId, secretAccessKey] = ['local', 'local-secret'];
  const credentials = { [accessKeyId]: secretAccessKey };
  const service = { credentials, log: console.error };
  const { server: objects } = createObjectStore({
    dir: join(dir, 'objects'),
    ...service,
    buckets: [bucket],
  });
  const tables = await openTables({ dir: join(dir, 'tables'), ...service, tables: [] });
  const environment = {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_ENDPOINT_URL_S3: await listening(objects),
    AWS_ENDPOINT_URL_DYNAMODB: await listening(tables.server),
  };
  const close = async (): Promise<void> => {
    await Promise.all([objects, tables.server].map((server) => closed(server)));
    await tables.close();
    rmSync(dir, { recursive: true });
  };
  return { environment, close };
}

function listening(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`);
    });
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined || error === null ? resolve() : reject(error)));
    server.closeAllConnections();
  });
}

async function createTable({ dynamo }: Clients, name: string): Promise<void> {
  const { partition, sort } = tableKey;
  const attributes = [partition, sort].map((AttributeName) => ({
    AttributeName,
    AttributeType: 'S' as const,
  }));
  const KeySchema = [
    { AttributeName: partition, KeyType: 'HASH' as const },
    { AttributeName: sort, KeyType: 'RANGE' as const },
  ];
  await dynamo.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: attributes,
      KeySchema,
    }),
  );
  await waitUntilTableExists({ client: dynamo, maxWaitTime: 60, minDelay: 1 }, { TableName: name });
}
