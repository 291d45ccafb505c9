import assert from 'node:assert/strict';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { exit } from '../../bin/cli/exit-code.ts';
import { commandsPage } from '../../bin/docs/commands.ts';
import { downpour, startDownpour } from './downpour.ts';

const commands = [
  ...['init', 'import', 'run', 'validate', 'plan', 'serve', 'report', 'open', 'query'],
  ...['compare', 'export', 'runs', 'tests', 'upload', 'key', 'wrk', 'wrk2'],
];

test('every command explains itself with examples, in lines that fit a terminal', async () => {
  const keys = ['create', 'list', 'rename', 'revoke'].map((name) => ['key', name]);
  for (const command of [[], ...commands.map((name) => [name]), ...keys]) {
    const { code, stdout } = await downpour([...command, '--help']);
    assert.equal(code, 0, command.join(' '));
    assert.match(stdout, /^Usage: downpour/);
    assert.match(stdout, /Examples:\n {2}\$ /);
    for (const line of stdout.split('\n')) assert.ok(line.length <= 100, line);
    assert.doesNotMatch(stdout, /\(default: (\[\]|undefined)?\)/);
  }
});

test('the page of commands shows no example of a command twice', () => {
  for (const part of commandsPage().split('\n## ')) {
    const examples = part.match(/^.*bin\/downpour .*$/gm) ?? [];
    assert.deepEqual(examples, [...new Set(examples)], part.split('\n', 1)[0]);
  }
});

test('the overview names every command and the exit codes', async () => {
  const { stdout } = await downpour(['--help']);
  for (const name of commands) assert.match(stdout, new RegExp(`^  ${name} `, 'm'));
  for (const [name, code] of Object.entries(exit))
    assert.match(stdout, new RegExp(`^  ${code} +\\w`, 'm'), name);
});

