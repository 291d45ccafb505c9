import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { suite, test } from 'node:test';
import { stores } from '../../../../lib/driver/http/tls/limits.ts';
import { readIdentity, readTrusted } from '../../../../lib/driver/http/tls/material.ts';
import { StoreProblem } from '../../../../lib/driver/http/tls/problem.ts';
import type { KeyManager, TrustManager } from '../../../../lib/driver/model/tls.ts';
import { fixture, fixtures, password } from './fixtures.ts';

/**
 * Downpour reads keys and certificates from every kind of store. When a store cannot be used, the message
 * names its file.
 */

const subjects = (pem: string): readonly string[] =>
  pem
    .split(/(?<=-----END CERTIFICATE-----\n)/)
    .filter(Boolean)
    .map((one) => new X509Certificate(one).subject.replace('CN=', ''));

suite('a client certificate comes', () => {
  const rows: readonly (readonly [string, KeyManager, ...subjects: string[]])[] = [
    ['from PEM', { certFile: 'client.crt', keyFile: 'client.key' }, 'client'],
    [
      'from PEM with its authority',
      { certFile: 'client-chain.crt', keyFile: 'client.key' },
      'client',
      'client-authority',
    ],
    [
      'from PEM with an encrypted key',
      { certFile: 'client.crt', keyFile: 'client.encrypted.key', password },
      'client',
    ],
    ['from JKS', { storeFile: 'client.jks', password }, 'client', 'client-authority'],
    [
      'from JKS with a key on a curve',
      { storeType: 'jks', storeFile: 'client-ec.jks', password },
      'client-ec',
    ],
    ['from PKCS#12 of OpenSSL', { storeFile: 'client.p12', password }, 'client', 'client-authority'],
    ['from PKCS#12 of Java', { storeFile: 'client-java.p12', password }, 'client', 'client-authority'],
    [
      'from PKCS#12 with the ciphers of before 2020',
      { storeType: 'PKCS12', storeFile: 'client-legacy.p12', password },
      'client',
      'client-authority',
    ],
    ['from PKCS#12 with a key on a curve', { storeFile: 'client-ec.p12', password }, 'client-ec'],
    ['by a password beyond ASCII', { storeFile: 'unicode.p12', password: 'schlüssel€' }, 'client-ec'],
    [
      'from PKCS#12 with authorities that have signed each other',
      { storeFile: 'crossed.p12', password },
      'both',
      'east',
      'west',
    ],
    ['by its alias from JKS', { storeFile: 'two.jks', password, alias: 'wrong' }, 'wrong'],
    ['by its alias in any case', { storeFile: 'two.jks', password, alias: 'Wrong' }, 'wrong'],
    ['by its alias from PKCS#12', { storeFile: 'two.p12', password, alias: 'wrong' }, 'wrong'],
  ];
  for (const [name, manager, ...expected] of rows)
    test(name, async () => {
      const { cert, key } = await readIdentity(manager, fixtures);
      assert.deepEqual(subjects(cert), expected);
      assert.ok(new X509Certificate(cert).checkPrivateKey(key));
    });
});

suite('trusted certificates come', () => {
  const rows: readonly (readonly [string, TrustManager, ...subjects: string[]])[] = [
    ['from PEM', { certFile: 'server-authority.crt' }, 'server-authority'],
    ['from PEM with several', { certFile: 'client-chain.crt' }, 'client', 'client-authority'],
    ['from DER', { certFile: 'server-authority.der' }, 'server-authority'],
    ['from JKS', { storeFile: 'trust.jks', password }, 'server-authority'],
    ['from JKS without a check of its content', { storeFile: 'trust.jks' }, 'server-authority'],
    ['from PKCS#12 of Java', { storeFile: 'trust.p12', password }, 'server-authority'],
    ['from PKCS#12 of OpenSSL', { storeFile: 'trust-openssl.p12', password }, 'server-authority'],
    ['from the key store of a server', { storeFile: 'server.jks', password }, 'server', 'server-authority'],
    [
      'from a store and a certificate',
      { storeFile: 'stranger.jks', certFile: 'server-authority.crt' },
      'stranger',
      'server-authority',
    ],
  ];
  for (const [name, manager, ...expected] of rows)
    test(name, async () => {
      assert.deepEqual(subjects((await readTrusted(manager, fixtures)).join('')), expected);
    });
});

