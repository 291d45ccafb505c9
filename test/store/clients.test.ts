import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openClients } from '../../lib/store/clients.ts';

/**
 * The host and port that a client was configured with. Undefined: the client finds its endpoint by the
 * region.
 */
async function endpointsOf(environment: NodeJS.ProcessEnv): Promise<readonly unknown[]> {
  const { s3, dynamo } = openClients({ AWS_REGION: 'eu-central-1', ...environment });
  return Promise.all(
    [s3, dynamo].map(async ({ config }) => {
      const endpoint = await config.endpoint?.();
      return endpoint && `${endpoint.hostname}:${endpoint.port}`;
    }),
  );
}

test('endpoints are those of the environment, that of the service before that of all', async () => {
  assert.deepEqual(await endpointsOf({}), [undefined, undefined]);
  assert.deepEqual(await endpointsOf({ AWS_ENDPOINT_URL: 'http://127.0.0.1:1' }), [
    '127.0.0.1:1',
    '127.0.0.1:1',
  ]);
  const each = { AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:2', AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:3' };
  assert.deepEqual(await endpointsOf({ AWS_ENDPOINT_URL: 'http://127.0.0.1:1', ...each }), [
    '127.0.0.1:2',
    '127.0.0.1:3',
  ]);
});

test('no request looks for its endpoint in the environment or in files again', () => {
  for (const client of Object.values(openClients({ AWS_REGION: 'eu-central-1' }))) {
    const { ignoreConfiguredEndpointUrls } = client.config as { ignoreConfiguredEndpointUrls?: boolean };
    assert.equal(ignoreConfiguredEndpointUrls, true);
  }
});

test('a bucket is in the path where its name is no host', () => {
  const pathStyle = (url?: string) =>
    openClients({ AWS_REGION: 'eu-central-1', ...(url && { AWS_ENDPOINT_URL_S3: url }) }).s3.config
      .forcePathStyle;
  assert.deepEqual(['http://127.0.0.1:1', 'http://localhost:1', 'http://[::1]:1'].map(pathStyle), [
    true,
    true,
    true,
  ]);
  assert.deepEqual([undefined, 'https://s3.example.com'].map(pathStyle), [false, false]);
});

test('a call prepares no log and sends no facts about the SDK', () => {
  for (const client of Object.values(openClients({ AWS_REGION: 'eu-central-1' }))) {
    const steps = client.middlewareStack.identify().join();
    assert.match(steps, /serializerMiddleware/);
    assert.doesNotMatch(steps, /logger|UserAgent/);
  }
});
