import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { runHooks } from '../../../bin/hooks/run-hooks.ts';
import { scratchDir, suiteScope } from '../../local/scratch.ts';
import { captured } from '../captured.ts';

suite('hooks', () => {
  const folder = scratchDir(suiteScope());
  const environment = {
    RUN_ID: 'b-1',
    RUN_DIR: folder,
    RUN_DESCRIPTION: '',
    BENCHMARK: 'shop',
    BENCHMARK_PATH: '/here/shop.hf.yaml',
  };
  const bounds = { hookMsMax: 60_000, hookOutputBytesMax: 1_000 };
  const never = new AbortController().signal;
  const runAll = async (commands: Readonly<Record<string, string>>, stop = never, more = {}) => {
    const { terminal, text } = captured();
    const hooks = Object.entries(commands).map(([name, command]) => ({ name, command }));
    const failure = await runHooks(hooks, environment, terminal, stop, { ...bounds, ...more });
    return { failure, text: text() };
  };

  test('run one after the other with sh, know their run, and show what they write', async () => {
    const { failure, text } = await runAll({
      a: 'echo "$RUN_ID $BENCHMARK $BENCHMARK_PATH [$RUN_DESCRIPTION]"; echo late > "$RUN_DIR/a"',
      b: 'cat "$RUN_DIR/a"; printf "to err" >&2',
    });
    assert.equal(failure, undefined);
    assert.deepEqual(text.trimEnd().split('\n'), [
      'hook a',
      '  b-1 shop /here/shop.hf.yaml []',
      'hook b',
      '  late',
      '  to err',
    ]);
  });

  test('end with the first that fails', async () => {
    const { failure, text } = await runAll({ a: 'true', b: 'echo no; exit 3', c: 'echo never' });
    assert.deepEqual(failure, { name: 'b', why: 'ended with exit code 3' });
    assert.doesNotMatch(text, /never/);
    assert.deepEqual((await runAll({ k: 'kill -9 $$' })).failure, { name: 'k', why: 'was ended by SIGKILL' });
  });

  test('that the system does not accept report the reason', async () => {
    const long = await runAll({ a: `: ${'x'.repeat(3_000_000)}`, b: 'echo never' });
    assert.match(
      long.failure?.why ?? '',
      /^could not be started, because the command is too long: write the command into a file/,
    );
    assert.doesNotMatch(long.text, /never/);
    assert.match((await runAll({ a: 'echo \0' })).failure?.why ?? '', /^could not be started: .* null bytes/);
  });

  test('show so much of what they write and say how much more there was', async () => {
    const { failure, text } = await runAll({ a: 'head -c 5000 /dev/zero | tr "\\0" x' });
    assert.equal(failure, undefined);
    assert.equal(text.match(/x/g)?.length, 1_000);
    assert.match(text, /\.\.\. and 4\.00 kB more/);
  });

  test('may take so long, and then they and all they started end', async () => {
    const command = '(trap "" TERM; while :; do sleep 0.1; date +%N > "$RUN_DIR/alive"; done) & sleep 60';
    const { failure } = await runAll({ a: command }, never, { hookMsMax: 500 });
    assert.deepEqual(failure, { name: 'a', why: 'took longer than 500ms and was ended' });
    const alive = join(folder, 'alive');
    const last = existsSync(alive) ? readFileSync(alive, 'utf8') : '';
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.equal(existsSync(alive) ? readFileSync(alive, 'utf8') : '', last);
  });

  test('end when the user stops, and no further one begins', async () => {
    const stop = new AbortController();
    const running = runAll({ a: 'echo begun; sleep 60', b: 'echo never' }, stop.signal);
    setTimeout(() => stop.abort(), 300);
    const { failure, text } = await running;
    assert.deepEqual(failure, { name: 'a', why: 'was stopped by you' });
    assert.doesNotMatch(text, /never/);
    const later = await runAll({ c: 'echo never' }, stop.signal);
    assert.deepEqual(later.failure, { name: 'c', why: 'was not run, because you stopped the command' });
    assert.equal(later.text, '');
  });

  test('may leave a process running, without a wait for it', async () => {
    const { failure, text } = await runAll({ a: 'sleep 20 & echo started' });
    assert.equal(failure, undefined);
    assert.match(text, /started/);
  });
});
