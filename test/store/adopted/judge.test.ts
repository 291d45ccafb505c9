import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { judgeAdopted } from '../../../lib/store/adopted/adopted.ts';
import { listening } from '../../local/scratch.ts';

test('a store that cannot be read in the region of the stage is a problem, and all are reported', async (t) => {
  const scopes: string[] = [];
  const server = createServer(({ headers }, response) => {
    scopes.push(/Credential=a\/\d+\/([^,]+),/.exec(headers.authorization ?? '')?.[1] ?? '');
    response.writeHead(403).end();
  });
  const url = await listening(t, server);
  const before = { ...process.env };
  t.after(() => {
    process.env = before;
  });
  Object.assign(process.env, { AWS_ENDPOINT_URL: url, AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' });
  const stores = { bucket: 'runs', repositoryTable: 'repository', identityTable: 'identity' };
  const found = await judgeAdopted(stores, { region: 'eu-west-3', isKept: true });
  assert.deepEqual(
    found.map((problem) => problem.split(':')[0]),
    Object.values(stores).map((name) => `${name} cannot be read`),
  );
  assert.deepEqual(
    new Set(scopes),
    new Set(['eu-west-3/s3/aws4_request', 'eu-west-3/dynamodb/aws4_request']),
  );
});
