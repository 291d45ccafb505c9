import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseBenchmark } from '../../../lib/driver/benchmark/parse-benchmark.ts';
import { formatProblem } from '../../../lib/driver/document/format-problems.ts';
import { storeFaults } from '../../../lib/driver/http/tls/context.ts';
import { storeFiles } from '../../../lib/driver/http/tls/material.ts';
import { fixtures } from '../http/tls/fixtures.ts';

/** The TLS settings of a document reach the plan, and wrong settings are reported. */

const documentOf = (http: string, more = ''): string => `name: n
http:
${http.replace(/^/gm, '  ')}
usersPerSec: 1
duration: 1s
scenario: [ { main: [ { httpRequest: { GET: / } }${more} ] } ]
`;

function parsed(text: string, options = {}) {
  const { benchmark, problems, files } = parseBenchmark(text, options);
  return {
    tls: benchmark?.targets[0]?.tls,
    targets: benchmark?.targets ?? [],
    benchmark,
    files,
    problems: problems.map((problem) => formatProblem('n', problem)),
  };
}

suite('TLS of a target', () => {
  test('row 13: the password of the key manager and the store type of the trust manager arrive', () => {
    const { tls, problems, files, targets } = parsed(
      documentOf(
        'host: http://localhost:8080\nkeyManager:\n  password: foobar\ntrustManager:\n  storeType: FOO',
      ),
    );
    assert.deepEqual(tls, { keyManager: { password: 'foobar' }, trustManager: { storeType: 'FOO' } });
    assert.deepEqual(problems, [
      "n:4:3 http.keyManager: warning: keyManager has no effect, because requests to localhost go without TLS; remove keyManager, or write 'protocol: https'",
      "n:6:3 http.trustManager: warning: trustManager has no effect, because requests to localhost go without TLS; remove trustManager, or write 'protocol: https'",
    ]);
    assert.deepEqual([files, targets.flatMap(storeFiles)], [[], []]);
  });

  test('means nothing to a plain target: its stores are not read', async () => {
    const { files, targets } = parsed(
      documentOf('host: http://localhost:8080\nkeyManager: { storeFile: gone.jks, certFile: a.crt }'),
    );
    assert.deepEqual([files, targets.flatMap(storeFiles)], [[], []]);
    assert.deepEqual(await storeFaults(targets, new Map()), []);
  });

  test('is at fault when OpenSSL rejects a key that Downpour can read', async () => {
    const http = 'host: https://localhost\nkeyManager: { certFile: short.crt, keyFile: short.key }';
    const { targets } = parsed(documentOf(http), { files: fixtures });
    const [fault, ...others] = await storeFaults(targets, fixtures);
    assert.deepEqual([fault?.target, fault?.problem.path, others], [0, ['keyManager'], []]);
    assert.match(fault?.problem.message ?? '', /^keyManager cannot be used \(.+\)$/);
  });

  test('names files that travel with the document, each once', () => {
    const text = documentOf(
      [
        'host: https://shop.example',
        'keyManager: { storeFile: client.jks, password: 1234, alias: me }',
        'trustManager: { storeFile: client.jks, certFile: ca.crt }',
      ].join('\n'),
      ', { randomCsvRow: { file: rows.csv, skipComments: false, removeQuotes: false, columns: { 0: a } } }, { log: { message: "${a}" } }',
    );
    const { tls, files, benchmark, problems } = parsed(text);
    assert.deepEqual(problems, []);
    assert.deepEqual(tls, {
      keyManager: { storeFile: 'client.jks', password: '1234', alias: 'me' },
      trustManager: { storeFile: 'client.jks', certFile: 'ca.crt' },
    });
    assert.deepEqual(files, ['client.jks', 'ca.crt', 'rows.csv']);
    assert.deepEqual(benchmark?.files, files);
    assert.deepEqual(benchmark?.targets.flatMap(storeFiles), ['client.jks', 'client.jks', 'ca.crt']);
  });

  test('names the missing files', () => {
    const text = documentOf(
      'host: https://a.example\ntrustManager:\n  certFile: ca.crt\n  storeFile: trust.jks',
    );
    const fileProblems = new Map([['trust.jks', "file 'trust.jks' is a folder"]]);
    assert.deepEqual(parsed(text, { files: new Map(), fileProblems }).problems, [
      "n:5:5 http.trustManager.certFile: file 'ca.crt' was not sent with the document; send both together",
      "n:6:5 http.trustManager.storeFile: file 'trust.jks' is a folder",
    ]);
  });

  test('verifies with the public authorities when the document sets this, without a warning', () => {
    const { tls, problems } = parsed(
      documentOf('host: https://a.example\ntrustManager: { storeType: system }'),
    );
    assert.deepEqual([tls, problems], [{ trustManager: { storeType: 'system' } }, []]);
  });

  test('has no use for the type of a store without the file of the store', () => {
    const { problems } = parsed(
      documentOf(
        'host: https://a.example\nkeyManager: { storeType: JKS, certFile: a.crt, keyFile: a.key }\ntrustManager: { storeType: SYSTEM }',
      ),
    );
    assert.deepEqual(problems, [
      'n:4:17 http.keyManager.storeType: warning: storeType has no effect without storeFile; add storeFile, or remove storeType',
    ]);
  });

  test('trusts everything when the document says nothing, and a warning explains how to change that', () => {
    const { tls, problems } = parsed(documentOf('host: https://a.example'));
    assert.equal(tls, undefined);
    assert.deepEqual(problems, [
      "n:3:3 http.host: warning: the certificate of a.example is not verified, because no trustManager is given; write 'trustManager: { storeType: SYSTEM }' to verify the certificate as a browser does",
    ]);
  });

  test('has the time limit of the handshake that is written', () => {
    const limitOf = (limit: string) =>
      parsed(documentOf(`host: https://a.example\nsslHandshakeTimeout: ${limit}`)).tls?.handshakeTimeoutMs;
    assert.deepEqual(['5s', '250ms', 'none'].map(limitOf), [5000, 250, 86_400_000]);
  });
});
