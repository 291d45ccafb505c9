import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CommanderError } from 'commander';
import { buildProgram } from '../../../bin/program.ts';
import { captured } from '../captured.ts';

test('a word at the wrong place gets its place', async () => {
  for (const [typed, says] of [
    ['run a.yaml HOST=http://x', 'For a parameter of the document: -P HOST=http://x'],
    ['run a.yaml -p HOST=x', 'Did you mean -P?'],
    ['runs 5', 'Did you mean --limit 5?'],
    ['runs shop', 'Did you mean --test shop?'],
    ['runs --last 5', 'Did you mean --limit?'],
    ['runs -l 5', 'Did you mean --limit?'],
    ['tests shop', 'Did you mean --name shop?'],
    ['report 1 report.html', 'Did you mean -o report.html?'],
    ['report 1 --html', 'Did you mean -o FILE.html?'],
    ['serve 9000', 'Did you mean --port 9000?'],
    ['serve -p 9000', 'Did you mean --port?'],
    ['run a.yaml shards=2', 'Did you mean --shards 2?'],
    ['run a.yaml maxErrors=2%', 'Did you mean --max-errors 2%?'],
    ['run -quiet a.yaml', 'Did you mean --quiet?'],
    ['run a.yaml -json=out.json', 'Did you mean --json?'],
    ['run a.yaml \u2014quiet', 'The character \u2014 begins no option. Did you mean --quiet?'],
    ['run a.yaml -P HOST= http://x', "A value follows '=' without a space: HOST=http://x"],
    [
      '-P HOST=x run a.yaml',
      'Write the options of a command after its name, as in: downpour run --param <name=value>',
    ],
    ['--quiet run a.yaml', 'Write the options of a command after its name, as in: downpour run --quiet'],
    ['init http://x shop.hf.yaml', 'Did you mean -o shop.hf.yaml?'],
    [
      'run a.yaml --junit --summary s.md',
      "The option '--junit <out>' has no value, because the word after it is the option --summary.",
    ],
  ] as const)
    assert.ok((await refusal(typed.split(' '))).split('\n').includes(says), typed);
  assert.match(
    await refusal(['schedule', 'add', 'a.yaml']),
    /'--cron <expression>' not specified\. For each day at 03:00 UTC: --cron '0 3 \* \* \*'/,
  );
  assert.doesNotMatch(await refusal(['report', '1', '2']), /Did you mean/);
  assert.doesNotMatch(await refusal(['doctor', '-x']), /Did you mean/);
});

test('an option in the place of a value is refused, and not taken for the name of a file', async () => {
  for (const typed of ['run a.yaml --junit --quiet', 'run a.yaml --json -q', 'bursts --data --json'])
    assert.match(
      await refusal(typed.split(' ')),
      /^error the option '--\w+ <\w+>' has no value, because the word after it is the option -/,
    );
});

/** The text of a usage error. */
async function refusal(args: readonly string[]): Promise<string> {
  const { terminal, text } = captured();
  const context = {
    out: terminal,
    err: terminal,
    environment: {},
    outlive: () => undefined,
    finish: () => undefined,
  };
  await assert.rejects(buildProgram(context).parseAsync(args, { from: 'user' }), CommanderError);
  return text();
}
