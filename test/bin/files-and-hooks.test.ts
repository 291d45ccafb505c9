import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, suite, test } from 'node:test';
import { attaching } from '../../lib/driver/scenario/files/limits.ts';
import { downpour, startDownpour } from './downpour.ts';
import { filesWith } from './files-with.ts';

/** Secrets in a document, a parameter, a file and a hook. Each contains a word for which the tests search. */
const [inDocument, inParameter, inFile, inHook] = [
  'MARK-document',
  'MARK-parameter',
  'MARK-file',
  'MARK-hook',
];

const document = `
name: secrets
triggerUrl: https://ci.example.com/job/secrets
http: { host: !param HOST http://localhost:8080, sharedConnections: 16 }
pre:
- b: 'echo "$RUN_ID" > "$RUN_DIR/id"; echo two'
- a: { exec: "echo one # ${inHook}" }
post:
  c: 'cat "$RUN_DIR/id"; grep -c secrets "$RUN_DIR/run.json"; echo "$BENCHMARK $BENCHMARK_PATH"'
phases:
- ask:
    atOnce:
      users: 8
      scenario:
      - main:
        - randomItem: { toVar: token, file: tokens.txt }
        - randomItem: { toVar: word, file: words.txt }
        - httpRequest:
            GET: /
            headers: { authorization: 'Bearer \${token}', x-key: ${inDocument}, x-more: !param KEY none, x-word: '\${word}' }
`;

let folder = '';
let server: Server;
let host = '';
const received: IncomingHttpHeaders[] = [];

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'downpour-'));
  server = createServer((request, response) => {
    received.push(request.headers);
    response.end('ok');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await writeFile(join(folder, 'secrets.hf.yaml'), document);
  await writeFile(join(folder, 'tokens.txt'), `${inFile}-1\n\n${inFile}-2\n`);
  // The file is too large for a request, so the command uploads it to a presigned URL.
  await writeFile(join(folder, 'words.txt'), 'word\n'.repeat(attaching.inlineBytesMax / 5 + 1));
});
after(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  received.length = 0;
});

const file = () => join(folder, 'secrets.hf.yaml');
const data = () => join(folder, 'data');
function running(...more: string[]) {
  const given = ['-P', `HOST=${host}`, '-P', `KEY=${inParameter}`, '--data', data(), '--shards', '2'];
  return ['run', file(), ...given, '--triggered', ...more];
}

test('a document with a triggerUrl starts nothing without --triggered', async () => {
  const { code, stdout, stderr } = await downpour(['run', file(), '-P', `HOST=${host}`, '--data', data()]);
  assert.equal(code, 2);
  assert.match(stderr, /by the CI job at https:\/\/ci\.example\.com\/job\/secrets \(triggerUrl\)/);
  assert.doesNotMatch(stdout, /commands to run/);
  assert.equal(received.length, 0);
});

