import { DynamoDBClient, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { environment as names } from '../names/environment.ts';
import { isLoopback } from '../names/loopback.ts';
import { callInProcess } from './sdk/in-process.ts';
import { callItemsInProcess } from './sdk/item-calls.ts';
import { callObjectsInProcess } from './sdk/object-calls.ts';
import { Sha256 } from './sdk/sha256.ts';

export type Clients = { readonly s3: S3Client; readonly dynamo: DynamoDBDocumentClient };

/**
 * Opens the clients of the AWS SDK for an environment. The SDK reads region and credentials. This function
 * reads `AWS_ENDPOINT_URL*`, because the SDK would read these variables again at each request, which costs a
 * quarter of a small read. This function adds path-style addresses on a loopback endpoint, where
 * `bucket.localhost` is not a host name. It also adds retries of writes that conflict with a transaction, and
 * in-process calls of local stores.
 */
export function openClients(environment: NodeJS.ProcessEnv = process.env): Clients {
  const {
    AWS_ENDPOINT_URL: any,
    AWS_ENDPOINT_URL_S3: s3Url = any,
    AWS_ENDPOINT_URL_DYNAMODB: url = any,
  } = environment;
  const forcePathStyle = s3Url !== undefined && isLoopback(s3Url);
  const home = homeOf(environment);
  const s3 = new S3Client({ ...home, ...endpointOf(s3Url), forcePathStyle });
  const client = new DynamoDBClient({ ...home, ...endpointOf(url) });
  for (const each of [s3, client]) removeUnusedMiddleware(each);
  callInProcess(s3, s3Url);
  callInProcess(client, url);
  retryConflicts(client);
  const dynamo = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  callItemsInProcess(dynamo, url);
  callObjectsInProcess(s3, s3Url);
  return { s3, dynamo };
}

const endpointOf = (endpoint: string | undefined) => ({
  ignoreConfiguredEndpointUrls: true,
  sha256: Sha256,
  ...(endpoint && { endpoint }),
});

/**
 * Removes from a client of the SDK the code for a log that is not used, and the header that names the SDK.
 * They are a quarter of the cost of a call.
 */
function removeUnusedMiddleware({
  middlewareStack,
}: Pick<S3Client | DynamoDBClient, 'middlewareStack'>): void {
  middlewareStack.remove('loggerMiddleware');
  middlewareStack.remove('getUserAgentMiddleware');
}

/**
 * Retries single writes that conflict with a transaction. DynamoDB rejects them, and the SDK does not know
 * that a retry will succeed.
 */
function retryConflicts(client: DynamoDBClient): void {
  const retrying =
    <Call, Reply>(next: (call: Call) => Promise<Reply>) =>
    (call: Call) =>
      next(call).catch((error: unknown) => {
        throw error instanceof TransactionConflictException
          ? Object.assign(error, { $retryable: {} })
          : error;
      });
  const place = { relation: 'after', toMiddleware: 'retryMiddleware' } as const;
  client.middlewareStack.addRelativeTo(retrying, place);
}

/**
 * The region of the stores and the state machine of a deployment. Drives in another region get this region
 * from their environment. All other functions run in this region themselves.
 */
export const homeOf = ({ [names.homeRegion]: region }: NodeJS.ProcessEnv): { readonly region?: string } =>
  region === undefined || region === '' ? {} : { region };
