import assert from 'node:assert/strict';
import { createPrivateKey } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, suite, test } from 'node:test';
import type { TLSSocket } from 'node:tls';
import { downpour } from './downpour.ts';
import { filesWith } from './files-with.ts';

/**
 * A document whose users send a client certificate runs unchanged, and no file contains its password
 * afterwards.
 */

const password = 'MARK-password';
const stores = new URL('../data/tls/stores/', import.meta.url);
const stored = (name: string): Buffer => readFileSync(new URL(name, stores));

const document = `
name: mutual
http:
  host: !param HOST https://localhost:8443
  sharedConnections: 16
  keyManager:
    certFile: client.crt
    keyFile: client.key
    password: !param PASSWORD
  trustManager:
    storeFile: trust.jks
    password: test123
phases:
- ask: { atOnce: { users: 8, scenario: [ { main: [ httpRequest: { GET: / } ] } ] } }
`;

const server = createServer(
  {
    key: stored('server.key'),
    cert: stored('server.crt'),
    ca: stored('client-authority.crt'),
    requestCert: true,
  },
  (_, response) => response.end('ok'),
);
const clients: string[] = [];
let folder = '';
let host = '';

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'downpour-'));
  server.on('secureConnection', (socket: TLSSocket) =>
    clients.push(String(socket.getPeerCertificate().subject?.CN)),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  host = `https://localhost:${(server.address() as AddressInfo).port}`;
  const locked = createPrivateKey(stored('client.key')).export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-256-cbc',
    passphrase: password,
  });
  await writeFile(join(folder, 'mutual.hf.yaml'), document);
  await writeFile(join(folder, 'client.key'), locked);
  for (const name of ['client.crt', 'trust.jks']) await copyFile(new URL(name, stores), join(folder, name));
});
after(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  clients.length = 0;
});

const given = (command: string, word = password): readonly string[] => [
  ...[command, join(folder, 'mutual.hf.yaml'), '-P', `HOST=${host}`, '-P', `PASSWORD=${word}`],
];

suite('a document with certificates', () => {
  test('runs with them, and does not reveal its password', async () => {
    const data = join(folder, 'data');
    const { code, stdout, stderr } = await downpour([
      ...[...given('run'), '--data', data, '--shards', '2', '--json', join(folder, 'run.json')],
    ]);
    const run = readFileSync(join(folder, 'run.json'), 'utf8');
    const { state, info } = JSON.parse(run);
    assert.deepEqual([state, code], state === 'inconclusive' ? ['inconclusive', 4] : ['passed', 0], stdout);
    assert.ok(clients.length >= 4);
    assert.deepEqual([...new Set(clients)], ['client']);
    assert.deepEqual(info.params, { HOST: host, PASSWORD: '(hidden)' });
    assert.doesNotMatch(run + stdout + stderr, /MARK-/);
    assert.deepEqual(filesWith(data, 'MARK-'), []);
    assert.notDeepEqual(filesWith(data, 'mutual'), [], 'the search finds what is there');
  });

  test('is planned without its password, in JSON as well', async () => {
    const { code, stdout } = await downpour([...given('plan'), '--json']);
    assert.equal(code, 0);
    assert.equal(JSON.parse(stdout).benchmark.targets[0].tls.keyManager.password, '(hidden)');
    assert.doesNotMatch(stdout, /MARK-/);
  });

  test('is not valid with a wrong password, which is reported at its line and not repeated', async () => {
    const { code, stdout, stderr } = await downpour(given('validate', 'MARK-wrong'));
    assert.equal(code, 2);
    assert.match(
      stdout,
      /mutual\.hf\.yaml:9:5 .*http\.keyManager\.password: keyFile 'client\.key' does not open: the password is wrong, or the file is damaged/,
    );
    assert.doesNotMatch(stdout + stderr, /MARK-/);
    assert.deepEqual(clients, []);
  });
});
