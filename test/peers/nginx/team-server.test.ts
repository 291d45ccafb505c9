import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, suite, test } from 'node:test';
import { certificateCommand } from '../../../bin/api/server-certificate.ts';
import { downpour, startDownpour } from '../../bin/downpour.ts';

/** The server of docs/team-server.md in a real nginx, with the names and ports of this machine. */

const page = readFileSync(new URL('../../../docs/team-server.md', import.meta.url), 'utf8');
const [, server = ''] = /```nginx\n(.*?)```/s.exec(page) ?? [];

suite('serve behind the proxy of the page about a team', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'downpour-'));
    execFileSync('sh', ['-c', certificateCommand.join(' ')], { cwd: folder, stdio: 'pipe' });
  });
  after(() => rmSync(folder, { recursive: true }));

  test('takes large uploads, gives large replies and pages, and has the host of the proxy', {
    timeout: 300_000,
  }, async (t) => {
    const port = await freePort();
    const url = `https://localhost:${port}/load`;
    const behind = startDownpour(['serve', '--port', '0', '--json', '--data', join(folder, 'data')], {
      DOWNPOUR_PUBLIC_URL: url,
    });
    const closed = once(behind, 'close');
    const [line] = await Promise.race([once(behind.stdout, 'data'), closed]);
    assert.ok(line instanceof Buffer, `serve ended with ${line}`);
    t.after(async () => {
      behind.kill('SIGINT');
      await closed;
    });
    const { url: inner, apiKey } = JSON.parse(String(line)) as {
      readonly url: string;
      readonly apiKey: string;
    };
    const settings = server
      .replace('443', `127.0.0.1:${port}`)
      .replace('results.example.com', 'localhost')
      .replace('/etc/ssl/results.crt', 'here.crt')
      .replace('/etc/ssl/results.key', 'here.key')
      .replace('http://127.0.0.1:8090', new URL(inner).origin.replace('localhost', '127.0.0.1'));
    await startNginx(settings, folder, () => get(`${url}/api/doctor/none`), t);

    const environment = {
      DOWNPOUR_URL: url,
      DOWNPOUR_API_KEY: apiKey,
      NODE_EXTRA_CA_CERTS: join(folder, 'here.crt'),
    };
    const file = join(folder, 'large.json');
    // Uploads are compressed, so a text of one letter would be small.
    const value = randomBytes(7_000_000).toString('base64');
    writeFileSync(file, JSON.stringify({ start: 1, stop: 2, value }));
    const uploaded = await downpour(['upload', file, '--test', 'shop'], environment);
    assert.deepEqual([uploaded.code, uploaded.stdout], [0, 'Run 1\n'], uploaded.stderr);
    const answer = await downpour(['query', '1', '$.value'], environment);
    assert.equal(answer.code, 0, answer.stderr);
    assert.ok(answer.stdout.includes(value), answer.stdout.slice(0, 200));
    const redirect = await get(`${url}/api/run/1/data`, { 'x-downpour-api-key': apiKey });
    assert.equal(redirect.status, 303);
    assert.ok(redirect.location?.startsWith(`${url}/`), redirect.location);
    const html = await get(`${url}/`, { accept: 'text/html' });
    assert.equal(html.status, 200);
    assert.match(html.body, /^<!doctype html>/i);
  });

  async function get(url: string, headers: Readonly<Record<string, string>> = {}) {
    const sent = request(url, { headers, rejectUnauthorized: false });
    const [response] = await once(sent.end(), 'response');
    return {
      status: response.statusCode as number,
      location: response.headers.location as string | undefined,
      body: await text(response),
    };
  }
});

/** Starts nginx with one server, and waits until a request to it is answered. */
async function startNginx(
  settings: string,
  folder: string,
  ask: () => Promise<unknown>,
  t: { readonly after: (end: () => Promise<void>) => void },
): Promise<void> {
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${kind};`,
  );
  const whole = [
    'daemon off; pid nginx.pid; error_log stderr;',
    // The workers of root are another user, who cannot read the folder of this test.
    process.getuid?.() === 0 ? 'user root;' : '',
    `events {} http { access_log off; ${places.join(' ')}`,
    `${settings}}`,
  ];
  writeFileSync(join(folder, 'nginx.conf'), whole.join('\n'));
  const nginx = spawn('nginx', ['-p', folder, '-c', 'nginx.conf'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const log = text(nginx.stderr);
  const ended = once(nginx, 'exit');
  t.after(async () => {
    nginx.kill('SIGQUIT');
    await ended;
  });
  const over = ended.then(async () => assert.fail(`nginx ended: ${await log}`));
  // The test ends nginx itself at its end.
  over.catch(() => {});
  for (;;) {
    const isUp = ask().then(
      () => true,
      () => new Promise<boolean>((resolve) => setTimeout(resolve, 100, false)),
    );
    if (await Promise.race([isUp, over])) return;
  }
}

async function freePort(): Promise<number> {
  const held = createServer();
  await once(held.listen(0, '127.0.0.1'), 'listening');
  const { port } = held.address() as AddressInfo;
  await new Promise((resolve) => held.close(resolve));
  return port;
}
