import { DynamoDBClient, UpdateItemCommand, type UpdateItemCommandInput } from '@aws-sdk/client-dynamodb';

/** Opens updates of items in DynamoDB's own JSON, which the integration of the state machine sends. */
export function openItemUpdates(environment: NodeJS.ProcessEnv) {
  const { AWS_REGION: region = '', AWS_ENDPOINT_URL_DYNAMODB: endpoint = '' } = environment;
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = environment;
  const client = new DynamoDBClient({ region, endpoint, credentials: { accessKeyId, secretAccessKey } });
  return {
    async update(input: UpdateItemCommandInput): Promise<object> {
      const { Attributes } = await client.send(new UpdateItemCommand(input));
      return Attributes === undefined ? {} : { Attributes };
    },
    close: () => client.destroy(),
  };
}
