import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { promisify } from 'node:util';
import { downpour } from '../../bin/downpour.ts';

/** Each shell completes the same words, with the script that `downpour completion` prints for it. */

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'completion-'));
writeFileSync(join(folder, 'shop.hf.yaml'), '');
after(() => rmSync(folder, { recursive: true }));

/** Each row: the typed line before Tab, and its last word after Tab. */
const rows = [
  ['downpour expo', 'export'],
  ['downpour export --format markd', 'markdown'],
  ['downpour key cre', 'create'],
  ['downpour key create ci --sc', '--scope'],
  ['downpour run --shar', '--shards'],
  ['downpour run --seed 1 sh', 'shop.hf.yaml'],
  ['downpour completion fi', 'fish'],
] as const;
const typed = rows.map(([line]) => line);
const completed = rows.map(([, word]) => word);

async function scriptOf(shell: string): Promise<string> {
  const { code, stdout } = await downpour(['completion', shell]);
  assert.equal(code, 0);
  const file = join(folder, `completion.${shell}`);
  writeFileSync(file, stdout);
  return file;
}

/** Runs a program of a shell, and returns the lines that it prints. */
async function linesOf(command: string, options: readonly string[], program: string): Promise<string[]> {
  const { stdout } = await run(command, [...options, program], { cwd: folder, timeout: 60_000 });
  return stdout.trimEnd().split('\n');
}

suite('completion', () => {
  test('bash', async () => {
    const tries = typed.map((line) => `try ${line}`);
    const program = `. '${await scriptOf('bash')}'
try() { COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _downpour; echo "\${COMPREPLY[*]}"; }
${tries.join('\n')}
try downpour run --seed ''`;
    assert.deepEqual(await linesOf('bash', ['-c'], `${program}; echo end`), [...completed, '', 'end']);
  });

  test('zsh', async () => {
    const program = `zmodload zsh/zpty
zpty shell TERM=dumb zsh -f -i
zpty -w shell 'autoload -U compinit; compinit -u -D; source ${await scriptOf('zsh')}; show() { print -r -- "<$BUFFER>"; BUFFER= }; zle -N show; bindkey "^X" show; print REA""DY'
zpty -r shell out '*READY*'
for line in ${typed.map((line) => `'${line}'`).join(' ')}; do
  zpty -w -n shell "$line"$'\\t\\x18'
  zpty -r shell out '*<*>*'
  print -r -- "\${\${\${out#*<}%>*}% }"
done
zpty -d shell`;
    const lines = await linesOf('zsh', ['-f', '-c'], program);
    assert.deepEqual(
      lines.map((line) => line.split(' ').at(-1)),
      completed,
    );
  });

  test('fish', async () => {
    const tries = typed.map((line) => `complete -C '${line}'`);
    const program = `source '${await scriptOf('fish')}'; ${tries.join('; ')}`;
    const lines = await linesOf('fish', ['--no-config', '-c'], program);
    assert.deepEqual(
      lines.map((line) => line.split('\t', 1)[0]),
      completed,
    );
  });
});
