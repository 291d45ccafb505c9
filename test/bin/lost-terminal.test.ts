import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { before, suite, test } from 'node:test';
import type { RunSummary } from '../../lib/api.generated.ts';
import { suiteScope } from '../local/scratch.ts';
import { downpour, startDownpour } from './downpour.ts';
import { type LongLoad, startLongLoad } from './long-load.ts';

/**
 * The reader of a command's output may close it. The command then ends without an error about pipes, and
 * leaves no load behind.
 */

suite('a command whose reader is gone', () => {
  const scope = suiteScope();
  let load: LongLoad;
  before(async () => {
    load = await startLongLoad(scope);
  });

  test('ends as if all had been read when nothing is under way', async () => {
    const child = startDownpour(['plan', load.file]);
    child.stdout.destroy();
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    assert.deepEqual([code, stderr], [0, '']);
  });

  type Child = ReturnType<typeof startDownpour>;
  const ways: Readonly<Record<string, (child: Child) => void>> = {
    '| head': (child) => child.stdout.destroy(),
    '2>&1 | head': (child) => {
      child.stdout.destroy();
      child.stderr.destroy();
    },
    'a terminal that is closed': (child) => child.kill('SIGHUP'),
  };
  for (const [name, leave] of Object.entries(ways))
    test(`stops its burst: ${name}`, { timeout: 300_000 }, async () => {
      const data = join(load.folder, name.replaceAll(/\W/g, '-'));
      load.forget();
      const child = startDownpour(['run', load.file, '--data', data]);
      const closed = once(child, 'close');
      let stderr = '';
      child.stderr.on('data', (chunk: Buffer) => {
        stderr += chunk.toString();
      });
      await Promise.race([firstSecond(child), closed.then(([code]) => assert.fail(`${code}: ${stderr}`))]);
      leave(child);
      assert.equal((await closed)[0], 130, stderr);
      assert.doesNotMatch(stderr, /EPIPE|bug in Downpour|\n {4}at /);
      const sent = load.requests();
      assert.ok(sent > 0);
      const { runs } = JSON.parse((await downpour(['runs', '--json', '--data', data])).stdout) as {
        readonly runs: readonly RunSummary[];
      };
      assert.deepEqual(
        runs.map(({ outcome }) => [outcome?.state, outcome?.requests]),
        [['stopped', sent]],
      );
      assert.equal(load.requests(), sent, 'nothing is sent any more');
    });
});

/** Resolves when the command has printed the first second of the load. */
function firstSecond(child: ReturnType<typeof startDownpour>): Promise<void> {
  return new Promise((resolve) => {
    let received = '';
    child.stdout.on('data', (chunk: Buffer) => {
      received += chunk.toString();
      if (/ +\d+s /.test(received)) resolve();
    });
  });
}
