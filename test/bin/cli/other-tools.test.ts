import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command } from 'commander';
import { otherToolHint } from '../../../bin/cli/other-tools.ts';
import { buildProgram } from '../../../bin/program.ts';
import { captured } from '../captured.ts';

const { terminal } = captured();
const program = buildProgram({
  out: terminal,
  err: terminal,
  environment: {},
  outlive: () => undefined,
  finish: () => undefined,
});

function named(name: string): Command {
  const command = program.commands.find((each) => each.name() === name);
  assert.ok(command, name);
  return command;
}

test('a command of another load tool gets the name of the command of Downpour', () => {
  const own = new Set(program.commands.map((command) => command.name()));
  for (const word of ['start', 'bench', 'check', 'ls', 'show', 'diff', 'convert', 'new', 'status', 'kill']) {
    const hint = otherToolHint(program, `error: unknown command '${word}'\n(Did you mean team?)`);
    const [, name = ''] = /^Did you mean (\w+)\?$/.exec(hint ?? '') ?? [];
    assert.ok(own.has(name), `${word}: ${hint}`);
    assert.ok(!own.has(word), word);
  }
  for (const group of ['user', 'schedule'])
    assert.equal(otherToolHint(named(group), "error: unknown command 'create'"), 'Did you mean add?');
  assert.equal(otherToolHint(named('key'), "error: unknown command 'delete'"), 'Did you mean revoke?');
  assert.equal(otherToolHint(named('changes'), "error: unknown command 'mute'"), 'Did you mean dismiss?');
  assert.equal(otherToolHint(program, "error: unknown command 'frobnicate'"), undefined);
  assert.equal(
    otherToolHint(named('changes'), "error: unknown command 'shop'"),
    'changes needs one of its commands first: list, confirm, dismiss',
  );
});

test('a document in place of a command gets the command that runs it', () => {
  assert.equal(
    otherToolHint(program, "error: unknown command 'shop.hf.yaml'"),
    'To run a document: downpour run shop.hf.yaml',
  );
});

test('an option of another load tool gets the place of its value', () => {
  const rows: readonly (readonly [options: string, hint: RegExp])[] = [
    [
      '-c -t -d -u -n -i -d30s --vus --duration --rate --users --iterations --rps',
      /^The document defines the load/,
    ],
    ['--host --url --target', /^The document defines the target/],
    ['-e --env -D', /-P NAME=VALUE$/],
    ['-o --out --output', /^To write a file: --json FILE/],
    ['-f --file --config', /: downpour run FILE$/],
  ];
  const known = named('run').options.flatMap(({ short, long }) => [short, long]);
  for (const [options, hint] of rows)
    for (const option of options.split(' ')) {
      assert.match(otherToolHint(named('run'), `error: unknown option '${option}'`) ?? '', hint, option);
      assert.ok(!known.includes(option), `run has the option ${option}`);
    }
  for (const option of ['--frobnicate', '--shard'])
    assert.equal(otherToolHint(named('run'), `error: unknown option '${option}'`), undefined);
  assert.equal(otherToolHint(named('runs'), "error: unknown option '-c'"), undefined);
  assert.match(
    otherToolHint(named('compare'), "error: unknown option '--junit'") ?? '',
    /redirect its text, or the JSON of --json/,
  );
});
