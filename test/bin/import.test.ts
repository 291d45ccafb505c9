import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { typedCommand } from '../../bin/cli/shell-command.ts';
import { listen, ok } from '../driver/session/shards.ts';
import { commandLine, downpour, type Ended } from './downpour.ts';

const checkout = join(import.meta.dirname, '../..');
const data = (file: string): string => join(checkout, 'test/data/import', file);

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'downpour-'));
});
after(() => rm(folder, { recursive: true }));

/** Runs the command in a folder of the user, with a text on standard input. */
async function typed(parameters: readonly string[], input = '', cwd = folder): Promise<Ended> {
  const { FORCE_COLOR: _colour, ...environment } = process.env;
  const program = join(checkout, commandLine);
  const child = spawn(process.execPath, [program, ...parameters], { cwd, env: environment });
  child.stdin.end(input);
  const closed = new Promise<number | null>((done) => child.once('close', done));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code, stdout, stderr };
}

test('init writes a document that validates, names the next commands, and overwrites nothing', async () => {
  const first = await typed(['init', 'https://shop.example.com/products?page=1']);
  assert.deepEqual([first.code, first.stderr], [0, '']);
  const file = join(folder, 'shop-example-com.hf.yaml');
  const written = await readFile(file, 'utf8');
  assert.match(written, /GET: \/products\?page=1/);
  assert.match(written, /host: !param HOST https:\/\/shop\.example\.com/);
  const [, validate = '', run = ''] =
    /^ {2}(.*downpour validate .*)\n {2}(.*downpour run .*)$/m.exec(first.stdout) ?? [];
  assert.match(run, /bin\/downpour run shop-example-com\.hf\.yaml$/);
  const [, program = '', ...words] = /^(\S+) (\S+) (\S+)$/.exec(validate) ?? [];
  assert.equal(resolve(folder, program), join(checkout, 'bin/downpour'));
  assert.equal((await typed(words)).code, 0);

  const again = await typed(['init', 'https://shop.example.com/other']);
  assert.equal(again.code, 2);
  assert.match(
    again.stderr,
    /Cannot write shop-example-com\.hf\.yaml: the file exists already; --force overwrites it/,
  );
  assert.equal(await readFile(file, 'utf8'), written);
  assert.equal((await typed(['init', 'https://shop.example.com/other', '--force'])).code, 0);
  assert.match(await readFile(file, 'utf8'), /GET: \/other/);
});

test('the first line leads an editor to the schema, from wherever the document lies', async () => {
  for (const file of [join(folder, 'far.hf.yaml'), join(checkout, 'examples', 'near.hf.yaml')]) {
    const { stdout } = await typed(['init', 'localhost', '-o', '-'], '', dirname(file));
    const [, location = ''] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(stdout) ?? [];
    const schema = location.startsWith('file:') ? new URL(location) : resolve(dirname(file), location);
    assert.equal(JSON.parse(await readFile(schema, 'utf8')).type, 'object', location);
    if (file.startsWith(checkout)) assert.equal(location, '../schema/editor.schema.json');
  }
});

test('with -o - only the document is on standard output', async () => {
  const { code, stdout, stderr } = await typed(['init', 'localhost:8080/a', '-o', '-']);
  assert.equal(code, 0);
  assert.match(stdout, /^# yaml-language-server[^✓]*metric: a\n$/);
  assert.match(
    stderr,
    /The address has no scheme, so Downpour uses http:\/\/localhost:8080[\s\S]*downpour run localhost-8080\.hf\.yaml/,
  );
});

test('a document on standard input is checked and planned as one in a file', async () => {
  const { stdout: document } = await typed(['init', 'localhost:8080/a', '-o', '-']);
  const valid = await typed(['validate', '-'], document);
  assert.deepEqual([valid.code, valid.stderr], [0, '']);
  assert.match(valid.stdout, /^✓ standard input is valid: /);
  const plan = await typed(['plan', '-'], document);
  assert.equal(plan.code, 0, plan.stderr);
  const wrong = await typed(['plan', '-'], 'name: 5\n');
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /^standard input:1:/m);
});

test('a query of standard input has the answer of a query of the file', async () => {
  const { code, stdout } = await typed(['query', '-', '$.n[1]'], '{"n":[1.50,12345678901234567890]}');
  assert.deepEqual([code, stdout], [0, '12345678901234567890\n']);
  const wrong = await typed(['query', '-', '$'], '{');
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /^error standard input is not JSON: /m);
});

