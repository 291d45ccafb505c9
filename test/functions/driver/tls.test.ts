import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { before, beforeEach, suite, test } from 'node:test';
import type { TLSSocket } from 'node:tls';
import { burstFiles, burstStores } from '../../../functions/stores.ts';
import type { SentFiles } from '../../../lib/driver/model/files.ts';
import { fixture } from '../../driver/http/tls/fixtures.ts';
import { suiteScope } from '../../local/scratch.ts';
import { type Cloud, openCloud } from './cloud.ts';

/** Key and trust stores reach every drive. Problems of a store are reported before the first drive starts. */

suite('a burst with stores', () => {
  const scope = suiteScope();
  const clients: string[] = [];
  let port = 0;
  let cloud: Cloud;

  before(async () => {
    const own = { key: fixture('server.key'), cert: fixture('server.crt') };
    const server = createServer(
      { ...own, ca: fixture('client-authority.crt'), requestCert: true },
      (request, response) => {
        clients.push(String((request.socket as TLSSocket).getPeerCertificate().subject?.CN));
        response.end('ok');
      },
    );
    server.on('tlsClientError', () => undefined);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
    scope.after(async () => {
      server.closeAllConnections();
      server.close();
    });
    cloud = await openCloud(scope);
  });
  beforeEach(() => {
    clients.length = 0;
    cloud.drives.length = 0;
  });

  const document = (store: string, password: string) => `name: stores
http:
  host: 'https://127.0.0.1:${port}'
  sharedConnections: 4
  keyManager: { storeFile: ${store}, password: ${password} }
  trustManager: { certFile: trusted/server-authority.crt }
phases:
- one: { atOnce: { users: 4, scenario: [ f: [ httpRequest: { GET: / } ] ] } }
- two: { atOnce: { users: 4, startAfterStrict: one, scenario: [ f: [ httpRequest: { GET: / } ] ] } }
`;
  const uploaded = async (...paths: readonly string[]): Promise<SentFiles> => {
    const upload = randomUUID();
    const list = paths.map((path) => {
      const content = fixture(path.replace('trusted/', ''));
      return { path, sha256: createHash('sha256').update(content).digest('hex'), bytes: content.length };
    });
    for (const { path, sha256 } of list)
      await burstFiles().put(upload, sha256, fixture(path.replace('trusted/', '')));
    return { upload, list };
  };
  const reasonOf = async (burst: string) => {
    const { state, reason } = (await burstStores().bursts.get(burst)) ?? {};
    return `${state}: ${reason}`;
  };

  test('shows the certificate to the target in every phase and shard', async () => {
    const files = await uploaded('client.jks', 'trusted/server-authority.crt');
    await cloud.prepare('b-stores', document('client.jks', 'test123'), { shards: 2, files });
    const { status, cause } = await cloud.run('b-stores');
    assert.equal(status, 'SUCCEEDED', cause);
    assert.deepEqual(clients, Array(8).fill('client'));
    assert.equal(cloud.drives.length, 4);
  });

  test('fails before any drive when a store does not open', async () => {
    const files = await uploaded('client.jks', 'trusted/server-authority.crt');
    await cloud.prepare('b-wrong', document('client.jks', 'hunter2-marker'), { files });
    await cloud.run('b-wrong');
    assert.equal(
      await reasonOf('b-wrong'),
      "failed: storeFile 'client.jks' does not open: the password is wrong, or the file is damaged",
    );
    assert.deepEqual([cloud.drives, clients], [[], []]);
  });

  test('fails before any drive when a store is gone', async () => {
    const files = await uploaded('trusted/server-authority.crt');
    await cloud.prepare('b-no-store', document('client.jks', 'test123'), { files });
    await cloud.run('b-no-store');
    assert.equal(
      await reasonOf('b-no-store'),
      "failed: storeFile 'client.jks' was not sent with the document",
    );
    assert.deepEqual([cloud.drives, clients], [[], []]);
  });
});
