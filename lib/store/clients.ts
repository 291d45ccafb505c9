import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

export type Clients = { readonly s3: S3Client; readonly dynamo: DynamoDBDocumentClient };

/**
 * The SDK's clients as their environment makes them: region, credentials and `AWS_ENDPOINT_URL*` are read by the SDK
 * itself. The one thing added is path-style addressing on a loopback endpoint, where `bucket.localhost` is no host.
 */
export function openClients(environment: NodeJS.ProcessEnv = process.env): Clients {
  const endpoint = environment.AWS_ENDPOINT_URL_S3 ?? environment.AWS_ENDPOINT_URL;
  const s3 = new S3Client(endpoint !== undefined && isLoopback(endpoint) ? { forcePathStyle: true } : {});
  const dynamo = DynamoDBDocumentClient.from(new DynamoDBClient({}), {
    marshallOptions: { removeUndefinedValues: true },
  });
  return { s3, dynamo };
}

function isLoopback(endpoint: string): boolean {
  const host = new URL(endpoint).hostname;
  return host === 'localhost' || host.endsWith('.localhost') || host.startsWith('127.') || host === '[::1]';
}
