import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type CommandWords, commandWords } from '../../bin/completion/words.ts';
import { buildProgram } from '../../bin/program.ts';
import { captured } from './captured.ts';
import { typed } from './typed.ts';

/** The words that shells offer. Tests with real shells are in `test/peers/shell`. */

suite('completion', () => {
  const [out, err] = [captured(), captured()];
  const program = buildProgram({
    out: out.terminal,
    err: err.terminal,
    environment: {},
    outlive: () => undefined,
    finish: () => undefined,
  });
  const words = commandWords(program);
  const of = (path: string): CommandWords | undefined => words.find((each) => each.path === path);

  test('has every command that help shows, also below others, and no hidden one', () => {
    const names = of('')?.commands.map(({ text }) => text) ?? [];
    const help = program.helpInformation();
    const displayed = [...help.matchAll(/^ {2}([a-z][a-z0-9]*) .*$/gm)].map(([, name]) => name);
    assert.deepEqual(names, displayed);
    assert.ok(names.includes('run') && !names.includes('deploy'));
    assert.deepEqual(
      of('key')?.commands.map(({ text }) => text),
      ['create', 'list', 'rename', 'revoke', 'help'],
    );
    assert.ok(of('key create'));
  });

  test('knows which values are files, which are one of a few, and which are free', () => {
    const valuesOf = (path: string, spelling: string) =>
      of(path)?.options.find(({ spellings }) => spellings.includes(spelling))?.values;
    assert.equal(valuesOf('run', '--data'), 'files');
    assert.equal(valuesOf('run', '--seed'), 'none');
    assert.equal(valuesOf('run', '--help'), undefined);
    assert.deepEqual(valuesOf('query', '--dialect'), ['jsonpath', 'sql']);
    assert.equal(of('run')?.values, 'files');
    assert.equal(of('stop')?.values, 'none');
    assert.deepEqual(of('completion')?.values, ['bash', 'zsh', 'fish']);
  });

  test('is a script with every spelling of every option, for each shell', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { out: printed } = await typed(['completion', shell]);
      const spellings = words.flatMap(({ options }) => options.flatMap((option) => option.spellings));
      for (const spelling of spellings) {
        const written =
          shell === 'fish' ? spelling.replace(/^--?/, spelling.startsWith('--') ? '-l ' : '-s ') : spelling;
        assert.ok(printed.includes(written), `${shell}: ${spelling}`);
      }
    }
  });
});
