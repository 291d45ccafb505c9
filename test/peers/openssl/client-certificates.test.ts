import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { TlsSettings } from '../../../lib/driver/model/tls.ts';
import { project } from '../../../lib/project.ts';
import { password } from '../../driver/http/tls/fixtures.ts';
import { refusals, runAgainst, secureTarget } from '../../driver/http/tls/servers.ts';
import { totals } from '../../driver/session/shards.ts';

/**
 * OpenSSL's server refuses a client certificate during the handshake, as most servers do. Node's server
 * refuses it later.
 */

const trusting: TlsSettings = { trustManager: { certFile: 'server-authority.crt' } };
const wrong: TlsSettings = { ...trusting, keyManager: { storeFile: 'wrong.jks', password } };
const demanding = ['-Verify', '1', '-verify_return_error', '-CAfile', 'client-authority.crt'];
const refusal =
  /the target refused the TLS handshake \(.*(alert|certificate).*\); it may want a client certificate/;

test('row 119: a wrong client store fails at the handshake of TLS 1.2', async (t) => {
  const target = secureTarget(await opensslServer(t, '-tls1_2', ...demanding), wrong);
  assert.match(await refusals(target), refusal);
  await assert.rejects(runAgainst(target), refusal);
});

test('row 119: a wrong client store fails later with TLS 1.3', async (t) => {
  const target = secureTarget(await opensslServer(t, '-tls1_3', ...demanding), wrong);
  const { rows, outcome } = await runAgainst(target);
  assert.equal(outcome.result, 'completed');
  assert.deepEqual([totals(rows).responses, totals(rows).connectionErrors], [0, 1]);
});

test('before any load it is waited for what the server thinks of the client, also with TLS 1.3', async (t) => {
  const port = await opensslServer(t, '-tls1_3', ...demanding);
  assert.match(await refusals(secureTarget(port, wrong)), refusal);
  assert.match(await refusals(secureTarget(port, trusting)), refusal);
  assert.equal(
    await refusals(secureTarget(port, { ...trusting, keyManager: { storeFile: 'client.jks', password } })),
    '',
  );
});

async function opensslServer(t: TestContext, ...options: readonly string[]): Promise<number> {
  const cwd = join(project, 'test/data/tls/stores');
  const own = ['-accept', '127.0.0.1:0', '-cert', 'server.crt', '-key', 'server.key', '-www'];
  const child = spawn('openssl', ['s_server', ...own, ...options], { cwd });
  t.after(() => child.kill());
  let output = '';
  // The server prints more for each connection, and a closed pipe would end it. So its output is read to the
  // end.
  return new Promise((resolve, reject) => {
    child.once('close', () => reject(new Error(`openssl s_server ended: ${output}`)));
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      const port = /ACCEPT 127\.0\.0\.1:(\d+)/.exec(output)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
    child.stderr.resume();
  });
}