suite('one sentence reports', () => {
  const files = new Map([
    ...fixtures,
    ['cut.jks', fixture('client.jks').subarray(0, 1000)],
    ['cut.p12', fixture('client.p12').subarray(0, 1000)],
    ['cut.crt', fixture('client.crt').fill('?', 100, 400)],
    ['cut.key', fixture('client.key').fill('?', 100, 400)],
    ['large', Buffer.alloc(stores.storeBytesMax + 1)],
    ['empty', Buffer.alloc(0)],
    ['notes.txt', Buffer.from('nothing of the kind')],
    ['none.jks', Buffer.from('feedfeed0000000200000000', 'hex')],
  ]);
  const rows: readonly (readonly [string, KeyManager, keyof KeyManager, RegExp])[] = [
    [
      'a wrong password of JKS',
      { storeFile: 'client.jks', password: 'other' },
      'password',
      /^storeFile 'client\.jks' does not open: the password is wrong, or the file is damaged$/,
    ],
    [
      'a wrong password of PKCS#12',
      { storeFile: 'client.p12', password: 'other' },
      'password',
      /^storeFile 'client\.p12' does not open: the password is wrong$/,
    ],
    [
      'a wrong password of PKCS#12 with old ciphers',
      { storeFile: 'client-legacy.p12', password: 'other' },
      'password',
      /'client-legacy\.p12' does not open: the password is wrong$/,
    ],
    [
      'another password of a key',
      { storeFile: 'key-password.jks', password },
      'storeFile',
      /'key-password\.jks' has one password for the key 'client' and another for the store; give both the same password/,
    ],
    [
      'a wrong password of a key',
      { certFile: 'client.crt', keyFile: 'client.encrypted.key', password: 'other' },
      'password',
      /^keyFile 'client\.encrypted\.key' does not open: the password is wrong/,
    ],
    [
      'a password that is missing',
      { certFile: 'client.crt', keyFile: 'client.encrypted.key' },
      'password',
      /^keyFile 'client\.encrypted\.key' is encrypted, and no password is given$/,
    ],
    [
      'an alias that no key has',
      { storeFile: 'two.jks', password, alias: 'nobody' },
      'alias',
      /^storeFile 'two\.jks' has no key 'nobody', it has 'client', 'wrong'$/,
    ],
    [
      'several keys',
      { storeFile: 'two.p12', password },
      'storeFile',
      /^storeFile 'two\.p12' has several keys, name one of 'client', 'wrong' in alias$/,
    ],
    [
      'no key at all',
      { storeFile: 'trust.jks', password },
      'storeFile',
      /contains no key, only certificates$/,
    ],
    [
      'a key of another certificate',
      { certFile: 'client.crt', keyFile: 'wrong.key' },
      'keyFile',
      /^keyFile 'wrong\.key' is not the key of the certificate in 'client\.crt'$/,
    ],
    [
      'a damaged JKS store',
      { storeFile: 'cut.jks', password },
      'storeFile',
      /'cut\.jks' is a damaged JKS store$/,
    ],
    [
      'a damaged PKCS#12 store',
      { storeFile: 'cut.p12', password },
      'storeFile',
      /is a damaged PKCS#12 store$/,
    ],
    [
      'a damaged certificate',
      { certFile: 'cut.crt', keyFile: 'client.key' },
      'certFile',
      /'cut\.crt' contains a damaged certificate$/,
    ],
    [
      'a damaged key',
      { certFile: 'client.crt', keyFile: 'cut.key' },
      'keyFile',
      /'cut\.key' contains a damaged private key$/,
    ],
    [
      'files that were swapped',
      { certFile: 'client.key', keyFile: 'client.crt' },
      'certFile',
      /'client\.key' contains no certificate in PEM$/,
    ],
    [
      'a file without a key',
      { certFile: 'client.crt', keyFile: 'client.crt' },
      'keyFile',
      /'client\.crt' contains no private key in PEM$/,
    ],
    [
      'PEM in place of a store',
      { storeFile: 'client.crt', password },
      'storeFile',
      /'client\.crt' is a PEM file, not a store; name it in certFile$/,
    ],
    [
      'a kind of store that is not known',
      { storeFile: 'client.jceks', password },
      'storeFile',
      /'client\.jceks' is a JCEKS store; convert it with keytool/,
    ],
    [
      'an empty file',
      { storeFile: 'empty', password },
      'storeFile',
      /'empty' is neither a JKS nor a PKCS#12 store$/,
    ],
    [
      'a file that is too large',
      { storeFile: 'large', password },
      'storeFile',
      /^storeFile 'large' has 4,000,001 bytes, and a store may have at most 4,000,000$/,
    ],
    [
      'a store that asks for more work than anybody does',
      { storeFile: 'slow.p12', password },
      'storeFile',
      /'slow\.p12' is encrypted in a way that Downpour does not support/,
    ],
    [
      'a store that asks for as much of its keys alone',
      { storeFile: 'slow-key.p12', password },
      'storeFile',
      /'slow-key\.p12' is encrypted in a way that Downpour does not support/,
    ],
    [
      'any other file',
      { storeFile: 'notes.txt', password },
      'storeFile',
      /is neither a JKS nor a PKCS#12 store$/,
    ],
    [
      'a file that is gone',
      { storeFile: 'gone', password },
      'storeFile',
      /'gone' was not sent with the document$/,
    ],
  ];
  for (const [name, manager, blamed, message] of rows)
    test(name, async () => {
      await assert.rejects(readIdentity(manager, files), (error: Error) => {
        assert.ok(error instanceof StoreProblem);
        assert.match(error.message, message);
        assert.deepEqual(error.path, ['keyManager', blamed]);
        return true;
      });
    });

  const trustRows: readonly (readonly [string, TrustManager, keyof TrustManager, RegExp])[] = [
    [
      'a wrong password of a trust store',
      { storeFile: 'trust.jks', password: 'other' },
      'password',
      /does not open/,
    ],
    [
      'the password that a trust store needs',
      { storeFile: 'trust.p12' },
      'password',
      /'trust\.p12' needs its password$/,
    ],
    [
      'a store without certificates',
      { storeFile: 'none.jks' },
      'storeFile',
      /'none\.jks' contains no certificate$/,
    ],
    [
      'a key in place of a certificate',
      { certFile: 'client.key' },
      'certFile',
      /contains no certificate in PEM$/,
    ],
  ];
  for (const [name, manager, blamed, message] of trustRows)
    test(name, async () => {
      await assert.rejects(readTrusted(manager, files), (error: Error) => {
        assert.ok(error instanceof StoreProblem);
        assert.match(error.message, message);
        assert.deepEqual(error.path, ['trustManager', blamed]);
        return true;
      });
    });
});

test('a damaged store is refused wherever the damage is, and never taken for another', async () => {
  for (const name of ['client.jks', 'client-ec.jks', 'client.p12', 'client-java.p12']) {
    const whole = fixture(name);
    const sound = await readIdentity({ storeFile: name, password }, fixtures);
    for (let at = 0; at < whole.length; at += 211) {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ 0x5a;
      const read = readIdentity({ storeFile: name, password }, new Map([[name, bytes]]));
      const outcome = await read.catch((error: unknown) => error);
      if (!(outcome instanceof StoreProblem)) assert.deepEqual(outcome, sound, `${name} at ${at}`);
    }
  }
});
