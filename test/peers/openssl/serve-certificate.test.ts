import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { after, before, suite, test } from 'node:test';
import { certificateCommand } from '../../../bin/api/server-certificate.ts';
import { downpour, startDownpour } from '../../bin/downpour.ts';

suite('serve with the certificate of its own hint', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'downpour-'));
    execFileSync('sh', ['-c', certificateCommand.join(' ')], { cwd: folder, stdio: 'pipe' });
  });
  after(() => rmSync(folder, { recursive: true }));

  test('answers over TLS, and commands over its folder need no certificate', {
    timeout: 120_000,
  }, async () => {
    const data = ['--data', join(folder, 'data')];
    const [cert, key] = [join(folder, 'here.crt'), join(folder, 'here.key')];
    const child = startDownpour([
      'serve',
      '--port',
      '0',
      '--json',
      '--tls-cert',
      cert,
      '--tls-key',
      key,
      ...data,
    ]);
    const closed = once(child, 'close');
    const [line] = await Promise.race([once(child.stdout, 'data'), closed]);
    assert.ok(line instanceof Buffer, `serve ended with ${line}`);
    const { url, apiKey } = JSON.parse(String(line)) as { readonly url: string; readonly apiKey: string };
    assert.match(url, /^https:\/\/127\.0\.0\.1:\d+$/);
    const headers = { 'x-downpour-api-key': apiKey };
    const [answer] = await once(get(`${url}/api/run/list`, { headers, ca: readFileSync(cert) }), 'response');
    assert.deepEqual([answer.statusCode, await json(answer)], [200, { total: 0, runs: [] }]);
    await assert.rejects(once(get(`${url}/api/run/list`, { headers }), 'response'), {
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    });
    const { code, stderr } = await downpour(['runs', ...data]);
    assert.deepEqual([code, stderr], [0, '']);
    child.kill('SIGINT');
    assert.deepEqual(await closed, [0, null]);
  });
});
