import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { describe, it, test } from 'node:test';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { createGateway } from '../../../lib/local/gateway/gateway.ts';
import { publicObjects } from '../../../lib/local/gateway/public-objects.ts';
import { createObjectStore } from '../../../lib/local/object-store/server.ts';
import { environment } from '../../../lib/names/environment.ts';
import { afterwards, clientDefaults, credentials, listening, scratchDir, suiteScope } from '../scratch.ts';

const Bucket = 'downpour-runs';
const Key = 'answers/1.json';
const publicUrl = 'https://results.example.com/load';

describe('a client of a proxy', async () => {
  const scope = suiteScope();
  process.env[environment.publicUrl] = publicUrl;
  afterwards(scope, () => delete process.env[environment.publicUrl]);
  const { server } = createObjectStore({ dir: scratchDir(scope), credentials, buckets: [Bucket] });
  const endpoint = await listening(scope, server);
  const s3 = new S3Client({ ...clientDefaults, endpoint, forcePathStyle: true });
  afterwards(scope, () => s3.destroy());
  await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'the reply' }));
  const location = await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key }), { expiresIn: 60 });
  const answer = {
    statusCode: 303,
    headers: { location },
    body: JSON.stringify({ parts: [location, location] }),
  };
  const gateway = createGateway({
    routes: [{ key: 'GET /large', functionName: 'large' }],
    invoke: async () => ({ requestId: 'r', payload: JSON.stringify(answer) }),
    keyHeader: 'x-a-api-key',
    objects: publicObjects({ server, bucketUrl: `${endpoint}/${Bucket}` }, publicUrl),
  });
  const url = await listening(scope, gateway);

  async function get(path: string, host: string) {
    const sent = httpRequest(url + path, { headers: { host }, agent: false }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const { statusCode, headers } = response;
    return { status: statusCode, location: headers.location, body: await readText(response) };
  }

  it('gets presigned URLs of the public address, which lead to the object', async () => {
    const moved = await get('/large', 'Results.example.com');
    const prefix = `${publicUrl}/${Bucket}/${Key}?`;
    assert.ok(moved.location?.startsWith(prefix), moved.location);
    assert.deepEqual(JSON.parse(moved.body).parts, [moved.location, moved.location]);
    // The proxy removes its own path from the address of a request.
    const { status, body } = await get((moved.location ?? '').slice(publicUrl.length), 'results.example.com');
    assert.deepEqual([status, body], [200, 'the reply']);
  });

  it('cannot read an object without the signature, or with the signature of another object', async () => {
    const { pathname, search } = new URL(location);
    assert.equal((await get(pathname, 'results.example.com')).status, 404);
    assert.equal((await get(pathname.replace('1', '2') + search, 'results.example.com')).status, 403);
  });

  it('is not a client of this machine, which gets the URL of the object store', async () => {
    assert.equal((await get('/large', '127.0.0.1:8090')).location, location);
  });
});

test('a public address is a URL of HTTP, or absent', () => {
  const objects = { server: createServer(), bucketUrl: `http://127.0.0.1:1/${Bucket}` };
  for (const none of [undefined, '']) assert.equal(publicObjects(objects, none), undefined);
  for (const wrong of ['results.example.com', 'results:1', 'ftp://a', 'https://a/?b', 'https://a/#b'])
    assert.throws(() => publicObjects(objects, wrong), { code: 'PUBLIC_URL_INVALID', status: 400 }, wrong);
});