test('usage errors exit 2, say what was expected and suggest the nearest name', async () => {
  const rows: [string[], RegExp][] = [
    [[], /Usage: downpour/],
    [['vaildate', 'x'], /unknown command 'vaildate'\n\(Did you mean validate\?\)/],
    [['run'], /missing required argument 'file'/],
    [
      ['-c', '10', 'http://x/?a&b'],
      /unknown option '-c'\n.*\n.*: (npx )?\S+ wrk -c 10 -d 30s 'http:\/\/x\/\?a&b'$/m,
    ],
    [
      ['http://x'],
      /unknown command 'http:\/\/x'\n.*\nTo send load to an address without a benchmark document: /,
    ],
    [
      ['wrk', 'http://x', '-n', '5'],
      /unknown option '-n'\nTo see all arguments and options, add --help to the command\.\s*$/,
    ],
    [['run', 'x', '--shard', '2'], /unknown option '--shard'\n\(Did you mean --shards\?\)/],
    [
      ['run', 'x', '--rate', '5'],
      /unknown option '--rate'\nThe document defines the load\. .* -P RATE=20\nTo see all arguments/,
    ],
    [['list'], /unknown command 'list'\nDid you mean runs\?\nTo see all arguments/],
    [['run', 'x', '--shards', '0'], /Expected a whole number, from 1 to 10000/],
    [['run', 'x', '--seed', '1e3'], /Expected a whole number, at least 0/],
    [['run', 'x', '-P', 'rate'], /There is no environment variable rate/],
    [['run', 'x', '-P', '=rate'], /Expected name=value, or the name/],
    [['run', 'x', '--max-errors', '2'], /Expected a share from 0 to 1, such as 0.02, or a percentage/],
    [['run', 'x', '--max-errors', '101%'], /Expected a share from 0 to 1/],
    [['run', 'x', '--max-errors', 'few'], /Expected a share from 0 to 1/],
    [['wrk'], /missing required argument 'url'/],
    [['wrk', 'x', '-c', '0'], /Expected a whole number from 1 to 9007199254740991, such as 100 or 2k/],
    [
      ['wrk', 'x', '-c', '2', '-t', '3'],
      /-c 2 is less than -t 3, but every thread needs a connection: give at least -c 3/,
    ],
    [['wrk', 'x', '-d', '1d'], /Expected a time, such as 30s, 2m or 500ms/],
    [['wrk', 'x', '-H', 'nothing'], /Expected 'Name: value'/],
    [['wrk', 'x', '-s', 'post.lua'], /Lua scripts are not supported: .* use `downpour run`/],
    [['wrk', 'x', '-R', '5'], /unknown option '-R'/],
    [['wrk', 'ftp://x'], /Downpour cannot send load to 'ftp:\/\/x': the scheme 'ftp' is not supported/],
    [['wrk2', 'x'], /required option '-R, --rate <n>' not specified/],
    [['wrk2', 'x', '-R', '60k'], /this machine allows at most 50000/],
    [['wrk2', 'x', '-R', '1', '-A', 'one=host'], /Expected name=key=value/],
    [['upload', 'x'], /required option '--test <name>' not specified/],
    [
      ['upload', '-t', 'shop', 'x'],
      /unknown option '-t', and required option '--test <name>' not specified\nDid you mean --test\?/,
    ],
    [['upload', 'x', '--test', 't', '--access', 'OPEN'], /Allowed choices are PUBLIC, PROTECTED, PRIVATE/],
    [
      ['compare', '1'],
      /a comparison needs two sides: name two, such as 11\.\.15 16\.\.20, or one together with --baseline/,
    ],
    [['compare', '1', '2', '--fail-on', 'p99'], /--fail-on p99: expected MEASURE:LIMIT/],
    [['compare', '--last', '0', '1', '2'], /Expected a whole number, from 1 to 50/],
    [['key'], /Usage: downpour key/],
    [
      ['run', 'examples/quikstart.yaml'],
      /Cannot read examples\/quikstart\.yaml: there is no such file; did you mean examples\/quickstart\.hf\.yaml\?$/m,
    ],
    [['run', 'examples/quickstart'], /; did you mean examples\/quickstart\.hf\.yaml\?$/m],
    [['run', 'last'], /Cannot read last: there is no such file; for a stored run: `downpour report last`$/m],
    [['run', 'does-not-exist.yaml'], /Cannot read does-not-exist\.yaml: there is no such file/],
    [
      ['run', 'http://localhost:1/a'],
      /is an address, .*`downpour init http:\/\/localhost:1\/a` writes one for the address/,
    ],
    [
      ['run', 'examples/quickstart.hf.yaml', '--json', 'no/such/out.json'],
      /Cannot write no\/such\/out\.json/,
    ],
    [['run', 'examples/quickstart.hf.yaml', '--junit', 'no/such/out.xml'], /Cannot write no\/such\/out\.xml/],
    [['run', 'examples/quickstart.hf.yaml', '--summary', 'no/out.md'], /Cannot write no\/out\.md/],
    [['run', 'x', '--json', '-', '--json-lines'], /Two outputs are written to standard output/],
    [['run', 'test'], /Cannot read test: it is a folder/],
    [
      ['validate', 'x', ''],
      /^error the argument 'file' is empty\. A variable of the shell may have no value\.$/m,
    ],
    [['key', 'create', ''], /the argument 'name' is empty/],
    [['plan', 'x', '--seed', '9007199254740992'], /Expected a whole number, from 0 to 9007199254740991\./],
    [['upload', 'x', '--test', ''], /the value of the option '--test <name>' is empty/],
    [
      ['export', '1'],
      /option '--format <name>' not specified\. Allowed choices are csv, hdr, .* prometheus\.$/m,
    ],
    [['runs', '--data='], /the value of the option '--data <dir>' is empty/],
    [['run', 'x', '--json', ''], /the value of the option '--json <out>' is empty/],
  ];
  for (const [parameters, output] of rows) {
    const { code, stdout, stderr } = await downpour(parameters);
    assert.equal(code, 2, parameters.join(' '));
    assert.equal(stdout, '');
    assert.match(stderr, output);
  }
});

test('validate names the commands for an address in place of a document', async () => {
  const { code, stdout } = await downpour(['validate', 'http://x']);
  assert.equal(code, 2);
  assert.match(
    stdout,
    /http:\/\/x is an address, but this command needs a benchmark document: `downpour init/,
  );
});

test('a reader that has seen enough ends the command in peace', async () => {
  const command = startDownpour(['help']);
  command.stdout.destroy();
  const [[code], errors] = await Promise.all([once(command, 'exit'), text(command.stderr)]);
  assert.deepEqual([code, errors], [0, '']);
});

test('the version is that of the package', async () => {
  assert.match((await downpour(['--version'])).stdout, /^\d+\.\d+\.\d+\n$/);
});