test('import reads a file or standard input, of a kind that is named or shows itself', async () => {
  const curl = await readFile(data('shop.curl'), 'utf8');
  const rows: readonly [parameters: readonly string[], input?: string][] = [
    [['import', 'curl', data('shop.curl')]],
    [['import', data('shop.curl')]],
    [['import', 'CURL', '-'], curl],
    [['import', '-'], curl],
  ];
  for (const [parameters, input] of rows) {
    const { code, stdout, stderr } = await typed([...parameters, '-o', '-'], input);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /POST: \/api\/cart/);
    assert.match(
      stderr,
      /warning: the new document does not contain the secret value of header 'cookie': give the value with -P COOKIE=/,
    );
    assert.match(stderr, /run .*\.hf\.yaml -P COOKIE -P SHOP_TOKEN\n/);
  }
});

test('an imported document runs unchanged, with the given secrets', async () => {
  const target = await listen(ok);
  const document = join(folder, 'cmd.hf.yaml');
  const made = await typed(['import', 'curl', data('shop.cmd'), '-o', document]);
  assert.equal(made.code, 0, made.stderr);
  const given = ['-P', `HOST=http://127.0.0.1:${target.port}`, '-P', 'RATE=1', '-P', 'PASSWORD=p'];
  const run = await downpour(['run', document, '--data', join(folder, 'data'), ...given]);
  target.close();
  // This machine may be too busy for a verdict. Only the sent load matters here.
  assert.notEqual(run.code, 2, run.stderr);
  assert.ok(target.seen.length > 0, run.stdout + run.stderr);
  for (const { method, url, headers, body } of target.seen) {
    assert.deepEqual(
      [method, url, headers['content-type'], body],
      ['POST', '/api/login', 'application/json', '{"user":"ann","password":"p","share":"50%"}'],
    );
  }
});

describe('an ordinary mistake is one line, and exits 2', () => {
  const rows: readonly [parameters: readonly string[], output: RegExp][] = [
    [['init'], /missing required argument 'url'/],
    [
      ['init', 'ftp://x'],
      /^error Downpour cannot send load to 'ftp:\/\/x': the scheme 'ftp' is not supported, .*\n$/,
    ],
    [['init', 'http://x:65536'], /^error .* the port is 65536, expected one from 1 to 65535\n$/],
    [
      ['init', 'https://ann:pw@x'],
      /^error an address with user:password is refused, .* -P AUTHORIZATION="Basic \.\.\."\n$/,
    ],
    [
      ['init', 'localhost', '-o', 'no/such/x.yaml'],
      /Cannot write no\/such\/x\.yaml: there is no folder no\/such; make the folder/,
    ],
    [
      ['import', 'har'],
      /^error the file is missing: write `import har FILE`, or `import har -` for standard input\n$/,
    ],
    [
      ['import', 'jmeter', 'x'],
      /^error Downpour cannot import the kind 'jmeter', expected one of curl, har, openapi, postman\n$/,
    ],
    [
      ['import', 'openapi', 'https://x/api?v=1'],
      /^error https:\/\/x\/api\?v=1 is an address, but `import` reads a file: .*`curl -o FILE 'https:\/\/x\/api\?v=1'`.*\n$/,
    ],
    [['import', 'no-such.har'], /^error Cannot read no-such\.har: there is no such file\n$/],
    [['import', '.'], /^error Cannot read \.: it is a folder; name a file\n$/],
    [['import', 'broken.har'], /^error broken\.har:2:14 this is not JSON: .*\n$/],
    [['import', 'huge.har'], /^error huge\.har is larger than 100 MB, .*\n$/],
    [
      ['import', 'curl', 'many.sh'],
      /^error many\.hf\.yaml was not written, .* the document is longer than 1048576 characters; .*\n$/,
    ],
    [
      ['import', 'curl', 'upload.sh'],
      /^warning: .* is not imported: its form uploads the file 'b', which cannot be used: file 'b' does not exist in .*\nerror upload\.sh: no request can be imported; the warnings above have the reasons\n$/,
    ],
  ];
  before(async () => {
    await writeFile(join(folder, 'broken.har'), '{\n "log": {"a" 1}}');
    await writeFile(join(folder, 'huge.har'), '');
    await truncate(join(folder, 'huge.har'), 100_000_001);
    await writeFile(join(folder, 'many.sh'), 'curl http://localhost/some/long/path\n'.repeat(10_000));
    await writeFile(join(folder, 'upload.sh'), 'curl -F a=@b http://localhost/');
  });
  for (const [parameters, output] of rows) {
    test(parameters.join(' '), async () => {
      const { code, stdout, stderr } = await typed(parameters);
      assert.equal(code, 2, stderr);
      assert.equal(stdout, '');
      assert.match(stderr, output);
    });
  }
});

