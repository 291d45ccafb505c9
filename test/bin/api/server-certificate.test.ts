import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readCertificate } from '../../../bin/api/server-certificate.ts';
import { downpour } from '../downpour.ts';

const store = (name: string): string => join(import.meta.dirname, '../../data/tls/stores', name);
const [server, serverKey] = [store('server.crt'), store('server.key')];
const now = new Date();

test('a certificate of this machine is taken, by its address where it has that', async () => {
  const { cert, key, host } = await readCertificate(server, serverKey, now);
  assert.match(cert, /^-----BEGIN CERTIFICATE-----/);
  assert.match(key, /^-----BEGIN PRIVATE KEY-----/);
  assert.equal(host, '127.0.0.1');
});

const refused: readonly (readonly [string, string | undefined, string | undefined, RegExp, Date?])[] = [
  ['a certificate alone', server, undefined, /^--tls-cert needs --tls-key too/],
  ['a key alone', undefined, serverKey, /^--tls-key needs --tls-cert too/],
  [
    'a file that is not there',
    store('none.crt'),
    serverKey,
    /^--tls-cert '.*none\.crt' cannot be read: there is no such file/,
  ],
  ['a folder', server, store(''), /^--tls-key '.*' cannot be read: it is a folder/],
  [
    'the two the wrong way',
    serverKey,
    server,
    /^--tls-(cert|key) '.*' contains no (certificate|private key) in PEM/,
  ],
  [
    'a key that is locked',
    store('client.crt'),
    store('client.encrypted.key'),
    /client\.encrypted\.key' is encrypted/,
  ],
  [
    'a store of Java',
    store('server.jks'),
    serverKey,
    /^--tls-cert '.*server\.jks' contains no certificate in PEM/,
  ],
  [
    'the key of another',
    server,
    store('client.key'),
    /^--tls-key '.*client\.key' has a private key that does not belong to the certificate in '.*server\.crt'/,
  ],
  [
    'a certificate of another host',
    store('elsewhere.crt'),
    store('elsewhere.key'),
    /^--tls-cert '.*elsewhere\.crt' is for DNS:shop\.example, not for 127\.0\.0\.1 or localhost/,
  ],
  [
    'an expired certificate',
    store('expired.crt'),
    store('expired.key'),
    /expired\.crt' has expired: Jan +1 .* 2021 GMT/,
  ],
  ['one of the future', server, serverKey, /server\.crt' is not valid before /, new Date(0)],
];
for (const [what, cert, key, message, at = now] of refused)
  test(`refused with a way out: ${what}`, () =>
    assert.rejects(readCertificate(cert, key, at), (error: Error & { code: string; status: number }) => {
      assert.match(error.message, message);
      assert.match(
        error.message,
        /; name the right files, or make a certificate and its key with: openssl req -x509 /,
      );
      assert.deepEqual([error.code, error.status], ['CERTIFICATE_UNUSABLE', 400]);
      return true;
    }));

test('serve itself refuses before it opens anything', async () => {
  const { code, stderr } = await downpour(['serve', '--tls-cert', server, '--tls-key', store('client.key')]);
  assert.equal(code, 2);
  assert.match(stderr, /client\.key' has a private key that does not belong to the certificate/);
});
