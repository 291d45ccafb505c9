import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

test('warming up runs the engine and leaves nothing behind that holds the process', async () => {
  const file = new URL('../../../functions/driver/warm-up.ts', import.meta.url).href;
  const clock = new URL('../../../functions/driver/clock.ts', import.meta.url).href;
  const program = `const { warmUp } = await import('${file}'); const { realClock } = await import('${clock}'); await warmUp(realClock); console.log('warm');`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    timeout: 60_000,
  });
  assert.equal(stdout, 'warm\n');
});