test('a printed command is what can be typed where it is printed', () => {
  const rows: readonly [environment: NodeJS.ProcessEnv, package_: string, cwd: string, call: string][] = [
    [{}, '/src/downpour', '/src/downpour', 'bin/downpour'],
    [{}, '/src/downpour', '/src/mine', '../downpour/bin/downpour'],
    [{}, '/src/down pour', '/src', "'down pour/bin/downpour'"],
    [{}, '/usr/lib/node_modules/downpour', '/src', 'downpour'],
    [{ npm_command: 'exec' }, '/src/node_modules/downpour', '/src', 'npx downpour'],
  ];
  for (const [environment, package_, cwd, call] of rows)
    assert.equal(typedCommand(environment, package_, cwd), call);
});

test('import takes files that lie in the folder of the document, and reports the reason it leaves others out', async () => {
  const location = await mkdtemp(join(folder, 'files-'));
  await mkdir(join(location, 'orders'));
  await writeFile(join(location, 'orders', 'one.json'), '{"a":\n1}');
  await writeFile(join(location, '.secret'), 'x');
  await writeFile(join(folder, 'outside.txt'), 'x');
  await symlink(join(folder, 'outside.txt'), join(location, 'link.txt'));
  const bodies = [
    '--data-binary @orders/one.json',
    '-d @./orders/one.json',
    `-T ${join(location, 'orders', 'one.json')}`,
    '-d @missing.json',
    '-d @../outside.txt',
    `-d @${join(folder, 'outside.txt')}`,
    '-d @link.txt',
    '-d @.secret',
    '-d @orders',
  ];
  const commands = bodies.map((body, at) => `curl ${body} http://localhost/${at}`).join('\n');
  await writeFile(join(location, 'calls.sh'), commands);
  const ended = await typed(['import', 'curl', 'calls.sh'], '', location);
  assert.equal(ended.code, 0, ended.stderr);
  const written = await readFile(join(location, 'calls.hf.yaml'), 'utf8');
  assert.deepEqual(
    written.match(/fromFile: .*/g),
    Array.from({ length: 3 }, () => 'fromFile: orders/one.json'),
  );
  for (const [at, reason] of [
    [1, /curl would leave out the line breaks of the file orders\/one\.json/],
    [3, /'missing\.json', which cannot be used: .* does not exist in /],
    [4, /'\.\.\/outside\.txt', which is outside of the document's folder; copy the file/],
    [5, /outside\.txt', which is outside of the document's folder; copy the file/],
    [6, /'link\.txt', which cannot be used: .* is a link that leads out of /],
    [
      7,
      /'\.secret', which cannot be used: .*files and folders whose names begin with a dot often contain secrets; give it a name without the dot$/m,
    ],
    [8, /'orders', which cannot be used: .* is a folder/],
  ] as const)
    assert.match(
      ended.stderr.split('\n').find((line) => line.includes(`localhost/${at}'`)) ?? '',
      reason,
      ended.stderr,
    );
});

test('import also looks for a file in the folder of its source', async () => {
  const location = await mkdtemp(join(folder, 'beside-'));
  await mkdir(join(location, 'api'));
  await writeFile(join(location, 'api', 'body.bin'), 'x');
  const body = { mode: 'file', file: { src: 'body.bin' } };
  const item = [{ name: 'One', request: { method: 'POST', url: 'http://localhost/', body } }];
  await writeFile(join(location, 'api', 'c.json'), JSON.stringify({ info: { name: 'c' }, item }));
  const ended = await typed(['import', 'postman', 'api/c.json', '-o', '-'], '', location);
  assert.match(ended.stdout, /fromFile: api\/body\.bin/, ended.stderr);
});