suite('a document with files and hooks', () => {
  test('is shown and not run without --allow-hooks', async () => {
    const { code, stdout, stderr } = await downpour(running());
    assert.equal(code, 2);
    assert.match(
      stdout,
      /commands to run on this machine:\n {2}pre +a: echo one .*\n {2}pre +b: .*\n {2}post +c: /,
    );
    assert.match(stderr, /The document reads 2 files: tokens\.txt \(25 B\), words\.txt \(3\.00 MB\)\n/);
    assert.match(
      stderr,
      /error Nothing was started, because the document has commands for this machine: .*--allow-hooks/,
    );
    assert.equal(received.length, 0);
  });

  test('runs with both, and leaves nothing of what is in them', async () => {
    const { code, stdout, stderr } = await downpour(
      running('--allow-hooks', '--json', join(folder, 'run.json')),
    );
    const run = readFileSync(join(folder, 'run.json'), 'utf8');
    const { state, info } = JSON.parse(run);
    assert.deepEqual([state, code], state === 'inconclusive' ? ['inconclusive', 4] : ['passed', 0], stderr);
    assert.equal(received.length, 8);
    for (const headers of received) {
      assert.match(headers.authorization ?? '', new RegExp(`^Bearer ${inFile}-[12]$`));
      const fixed = [headers['x-key'], headers['x-more'], headers['x-word']];
      assert.deepEqual(fixed, [inDocument, inParameter, 'word']);
    }
    const lines = stdout.split('\n');
    const at = (line: string) => lines.indexOf(line);
    const order = [
      'hook a',
      '  one',
      'hook b',
      '  two',
      'Preparing the run',
      'hook c',
      '  1',
      `  secrets ${file()}`,
    ];
    assert.deepEqual(
      order.map(at),
      order.map(at).toSorted((a, b) => a - b),
      stdout,
    );
    assert.ok(!order.map(at).includes(-1), stdout);
    assert.ok(at(`  ${info.id}`) > at('hook c'), stdout);
    assert.deepEqual(info.params, { HOST: host, KEY: '(hidden)' });
    assert.doesNotMatch(run, /MARK-/);
    assert.doesNotMatch(stdout.replace(/^.*commands to run(.|\n)*?(?=^hook)/m, '') + stderr, /MARK-/);
    assert.deepEqual(filesWith(data(), 'MARK-'), []);
    // Proves that the search works: it finds the secret in the file that contains it.
    assert.deepEqual(filesWith(folder, inFile), [join(folder, 'tokens.txt')]);
    assert.notDeepEqual(filesWith(data(), 'secrets'), []);
  });

  test('gets no file that is probably a secret: nothing is sent, and --allow-files changes that', async () => {
    await writeFile(join(folder, '.env'), `${inFile}-env`);
    const stranger = join(folder, 'stranger.hf.yaml');
    await writeFile(
      stranger,
      document.replace('tokens.txt', '.env').replace(/^(pre|post):(\n[- ].*)+/gm, ''),
    );
    const options = [stranger, '-P', `HOST=${host}`];
    const refused = await downpour(['run', ...options, '--data', data()]);
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /file '\.env' is not read: .*--allow-files/);
    assert.equal(received.length, 0);
    const valid = await downpour(['validate', ...options]);
    assert.equal(valid.code, 2);
    const allowed = await downpour(['validate', ...options, '--allow-files']);
    assert.equal(allowed.code, 0, allowed.stdout);
    assert.match(allowed.stdout, /The document reads 2 files: \.env \(13 B\), words\.txt/);
  });

  test('is planned with the names of both, and nothing of what is in them', async () => {
    const { code, stdout } = await downpour(['plan', file(), '-P', `KEY=${inParameter}`]);
    assert.equal(code, 0);
    assert.match(stdout, /file +tokens\.txt, 25 B\n +file +words\.txt, 3\.00 MB\n +pre +a, b\n +post +c\n/);
    assert.doesNotMatch(stdout, /MARK-/);
  });

  test('is not valid without its files, which are named at their lines', async () => {
    const lonely = await mkdtemp(join(tmpdir(), 'downpour-'));
    await writeFile(join(lonely, 'd.hf.yaml'), document);
    const { code, stdout } = await downpour(['validate', join(lonely, 'd.hf.yaml')]);
    await rm(lonely, { recursive: true });
    assert.equal(code, 2);
    const [first, second, last] = stdout.split('\n');
    assert.match(first ?? '', /d\.hf\.yaml:16:\d+ .*\.file: file 'tokens\.txt' does not exist in /);
    assert.match(second ?? '', /d\.hf\.yaml:17:\d+ .*\.file: file 'words\.txt' does not exist in /);
    assert.match(last ?? '', /has 2 problems/);
  });
});

suite('a hook that fails', () => {
  const hooked = async (hooks: string) => {
    const path = join(folder, 'hooked.hf.yaml');
    const load = `usersPerSec: 5\nduration: 1s\nscenario: [ { main: [ httpRequest: { GET: / } ] } ]\n`;
    await writeFile(path, `name: hooked\nhttp: { host: '${host}', sharedConnections: 5 }\n${load}${hooks}`);
    return ['run', path, '--data', data(), '--allow-hooks', '--max-errors', '1', '--seed', '1'];
  };

  test('before the run stops the start', async () => {
    const command = await hooked('pre: { a: "exit 3", b: "echo never" }\npost: { c: "echo never" }\n');
    const { code, stdout, stderr } = await downpour(command);
    assert.equal(code, 2);
    assert.match(stderr, /error the command of pre hook 'a' ended with exit code 3; nothing was started/);
    assert.doesNotMatch(stdout, /^ {2}never/m);
    assert.equal(received.length, 0);
  });

  test('after the run skips the rest', async () => {
    const { code, stdout } = await downpour(await hooked('post: { a: "exit 3", b: "echo never" }\n'));
    assert.ok(code === 2 || code === 4, `${code}`);
    assert.match(
      stdout,
      /error post hook 'a' ended with exit code 3; Downpour did not run the hooks after this one/,
    );
    assert.doesNotMatch(stdout, /^ {2}never/m);
    assert.ok(received.length > 0);
  });

  test('because of Ctrl-C ends the command as stopped, and nothing is started', async () => {
    const child = startDownpour(await hooked('pre: { a: "echo begun; sleep 60" }\n'));
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk;
      if (text.includes('\n  begun\n')) child.kill('SIGINT');
    });
    const [code] = await once(child, 'exit');
    assert.equal(code, 130);
    assert.equal(received.length, 0);
  });
});
